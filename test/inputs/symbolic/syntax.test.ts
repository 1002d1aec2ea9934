/** Code that symbolic inputs once made something else of: against all inputs one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './compare.ts'

const written = (ann: string, parameter = '{ n }'): string => `const { program, int } = require('heddle')
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
}

for (const [name, source] of Object.entries(codes)) test(name, async () => assert.equal(await compare(source), null))
