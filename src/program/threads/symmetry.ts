/**
 * Which threads are interchangeable: exchanging two of them in a state leads to a state that goes on in the same way.
 * That holds for threads that run the same function, which is given nothing that tells them apart; or functions that
 * were made at the same place and see nothing of where they were made. What cannot be told
 * from the outside (a random number, which each thread has of its own) is noticed when it happens, and ends it.
 */
import { CAPTURES_NOTHING, isMarked, transformedText } from '../../base/function-marks.ts'
import type { Slot } from '../../base/thread-numbers.ts'
import type { Program } from '../program.ts'

export interface Symmetry {
  /** By declared thread: the first one with which it is interchangeable, itself if there is none before it. */
  readonly roots: readonly Slot[]
  /** Those that are interchangeable, two or more in each. */
  readonly groups: readonly (readonly Slot[])[]
  /** Whether anything is told what the threads return. */
  readonly seesResults: boolean
}

/** The first of the threads with which this one is interchangeable; itself for one that was spawned. */
export const rootOf = ({ roots }: Symmetry, slot: Slot): Slot => roots[slot] ?? slot

export const noSymmetry: Symmetry = { roots: [], groups: [], seesResults: true }

/** Where threads are spawned, those who spawn them and join them tell them apart. */
export function symmetryOf({ threads, tasks, after, outcome }: Program): Symmetry {
  const roots = threads.map(({ body }, slot) =>
    tasks.size === 0 && ignoresSecond(body) ? threads.findIndex((other) => isSame(other.body, body)) : slot,
  )
  const groups = roots
    .map((root, slot) => (root === slot ? slotsOf(roots, root) : []))
    .filter((group) => group.length > 1)
  const looks = [outcome, after].some((f) => f !== undefined && !ignoresSecond(f))
  const seesResults = tasks.size > 0 || outcome === undefined || looks
  return groups.length === 0 && seesResults ? noSymmetry : { roots, groups, seesResults }
}

const slotsOf = (roots: readonly Slot[], root: Slot): Slot[] =>
  roots.flatMap((other, slot) => (other === root ? [slot] : []))

type AnyFunction = (...args: never[]) => unknown

/** One function, or two that were made at the same place of the source, as their texts say, and saw nothing there. */
function isSame(a: AnyFunction, b: AnyFunction): boolean {
  const text = transformedText(a)
  return a === b || (isMarked(text, CAPTURES_NOTHING) && text === transformedText(b))
}

/** The head of a function, to the end of its parameters: a name or a simple pattern, and then names. */
const HEAD =
  /^(?:(?:function\s*\*?\s*[\w$]*|\*?\s*[\w$]+)\s*)?\(\s*(?:[\w$]+|\{[\w$\s,:]*\}|\[[\w$\s,]*\])?\s*(?:,\s*([\w$]+)\s*(?:,\s*(?:[\w$]+|\{[\w$\s,:]*\})\s*)?)?,?\s*\)/
const ARROW = /^[\w$]+\s*=>/

/**
 * Whether a function does not look at its second argument, which is what a thread learns about itself, and what is told
 * of results. As far as its text tells: in doubt it does.
 */
export function ignoresSecond(f: AnyFunction): boolean {
  const text = Function.prototype.toString.call(f)
  // A name can also be written with escapes.
  if (/\barguments\b|\beval\b|\.\.\.|\[native code\]|\\u/.test(text)) return false
  if (ARROW.test(text)) return true
  const head = HEAD.exec(text)
  if (head === null) return false
  const second = head[1]
  return second === undefined || text.split(second).length === 2
}
