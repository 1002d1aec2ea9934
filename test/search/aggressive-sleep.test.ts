/** The aggressive sleep sets of the dissertation's section 6.5 lose traces: docs/decisions/bounded-search.md. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accesses, conflict } from '../../src/dependence/accesses.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Operation } from '../../src/program/operations/operation.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import type { BacktrackSets } from '../../src/search/strategies/backtrack-sets.ts'
import { sketch } from '../programs/sketch.ts'

/**
 * Where a thread is explored because of the bound only, all that were explored from there sleep with what they did in
 * one go, until something depends on any of that. Elsewhere errata 18.
 */
class SleepsInBlocks extends Explorer {
  /** By depth and thread: what the thread did from there until another one ran, the most of it that was seen. */
  private readonly blocks: Map<number, Accesses[]>[] = []
  /** By depth: who sleeps with a block. */
  private readonly asleep: Map<number, Accesses[]>[] = []

  protected override visit(): void {
    super.visit()
    this.blocks[this.depth] = new Map()
    if (this.depth === 0) this.asleep[0] = new Map()
  }

  protected override sleepAfter(depth: number, op: Operation): void {
    super.sleepAfter(depth, op)
    this.noteBlock(depth, op)
    const { sleep, complete } = this.stack
    const { visited, backtrackSets } = this.reduction as BacktrackSets
    const blocks = new Map(this.asleep[depth])
    if (!backtrackSets.has(depth, op.thread))
      for (const [t, block] of this.blocks[depth]!)
        if (t !== op.thread && visited.has(depth, t) && !complete.has(depth, t)) blocks.set(t, block)
    for (const [t, block] of blocks) {
      if (t !== op.thread && !block.some((accesses) => conflict(accesses, op.accesses))) {
        sleep.add(depth + 1, t)
        continue
      }
      sleep.remove(depth + 1, t)
      blocks.delete(t)
    }
    this.asleep[depth + 1] = blocks
  }

  private noteBlock(depth: number, op: Operation): void {
    const copy = new Accesses()
    copy.set(op.accesses)
    for (let from = depth; from >= 0 && (from === depth || this.log.thread[from] === op.thread); from--) {
      const known = this.blocks[from]!.get(op.thread) ?? []
      if (known.length <= depth - from) this.blocks[from]!.set(op.thread, [...known.slice(0, depth - from), copy])
    }
  }
}

function traces(type: typeof Explorer, text: string): number {
  const options = {
    reduction: 'dpor',
    bounds: { preemption: 0 },
    optimise: { ...noOptimisations, sleep: true },
    maxDepth: 100,
    count: true,
  } as const
  const explorer = new type(new Execution(sketch(text)), options, () => false)
  while (!explorer.finished) explorer.explore()
  return explorer.counters.traces!.size
}

test('a block that enables the thread before it would cost a preemption if it came first', () => {
  // The only order of no preemption in which z, x and y are all read as written begins with `w x` of the second thread,
  // which then waits; the first one, had it run before, would not let it wait.
  const text = '[w z; set e] || [w x; await e; r y] || [r x; r z; w y]'
  assert.equal(traces(Explorer, text), 5)
  assert.equal(traces(SleepsInBlocks, text), 4)
})

test('without that they find the same', () => {
  const text = '[w z; w v] || [w x; r v; r y] || [r x; r z; w y]'
  assert.equal(traces(SleepsInBlocks, text), traces(Explorer, text))
})
