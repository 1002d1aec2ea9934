import { BacktrackSets } from './backtrack-sets.ts'

/**
 * No reduction: every enabled thread is explored from every state [Coons, dissertation, Alg. 1; with bounds, Alg. 3].
 */
export class Exhaustive extends BacktrackSets {
  visit(): void {
    this.enter(this.search.depth)
    this.addAll(this.search.depth)
  }

  end(): void {
    this.enter(this.search.depth) // everything is explored anyway
  }
}
