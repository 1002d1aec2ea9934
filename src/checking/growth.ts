/** How much a pass had covered at which time, in few points however long it takes. */
import type { GrowthPoint } from '../results/growth-point.ts'

/** When there are more points, every second one is forgotten, and the next ones are taken half as often. */
const MOST = 40
const FIRST_PAUSE = 0.001

export class Growth {
  private points: GrowthPoint[] = []
  private pause = FIRST_PAUSE
  /** What is known last, which is told in any case. */
  private last: GrowthPoint | null = null

  note(point: GrowthPoint): void {
    this.last = point
    const before = this.points.at(-1)
    if (before !== undefined && point.seconds < before.seconds + this.pause) return
    this.points.push(point)
    if (this.points.length <= MOST) return
    this.points = this.points.filter((_, i) => i % 2 === 0)
    this.pause *= 2
  }

  /** The first and the last one are among them. */
  list(): GrowthPoint[] {
    const { points, last } = this
    return last === null || points.at(-1) === last ? [...points] : [...points, last]
  }
}
