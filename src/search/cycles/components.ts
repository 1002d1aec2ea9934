import { DIGEST_WORDS } from '../../execution/backtracking/state-digest.ts'

/** A state on the search stack, or one that was left and from which the search can still get back to the stack. */
export interface OpenState {
  /** They are numbered as the search comes to them. */
  readonly number: number
  /** The least number of a state that it is known to lead to. */
  low: number
  /** Its digest; null if it cannot be told. */
  readonly key: Int32Array | null
  /** With how many preemptions the search came there. */
  readonly cost: number
  /** Whether it lies on a cycle of states. */
  isMember: boolean
  /** The threads that can run there, as words of bits. */
  enabled: readonly number[]
}

/** A transition between two open states, by their numbers. */
export interface Edge {
  readonly from: number
  readonly to: number
  readonly thread: number
  /** Which of so many values a `choose` gave. */
  readonly choice: number
  readonly choices: number
}

/** States that lead to each other, the first of them the one that the search came to first. */
export interface Component {
  readonly states: readonly OpenState[]
  readonly edges: readonly Edge[]
}

/**
 * The states that the search is not done with, and which of them lead to each other: strongly connected components
 * [Tarjan 1972], as the search goes. A state that is left before all that it leads to has been left stays open, until
 * the first state of its component is left.
 */
export class Components {
  private count = 0
  /** By depth: the states on the search stack. */
  private readonly stack: OpenState[] = []
  /** Those that were left and are open. */
  private readonly left: OpenState[] = []
  private readonly edges: Edge[] = []
  /** Those that can be told, by the first word of the digest. */
  private readonly byKey = new Map<number, OpenState[]>()

  /** The search has come to a state that no other one will be compared with. */
  enterAlone(depth: number): void {
    this.stack[depth] = alone
  }

  /** The search has come to a state, of which `keys` has the digest from `from` on if that can be told. */
  enter(depth: number, keys: Int32Array | null, from: number, cost: number): void {
    const key = keys === null ? null : keys.slice(from, from + DIGEST_WORDS)
    const number = this.count++
    const state: OpenState = { number, low: number, key, cost, isMember: false, enabled: [] }
    this.stack[depth] = state
    if (key === null) return
    const bucket = this.byKey.get(key[0]!)
    if (bucket === undefined) this.byKey.set(key[0]!, [state])
    else bucket.push(state)
  }

  /** The open state with this digest that was reached at no more cost; null if there is none. */
  find(keys: Int32Array, from: number, cost: number): OpenState | null {
    return this.byKey.get(keys[from]!)?.find((state) => state.cost <= cost && hasKey(state, keys, from)) ?? null
  }

  /** Whether the state at that depth is known to lie on a cycle. */
  isMember(depth: number): boolean {
    return this.stack[depth]?.isMember === true
  }

  /**
   * An event leads from the state at that depth to an open one. Makes all states on the stack that lie on a cycle with
   * it members, the deepest first, and returns the depth of the last one.
   */
  close(to: OpenState, edge: Omit<Edge, 'from' | 'to'>, depth: number, becomesMember: (depth: number) => void): number {
    const { stack } = this
    const last = stack[depth]!
    last.low = Math.min(last.low, to.number)
    this.edges.push({ from: last.number, to: to.number, ...edge })
    // The deepest state on the stack from which the search came to that one, which leads back to it.
    for (let at = depth; ; at--) {
      const state = stack[at]!
      if (!state.isMember) {
        state.isMember = true
        becomesMember(at)
      }
      if (state.number <= to.number) return at
    }
  }

  /** Whether the first of a component is being left, so that all of it is explored. */
  isFirst(depth: number): boolean {
    const { isMember, low, number } = this.stack[depth]!
    return isMember && low === number
  }

  /** Whether it leads to states above it, so that not all below it is explored. */
  isOpen(depth: number): boolean {
    const { low, number } = this.stack[depth]!
    return low < number
  }

  /** The state at that depth is left, and stays open: an event of the state above leads to it. */
  leaveOpen(depth: number, enabled: readonly number[], edge: Omit<Edge, 'from' | 'to'>): void {
    const state = this.stack[depth]!
    const above = this.stack[depth - 1]!
    state.enabled = enabled
    this.left.push(state)
    this.edges.push({ from: above.number, to: state.number, ...edge })
    above.low = Math.min(above.low, state.low)
  }

  /** The first of a component is left. */
  leaveFirst(depth: number, enabled: readonly number[]): Component {
    const first = this.stack[depth]!
    first.enabled = enabled
    const others = takeFrom(this.left, ({ number }) => number > first.number)
    const edges = takeFrom(this.edges, ({ from }) => from >= first.number)
    const states = [first, ...others]
    for (const state of states) this.remove(state)
    return { states, edges }
  }

  /** The state at that depth is left, and lies on no cycle. */
  leave(depth: number): void {
    this.remove(this.stack[depth]!)
  }

  /** What was told of states was not all that there is to be told: none of them will be met again. */
  forgetKeys(): void {
    this.byKey.clear()
  }

  private remove(state: OpenState): void {
    if (state.key === null) return
    const bucket = this.byKey.get(state.key[0]!)
    const at = bucket?.indexOf(state) ?? -1
    if (at < 0) return
    if (bucket!.length === 1) this.byKey.delete(state.key[0]!)
    else bucket!.splice(at, 1)
  }
}

const alone: OpenState = { number: -1, low: -1, key: null, cost: 0, isMember: false, enabled: [] }

function hasKey({ key }: OpenState, keys: Int32Array, from: number): boolean {
  return key!.every((word, i) => word === keys[from + i])
}

/** Takes the last ones off the list. */
function takeFrom<T>(list: T[], belongs: (item: T) => boolean): T[] {
  let at = list.length
  while (at > 0 && belongs(list[at - 1]!)) at--
  return list.splice(at)
}
