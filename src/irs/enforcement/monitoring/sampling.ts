/**
 * Which runs are watched: all of them, none, or a share. By number and seed, so that the same runs are watched again.
 */
export class Watching {
  private readonly share: number
  private readonly seed: number

  constructor(monitor: boolean, share: number, seed: number) {
    this.share = monitor ? 1 : share
    this.seed = seed
  }

  /** Whether some run may be. */
  get isOn(): boolean {
    return this.share > 0
  }

  /** The run with this number, from 0. The first one always is: a share of few runs is not to be none. */
  covers(run: number): boolean {
    return this.share >= 1 || (this.share > 0 && (run === 0 || mixed(run, this.seed) < this.share * 2 ** 32))
  }
}

/** 32 well-mixed bits. */
function mixed(run: number, seed: number): number {
  let h = Math.imul(run + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}
