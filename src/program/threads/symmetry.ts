/**
 * Which threads are interchangeable: exchanging two of them in a state leads to a state that goes on in the same way.
 * That holds for threads that run the same function, which is given nothing that tells them apart; or functions that
 * were made at the same place and see nothing of where they were made; or one task, given the same. What cannot be told
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
  /** Tasks whose threads are interchangeable if they are given the same. */
  readonly tasks: ReadonlySet<string>
  /** Whether anything is told what the declared threads return. What others return, only those see who join them. */
  readonly seesResults: boolean
}

/** The first of the threads with which this one is interchangeable; itself for one that was spawned. */
export const rootOf = ({ roots }: Symmetry, slot: Slot): Slot => roots[slot] ?? slot

export const noSymmetry: Symmetry = { roots: [], groups: [], tasks: new Set(), seesResults: true }

/** As long as nobody joins a thread, and none of those that are interchangeable spawns one. */
export function symmetryOf({ threads, tasks, after, outcome }: Program): Symmetry {
  const roots = threads.map(({ body }, slot) =>
    ignores(body, 1) ? threads.findIndex((other) => isSame(other.body, body)) : slot,
  )
  const groups = roots
    .map((root, slot) => (root === slot ? slotsOf(roots, root) : []))
    .filter((group) => group.length > 1)
  const looks = [outcome, after].some((f) => f !== undefined && !ignores(f, 1))
  const seesResults = outcome === undefined || looks
  if (groups.length === 0 && seesResults && tasks.size === 0) return noSymmetry
  const alike = [...tasks].filter(([, { body }]) => ignores(body, 2)).map(([name]) => name)
  return { roots, groups, tasks: new Set(alike), seesResults }
}

const slotsOf = (roots: readonly Slot[], root: Slot): Slot[] =>
  roots.flatMap((other, slot) => (other === root ? [slot] : []))

type AnyFunction = (...args: never[]) => unknown

/** One function, or two that were made at the same place of the source, as their texts say, and saw nothing there. */
function isSame(a: AnyFunction, b: AnyFunction): boolean {
  const text = transformedText(a)
  return a === b || (isMarked(text, CAPTURES_NOTHING) && text === transformedText(b))
}

const PARAMETER = String.raw`(?:[\w$]+|\{[\w$\s,:]*\}|\[[\w$\s,]*\])`
/** The head of a function, to the end of its parameters, which are names and simple patterns. */
const HEAD = new RegExp(
  String.raw`^(?:(?:function\s*\*?\s*[\w$]*|\*?\s*[\w$]+)\s*)?\(\s*((?:${PARAMETER}\s*(?:,\s*${PARAMETER}\s*)*)?),?\s*\)`,
)
const ARROW = /^[\w$]+\s*=>/

/**
 * Whether a function does not look at its argument of this number: a declared thread learns about itself by the second
 * one, a task by the third, and what looks at the end is told of results by the second. As far as its text tells: in
 * doubt it does.
 */
export function ignores(f: AnyFunction, argument: number): boolean {
  const text = Function.prototype.toString.call(f)
  // A name can also be written with escapes.
  if (/\barguments\b|\beval\b|\.\.\.|\[native code\]|\\u/.test(text)) return false
  if (ARROW.test(text)) return argument > 0
  const head = HEAD.exec(text)
  if (head === null) return false
  const parameter = head[1]!.match(new RegExp(PARAMETER, 'g'))?.[argument]
  return parameter === undefined || (/^[\w$]+$/.test(parameter) && text.split(parameter).length === 2)
}
