/** Wrong variants of symbolic checks, each with a program that shows it: `main.ts --mutants` looks for random ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './compare.ts'
import { mutants } from './mutants.ts'

const head = `const { program, int } = require('heddle')\n`

const written = (type: string, inputs: string, ann: string, ben: string, outcome: string): string =>
  `${head}module.exports = program({ name: 'mutant', inputs: { n: int(${inputs}) },
    shared: (mem) => { const a = mem.${type}('a', 2); return { a, bytes: new Uint8Array(a.buffer) } },
    threads: { ann(s, self, { n }) { ${ann} }, ben(s) { ${ben} } },
    outcome: (s, r) => ${outcome} })`

const shownBy: Readonly<Record<string, string>> = {
  // Whichever it is, 0 would be in one region with another input.
  'every third constraint is dropped': written(
    'int32',
    '0, 3',
    's.a[0] = (n === 1 ? 1 : 0) + (n === 2 ? 2 : 0) + (n === 3 ? 3 : 0)',
    's.a[0]',
    's.a[0]',
  ),
  'comparisons are not noted': written('int32', '0, 3', 'if (n < 2) s.a[0] = 1', 's.a[0]', 's.a[0]'),
  'comparisons go one too far': written('int32', '0, 3', 'if (n < 2) s.a[0] = 1', 's.a[0]', 's.a[0]'),
  'no wrap-around': written('int32', '2147483646, 2147483648', 'if ((n | 0) > 0) s.a[0] = 1', 's.a[0]', 's.a[0]'),
  'pinned values are ignored': written('int32', '0, 1', 's.a[n] = 1', 's.a[1]', '[s.a[0], s.a[1]]'),
  'the remainder has the sign of the divisor': written(
    'int32',
    '-3, 3',
    'if (n % 2 === 1) s.a[0] = 1',
    's.a[0]',
    's.a[0]',
  ),
  'quotients are cut off rather than rounded down': written(
    'int32',
    '-4, 3',
    'if (Math.floor(n / 2) * 2 < n) s.a[0] = 1',
    's.a[0]',
    's.a[0]',
  ),
  'no wrap-around of what is stored': written(
    'int8',
    '126, 130',
    's.a[0] = n',
    "return s.a[0] > 1 ? 'more' : 'less'",
    'r.ben',
  ),
  'memory forgets symbolic values': written('int32', '0, 3', 's.a[0] = n', 'return s.a[0] > 1', 'r.ben'),
  'memory keeps symbolic values that steps have put there which are undone': written(
    'int32',
    '0, 3',
    's.a[0] = n; s.a[1] = 1; s.a[0] = 2; s.a[1] = n; s.a[0] = n + 1',
    "s.a[0] = 1; s.a[1] = 3; s.a[0] += 1; s.a[1] += 1; return s.a[0] > 1 ? 'more' : 'less'",
    '[s.a[0], s.a[1], r.ben]',
  ),
  'who looks at memory plainly does not pin it': written('int32', '0, 3', 's.a[0] = n', 'return s.bytes[0]', 'r.ben'),
  'the end of an execution does not pin memory': written('int32', '0, 3', 's.a[0] = n', 's.a[1] = 1', '[...s.a]'),
}

test('each mutant has its program', () => {
  assert.deepEqual(Object.keys(shownBy).sort(), Object.keys(mutants).sort())
})

for (const [name, source] of Object.entries(shownBy))
  test(`noticed: ${name}`, async () => {
    assert.equal(await compare(source), null)
    const found = await compare(source, mutants[name]!).catch((error: unknown) => String(error))
    assert.notEqual(found, null)
  })
