import { doubled } from '../base/columns.ts'

/** What was seen at a depth outweighs what deeper ones suggest once it was seen about so often. */
const PRIOR = 3
/** What is estimated is noted each time the runs have grown by this factor. */
const MARK_EVERY = 1.25
/** It is steady if it has hardly moved while the runs have grown by that factor. */
const STEADY_OVER = 3
const HARDLY = 1.2
/** Trees that no search will ever finish are all of this size, so that numbers stay numbers. */
const LARGEST = 1e200

/**
 * Estimates the size of a search tree while it is explored depth-first, from the states of the current path: what has
 * been explored from each, and how many successors are known to be left [after Kilby, Slaney, Thiébaux, Walsh:
 * Estimating search tree size, AAAI 2006, the recursive estimator].
 *
 * Differs: with a reduction, a successor that is explored later is smaller than the first one, since more sleeps there
 * or is known; so successors that are left are expected to be as large as later ones were at that depth. And successors
 * are added while a tree is explored, which no estimate can foresee: docs/decisions/estimate.md says how far off it is.
 *
 * Costs a few array accesses per run: only states from which a second successor was explored are kept, as a stack in
 * columns.
 */
export class TreeEstimate {
  /** How often the program was run, abandoned executions included. */
  runs = 0
  private top = -1
  /**
   * By place in the stack: the state's depth; the runs before it was entered, in its first successor, and before its
   * current one.
   */
  private depths: Int32Array
  private entered: Float64Array
  private first: Float64Array
  private current: Float64Array
  // By depth, of all successors but the first that were explored: how many, their runs, and those of their first
  // siblings.
  private laterCount: Float64Array
  private laterRuns: Float64Array
  private firstRuns: Float64Array
  /** Estimates of old, the last ones last. */
  private marks: { readonly runs: number; readonly total: number }[] = []
  private nextMark = 8
  private readonly left: (state: number) => number

  /** `left` says how many successors each state of the path has left, besides the one on the path. */
  constructor(left: (state: number) => number, room = 64) {
    this.left = left
    this.depths = new Int32Array(room)
    this.entered = new Float64Array(room)
    this.first = new Float64Array(room)
    this.current = new Float64Array(room)
    this.laterCount = new Float64Array(room)
    this.laterRuns = new Float64Array(room)
    this.firstRuns = new Float64Array(room)
  }

  /** A run is over, and the next one takes another successor of the state at `depth`. */
  branched(depth: number): void {
    this.runs++
    while (depth >= this.laterCount.length) this.growDepths()
    while (this.top >= 0 && this.depths[this.top]! > depth) this.noteLater(this.top--)
    if (this.top >= 0 && this.depths[this.top] === depth) this.noteLater(this.top)
    else this.enter(depth)
    this.current[this.top] = this.runs
    if (this.runs >= this.nextMark) this.mark()
  }

  private mark(): void {
    this.nextMark = this.runs * MARK_EVERY
    this.marks.push({ runs: this.runs, total: this.total() })
    // One that is old enough is kept, to know that the others reach back that far.
    while (this.marks.length > 1 && this.marks[1]!.runs * STEADY_OVER <= this.runs) this.marks.shift()
  }

  /** Whether the estimate has hardly moved for long. */
  get isSteady(): boolean {
    const [oldest] = this.marks
    if (oldest === undefined || oldest.runs * STEADY_OVER > this.runs) return false
    const totals = [...this.marks.map(({ total }) => total), this.total()]
    return Math.max(...totals) <= HARDLY * Math.min(...totals)
  }

  private enter(depth: number): void {
    const before = this.top < 0 ? 0 : this.current[this.top]!
    if (++this.top === this.depths.length) this.growStack()
    this.depths[this.top] = depth
    this.entered[this.top] = before
    this.first[this.top] = this.runs - before
  }

  /** The current successor of a state, not its first one, has been explored. */
  private noteLater(at: number): void {
    const depth = this.depths[at]!
    this.laterCount[depth]!++
    this.laterRuns[depth]! += this.runs - this.current[at]!
    this.firstRuns[depth]! += this.first[at]!
  }

  /** How many runs there will be. Nothing below the state that branched last has been explored since. */
  total(): number {
    if (this.top < 0) return 1
    const depth = this.depths[this.top]! + 1
    const ratios = this.ratios(depth)
    let size = 0 // of the sub-tree of the state
    for (let state = depth - 1, at = this.top; state >= 0; state--) {
      const branched = at >= 0 && this.depths[at] === state
      const first = branched ? this.first[at]! : size
      const later =
        ((this.laterRuns[state] ?? 0) + PRIOR * ratios[state]! * first) / ((this.laterCount[state] ?? 0) + PRIOR)
      size += (this.left(state) + (state === depth - 1 ? 1 : 0)) * later
      if (branched) {
        size += this.current[at]! - this.entered[at]!
        at--
      }
      size = Math.min(size, LARGEST)
    }
    return size
  }

  /** By depth: how large later successors are beside the first one; where little was seen, as at greater depths. */
  private ratios(depth: number): Float64Array {
    const seen = this.laterCount.length
    const ratios = new Float64Array(Math.max(depth, seen) + 1).fill(1)
    for (let state = ratios.length - 2; state >= 0; state--) {
      const count = this.laterCount[state] ?? 0
      const own = count === 0 ? 0 : this.laterRuns[state]! / this.firstRuns[state]!
      ratios[state] = (count * own + PRIOR * ratios[state + 1]!) / (count + PRIOR)
    }
    return ratios
  }

  private growStack(): void {
    this.depths = doubled(this.depths)
    this.entered = doubled(this.entered)
    this.first = doubled(this.first)
    this.current = doubled(this.current)
  }

  private growDepths(): void {
    this.laterCount = doubled(this.laterCount)
    this.laterRuns = doubled(this.laterRuns)
    this.firstRuns = doubled(this.firstRuns)
  }
}
