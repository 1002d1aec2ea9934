import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, bool, type Domain, int, oneOf, valueText } from '../../src/program/inputs/domains.ts'
import { countInputs, givenValues, inputAt } from '../../src/program/inputs/input-values.ts'
import { program } from '../../src/program/program.ts'

const valuesOf = (domain: Domain): unknown[] => Array.from({ length: domain.size }, (_, i) => domain.at(i))

test('domains: all values, each once, as text and back', () => {
  const domains: [Domain, unknown[]][] = [
    [int(-1, 2), [-1, 0, 1, 2]],
    [int(-0, 0), [0]],
    [bool(), [false, true]],
    [oneOf('push', 'pop', 3, true), ['push', 'pop', 3, true]],
    [
      array(int(0, 1), 2),
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    ],
    [
      array(oneOf('a,b', '[c'), 2),
      [
        ['a,b', 'a,b'],
        ['a,b', '[c'],
        ['[c', 'a,b'],
        ['[c', '[c'],
      ],
    ],
  ]
  for (const [domain, values] of domains) {
    assert.deepEqual(valuesOf(domain), values)
    for (const value of valuesOf(domain) as (typeof domain extends Domain<infer V> ? V : never)[]) {
      assert.ok(domain.has(value))
      assert.deepEqual(domain.parse(valueText(value)), value)
    }
  }
})

test('what is no value of a domain', () => {
  for (const value of [3, -2, 0.5, '1', -0, NaN, null, undefined, [1]]) assert.ok(!int(-1, 2).has(value), String(value))
  for (const text of ['', ' 1', '1.0', '0x1', '1e0', '--1', '3']) assert.equal(int(-1, 2).parse(text), null, text)
  assert.equal(bool().parse('yes'), null)
  assert.ok(!oneOf('1').has(1))
  const xs = array(int(0, 9), 2)
  for (const value of [[1], [1, 2, 3], [1, 10], new Array(2), '12']) assert.ok(!xs.has(value))
  for (const text of ['1', '1,2,3', '[1,2', '[1,"2"]', '{}']) assert.equal(xs.parse(text), null, text)
})

test('empty and contradictory domains are refused, and say so', () => {
  assert.throws(() => int(5, 4), /int\(5, 4\) has no values: .*, as in int\(4, 5\)/)
  assert.throws(() => int(0, 2 ** 53), /expected two integers, .*neither may be beyond 2\^53 - 1/)
  assert.throws(() => oneOf([1, 2] as never), /those of a list are given one by one, as in oneOf\(\.\.\.list\)/)
  assert.throws(() => int(0, 0.5), /expected two integers/)
  assert.throws(() => oneOf(), /oneOf\(\) has no values/)
  assert.throws(() => oneOf('a', 'a'), /names 'a' twice/)
  assert.throws(() => oneOf(1, '1'), /names '1' twice/)
  assert.throws(() => oneOf(NaN), /got NaN/)
  assert.throws(() => oneOf({} as never), /got \{\}/)
  assert.throws(() => oneOf(undefined as never), /got undefined/)
  assert.throws(() => array(int(0, 1), 0), /expected a length from 1 to 1000/)
  assert.throws(() => array(array(int(0, 1), 2) as never, 2), /for its elements/)
  const withInputs = (inputs: unknown) => () =>
    program({ name: 'p', inputs: inputs as {}, shared: () => 0, threads: [() => 0] })
  assert.throws(withInputs([int(0, 1)]), /`inputs` must be a record/)
  assert.throws(withInputs({ n: 5 }), /inputs\.n must be int/)
  assert.throws(withInputs({ 'a=b': bool() }), /a name like those of variables/)
})

test('inputs are counted and numbered, the last one declared changing first', () => {
  const domains = { n: int(1, 3), flag: bool() }
  assert.equal(countInputs(domains, {}), 6)
  const all = Array.from({ length: 6 }, (_, i) => Object.values(inputAt(domains, {}, i)).join())
  assert.deepEqual(all, ['1,false', '1,true', '2,false', '2,true', '3,false', '3,true'])
  assert.deepEqual({ ...inputAt(domains, { n: 2 }, 1) }, { n: 2, flag: true })
})

test('given values: of the domain, or text; unknown names say which are near', () => {
  const domains = { count: int(1, 3), xs: array(int(0, 9), 2) }
  assert.deepEqual(givenValues('p', domains, { xs: [1, 2], count: '3' }), { count: 3, xs: [1, 2] })
  assert.throws(
    () => givenValues('p', domains, { cuont: 1 }),
    /no input 'cuont' \(did you mean count\?\); there are count, xs/,
  )
  assert.throws(() => givenValues('p', domains, { count: 4 }), /input count is in 1\.\.3, got 4/)
  assert.throws(() => givenValues('p', null, { n: 1 }), /has no inputs, so there is no 'n'/)
})

// What TypeScript infers: this compiles, or it does not.
program({
  name: 'types',
  inputs: { n: int(0, 100), flag: bool(), op: oneOf('push', 'pop'), xs: array(int(0, 9), 3) },
  shared: (mem, { n, xs }) => ({ a: mem.int32('a', [n, ...xs]) }),
  threads: {
    a(s, _self, { n, flag, op, xs }) {
      s.a[0] = n
      const known: [number, boolean, 'push' | 'pop', readonly number[]] = [n, flag, op, xs]
      return known
    },
    b: (s) => s.a[0],
  },
  tasks: { t: (s, more: number, _self, { n }) => (s.a[0] = n + more) },
  after: (_, { a: [, flag] }, { op }) => assert.ok(flag === (op === 'push')),
  // @ts-expect-error there is no such input
  outcome: (_, __, { m }) => m,
})
program({
  name: 'types without inputs',
  shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: [(s) => s.a[0]!, () => 'x'],
  after: (_, [x, y]) => {
    const known: [number, string] = [x, y]
    void known
  },
})
