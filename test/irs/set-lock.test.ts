import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, startOf, thisProcess } from '../../src/irs/set/process-identity.ts'
import { lockSet } from '../../src/irs/set/set-lock.ts'
import { verify } from '../../src/index.ts'
import { folder, heddle, main, start } from '../cli/heddle.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'

/** With many rounds, verification takes as long as one lets it. */
const source = (rounds: number): string => `import { ops, program } from 'heddle'
const writer = function* (s) { for (let i = 0; i < ${rounds}; i++) yield* ops.write(s.a, 0, i) }
export default program({ name: 'long', shared: (mem) => ({ a: mem.int32('a', 1) }), threads: { one: writer, two: writer, three: writer } })
`
const LONG = 9
const SHORT = 3

const locksIn = (dir: string): string[] => readdirSync(dir).filter((name) => name.includes('lock'))

const args = ['verify', 'p.ts', '-o', 'set', '--budget', '5m']

function tracesIn(set: string): number {
  if (!existsSync(set)) return 0
  const reader = new SetReader(set)
  reader.close()
  return reader.set.traces
}

/** One that has found something. */
async function startedVerifier(t: TestContext, dir: string, ...more: string[]): Promise<ReturnType<typeof start>> {
  const before = tracesIn(join(dir, 'set'))
  const running = start(dir, process.execPath, [main, ...args, ...more])
  t.after(() => running.child.kill('SIGKILL'))
  while (tracesIn(join(dir, 'set')) <= before && running.child.exitCode === null) await sleep(5)
  return running
}

test('a set that another process writes is not written, and the process is named; reading is no harm', async (t) => {
  const dir = folder(t, { 'p.ts': source(LONG) })
  const running = await startedVerifier(t, dir)
  running.child.kill('SIGSTOP') // it is there, and has the machine for nobody
  for (const more of [['--resume'], ['--force']]) {
    const second = await heddle(dir, ...args, ...more)
    assert.equal(second.code, 2)
    assert.match(
      second.stderr,
      new RegExp(
        `set is being written by process ${running.child.pid!} on ${hostname()}, since \\d{4}-.*: wait until it has ended, or write another set`,
      ),
    )
  }
  symlinkSync(dir, join(dir, 'same'))
  assert.match(
    (await heddle(dir, ...args.with(3, 'same/set'), '--resume')).stderr,
    /is being written by process/,
    'whatever the folder is called',
  )
  const inspected = await heddle(dir, 'inspect', 'set', '--json')
  assert.equal(inspected.code, 0, inspected.stderr)
  const followed = await heddle(dir, 'run', 'p.ts', '--admit', 'set', '--follow', '--repeat', '5')
  assert.equal(followed.code, 0, followed.stderr)
  running.child.kill('SIGCONT')
  running.child.kill('SIGINT')
  await running.ended
  assert.equal(existsSync(join(dir, 'set.lock')), false, 'it is given back')
  assert.equal((await heddle(dir, ...args, '--resume', '--traces', '1')).code, 0)
})

test('the lock of a process that was killed is taken over, and the set is whole in the end', async (t) => {
  const dir = folder(t, { 'p.ts': source(SHORT) })
  for (let kills = 0; kills < 2; kills++) {
    const running = await startedVerifier(t, dir, '--resume')
    assert.equal(existsSync(join(dir, 'set.lock')), true)
    running.child.kill('SIGKILL')
    await running.ended
    assert.equal(existsSync(join(dir, 'set.lock')), true, 'nobody has removed it')
  }
  assert.equal((await heddle(dir, ...args, '--resume')).code, 0)
  const reader = new SetReader(join(dir, 'set'))
  reader.close()
  assert.deepEqual([reader.set.isWhole, locksIn(dir)], [true, []])
})

test('of many who take over a lock at once, one gets it', async (t) => {
  const dir = folder(t)
  const set = join(dir, 'set')
  const entry = new URL('../../src/irs/set/set-lock.js', import.meta.url).href
  // Each takes the lock and dies with it, or says that it could not.
  const code = `import { lockSet } from ${JSON.stringify(entry)}
    process.stdin.once('data', () => {
      try { lockSet(${JSON.stringify(set)}); process.stdout.write('taken\\n') } catch (error) { process.stdout.write(/is being written by/.test(error.message) ? 'refused\\n' : String(error.stack)) }
    }).resume()
    process.stdout.write('ready\\n')`
  for (let round = 0; round < 3; round++) {
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    await Promise.all(children.map((child) => line(child, 'ready')))
    const answers = Promise.all(children.map((child) => line(child, /taken|refused/)))
    for (const child of children) child.stdin.write('go\n')
    assert.deepEqual((await answers).sort(), ['refused', 'refused', 'refused', 'taken'])
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map((child) => new Promise((resolve) => child.once('close', resolve))))
  }
})

function line(child: ChildProcess, expected: string | RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const look = (data: Buffer): void => {
      text += data.toString()
      const found = text
        .split('\n')
        .find((one) => (typeof expected === 'string' ? one === expected : expected.test(one)))
      if (found === undefined) return
      child.stdout!.off('data', look)
      resolve(found)
    }
    child.stdout!.on('data', look)
    child.once('close', () => reject(new Error(`ended with: ${text}`)))
  })
}

/** A lock as another process would have left it. */
function leave(dir: string, holder: object): void {
  mkdirSync(join(dir, 'set.lock'))
  writeFileSync(join(dir, 'set.lock', 'some-id'), JSON.stringify({ since: '2026-01-01T00:00:00.000Z', ...holder }))
}

test('a process that has the number of one that is gone is not taken for it', (t) => {
  const dir = folder(t)
  leave(dir, { ...thisProcess(), pid: process.ppid, started: 'at another time' })
  const lock = lockSet(join(dir, 'set'))
  lock.release()
  assert.deepEqual(locksIn(dir), [])
  leave(dir, { ...thisProcess(), pid: process.ppid, started: startOf(process.ppid) })
  assert.throws(() => lockSet(join(dir, 'set')), {
    kind: 'usage',
    message: new RegExp(`is being written by process ${process.ppid} on`),
  })
})

test('a lock from before the machine was started again is taken over', (t) => {
  const dir = folder(t)
  const { space, ...rest } = thisProcess()
  leave(dir, {
    ...rest,
    space: space === null ? null : `another-boot ${space.split(' ')[1]!}`,
    started: space === null ? 'at another time' : rest.started,
  })
  lockSet(join(dir, 'set')).release()
  assert.deepEqual(locksIn(dir), [])
})

test('of a process on another machine nothing is known: its lock stays, and the message says what to do', (t) => {
  const dir = folder(t)
  leave(dir, { ...thisProcess(), host: 'elsewhere', pid: 1 })
  assert.throws(() => lockSet(join(dir, 'set')), {
    message:
      /is being written by process 1 on elsewhere, since 2026-01-01T00:00:00\.000Z: .* If that is not so any more, remove .*set\.lock/,
  })
  assert.equal(isAlive({ ...thisProcess(), host: 'elsewhere' }), null)
})

test('a lock that a crash has left empty, or unreadable, is no lock', (t) => {
  const dir = folder(t)
  mkdirSync(join(dir, 'set.lock'))
  lockSet(join(dir, 'set')).release()
  mkdirSync(join(dir, 'set.lock'))
  writeFileSync(join(dir, 'set.lock', 'some-id'), '')
  lockSet(join(dir, 'set')).release()
  assert.deepEqual(locksIn(dir), [])
})

test('a process that has ended but that nobody has asked about holds nothing', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  const identity = { ...thisProcess(), pid: child.pid!, started: startOf(child.pid!) }
  assert.equal(isAlive(identity), true)
  await new Promise((resolve) => child.once('exit', resolve))
  assert.equal(isAlive(identity), false)
})

test('twice at once in one process: the second is refused', async (t) => {
  const dir = folder(t, { 'p.ts': source(LONG) })
  const set = join(dir, 'set')
  const stop = new AbortController()
  const first = verify(join(dir, 'p.ts'), { set, signal: stop.signal })
  await assert.rejects(verify(join(dir, 'p.ts'), { set, resume: true }), {
    message: new RegExp(`is being written by this process \\(${process.pid}\\)`),
  })
  stop.abort()
  await assert.rejects(first, { name: 'AbortError' })
  lockSet(set).release()
})
