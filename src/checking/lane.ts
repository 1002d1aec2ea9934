import type { Pass } from './pass.ts'

/** A lane that discovers nothing still has this part of the share of the one that discovers most. */
const LEAST_SHARE = 1 / 8
/** The share of executions drawn at random, where nothing is counted to tell what they discover. */
const UNMEASURED_SAMPLE = 1 / 4

/** A part of a check that takes turns with others: one pass, or one after the other. */
export class Lane {
  /** The pass at work; null before it begins and when it was given up. */
  pass: Pass | null
  /** Whether it is there to find bugs: by itself it does not end the check. */
  readonly isHunting: boolean
  /** It has begun before, so it does not begin again. */
  tried: boolean
  /** Its pass shows nothing new any more, as long as another one may say more of executions without an end. */
  suspended = false
  /** Executions begun, of all its passes. */
  turns = 0
  /** Their steps. */
  taken = 0
  /** Steps divided by its share at the time: whoever is furthest behind is next. */
  elapsed = 0
  /** How many local states that no pass had seen it has brought, per step, of late; null where that is not counted. */
  rate: number | null = null
  /** Of its slice at work. */
  private steps = 0
  private discovered = 0

  constructor(pass: Pass | null = null, isHunting = false) {
    this.pass = pass
    this.tried = pass !== null
    this.isHunting = isHunting
  }

  /** Begins beside others of its kind, no further behind than any of them. */
  begin(pass: Pass, others: readonly Lane[]): void {
    this.pass = pass
    this.tried = true
    const behind = others.filter((lane) => lane !== this && lane.isAtWork).map(({ elapsed }) => elapsed)
    this.elapsed = behind.length === 0 ? 0 : Math.min(...behind)
  }

  get isAtWork(): boolean {
    return this.pass !== null && !this.pass.finished
  }

  /** One execution of the pass at work: the number of its steps. */
  explore(): number {
    const pass = this.pass!
    const { steps, discovered } = pass
    this.turns++
    pass.explore()
    const done = pass.steps - steps
    this.steps += done
    this.taken += done
    if (discovered !== null) this.discovered += Math.max(0, pass.discovered! - discovered) // less where it started over
    return done
  }

  /** Its slice is over; `share` is what part of all steps is to be its, in proportion to those of others. */
  endSlice(share: number): void {
    if (this.steps === 0) return
    this.elapsed += this.steps / share
    const rate = this.discovered / this.steps
    if (this.pass?.discovered !== null) this.rate = this.rate === null ? rate : (this.rate + rate) / 2
    this.steps = this.discovered = 0
  }

  /** By what it discovers; `most` is the highest rate of all lanes. */
  share(most: number): number {
    if (this.rate !== null) return most === 0 ? 1 : Math.max(LEAST_SHARE, this.rate / most)
    return this.pass !== null && this.pass.order !== null ? UNMEASURED_SAMPLE : 1
  }
}
