import type { Explorer } from '../explorer.ts'
import type { Reduction } from '../reduction.ts'

/**
 * No reduction: every enabled thread is explored from every state [Coons, dissertation, Alg. 1; with bounds, Alg. 3].
 */
export class Exhaustive implements Reduction {
  private readonly search: Explorer

  constructor(search: Explorer) {
    this.search = search
  }

  visit(): void {
    this.search.stack.addBacktrackAll(this.search.depth)
  }

  end(): void {
    /* everything is explored anyway */
  }
}
