import { HashSet } from '../base/hash-set.ts'

/** How many different traces sampled executions had, and what that says about those that they had not. */
export class TraceFrequencies {
  /** All that were seen. */
  private readonly traces: HashSet
  // Seen at least so often: what is needed of how often each was seen, without a number for each.
  private readonly twice: HashSet
  private readonly thrice: HashSet
  samples = 0

  constructor(traces: HashSet, places: number) {
    this.traces = traces
    this.twice = new HashSet(places)
    this.thrice = new HashSet(places)
  }

  add(lo: number, hi: number): void {
    this.samples++
    if (this.traces.add(lo, hi) || this.twice.add(lo, hi)) return
    this.thrice.add(lo, hi)
  }

  get distinct(): number {
    return this.traces.size
  }
  get seenOnce(): number {
    return this.traces.size - this.twice.size
  }
  get seenTwice(): number {
    return this.twice.size - this.thrice.size
  }
}

/** Good-Turing: the probability that the next sample is of a kind that was not seen. */
export const unseenProbability = (samples: number, once: number): number => (samples === 0 ? 1 : once / samples)

/**
 * What that probability is at most, with the given confidence, for independent samples [McAllester and Schapire, COLT
 * 2000, Thm. 1].
 */
export function unseenAtMost(samples: number, once: number, confidence: number): number {
  if (samples === 0) return 1
  const margin = (2 * Math.SQRT2 + Math.sqrt(3)) * Math.sqrt(Math.log(3 / (1 - confidence)) / samples)
  return Math.min(1, unseenProbability(samples, once) + margin)
}

/** Chao1, bias-corrected: an estimate of how many kinds there are at least. */
export const chao1 = (distinct: number, once: number, twice: number): number =>
  distinct + (once * (once - 1)) / (2 * (twice + 1))
