/** `heddle check --watch`, as people use it: in a terminal beside an editor. */
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folder, heddle, main, start } from './heddle.ts'

const program = `import assert from 'node:assert/strict'
import { program } from 'heddle'
import { add } from './add.js'
export default program({ name: 'sum', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [(s) => add(s.n), (s) => add(s.n)],
  after: (s) => assert.equal(s.n[0], 2) })
`
const racy = 'export const add = (n) => { n[0]++ }\n'
const atomic = 'export const add = (n) => { Atomics.add(n, 0, 1) }\n'

/** Follows what is printed; each wait begins where the one before has ended. */
function watching(t: TestContext, path: string, ...args: readonly string[]) {
  const { child, ended } = start(path, process.execPath, [main, 'check', ...args, '--watch'])
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  let from = 0
  let look = (): void => undefined
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: string) => {
      text += chunk
      look()
    })
  const until = (wanted: string): Promise<string> =>
    new Promise((resolve, reject) => {
      look = () => {
        const at = text.indexOf(wanted, from)
        if (at < 0) return
        look = () => undefined
        const seen = text.slice(from, at)
        from = at + wanted.length
        resolve(seen)
      }
      child.on('close', () => reject(new Error(`it ended before '${wanted}':\n${text}`)))
      look()
    })
  return { child, ended, until }
}

const WAITS = 'checks again when a file changes; Ctrl-C ends it\n'

test('a check is repeated when a file that was loaded changes, also after an error, until Ctrl-C', async (t) => {
  const path = folder(t, { 'package.json': '{ "type": "module" }', 'sum.js': program, 'add.js': racy })
  const { child, ended, until } = watching(t, path, 'sum.js')
  assert.match(await until(WAITS), /^bug found {2}sum/)

  // As editors do it: another file is written and takes the name.
  writeFileSync(join(path, 'add.js.new'), atomic)
  renameSync(join(path, 'add.js.new'), join(path, 'add.js'))
  assert.match(await until(WAITS), /^\nverified {2}sum/)

  writeFileSync(join(path, 'add.js'), 'export const add = (')
  assert.match(await until(WAITS), /syntax error/)
  writeFileSync(join(path, 'add.js'), racy)
  assert.match(await until(WAITS), /^\nbug found {2}sum/)

  child.kill('SIGINT')
  assert.equal((await ended).code, 1)
})

test('a check that is under way is given up when a file changes', async (t) => {
  const endless = 'export const add = (n) => { for (let i = 0; i < 40; i++) n[0]++ }\n'
  const path = folder(t, { 'package.json': '{ "type": "module" }', 'sum.js': program, 'add.js': atomic })
  const { child, ended, until } = watching(t, path, 'sum.js', '--budget', '10m', '--all-bugs')
  await until(WAITS)
  // With all bugs, this takes for ever.
  writeFileSync(join(path, 'add.js'), endless)
  await new Promise((resolve) => setTimeout(resolve, 300))
  writeFileSync(join(path, 'add.js'), `${atomic}// done\n`)
  assert.match(await until(WAITS), /^\n+verified {2}sum/)
  child.kill('SIGINT')
  assert.equal((await ended).code, 0)
})

test('--watch and --json exclude each other', async (t) => {
  const path = folder(t, { 'sum.js': program })
  const { code, stderr } = await heddle(path, 'check', 'sum.js', '--watch', '--json')
  assert.equal(code, 2)
  assert.match(stderr, /check takes --json or --watch, not both/)
})
