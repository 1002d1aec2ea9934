import type { Capacities } from '../base/capacities.ts'
import type { Lane } from './lane.ts'
import { least } from './pass-figures.ts'
import type { Pass } from './pass.ts'
import { COMPLETING_STEPS, shareAmong } from './shares.ts'

/**
 * Whose turn it is. In the beginning each lane has one execution after the other, since many bugs show in one of the
 * first. Then most steps are for searches that end the check when they are complete, and the rest for those that look
 * for bugs. Counted in steps, so that the same check always does the same; and in slices, since what another pass has
 * executed cannot be undone, only replayed.
 */
export class Turns {
  lane: Lane
  /** Goes on where nobody else does. */
  private readonly first: Lane
  private readonly capacities: Capacities
  /** Whether that is one of those that end the check. */
  private isCompleting = false
  /** The number of its pass's steps at which its slice ends. */
  private sliceEnd = 0
  /** Steps of all that end the check, and of all others. */
  private completing = 0
  private hunting = 0

  constructor(first: Lane, capacities: Capacities) {
    this.lane = this.first = first
    this.capacities = capacities
  }

  /** A lane that discovers little is done with it sooner; but not one that may be the first to be complete. */
  isOpening({ turns, taken, elapsed, isHunting }: Lane): boolean {
    return turns < this.capacities.opening && (isHunting ? elapsed : taken) < this.capacities.openingSteps
  }

  /** Whether it is still the turn of the lane whose pass was at work. */
  goesOn(running: Pass): boolean {
    const { pass } = this.lane
    return pass === running && !pass.finished && pass.steps < this.sliceEnd && !this.isOpening(this.lane)
  }

  /** Chooses who is next, among the lanes at work, of which some end the check when they are complete. */
  handOn(lanes: readonly Lane[], completing: readonly Lane[]): void {
    this.lane.endSlice(shareAmong(this.lane, lanes, completing))
    const opening = lanes.filter((lane) => this.isOpening(lane))
    const next =
      opening.length > 0
        ? least(opening, ({ turns }) => turns)
        : least(this.groupOf(lanes, completing), ({ elapsed }) => elapsed)
    this.lane = next ?? this.first
    this.isCompleting = completing.includes(this.lane)
    this.sliceEnd = this.lane.pass!.steps + this.capacities.slice
  }

  private groupOf(lanes: readonly Lane[], completing: readonly Lane[]): readonly Lane[] {
    const others = lanes.filter((lane) => !completing.includes(lane))
    if (completing.length === 0 || others.length === 0) return lanes
    return this.completing < COMPLETING_STEPS * this.hunting ? completing : others
  }

  explore(): void {
    const steps = this.lane.explore()
    if (this.isCompleting) this.completing += steps
    else this.hunting += steps
  }
}
