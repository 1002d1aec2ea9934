/**
 * Programs with more threads than two words of a set hold, of which three race, and all others go one after the other
 * before that: what is explored does not depend on how many there are.
 */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { check, type CheckApiOptions, type Mem, ops, type Program, program } from '../../src/index.ts'
import { Verifier } from '../../src/irs/verifier/verifier.ts'
import { noSources } from '../irs/verified.ts'
import { childHandle } from '../../src/program/threads/child-handle.ts'

type Word = { x: Int32Array }

function* increment(s: Word) {
  yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
}

/** The racing ones come first, in the middle and last. */
function declared(n: number): Program {
  const racing = new Set([0, n >> 1, n - 1])
  const idle = Array.from({ length: n }, (_, i) => i).filter((i) => !racing.has(i))
  const shared = (mem: Mem) => ({
    x: mem.int32('x', [0]),
    go: mem.event('go'),
    turns: idle.map((_, k) => mem.semaphore(`turn${k}`, k === 0 ? 1 : 0)),
  })
  type Shared = ReturnType<typeof shared>
  return program({
    name: `${n} declared threads`,
    shared,
    threads: Array.from({ length: n }, (_, i) => {
      if (racing.has(i))
        return function* (s: Shared) {
          yield* ops.wait(s.go)
          yield* increment(s)
        }
      const k = idle.indexOf(i)
      return function* (s: Shared) {
        yield* ops.acquire(s.turns[k]!)
        if (k < idle.length - 1) yield* ops.release(s.turns[k + 1]!)
        else yield* ops.set(s.go)
      }
    }),
    outcome: (s) => s.x[0],
  })
}

/** The first thread joins those that it spawns before it spawns the next one, but for the racing ones. */
const spawned = (n: number): Program =>
  program({
    name: `${n} threads, most of them spawned`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) }),
    threads: [
      function* () {
        for (let i = 1; i < n - 3; i++) yield* ops.join(yield* ops.spawn('idle'))
        const handles: number[] = []
        for (let i = 0; i < 3; i++) handles.push(yield* ops.spawn('racing'))
        for (const handle of handles) yield* ops.join(handle)
      },
    ],
    tasks: {
      *idle(s) {
        yield* ops.atomics.add(s.y, 0, 1)
      },
      racing: increment,
    },
    outcome: (s) => s.x[0],
  })

/** Only when it reads what another one writes does a thread spawn more than there is room for at first. */
const spawnedLate = (n: number): Program =>
  program({
    name: `${n} threads on some schedules`,
    shared: (mem: Mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) }),
    threads: [
      function* (s) {
        const more = (yield* ops.read(s.x, 0)) === 1
        if (more) for (let i = 2; i < n; i++) yield* ops.join(yield* ops.spawn('idle'))
        yield* ops.write(s.x, 0, 2)
      },
      function* (s) {
        yield* ops.write(s.x, 0, 1)
      },
    ],
    tasks: {
      *idle(s) {
        yield* ops.atomics.add(s.y, 0, 1)
      },
    },
    outcome: (s) => [s.x[0], s.y[0]! > 0],
  })

const searches: readonly CheckApiOptions[] = [
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { reduction: 'stateful' },
  { reduction: 'dpor', bounds: { preemption: 1 } },
  { reduction: 'stateful', bounds: { preemption: 1 } },
  { reduction: 'dpor', bounds: { context: 200, fair: 2 } },
  { reduction: 'dpor', bounds: { delta: 1 } },
  { order: 'best-first' },
  { order: 'best-first', reduction: 'none', priority: 'dpor,pb', bounds: { preemption: 1 } },
]
const samples: readonly CheckApiOptions[] = (['random', 'pct', 'pos', 'surw'] as const).map((order) => ({
  order,
  seed: 7,
  maxExecutions: 300,
}))

interface Explored {
  readonly outcomes: readonly unknown[]
  readonly executions: number
  readonly traces: number | null
}

/**
 * Where equal states are explored once, how many executions that takes depends on which races are known when the search
 * starts over, for more threads among others.
 */
async function explored(subject: Program, options: CheckApiOptions): Promise<Explored> {
  const { outcomes, executions, traces } = await check(subject, { ...options, budgetMs: Infinity })
  return {
    outcomes: outcomes.map(({ value }) => JSON.stringify(value)).sort(),
    executions: options.reduction === 'stateful' ? 0 : executions,
    traces,
  }
}

for (const [make, few] of [
  [declared, 6],
  [spawned, 6],
  [spawnedLate, 4],
] as const)
  for (const n of [63, 64, 65, 100])
    test(`${make(n).name}: every search explores what it explores with ${few} threads`, async () => {
      for (const options of searches)
        assert.deepEqual(await explored(make(n), options), await explored(make(few), options), JSON.stringify(options))
    })

for (const [make, few] of [
  [declared, 6],
  [spawned, 6],
  [spawnedLate, 4],
] as const)
  test(`${make(100).name}: a check finds what it finds with ${few} threads`, async () => {
    // By whichever of its searches is complete first: executions of more threads take more steps.
    assert.deepEqual((await explored(make(100), {})).outcomes, (await explored(make(few), {})).outcomes)
  })

for (const make of [declared, spawned, spawnedLate])
  test(`${make(100).name}: every order that samples draws different outcomes`, async () => {
    const { outcomes } = await explored(make(100), { reduction: 'optimal' })
    for (const options of samples) {
      const drawn = await explored(make(100), options)
      // Few of PCT's change points are where threads race.
      if (options.order !== 'pct') assert.deepEqual(drawn.outcomes, outcomes, options.order)
      else assert.ok(drawn.outcomes.length > 1 && drawn.outcomes.every((one) => outcomes.includes(one)))
    }
  })

test('1024 declared threads are checked, and 1025 are refused', async () => {
  const crowd = (n: number): Program =>
    program({
      name: 'crowd',
      shared: (mem: Mem) => ({ x: mem.int32('x', [0]) }),
      threads: Array.from({ length: n }, () => increment),
    })
  assert.equal((await explored(crowd(1024), { reduction: 'optimal', maxExecutions: 2 })).executions, 2)
  assert.throws(() => crowd(1025), /has 1025 threads; at most 1024 are checked/)
})

test('more threads than real workers run are not verified for them', () => {
  const verified = (subject: Program): Verifier => {
    const out = join(mkdtempSync(join(tmpdir(), 'heddle-')), 'out.set')
    return new Verifier(subject, { out, traces: 1 }, noSources, '0')
  }
  const tooMany = /has 65 threads, and real workers run at most 64; it can be checked, but neither verified .* nor run/
  assert.throws(() => verified(declared(65)), tooMany)
  assert.throws(() => verified(spawned(65)).run(Infinity), tooMany)
  assert.ok(verified(spawned(64)).run(Infinity))
})

test('more than 1024 spawned threads are refused', async () => {
  await assert.rejects(
    check(spawned(1025)),
    /the program has more than 1024 threads, counting all that any execution spawns/,
  )
})

test('handles of spawned threads are all different, and those of the first 63 as ever', () => {
  for (const roots of [1, 64, 65, 100, 1000]) {
    const handles = new Set(Array.from({ length: roots }, (_, i) => i))
    let count = roots
    for (const root of [0, 1, roots - 1].filter((one, i, all) => all.indexOf(one) === i))
      for (let k = 0; k < 300; k++) {
        const child = childHandle(roots, root, k)
        handles.add(child)
        count++
        for (const j of [0, 1, 61, 62, 63, 64, 126, 127, 299]) handles.add(childHandle(roots, child, j))
        count += 9
      }
    assert.equal(handles.size, count)
  }
  assert.equal(childHandle(1, 0, 62), 64 + 62)
  assert.equal(childHandle(64, childHandle(64, 3, 7), 5), (4 * 64 + 7 + 1) * 64 + 5)
})
