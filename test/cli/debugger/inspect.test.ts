/** `heddle replay --inspect`, with a debugger that looks at where it stops. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folder, heddle, main, start } from '../heddle.ts'

const client = fileURLToPath(new URL('./client.js', import.meta.url))

const program = `import assert from 'node:assert/strict'
import { program } from 'heddle'
interface Counter { readonly n: Int32Array }
function increment(s: Counter): void {
  const seen = s.n[0]!
  s.n[0] = seen + 1
}
export default program({
  name: 'counter',
  shared: (mem) => ({ n: mem.int32('n', [5]) }),
  threads: { one(s) { increment(s) }, two(s) { increment(s) } },
  after: (s) => assert.equal(s.n[0], 7),
})
`

test('a debugger stops after the event, in the source, where its thread goes on', async (t) => {
  const path = folder(t, { 'counter.ts': program })
  const { stdout } = await heddle(path, 'check', 'counter.ts', '--json')
  const { schedule } = (JSON.parse(stdout) as { bugs: { schedule: string }[] }).bugs[0]!
  const args = ['replay', 'counter.ts', '--schedule', schedule, '--inspect', '--inspect-port', '0']
  const { child, ended, saw } = start(path, process.execPath, [main, ...args, '--at', '2'])
  t.after(() => child.kill('SIGKILL'))
  let text = ''
  child.stderr!.on('data', (chunk: string) => {
    text += chunk
  })
  await saw('stops after event 2, two: read n[0] 5, at counter.ts:5:16\n')
  const [url] = /ws:\S+/.exec(text)!
  const seen = await start(path, process.execPath, [
    '--experimental-websocket',
    '--no-warnings',
    client,
    url,
    'counter.ts',
    'seen',
  ]).ended
  assert.deepEqual(JSON.parse(seen.stdout), { functionName: 'increment', line: 6, value: 5 })
  const { code, stdout: report } = await ended
  assert.equal(code, 1)
  assert.match(report, /6 !== 7/)
})

test('an event that there is not, and options that need --inspect', async (t) => {
  const path = folder(t, { 'counter.ts': program })
  const { stdout } = await heddle(path, 'check', 'counter.ts', '--json')
  const { schedule } = (JSON.parse(stdout) as { bugs: { schedule: string }[] }).bugs[0]!
  const cases: readonly (readonly [args: readonly string[], says: RegExp])[] = [
    [['--inspect', '--at', '5'], /--at 5: this execution has 4 events/],
    [['--at', '1'], /--at belongs to --inspect/],
    [['--inspect-port', '1'], /--inspect-port belongs to --inspect/],
  ]
  for (const [args, says] of cases) {
    const { code, stderr } = await heddle(path, 'replay', 'counter.ts', '--schedule', schedule, ...args)
    assert.equal(code, 2)
    assert.match(stderr, says)
  }
})

test('a port that is taken', async (t) => {
  const path = folder(t, { 'counter.ts': program })
  const { stdout } = await heddle(path, 'check', 'counter.ts', '--json')
  const { schedule } = (JSON.parse(stdout) as { bugs: { schedule: string }[] }).bugs[0]!
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const args = ['--schedule', schedule, '--inspect', '--inspect-port', String(port)]
  const { code, stderr } = await heddle(path, 'replay', 'counter.ts', ...args)
  assert.equal(code, 2)
  assert.match(stderr, new RegExp(`the inspector cannot listen at port ${port}: give another one with --inspect-port`))
})
