/**
 * Set while programs run for real, not while they are verified: then threads pause between their operations, in each
 * run for another while.
 */
export const PAUSES = 'HEDDLE_VALIDATION_PAUSES'

/** Mostly for less than a thread needs to wake up, sometimes for longer than the system lets a thread run. */
const pauseSource = `const turns = { at: 1 }
const pause = process.env.${PAUSES} === undefined ? () => {} : (k) => {
  turns.at = (Math.imul(turns.at, 1103515245) + 12345 + k) & 0x7fffffff
  const long = (turns.at >>> 8) % 512
  const rounds = long === 0 ? 2_000_000 : long < 32 ? 20_000 : (turns.at >>> 16) % 2000
  for (let i = 0, x = 1; i < rounds; i++) x = Math.imul(x, 31) + i | 0
}
`

/** With pauses before the operations of threads: where statements of the notation begin. */
export function pausedForm(source: string): string {
  const head = source.indexOf('export default')
  let k = 0
  const operation = /; (?=seen\.push|yield\* ops|handles\.push|if \(|s\.|Atomics\.)/g
  const body = source.slice(head).replace(operation, () => `; pause(${k++}); `)
  return `${source.slice(0, head)}${pauseSource}${body}`
}
