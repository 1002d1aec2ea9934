import { withRoom } from '../../base/columns.ts'
import { nondeterminism } from '../../base/errors.ts'
import type { OperationSpec } from '../../program/operations/operation-spec.ts'
import type { Search } from '../reduction.ts'

/**
 * Fingerprints of the prefixes of S. A node of the tree does not say which events come before its own, since the default
 * scheduler does the same again: whether it did, these tell.
 */
export class PrefixPrints {
  private readonly search: Search
  /** By state. */
  private prints = new Int32Array(1)
  private readonly specs = new Map<OperationSpec, number>()

  constructor(search: Search) {
    this.search = search
  }

  at(state: number): number {
    return this.prints[state]!
  }

  /** S is new from state `from` on. */
  begin(from: number): void {
    const { depth, log } = this.search
    this.prints = withRoom(this.prints, depth + 1)
    for (let i = from; i < depth; i++) {
      const { cell, cell2 } = log.accesses[i]!
      const event = Math.imul(64 * log.thread[i]! + log.choice[i]!, 0x9e3779b1) ^ Math.imul(cell + 1, 0x85ebca6b)
      const mixed =
        Math.imul(this.prints[i]! ^ event ^ Math.imul(cell2 + 1, 0x27d4eb2f), 0xc2b2ae35) + this.numberOf(log.specs[i]!)
      this.prints[i + 1] = mixed ^ (mixed >>> 15)
    }
  }

  /** S came to the state again to which it belongs. */
  check(print: number, from: number): void {
    this.begin(from)
    const { depth } = this.search
    if (this.at(depth) !== print)
      throw nondeterminism(
        `the program is not deterministic: its first ${depth === 1 ? 'event is another one than' : `${depth} events are others than`} in an earlier ` +
          'execution with the same schedule. State outside `mem` (a module variable, a file, a clock) must have changed between executions',
      )
  }

  private numberOf(spec: OperationSpec): number {
    let number = this.specs.get(spec)
    if (number === undefined) this.specs.set(spec, (number = this.specs.size + 1))
    return number
  }
}
