import type { Slot } from '../../base/thread-numbers.ts'
import { internalError } from '../../base/errors.ts'
import { checkEnabled } from '../check-replay.ts'
import type { BacktrackSets } from '../strategies/backtrack-sets.ts'
import type { Focus } from '../priorities/focus.ts'
import { makePriorities, type PriorityName, type PrioritySettings } from '../priorities/index.ts'
import type { PriorityFunction } from '../priorities/own.ts'
import type { NextOperation, Priority, PriorityView } from '../priorities/priority.ts'
import type { Search } from '../reduction.ts'
import type { Traversal, TreeSizes, Walk } from '../traversal.ts'
import { ExecutionTree, type TreeNode } from './execution-tree.ts'
import { Fringe } from './fringe.ts'
import { PreemptionCounts } from './preemption-counts.ts'
import { PrefixPrints } from './prefix-prints.ts'

export interface BestFirstOptions extends PrioritySettings {
  /** The first one decides, the second where the first does not, and so on. */
  readonly priorities: readonly (PriorityName | PriorityFunction)[]
  /** How many executions that are left to run are kept in memory, other than the usual. */
  readonly fringe?: number | undefined
}

/** A thread that is to run from pre(S, step). */
interface Successor {
  readonly step: number
  readonly thread: Slot
  readonly choice: number
}

/**
 * Best-first search on an execution tree [Coons, dissertation, Alg. 4]: of all executions that the reduction has asked
 * for so far, the one with the highest priority is run next, and the newest one of those.
 *
 * Differs: errata 25. What is known of states on the path of now is in the stack, as in depth-first search; when the
 * search leaves a path, it is noted in the node that the state belongs to, as far as the state cannot be made anew by
 * going there. What sleeps: docs/decisions/best-first.md.
 */
export class BestFirst implements Traversal, PriorityView {
  readonly search: Search
  protected readonly walk: Walk
  protected readonly sets: BacktrackSets
  protected readonly tree = new ExecutionTree()
  protected readonly fringe: Fringe
  private readonly priorities: readonly Priority[]
  private readonly focus: Focus
  private isChecked = false
  private readonly preemptions: PreemptionCounts
  private readonly prints: PrefixPrints
  /** The execution that is run, and from the root on those that it differs from. */
  private path: readonly TreeNode[] = [this.tree.root]
  /** By state of S: the node that it belongs to, and the threads that are explored from there, the default one first. */
  protected readonly owners: TreeNode[] = []
  protected readonly explored: Slot[][] = []
  /** S is new from this state on. */
  private newFrom = 0
  private statesBefore = 0

  constructor(walk: Walk, options: BestFirstOptions) {
    this.walk = walk
    this.search = walk.search
    this.sets = walk.reduction as BacktrackSets
    this.preemptions = new PreemptionCounts(walk.search)
    this.prints = new PrefixPrints(walk.search)
    const { all, focus } = makePriorities(this, options.priorities, options)
    this.priorities = all
    this.fringe = new Fringe(options.fringe ?? walk.search.capacities.fringeNodes, all.length)
    this.focus = focus
  }

  /** How large the tree is and was. */
  get sizes(): TreeSizes {
    return { now: this.tree.size, largest: this.tree.largest, onDisk: this.fringe.mostOnDisk }
  }

  /** How long the rest takes cannot be told from where the search happens to be. */
  estimate(): null {
    return null
  }
  timesLeft(): null {
    return null
  }

  protected get node(): TreeNode {
    return this.path.at(-1)!
  }

  /** Alg. 4, l. 4, up to the event at which the node differs from what was executed before. */
  replay(): void {
    const { search, walk, node } = this
    const { counters } = search
    this.newFrom = search.depth
    walk.goTo(search.depth)
    const { transitions, yields, sealed, excluded, unfair } = counters
    let at = this.path.findIndex(({ step }) => step >= search.depth)
    if (at >= 0)
      for (let owner = this.path[at - 1]!; search.depth < node.step; ) {
        const { depth } = search
        const isBranch = this.path[at]!.step === depth
        if (isBranch) owner = this.path[at++]!
        const { thread, choice } = isBranch ? owner : { thread: this.explored[depth]![0]!, choice: 0 }
        this.take(thread, choice, owner)
        this.visitAgain(owner)
      }
    Object.assign(counters, { transitions, yields, sealed, excluded, unfair })
    this.statesBefore = counters.localStates?.size ?? 0
    if (node.parent === null) return
    this.prints.check(node.print, this.newFrom)
    counters.replay(node.step)
    this.take(node.thread, node.choice, node)
  }

  /** Runs the thread, of the owner's execution, from final(S). */
  private take(thread: Slot, choice: number, owner: TreeNode): void {
    const { search, walk } = this
    const { depth } = search
    checkEnabled(search.execution, depth, thread)
    this.letSleep(depth, thread, owner.step === depth && owner.isAwake)
    walk.execute(thread, choice)
  }

  /**
   * Who was found before the thread is explored from the state as well, sooner or later, so that it need not be explored
   * after the thread until something happens that depends on it.
   */
  protected letSleep(state: number, thread: Slot, isAwake: boolean): void {
    const { complete } = this.search.stack
    complete.clear(state)
    if (isAwake) return
    for (const earlier of this.explored[state]!) {
      if (earlier === thread) return
      complete.add(state, earlier)
    }
    throw internalError(`the tree has an execution with thread ${thread} at event ${state + 1}, which nobody asked for`)
  }

  /** final(S) was there before: as new, and then as it was when the search left it. */
  private visitAgain(owner: TreeNode): void {
    const { search, walk, sets } = this
    const { depth, stack } = search
    walk.visit()
    this.owners[depth] = owner
    this.explored[depth] = [walk.pick(depth, false)]
    const record = owner.recordAt(depth)
    if (depth <= owner.exceeded) stack.exceeded[depth] = 1
    if (depth <= owner.cut) stack.cut[depth] = 1
    if (record === null) return
    this.explored[depth]!.push(...record.order)
    if (record.visited !== null) sets.visited.include(depth, record.visited)
    if (record.pending !== null) sets.pending.include(depth, record.pending)
  }

  /** Alg. 4, l. 5-15 and l. 3 */
  next(): boolean {
    const { tree, node } = this
    // Memory that the program allocates itself is known by now.
    if (!this.isChecked) this.focus.check()
    this.isChecked = true
    this.branchOff()
    tree.executed(node)
    const next = this.fringe.next()
    if (next === null) return false
    this.leaveFor(next)
    return true
  }

  /** Alg. 4, l. 5-12: what the reduction asks for now. */
  private branchOff(): void {
    const { search, node } = this
    const { depth, log } = search
    for (let state = node.step + 1; state <= depth; state++) {
      this.owners[state] = node
      this.explored[state] = state < depth ? [log.thread[state]!] : []
    }
    const successors = this.successors()
    this.prints.begin(this.newFrom)
    this.preemptions.begin(this.newFrom)
    for (const priority of this.priorities) priority.begin?.(this.newFrom)
    // As in Alg. 4, the last ones are those of the last states, so that without priorities the search is depth-first.
    for (const successor of successors.reverse()) this.add(successor)
  }

  /** From the last state on; of each state in the order in which they are preferred. */
  private successors(): Successor[] {
    const { search, walk, node } = this
    const { stack, log, depth } = search
    const found: Successor[] = []
    for (let step = depth; step >= this.leastStep(); step--) {
      if (step < depth) stack.goBack(step)
      // The other values of a choice that was executed for the first time.
      if (step < depth && step >= node.step && log.choice[step] === 0)
        for (let choice = 1; choice < stack.choices[step]!; choice++)
          found.push({ step, thread: log.thread[step]!, choice })
      for (let thread; (thread = walk.pick(step, true)) >= 0; ) {
        this.explored[step]!.push(thread)
        found.push({ step, thread, choice: 0 })
      }
    }
    return found
  }

  /**
   * Differs from Alg. 4 as printed, whose loop adds children of the node alone: what happens in an execution asks for
   * others that differ from it anywhere, and those before its own first event are children of its ancestors.
   */
  protected leastStep(): number {
    return 0
  }

  protected add({ step, thread, choice }: Successor): void {
    const priority = this.priorities.map((one) => one.of(step, thread))
    const event = { step, thread, choice, isAwake: this.keepsAwake(), print: this.prints.at(step), priority }
    this.fringe.add(this.tree.add(this.owners[step]!, event))
  }

  /** What the depth limit has cut might have asked for more, so it does not stand for what commutes with it. */
  protected keepsAwake(): boolean {
    return this.search.counters.cut > 0
  }

  /** Goes back to the last state that S has in common with the next execution. */
  private leaveFor(next: TreeNode): void {
    const { search, walk } = this
    const path = next.path
    let shared = 0
    while (path[shared + 1] !== undefined && path[shared + 1] === this.path[shared + 1]) shared++
    const common = Math.min(path[shared + 1]!.step, this.path[shared + 1]?.step ?? Infinity)
    while (search.depth > common) {
      this.keep(search.depth)
      walk.pop()
    }
    this.path = path
  }

  /** Notes in its node what is known of the state, if it matters. */
  protected keep(state: number): void {
    const { stack } = this.search
    const { visited, pending } = this.sets
    const owner = this.owners[state]!
    if (owner.children === 0) return
    if (stack.exceeded[state] === 1 && owner.exceeded < state) owner.exceeded = state
    if (stack.cut[state] === 1 && owner.cut < state) owner.cut = state
    const [first, ...order] = this.explored[state]!
    if (first === undefined) return
    const others = visited.row(state)
    others[first >>> 5]! &= ~(1 << first)
    const waiting = pending.row(state)
    if (isEmpty(others) && isEmpty(waiting)) return
    const record = owner.recordFor(state)
    record.order = order
    record.visited = isEmpty(others) ? null : others
    record.pending = isEmpty(waiting) ? null : waiting
  }

  // --- what priorities see ---------------------------------------------------------------------------------------------

  preemptionsOf(i: number, thread: Slot): number {
    return this.preemptions.of(i, thread)
  }

  isDependent(i: number, thread: Slot): boolean {
    return this.sets.isDependence(i, thread)
  }

  get newLocalStates(): number {
    return (this.search.counters.localStates?.size ?? 0) - this.statesBefore
  }

  nextOperation(i: number, thread: Slot): NextOperation {
    const { log, depth, execution } = this.search
    let event = i
    while (event < depth && log.thread[event] !== thread) event++
    if (event === depth) return execution.threads[thread]!.operation
    return { spec: log.specs[event]!, accesses: log.accesses[event]!, site: log.site[event]! }
  }
}

const isEmpty = (words: readonly number[]): boolean => words.every((word) => word === 0)
