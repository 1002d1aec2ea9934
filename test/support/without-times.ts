/** Times and amounts of memory, which no two runs have in common, wherever they are in a result. */
const measured: ReadonlySet<string> = new Set(['seconds', 'peakRssBytes', 'growth'])

/** A report without times, and without the room that they take at the ends of lines. */
export const withoutTimesInText = (report: string): string => report.replace(/ +(time|[\d.]+ (ms|s|min))\b.*$/gm, '')

/** The plain data without what was measured. */
export function withoutTimes<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => withoutTimes(item as unknown)) as T
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const kept = Object.entries(value).filter(([name]) => !measured.has(name))
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutTimes(item as unknown)])) as T
}
