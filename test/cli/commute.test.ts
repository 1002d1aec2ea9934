import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle, type Ran } from './heddle.ts'

const parsed = ({ stdout }: Ran): CheckResult => JSON.parse(stdout) as CheckResult

/** A program of plain threads that share a word. */
const program = (...threads: string[]): string => `
import { program } from 'heddle'
export default program({
  name: 'updates',
  shared: (mem) => ({ a: mem.int32('a', [0]) }),
  threads: [${threads.map((body) => `({ a }) => { ${body} }`).join(', ')}],
  outcome: ({ a }, results) => [a[0], ...results],
})
`

async function traces(t: Parameters<typeof folder>[0], ...threads: string[]): Promise<number | null> {
  const cwd = folder(t, { 'p.ts': program(...threads) })
  const ran = await heddle(cwd, 'check', 'p.ts', '--json', '--reduction', 'optimal', '--commute', 'all')
  assert.equal(ran.code, 0, ran.stderr)
  return parsed(ran).traces
}

test('statements commute: nobody sees what they return', async (t) => {
  assert.equal(
    await traces(
      t,
      'Atomics.add(a, 0, 1)',
      'if (true) Atomics.sub(a, 0, 2)',
      'for (let i = 0; i < 2; i++) Atomics.add(a, 0, 1)',
    ),
    1,
  )
})

test('updates whose value is used do not', async (t) => {
  assert.equal(await traces(t, 'return Atomics.add(a, 0, 1)', 'Atomics.add(a, 0, 1)'), 2)
  assert.equal(await traces(t, 'const old = Atomics.or(a, 0, 1); return old', 'Atomics.or(a, 0, 2)'), 2)
  assert.equal(await traces(t, 'const add = () => Atomics.add(a, 0, 1); return add()', 'Atomics.add(a, 0, 1)'), 2)
})

test('a replay still shows what statements found', async (t) => {
  const cwd = folder(t, { 'p.ts': program('Atomics.add(a, 0, 5)', 'Atomics.add(a, 0, 2)') })
  const [outcome] = parsed(await heddle(cwd, 'check', 'p.ts', '--json', '--commute', 'all')).outcomes
  assert.match((await heddle(cwd, 'replay', 'p.ts', '--schedule', outcome!.schedule)).stdout, /0 → 5[^]*5 → 7/)
})

test('an `Atomics` of the program is called as it is written', async (t) => {
  assert.equal(
    await traces(
      t,
      'const Atomics = { add: (...given) => { a[0] = given.length } }; Atomics.add(a, 0, 1); return a[0]',
    ),
    1,
  )
  const cwd = folder(t, {
    'p.ts': program(
      'let count = 0; const Atomics = { add: (...given) => { count = given.length; a[0] = 1 } }; Atomics.add(a, 0, 1); return count',
    ),
  })
  assert.deepEqual(
    parsed(await heddle(cwd, 'check', 'p.ts', '--json')).outcomes.map(({ value }) => value),
    [[1, 3]],
  )
})

test('a name that does not exist is refused', async (t) => {
  const ran = await heddle(folder(t, { 'p.ts': program('a[0] = 1') }), 'check', 'p.ts', '--commute', 'failed-swaps')
  assert.equal(ran.code, 2)
  assert.match(ran.stderr, /unknown commutation 'failed-swaps'; there are failed-cas, unused-results, or all/)
})
