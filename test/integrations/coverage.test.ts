/** Coverage counts what threads execute, by the lines of the source, in the real runners. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeTest, project, vitest } from './project.ts'

const bank = `import assert from 'node:assert/strict'
import { program } from 'heddle'
import { move } from './move.ts'

export default program({
  name: 'bank',
  shared: (mem) => ({ balance: mem.int32('balance', [100]) }),
  threads: {
    alice(s) {
      if (Atomics.load(s.balance, 0) > 1000) {
        move(s.balance, 1)
      }
      move(s.balance, -60)
    },
    bob(s) {
      move(s.balance, 10)
    },
  },
  after: (s) => assert.equal(s.balance[0], 50),
})
`

const move = `export function move(view: Int32Array, by: number): void {
  if (by < 0) {
    Atomics.sub(view, 0, -by)
    return
  }
  if (by === 1) {
    Atomics.store(view, 0, 1)
    return
  }
  Atomics.add(view, 0, by)
}
export function unused(): void {
  console.log('never')
}
`

const inJavaScript = (source: string): string =>
  source.replaceAll(/: (Int32Array|number|void)\b/g, '').replace('move.ts', 'move.js')

test('node:test: lines of programs that are named, imported, or in the test file', async (t) => {
  const path = project(t, {
    'bank.ts': bank,
    'move.ts': move,
    'bank.js': inJavaScript(bank),
    'move.js': inJavaScript(move),
    'bank.test.mjs': `import { verified } from 'heddle/node-test'
import bank from './bank.js'
verified('imported', bank)
verified('named', 'bank.ts')
verified('inline', {
  shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: [
    (s) => {
      if (Atomics.add(s.n, 0, 1) > 5) {
        throw new Error('never')
      }
    },
    (s) => Atomics.add(s.n, 0, 1),
  ],
})
`,
  })
  const { code, stdout } = await nodeTest(path, '--experimental-test-coverage', 'bank.test.mjs')
  assert.equal(code, 0, stdout)
  const uncovered = Object.fromEntries(
    [...stdout.matchAll(/^# ([\w.]+\.\w+) +\|.*\| *([\d -]*?) *$/gm)].map(([, file, lines]) => [file, lines]),
  )
  assert.deepEqual(uncovered, {
    'bank.js': '11',
    'bank.ts': '11',
    'move.js': '7-8 13-14',
    'move.ts': '7-8 13-14',
    'bank.test.mjs': '10',
  })
})

test('vitest: with the provider of Heddle, lines that only threads execute are covered', async (t) => {
  const path = project(t, {
    'bank.ts': bank,
    'move.ts': move,
    'bank.test.ts': `import { verified } from 'heddle/vitest'\nimport bank from './bank.ts'\nverified('imported', bank)\n`,
  })
  const { code, stdout } = await vitest(
    path,
    'run',
    '--testTimeout=60000',
    '--coverage.enabled',
    '--coverage.provider=custom',
    '--coverage.customProviderModule=heddle/vitest-coverage',
    '--coverage.reporter=json',
    '--coverage.reporter=text',
  )
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^ *bank\.ts +\|.*\| 11 *$/m)
  assert.match(stdout, /^ *move\.ts +\|.*\| 7-8,13 *$/m)
})
