import type { Bound, BoundEntry, SearchView } from './bound.ts'

/** Df(S) = len(S) [Coons, dissertation, Def. 2.7, Alg. 9; errata 8]. Sacrifices all reduction. */
class DepthBound implements Bound {
  readonly name = 'depth'
  readonly limit: number
  private readonly view: SearchView

  constructor(limit: number, view: SearchView) {
    this.limit = limit
    this.view = view
  }

  cost(): number {
    return this.view.depth
  }
  costOf(): number {
    return this.view.depth + 1
  }
  spent(): number {
    return this.view.depth
  }
  tellSituation(): void {
    /* each transition costs the same */
  }
  push(): void {
    /* the depth is the search's own */
  }
  pop(): void {
    /* the depth is the search's own */
  }

  initialize(): void {
    this.view.addConservativeAll(this.view.depth) // Alg. 9, l. 2
  }

  backtrack(): void {
    /* Alg. 9, l. 5: everything is there already */
  }
}

export const depth: BoundEntry = {
  summary: 'at most N transitions',
  properties: { monotonic: true, stable: true, extensible: false },
  tellsStates: true,
  least: 1,
  make: (limit, view) => new DepthBound(limit, view),
}
