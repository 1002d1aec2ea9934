import { Access, type Accesses } from '../dependence/accesses.ts'
import type { Bound, BoundEntry, SearchView } from './bound.ts'
import { CostStack } from './cost-stack.ts'

/** Immutable: updates make new ones, so that undoing is putting the old one back. */
type Clock = readonly number[]

interface CellState {
  readonly lastWriter: number
  readonly written: Clock
  /** By thread: what it read since the last write. */
  readonly readers: ReadonlyMap<number, Clock>
}

const untouched: CellState = { lastWriter: -1, written: [], readers: new Map() }

/**
 * Lc is the number of context switches that the local state of some thread needs [Coons, dissertation, Def. 7.9, Alg.
 * 20]. Differs: errata 16. As printed it depends on the order of reads; the corrected updates are used, and the least
 * value is 0.
 */
class LocalContextBound implements Bound {
  readonly name = 'local-context'
  readonly limit: number
  private readonly view: SearchView
  private readonly costs: CostStack
  private readonly threads: Clock[] = []
  private readonly cells = new Map<number, CellState>()
  private readonly undo: (() => void)[][] = []

  constructor(limit: number, view: SearchView) {
    this.limit = limit
    this.view = view
    this.costs = new CostStack(view.capacities.room)
  }

  cost(): number {
    return this.costs.top
  }

  costOf(u: number): number {
    return Math.max(this.costs.top, sum(this.clockAfter(u, cellsOf(this.view.next(u).accesses))))
  }

  push(depth: number): void {
    const { log } = this.view
    const u = log.thread[depth]!
    const undo: (() => void)[] = []
    this.undo.push(undo)
    const accesses = cellsOf(log.accesses[depth]!)
    const clock = this.clockAfter(u, accesses)
    this.setThread(u, clock, undo)
    for (const [cell, writes] of accesses) this.setCell(cell, this.touched(cell, u, clock, writes), undo)
    const child = log.spawned[depth]!
    if (child >= 0) this.setThread(child, inc(clock, u), undo) // the child starts by reading what the spawn wrote
    this.costs.push(Math.max(this.costs.top, sum(clock)))
  }

  pop(): void {
    this.costs.pop()
    for (const restore of this.undo.pop()!.reverse()) restore()
  }

  initialize(): void {
    /* stable and extensible: no conservative points (Alg. 20) */
  }
  backtrack(): void {
    /* as above */
  }

  /**
   * C_u after u has made the accesses: it sees what other threads wrote, and if it writes, what they have read since.
   */
  private clockAfter(u: number, accesses: readonly (readonly [number, boolean])[]): Clock {
    let clock = this.threads[u] ?? []
    for (const [cell, writes] of accesses) {
      const state = this.cells.get(cell) ?? untouched
      if (state.lastWriter !== u) clock = join(clock, state.written)
      if (writes) for (const [reader, read] of state.readers) if (reader !== u) clock = join(clock, read)
    }
    return clock
  }

  private touched(cell: number, u: number, clock: Clock, writes: boolean): CellState {
    if (writes) return { lastWriter: u, written: inc(clock, u), readers: new Map() }
    const state = this.cells.get(cell) ?? untouched
    return { ...state, readers: new Map(state.readers).set(u, inc(clock, u)) }
  }

  private setThread(u: number, clock: Clock, undo: (() => void)[]): void {
    const old = this.threads[u] ?? []
    undo.push(() => {
      this.threads[u] = old
    })
    this.threads[u] = clock
  }

  private setCell(cell: number, state: CellState, undo: (() => void)[]): void {
    const old = this.cells.get(cell) ?? untouched
    undo.push(() => {
      this.cells.set(cell, old)
    })
    this.cells.set(cell, state)
  }
}

/** The cells that are accessed, and whether they are written. */
function cellsOf({ cell, bytes, stride, access, cell2, access2, end }: Accesses): [number, boolean][] {
  const cells: [number, boolean][] = []
  if (access !== Access.none) for (let c = cell; c < cell + bytes; c += stride) cells.push([c, access === Access.write])
  if (cell2 >= 0) cells.push([cell2, access2 === Access.write])
  if (end >= 0) cells.push([end, true])
  return cells
}

function join(a: Clock, b: Clock): Clock {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, t) => Math.max(a[t] ?? 0, b[t] ?? 0))
}

function inc(clock: Clock, u: number): Clock {
  return Array.from({ length: Math.max(clock.length, u + 1) }, (_, t) => (clock[t] ?? 0) + (t === u ? 1 : 0))
}

const sum = (clock: Clock): number => clock.reduce((total, value) => total + value, 0)

export const localContext: BoundEntry = {
  summary: 'no local state that needs more than N context switches',
  properties: { monotonic: true, stable: true, extensible: true },
  tellsStates: false,
  least: 0,
  make: (limit, view) => new LocalContextBound(limit, view),
}
