/** Best-first search on an execution tree (D 3.3-3.5): the order, the tree, what sleeps. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, test } from 'node:test'
import { defaultCapacities } from '../../src/base/capacities.ts'
import type { BoundName } from '../../src/bounds/bound.ts'
import { Execution } from '../../src/execution/execution.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { type Program, program } from '../../src/program/program.ts'
import { Explorer, type ReductionName } from '../../src/search/explorer.ts'
import { noOptimisations, type Optimisations } from '../../src/search/optimisations.ts'
import { preferredOf } from '../../src/search/preference.ts'
import type { PriorityName } from '../../src/search/priorities/index.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import type { Semaphore } from '../../src/program/primitives/semaphore.ts'
import { EventFlag } from '../../src/trace/event-log.ts'
import type { TreeSizes } from '../../src/search/traversal.ts'
import { inc, readers } from '../programs/counters.ts'
import { sketch } from '../programs/sketch.ts'
import { parse } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

interface Asked {
  readonly reduction?: ReductionName
  readonly bounds?: Partial<Record<BoundName, number>>
  readonly optimise?: Optimisations
  readonly maxDepth?: number
  readonly seed?: number
}

interface Searched {
  /** The threads of each execution, as it came. */
  readonly schedules: string[]
  readonly preemptions: number[]
  readonly explorer: Explorer
  readonly tree: TreeSizes | null
}

/** `by` null: depth-first. */
function search(subject: Program, by: readonly PriorityName[] | null, asked: Asked = {}): Searched {
  const { reduction = 'dpor', bounds = {}, optimise = noOptimisations, maxDepth = 1000, seed = 1 } = asked
  const schedules: string[] = []
  const preemptions: number[] = []
  const bestFirst = by === null ? undefined : { priorities: by, seed }
  const options = { reduction, bounds, optimise, maxDepth, count: true, prefer: 'round-robin', bestFirst } as const
  const explorer = new Explorer(new Execution(subject), options, (depth) => {
    const { log, stack } = explorer
    schedules.push(log.thread.subarray(0, depth).join(''))
    const isPreemption = (i: number): boolean =>
      i > 0 &&
      log.thread[i] !== log.thread[i - 1] &&
      stack.isEnabled(i, log.thread[i - 1]!) &&
      !log.has(i - 1, EventFlag.yields)
    preemptions.push(Array.from({ length: depth }, (_, i) => i).filter(isPreemption).length)
    return false
  })
  while (!explorer.finished) explorer.explore()
  return { schedules, preemptions, explorer, tree: explorer.treeSizes }
}

test('the default behaviour is that of a non-preemptive round-robin scheduler', () => {
  const next = (threads: readonly number[], last: number): number =>
    preferredOf(Int32Array.of(threads.reduce((set, t) => set | (1 << t), 0)), 0, 1, last, 3, 'round-robin')
  assert.equal(next([0, 1, 2], 1), 1)
  assert.equal(next([0, 2, 3], 1), 2)
  assert.equal(next([0, 1], 2), 0)
  assert.equal(next([1, 2], -1), 1)
  // Thread 0 waits for thread 1, which goes on nevertheless; when it has ended, 2 is next.
  const shared = (mem: Mem): Shared => ({ s: mem.semaphore('s', 0), x: mem.int32('x', 3) })
  type Shared = { readonly s: Semaphore; readonly x: Int32Array }
  const threads = [
    function* (s: Shared) {
      yield* ops.acquire(s.s)
      yield* ops.write(s.x, 0, 1)
    },
    function* (s: Shared) {
      yield* ops.release(s.s)
      yield* ops.write(s.x, 1, 1)
    },
    function* (s: Shared) {
      yield* ops.write(s.x, 2, 1)
      yield* ops.write(s.x, 2, 2)
    },
  ]
  for (const reduction of ['none', 'dpor'] as const) {
    const waiting = program({ name: 'round', shared, threads })
    for (const bounds of [{}, { preemption: 0 }]) {
      const { schedules } = search(waiting, [], { reduction, bounds })
      assert.equal(schedules[0], '112200')
    }
  }
})

test('of a wide set, the round goes on in the next word', () => {
  const set = Int32Array.of(1, 1 << 3)
  assert.equal(preferredOf(set, 0, 2, 20, 64, 'round-robin'), 35)
  assert.equal(preferredOf(set, 0, 2, 40, 64, 'round-robin'), 0)
})

test('where nothing is preferred, the newest node is next, which is depth-first order', () => {
  for (const text of ['[w x; r y] || [w y; r x]', '[w x] || [r x; r x] || [w x]', '[choose 2; w x] || [choose 3]']) {
    const found = search(compile(parse(text)), [], { reduction: 'none' })
    assert.deepEqual(found.schedules, search(compile(parse(text)), null, { reduction: 'none' }).schedules)
    assert.ok(found.schedules.length > 5)
  }
})

test('by pb, executions come with more and more preemptions', () => {
  const { preemptions, schedules } = search(inc(2), ['pb'], { reduction: 'none' })
  assert.deepEqual(
    preemptions,
    preemptions.toSorted((a, b) => a - b),
  )
  assert.ok(new Set(preemptions).size > 2)
  assert.equal(new Set(schedules).size, schedules.length, 'an execution is run once')
  const dfs = search(inc(2), null, { reduction: 'none' })
  assert.notDeepEqual(dfs.preemptions, preemptions)
  assert.deepEqual(dfs.schedules.toSorted(), schedules.toSorted())
})

test('by dpor, other traces come first', () => {
  const traces = (by: readonly PriorityName[]): number[] => {
    const seen: number[] = []
    const bestFirst = { priorities: by, seed: 1 }
    const options = { reduction: 'none', bounds: {}, optimise: noOptimisations, maxDepth: 99, count: true } as const
    const explorer = new Explorer(new Execution(readers(3)), { ...options, bestFirst }, () => {
      seen.push(explorer.counters.traces!.size)
      return false
    })
    while (!explorer.finished) explorer.explore()
    return seen
  }
  const [advised, plain] = [traces(['dpor']), traces([])]
  assert.equal(advised.length, 24)
  assert.equal(advised.indexOf(8), 9, 'DPOR without sleep sets runs ten executions for eight traces')
  assert.ok(plain.indexOf(8) > 16, plain.join())
})

test('by random, a seed is an order', () => {
  const run = (seed: number): string[] => search(inc(3), ['random'], { reduction: 'none', seed }).schedules
  const [one, same, other] = [run(4), run(4), run(5)]
  assert.deepEqual(one, same)
  assert.notDeepEqual(one, other)
  assert.deepEqual(one.toSorted(), other.toSorted())
})

test('of several priorities the first one decides', () => {
  const run = (...by: PriorityName[]): Searched => search(inc(2), by, { reduction: 'none', seed: 3 })
  const both = run('pb', 'random')
  assert.deepEqual(both.preemptions, run('pb').preemptions)
  assert.notDeepEqual(both.schedules, run('pb').schedules)
  assert.notDeepEqual(run('random', 'pb').preemptions, both.preemptions)
})

describe('the tree', () => {
  for (const by of [[], ['pb'], ['random']] as PriorityName[][]) {
    test(`deletes itself (${by.join() || 'newest first'})`, () => {
      for (const reduction of ['none', 'dpor'] as const) {
        const { tree, schedules } = search(inc(3), by, { reduction })
        assert.deepEqual(tree!.now, { nodes: 0, fringe: 0, states: 0 })
        assert.ok(tree!.largest.nodes < schedules.length, 'it was never all there')
        assert.ok(tree!.largest.states >= tree!.largest.nodes)
        assert.ok(tree!.largest.fringe < tree!.largest.nodes)
      }
    })
  }

  test('has a node for each execution that is left, and for those that these differ from', () => {
    // Two threads of one event each: the root, and the other order.
    const { tree, schedules } = search(sketch('[w x] || [w x]'), [])
    assert.deepEqual(schedules, ['01', '10'])
    assert.deepEqual(tree!.largest, { nodes: 2, fringe: 1, states: 2 })
  })
})

describe('sleep sets', () => {
  const sleeping = { ...noOptimisations, sleep: true }

  test('each trace is executed once, in whatever order', () => {
    const subject = sketch('[w x; w y] || [w x; r y] || [r x; w y]')
    for (const by of [[], ['pb'], ['random']] as PriorityName[][]) {
      const { explorer, schedules } = search(subject, by, { optimise: sleeping })
      assert.equal(schedules.length, explorer.counters.traces!.size)
      const awake = search(subject, by)
      assert.equal(awake.explorer.counters.traces!.size, schedules.length)
      assert.ok(awake.schedules.length > schedules.length)
    }
  })

  test('within bounds that are not stable nothing sleeps', () => {
    const { explorer } = search(sketch('[w x; r z] || [w z]'), ['pb'], {
      bounds: { preemption: 0 },
      optimise: sleeping,
    })
    assert.equal(explorer.optimise.sleep, false)
    assert.equal(explorer.counters.traces!.size, 2)
  })

  test('after a cut at the depth limit, nothing that is found sleeps', () => {
    const subject = sketch('[add x] || [w y; r x] || [w x; r y; w y]')
    for (let maxDepth = 2; maxDepth < 6; maxDepth++) {
      const [slept, awake] = [sleeping, noOptimisations].map((optimise) => search(subject, [], { optimise, maxDepth }))
      assert.ok(slept!.explorer.counters.cut > 0)
      assert.equal(slept!.explorer.counters.localStates!.size, awake!.explorer.counters.localStates!.size)
    }
  })
})

test('a program that is not deterministic is said to be so', () => {
  let runs = 0
  const subject = program({
    name: 'forgetful',
    shared: (mem) => ({ x: mem.int32('x', [0]) }),
    threads: [
      function* (s: { x: Int32Array }) {
        runs++
        if (runs > 1) return
        yield* ops.write(s.x, 0, 1)
        yield* ops.write(s.x, 0, 2)
      },
      function* (s: { x: Int32Array }) {
        yield* ops.write(s.x, 0, 3)
        yield* ops.write(s.x, 0, 4)
      },
    ],
  })
  assert.throws(() => search(subject, ['random'], { reduction: 'none' }), /not deterministic/)
})

test('nodes for which there is no room go to a file, of which nothing is left behind, and come back in their order', () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('heddle-fringe-'))
  for (const by of [[], ['pb'], ['random'], ['pb', 'random']] as PriorityName[][]) {
    const run = (fringeNodes: number): { schedules: string[]; onDisk: number } => {
      const schedules: string[] = []
      const execution = new Execution(inc(3), undefined, false, { ...defaultCapacities, fringeNodes })
      const bestFirst = { priorities: by, seed: 2 }
      const options = { reduction: 'none', bounds: {}, optimise: noOptimisations, maxDepth: 99, count: true } as const
      const explorer = new Explorer(execution, { ...options, bestFirst }, (depth) => {
        schedules.push(explorer.log.thread.subarray(0, depth).join(''))
        return false
      })
      while (!explorer.finished) explorer.explore()
      return { schedules, onDisk: explorer.treeSizes!.onDisk }
    }
    const all = run(1000)
    assert.equal(all.onDisk, 0)
    for (const room of [0, 1, 4]) {
      const few = run(room)
      assert.ok(few.onDisk > 0)
      assert.deepEqual(few.schedules, all.schedules)
    }
  }
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith('heddle-fringe-')),
    before,
  )
})
