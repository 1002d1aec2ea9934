/** What a thread may neither ask nor do, since a check could say nothing about it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { Checker } from '../../src/checking/checker.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

const module = (name: string): string => `process.getBuiltinModule('${name}')`

const measuring = [
  'process.memoryUsage()',
  'process.memoryUsage.rss()',
  'process.cpuUsage()',
  'process.resourceUsage()',
  'process.getActiveResourcesInfo()',
  `${module('os')}.freemem()`,
  `${module('os')}.loadavg()`,
  `${module('os')}.cpus()`,
  "performance.mark('m')",
  'performance.eventLoopUtilization()',
  'performance.toJSON()',
  'performance.nodeTiming',
  `${module('v8')}.getHeapStatistics()`,
  `${module('crypto')}.generateKeySync('hmac', { length: 64 })`,
  `${module('crypto')}.generateKeyPairSync('ed25519')`,
  `${module('crypto')}.createECDH('secp256k1').generateKeys()`,
  "URL.createObjectURL(new Blob(['x']))",
  `new (${module('buffer')}.File)([], 'f').lastModified`,
]

const acting = [
  `${module('fs')}.writeFileSync('/nowhere/at/all', '')`,
  `${module('fs')}.mkdirSync('/nowhere/at/all')`,
  `${module('fs')}.promises.writeFile('/nowhere/at/all', '')`,
  `${module('child_process')}.execSync('true')`,
  "new BroadcastChannel('c')",
]

function refusal(expression: string): HeddleError {
  const subject = loadSource(`const { program } = require('heddle')
  module.exports = program({
    name: 'asks', shared: (mem) => ({ x: mem.int32('x', 1) }),
    threads: { a(s) { s.x[0] = 1; ${expression} }, b(s) { return s.x[0] } },
  })`)
  let thrown: unknown
  assert.throws(
    () => {
      const checker = new Checker(subject, {})
      while (!checker.run(1000));
    },
    (error) => {
      thrown = error
      return error instanceof HeddleError
    },
    expression,
  )
  return thrown as HeddleError
}

for (const [expressions, says] of [
  [measuring, /inside a thread: what it gives is another value in each execution/],
  [acting, /inside a thread: other threads can see what it does, but only shared memory is explored/],
] as const) {
  for (const expression of expressions) {
    test(`${expression} in a thread is refused`, () => assert.match(refusal(expression).message, says))
  }
}

test('outside threads all of it works', () => {
  assert.ok(process.memoryUsage().rss > 0 && process.memoryUsage.rss() > 0)
  assert.ok(performance.nodeTiming.duration > 0)
  new BroadcastChannel('c').close()
})

test('threads that talk to each other through a file are refused, not verified', async (t) => {
  const cwd = folder(t, {
    'p.ts': `import { program } from 'heddle'
    import { readFileSync, writeFileSync } from 'node:fs'
    export default program({
      name: 'file', shared: (mem) => ({ a: mem.int32('a', 2) }),
      threads: {
        t(s) { s.a[0] = 1; writeFileSync('f', '1') },
        u(s) { s.a[1] = 1; if (readFileSync('f', 'utf8') === '1' && s.a[0] === 1) throw new Error('reachable') },
      },
    })`,
  })
  writeFileSync(path.join(cwd, 'f'), '0')
  const { code, stderr } = await heddle(cwd, 'check', 'p.ts')
  assert.equal(code, 2)
  assert.match(stderr, /p\.ts:6:\d+: `fs\.writeFileSync` inside a thread/)
  assert.equal(readFileSync(path.join(cwd, 'f'), 'utf8'), '0')
})

for (const [how, imported, used] of [
  ['by name', "import { threadId } from 'node:worker_threads'", 'threadId'],
  ['by another name', "import { threadId as me } from 'worker_threads'", 'me'],
  ['of the module', "import threads from 'node:worker_threads'", 'threads.threadId'],
  ['of the namespace', "import * as threads from 'node:worker_threads'", 'threads.threadId'],
] as const) {
  test(`threadId ${how} is refused in a thread, where it would be the same in all`, async (t) => {
    const cwd = folder(t, {
      'p.ts': `import { program } from 'heddle'
      ${imported}
      export default program({
        name: 'ids', shared: (mem) => ({ owner: mem.int32('owner', 1) }),
        threads: [0, 1].map(() => (s) => {
          if (Atomics.compareExchange(s.owner, 0, 0, ${used}) === ${used}) throw new Error('taken twice by one thread')
        }),
      })`,
    })
    const { code, stderr } = await heddle(cwd, 'check', 'p.ts')
    assert.equal(code, 2, stderr)
    assert.match(stderr, /p\.ts:6:\d+: `threadId` is read inside a thread/)
  })
}

for (const [how, imported] of [
  ['by name', "import { threadId } from 'node:worker_threads'\nconst me = threadId"],
  ['of the module', "import threads from 'node:worker_threads'\nconst me = threads.threadId"],
  [
    'required',
    "import { createRequire } from 'node:module'\nconst { threadId: me } = createRequire(import.meta.url)('worker_threads')",
  ],
] as const) {
  test(`threadId at the top of a module, ${how}, is another one in each thread, and that is said`, async (t) => {
    const cwd = folder(t, {
      'p.mts': `import { program } from 'heddle'
${imported}
      const act = (s) => {
        if (Atomics.compareExchange(s.owner, 0, 0, me) === me) throw new Error('taken twice by one thread')
      }
      export default program({
        name: 'ids', shared: (mem) => ({ owner: mem.int32('owner', 1) }), threads: [act, act],
      })`,
    })
    const { code, stdout, stderr } = await heddle(cwd, 'check', 'p.mts', '--json')
    assert.equal(code, 0, stdout + stderr)
    const { values } = JSON.parse(stdout) as { values: { fixed: { source: string; at: string }[] } }
    assert.match(values.fixed.map(({ source, at }) => `${source} ${at}`).join(), /^threadId p\.mts:3:\d+$/)
  })
}

test('a message that a thread posts is refused: nobody explores who receives it when', async (t) => {
  const cwd = folder(t, {
    'p.mts': `import { program } from 'heddle'
      import { parentPort } from 'node:worker_threads'
      export default program({
        name: 'p', shared: (mem) => ({ a: mem.int32('a', 1) }), threads: { t(s) { s.a[0] = 1; parentPort.postMessage('done') } },
      })`,
  })
  const { code, stderr } = await heddle(cwd, 'check', 'p.mts')
  assert.equal(code, 2, stderr)
  assert.match(stderr, /p\.mts:4:\d+: `MessagePort\.postMessage` inside a thread/)
})

test('values of functions that a module has taken when it was loaded are supplied as well', async (t) => {
  const cwd = folder(t, {
    'p.mts': `import { program } from 'heddle'
      const { random } = Math, { now } = Date
      const act = (s) => { s.a[0] = random() * 1e9; s.a[1] = now(); return [s.a[0], s.a[1]] }
      export default program({ name: 'p', shared: (mem) => ({ a: mem.float64('a', 2) }), threads: { t: act, u: act } })`,
  })
  const check = async () =>
    JSON.parse((await heddle(cwd, 'check', 'p.mts', '--json')).stdout) as Record<string, unknown>
  const first = await check()
  assert.equal(first['outcome'], 'verified')
  assert.deepEqual((await check())['outcomes'], first['outcomes'])
})

test('values that `shared` asks for are the same in each call for a thread, and in each check', async (t) => {
  const cwd = folder(t, {
    'p.mts': `import { program } from 'heddle'
      export default program({
        name: 'p',
        shared: (mem) => {
          let n = Math.random()
          return { a: mem.float64('a', [Date.now(), Math.random()]), next: () => n++ }
        },
        threads: { t: (s) => { s.a[0] = 1; s.a[1] += s.next() }, u: (s) => { s.a[1] += s.next(); return Math.random() } },
        outcome: (s, r) => [s.a[0], s.a[1], s.next(), r.u],
      })`,
  })
  const check = async () =>
    JSON.parse((await heddle(cwd, 'check', 'p.mts', '--json')).stdout) as Record<string, unknown>
  const first = await check()
  assert.equal(first['outcome'], 'verified')
  const { outcomes } = first as { outcomes: { value: number[] }[] }
  assert.equal(new Set(outcomes.map(({ value }) => `${value[2]} ${value[3]}`)).size, 1)
  assert.deepEqual((await check())['outcomes'], outcomes)
})
