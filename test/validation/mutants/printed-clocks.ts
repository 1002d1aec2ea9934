import { Access } from '../../../src/dependence/accesses.ts'
import type { Bound, SearchView } from '../../../src/bounds/bound.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import { altered } from './mutant.ts'

type Clock = readonly number[]
interface Accesses {
  readonly thread: number
  readonly cells: readonly number[]
  readonly writes: boolean
}

/** The state of Def. 7.7 and 7.9: C_u, W_x, R_x, and who wrote x last with nobody else reading since (O_x). */
interface Clocks {
  readonly C: Map<number, Clock>
  readonly W: Map<number, Clock>
  readonly R: Map<number, Clock>
  readonly O: Map<number, number>
}

const at = (clock: Clock | undefined, v: number): number => clock?.[v] ?? 0
const every = (f: (v: number) => number): Clock => Array.from({ length: 64 }, (_, v) => f(v))
const join = (a: Clock | undefined, b: Clock | undefined): Clock => every((v) => Math.max(at(a, v), at(b, v)))
const inc = (a: Clock | undefined, u: number): Clock => every((v) => at(a, v) + (v === u ? 1 : 0))
const csjoin = (a: Clock, b: Clock | undefined, u: number): Clock =>
  every((v) => (v === u ? at(a, v) : Math.max(at(a, v), at(b, v))))
const sum = (clock: Clock | undefined): number => (clock ?? []).reduce((total, n) => total + n, 0)

/** Def. 7.7 as printed: a write joins the reads of x only in the readers' own slots. */
function localDepth({ C, W, R }: Clocks, { thread: u, cells, writes }: Accesses): number {
  let clock = C.get(u)
  for (const x of cells) clock = writes ? join(join(clock, W.get(x)), R.get(x)) : join(clock, W.get(x))
  const next = inc(clock, u)
  C.set(u, next)
  for (const x of cells) {
    if (writes) W.set(x, next)
    else
      R.set(
        x,
        every((v) => (v === u ? at(next, u) : at(R.get(x), v))),
      )
  }
  return sum(next)
}

/** Def. 7.9 as printed: O_x depends on the order of reads. */
function localContext({ C, W, R, O }: Clocks, { thread: u, cells, writes }: Accesses): number {
  let clock = C.get(u) ?? []
  for (const x of cells)
    if (O.get(x) !== u) clock = writes ? csjoin(join(clock, W.get(x)), R.get(x), u) : join(clock, W.get(x))
  C.set(u, clock)
  for (const x of cells) {
    if (writes) {
      W.set(x, inc(clock, u))
      O.set(x, u)
    } else {
      R.set(
        x,
        every((v) => (v === u ? at(clock, u) + 1 : at(R.get(x), v))),
      )
      if (O.get(x) !== u) O.delete(x)
    }
  }
  return sum(clock)
}

function pendingAccesses(op: Operation): Accesses {
  return {
    thread: op.thread,
    cells: op.accesses.access === Access.none ? [] : [op.accesses.cell],
    writes: op.accesses.access === Access.write,
  }
}

/** Recomputes the clocks from the start each time: mutants may be slow. */
function printed(bound: Bound, view: SearchView, update: (clocks: Clocks, accesses: Accesses) => number): Bound {
  const { log } = view
  const executed = (i: number): Accesses => ({
    thread: log.thread[i]!,
    cells: log.accesses[i]!.access === Access.none ? [] : [log.accesses[i]!.cell],
    writes: log.accesses[i]!.access === Access.write,
  })
  let length = 0
  const costAfter = (extra: Accesses | null): number => {
    const clocks: Clocks = { C: new Map(), W: new Map(), R: new Map(), O: new Map() }
    let worst = 0
    for (let i = 0; i < length; i++) worst = Math.max(worst, update(clocks, executed(i)))
    return extra === null ? worst : Math.max(worst, update(clocks, extra))
  }
  return altered(bound, {
    cost: () => costAfter(null),
    costOf: (u) => costAfter(pendingAccesses(view.next(u))),
    push: () => {
      length++
    },
    pop: () => {
      length--
    },
  })
}

export const printedLocalDepth = (bound: Bound, view: SearchView): Bound => printed(bound, view, localDepth)
export const printedLocalContext = (bound: Bound, view: SearchView): Bound => printed(bound, view, localContext)
