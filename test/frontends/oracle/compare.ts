/** The transform oracle: what a program does as it is written, against what it does when it is transformed. */
import type { Log } from './in-realm.ts'
import { runOriginal } from './reality.ts'
import { type Refusal, runTransformed } from './transformed.ts'

export interface Verdict {
  readonly refusal: Refusal | null
  /** Null when both do the same. */
  readonly difference: string | null
  /** Whether the order of the accesses could be compared as well. */
  readonly isOrdered: boolean
  readonly accesses: number
}

const isAccess = (line: string): boolean =>
  /^(read|write|Atomics\.\w+|[gs]et(Big)?(Int|Uint|Float)\d+) \w+\[/.test(line)
const visible = (log: Log): Log => log.filter((line) => !isAccess(line))

/**
 * Where V8 knows no name for what cannot be iterated,
   it may name the call that its byte code has last done before: which
 * that is depends on where it keeps variables. And the statements of a function that is called at once show through.
 */
const withoutGuesses = (log: Log): Log =>
  log.map((line) =>
    line
      .replace(/\([^"]* (\|\||&&|\?\?|,) [^"]*\) is not iterable$/, '$& (cannot read property Symbol(Symbol.iterator))')
      .replace(/[^"]* is not iterable \(cannot read property/, '… is not iterable (cannot read property')
      .replace(/(\(intermediate value\))+/g, '…')
      // The engine knows the text of a function as it was made, and uses it where the function is taken for a key.
      .replace(/(\(reading|search for) '[^"]*(=>|function|class)[^"]*$/, '$1 …'),
  )

/** `fresh`: the program may leave something behind in its realm. `guesses`: messages must agree where they are guessed,
  too. */
export function compare(source: string, { fresh = false, guesses = false } = {}): Verdict {
  const lines = guesses ? (log: Log): Log => log : withoutGuesses
  const real = lines(runOriginal(source, 'real', fresh))
  const recorded = lines(runOriginal(source, 'recorded', fresh))
  const {
    inThread: { log: made, refusal },
    outside,
  } = runTransformed(source)
  const log = lines(made)
  const accesses = log.filter(isAccess).length
  // A recording array is no typed array: where that shows, only what the real one did counts.
  const isOrdered = firstDifference(visible(recorded), real) === null
  const difference =
    refusal !== null ? null : isOrdered ? firstDifference(recorded, log) : firstDifference(real, visible(log))
  const differenceOutside = outside.refusal !== null ? null : firstDifference(real, lines(outside.log))
  return {
    refusal,
    difference: difference ?? (differenceOutside === null ? null : `outside threads, ${differenceOutside}`),
    isOrdered,
    accesses,
  }
}

/** How deep calls may go is the engine's business: what comes after they went too deep cannot be compared. */
const overflow = (log: Log): number => log.findIndex((line) => line.includes('Maximum call stack size exceeded'))

function firstDifference(expected: Log, actual: Log): string | null {
  const depths = [overflow(expected), overflow(actual)]
  const length = depths.includes(-1) ? Math.max(expected.length, actual.length) : Math.min(...depths)
  for (let i = 0; i < length; i++) {
    if (expected[i] === actual[i]) continue
    return `step ${i}: expected ${expected[i] ?? 'the end'}\n  became ${actual[i] ?? 'the end'}\n  after ${expected.slice(Math.max(0, i - 5), i).join('; ')}`
  }
  return null
}
