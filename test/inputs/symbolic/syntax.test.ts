/** Code that symbolic inputs once made something else of: against all inputs one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, load, regionsOf } from './compare.ts'

const written = (
  ann: string,
  parameter = '{ n }',
): string => `const { program, int } = require('heddle'); const assert = require('node:assert')
  module.exports = program({ name: 'syntax', inputs: { n: int(-1, 2) }, shared: (mem) => ({ a: mem.int32('a', 2) }),
    threads: { ann(s, self, ${parameter}) { ${ann} }, ben(s) { s.a[0] } },
    outcome: (s, r) => [s.a[0], s.a[1], r.ann] })`

const codes: Readonly<Record<string, string>> = {
  'a constant is not assigned where ||= has nothing to do': written(
    'const v = n; try { v ||= 1 } catch { s.a[0] = 1 } return v',
  ),
  'nor where &&= has': written('const v = n; try { v &&= 1 } catch { s.a[0] = 1 } return v'),
  'nor where ??= has': written('const v = n; try { v ??= 1 } catch { s.a[0] = 1 } return v > 1'),
  'a switch looks at what it is about once, before all cases': written(
    'let v = n; switch (v) { case (v = 1, 7): s.a[0] = 1; break; case 1: s.a[0] = 2; break; default: s.a[0] = 3 } return v',
  ),
  'inputs cannot be assigned in strict code': written(
    '"use strict"; try { inputs.n = 7 } catch (e) { s.a[1] = e instanceof TypeError ? 1 : 2 } return inputs.n > 1',
    'inputs',
  ),
  'nor can properties of objects that are frozen': written(
    'const o = { k: n }; Object.freeze(o); try { (function () { "use strict"; o.k = 5 })() } catch { s.a[0] = 1 } return o.k > 1',
  ),
  'those of objects that are sealed can': written('const o = { k: n }; Object.seal(o); o.k = 5; return o.k'),
  'descriptors are those of the program': written(
    'const o = { k: n }; const d = Object.getOwnPropertyDescriptor(o, "k"); s.a[0] = d.value; return "get" in d',
  ),
  'a property that is made invisible stays so when it is assigned': written(
    'const o = { k: n }; Object.defineProperty(o, "k", { enumerable: false }); o.k = n + 1; return Object.keys(o).length',
  ),
  'who catches an error of an assertion may look at its message': written(
    'try { assert(n > 1, `${n} is too little`) } catch (e) { return e.message }',
  ),
  'or at what was compared': written('try { assert.equal(n, 1) } catch ({ actual }) { return actual > 0 }'),
  'or at the objects that were compared': written(
    'try { assert.deepEqual({ k: n, l: [n] }, { k: 1, l: [2] }) } catch (e) { return e.message }',
  ),
  'so may an assertion that it is thrown': written(
    'try { assert.throws(() => assert.equal(n, 7, `n is ${n}`), /n is 1/); return 1 } catch { return 2 }',
  ),
  'and what that calls': written(
    'let m; assert.throws(() => { assert(n > 7, `${n} is too little`) }, (e) => { m = e.message; return true }); return m.length',
  ),
  'or has it thrown again': written(
    'const f = () => { try { assert(n > 1, "seen " + n) } finally { s.a[1] = 1 } }; try { f() } catch (e) { return e.message.length }',
  ),
  'elements of `arguments` are parameters': written('function f(x) { arguments[0] = n; return x } return f(1) > 1'),
  'what is held is no getter to __lookupGetter__': written(
    'const o = { k: n }; return o.__lookupGetter__("k") === undefined && o.__lookupSetter__("k") === undefined',
  ),
  'a property of a getter or setter is used as it is written': written(
    'const o = { v: 1, get k() { return this.v + 1 }, set k(x) { this.v = x * 2 } }; o.k = n; o.k += n; return o.k > 3',
  ),
  'a loop over values that ends early, and over what becomes longer': written(
    'const l = [n, n + 1]; let t = 0; for (const x of l) { if (x > 2) break; if (l.length < 4) l.push(x); t += x } return t > 1',
  ),
  'operands of || and && in each other': written(
    'const v = (n || (n && 3)) && (n > 0 || n); const w = [n || 5, n && 7]; s.a[0] = w[0] > 4 ? 1 : 0; return [v, w[1] > 1]',
  ),
}

const texts = (ann: string, inputs = "op: oneOf('push', 'pop', 'peek')"): string =>
  written(ann, 'inputs').replace('int }', 'int, oneOf }').replace('n: int(-1, 2)', inputs)

/** What is asked of a text that is an input, and how many regions there are. */
const asked: Readonly<Record<string, readonly [source: string, regions: number]>> = {
  'its length': [texts('const { op } = inputs; return op.length > 3'), 2],
  'its length, by a pattern': [texts('const { op } = inputs; const { length } = op; return length > 3'), 2],
  'its length, if it is there': [texts('const { op } = inputs; return op?.length > 3'), 2],
  'a character': [texts("const { op } = inputs; return op[0] === 'p' && op[1] === 'o'"), 3],
  'a character beyond its end': [texts('const { op } = inputs; return op[3]'), 3],
  'a method': [texts("const { op } = inputs; return op.startsWith('pu')"), 3],
  'the length of what may be no text': [
    texts('const { op } = inputs; return op.length === undefined', "op: oneOf('a', 1, 2, true)"),
    2,
  ],
  'a property of a number': [texts('const { n } = inputs; return [n.length, n.toFixed(1)]', 'n: int(0, 2)'), 3],
}

for (const [name, [source, regions]] of Object.entries(asked))
  test(`asked of a text: ${name}`, async () => {
    assert.equal(await compare(source), null)
    assert.equal((await regionsOf(load(source, true))).length, regions)
  })

for (const [name, source] of Object.entries(codes)) test(name, async () => assert.equal(await compare(source), null))

/** What programs do with values that should not tell inputs apart by value, and how many regions there are of -1..40. */
const followed: Readonly<Record<string, readonly [code: string, regions: number]>> = {
  'the middle of two numbers': ['s.a[0] = Math.floor((n + 7) / 2) > 9 ? 1 : 2', 2],
  'a quotient without its fraction': ['s.a[0] = (n / 2 | 0) > 9 || ~~(n / 3) > 11 ? 1 : 2', 2],
  'a fraction that is compared': ['s.a[0] = n / 2 > 2.5 ? 1 : 2', 2],
  'a fraction that is stored as an integer': ['s.a[0] = n / 2; Atomics.add(s.a, 1, n / 3)', 1],
  'an input as divisor': ['s.a[0] = Math.floor(100 / n) > 9 ? 1 : 2', 4],
  'whether it is even': ['s.a[0] = Number.isInteger(n / 2) ? 1 : 2', 2],
  'a power': ['s.a[0] = n ** 2 > 100 && Math.pow(n, 3) > 5000 ? 1 : 2', 3],
  'a message that is made by addition': ["assert(n < 100, 'seen ' + n + ' of ' + (n + 1)); s.a[0] = 1", 1],
  'a loop over an array': ['let t = 0; for (const x of [n, 2]) t += x; s.a[0] = t > 9 ? 1 : 2', 2],
  'a loop over an array that is named': [
    'const l = [n, 2]; let t = 0; for (const x of l) t += x; s.a[0] = t > 9 ? 1 : 2',
    2,
  ],
  'an object in an object': ['const o = { p: { k: n } }; s.a[0] = o.p.k > 9 ? 1 : 2', 2],
  'an object that may be missing': ['const o = { k: n }; s.a[0] = o?.k > 9 ? 1 : 2', 2],
  'a property that is added to': ['const o = { k: 1 }; o.k += n; o.k++; s.a[0] = o.k > 9 ? 1 : 2', 2],
  'what must not be equal': ['assert.notEqual(n, 100); assert.notStrictEqual(n, 7); s.a[0] = 1', 2],
  'what is deeply equal to a number': ['assert.notDeepEqual(n, 9); assert.notDeepStrictEqual(n, 7); s.a[0] = 1', 3],
  'what must be deeply equal': [
    'try { assert.deepEqual(n, "9") } catch { assert.deepStrictEqual(n > 7, true) } s.a[0] = 1',
    3,
  ],
  'a result that is -0, or none': ['s.a[0] = (3 - n) * 0 === 0 && n % 0 !== 1 && n % 2 !== 1 ? 1 : 2', 4],
  'what goes on with -0, NaN or infinity': [
    'const z = (n - 50) * 0; s.a[0] = z + n > 9 && n + NaN !== 1 && n / Infinity === 0 && Math.max(n, -Infinity) < 20 ? 1 : 2',
    3,
  ],
  'an operand that becomes a number': ["s.a[0] = n + null > 9 && (n | '8') > 12 && n - '1' < 30 ? 1 : 2", 4],
  'a value or another one': ['const v = n || 5; let w = n; w ||= 3; s.a[0] = v > 9 && w > 9 ? 1 : 2', 3],
}

for (const [name, [code, regions]] of Object.entries(followed))
  test(`followed: ${name}`, async () => {
    const source = written(code).replace('int(-1, 2)', 'int(-1, 40)')
    assert.equal(await compare(source), null)
    assert.equal((await regionsOf(load(source, true))).length, regions)
  })
