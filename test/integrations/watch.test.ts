/** Watch modes: when a program changes, its test is run again, by the real runners. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { atomic, programFile, racy } from './programs.ts'
import { project } from './project.ts'

const right = programFile(atomic('assert.equal(s.balance[0], 50)'))
const wrong = programFile(racy('assert.equal(s.balance[0], 50)'))

/** Resolves with all that was printed once it matches, counted from what was read before. */
function watched(t: TestContext, path: string, args: readonly string[]): (says: RegExp) => Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_TEST_CONTEXT'))
  const child = spawn(process.execPath, args, { cwd: path, env: { ...env, NO_COLOR: '1', CI: '' } })
  t.after(() => child.kill('SIGKILL'))
  let [text, from] = ['', 0]
  let noticed = (): void => undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      noticed()
    })
  return (says) =>
    new Promise((resolve, reject) => {
      noticed = () => {
        if (!says.test(text.slice(from))) return
        const seen = text.slice(from)
        from = text.length
        noticed = () => undefined
        resolve(seen)
      }
      child.on('close', () => reject(new Error(`${says} was never printed, but:\n${text}`)))
      noticed()
    })
}

for (const [runner, args, passes, fails] of [
  [
    'node-test',
    ['--test', '--watch'],
    /\bok 1 - no update is lost[^]*in any schedule/,
    /not ok 1 - no update is lost[^]*40 !== 50/,
  ],
  [
    'vitest',
    ['node_modules/vitest/vitest.mjs', '--watch', '--testTimeout=60000'],
    /in any schedule[^]*Tests {2}1 passed[^]*Waiting for file changes/,
    /40 !== 50[^]*Tests {2}1 failed/,
  ],
] as const)
  test(`${runner}: a program that becomes racy fails its test without a restart`, async (t) => {
    const path = project(t, {
      'bank.js': right,
      'bank.test.js': `import { verified } from 'heddle/${runner}'\nimport bank from './bank.js'\nverified('no update is lost', bank)\n`,
    })
    const printed = watched(t, path, args)
    await printed(passes)
    // Runners may miss a change that comes while they are still busy with the last one.
    let changes = 0
    const change = (): void => writeFileSync(join(path, 'bank.js'), `${wrong}// ${changes++}\n`)
    const changing = setInterval(change, 5000)
    t.after(() => clearInterval(changing))
    change()
    assert.match(await printed(fails), /npx heddle replay/)
  })
