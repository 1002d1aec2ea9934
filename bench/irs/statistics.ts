/** Medians, and an interval for the ratio of two of them by resampling. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export interface Overhead {
  readonly percent: number
  readonly low: number
  readonly high: number
}

const RESAMPLES = 1000

/**
 * How much longer than the base it takes, in percent, with a 95% bootstrap interval over rounds (each round ran both).
 */
export function overhead(times: readonly number[], base: readonly number[]): Overhead {
  const percent = (a: readonly number[], b: readonly number[]): number => (median(a) / median(b) - 1) * 100
  const rounds = Math.min(times.length, base.length)
  const samples = Array.from({ length: RESAMPLES }, () => {
    const picks = Array.from({ length: rounds }, () => Math.floor(Math.random() * rounds))
    return percent(
      picks.map((i) => times[i]!),
      picks.map((i) => base[i]!),
    )
  }).sort((a, b) => a - b)
  return {
    percent: percent(times, base),
    low: samples[Math.floor(0.025 * RESAMPLES)]!,
    high: samples[Math.floor(0.975 * RESAMPLES)]!,
  }
}
