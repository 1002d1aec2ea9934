/** Comments in the text of transformed functions, by which it can be told when they run what the transform knew of them. */

/** In functions that pass gates: a mark in their text that they may reach an operation. */
export const SUSPENDS = '/*heddle: suspends*/'
/** In functions that do no more than to look at shared memory, whoever calls them: their calls may be in a spin-wait. */
export const LOOKS = '/*heddle: looks*/'
/** In functions that leave nothing behind but what they return, apart from what is shared: rounds that call them are watched. */
export const LEAVES_NOTHING = '/*heddle: leaves nothing*/'
/** In functions that see nothing but their own variables and the module's: the same wherever they were made. */
export const CAPTURES_NOTHING = '/*heddle: captures nothing*/'

/** In the text of every function and class of the program: where its source is. What was not transformed lacks it. */
export const textMark = (start: number, end: number, key: string): string => `${MARK}:${start}:${end}:${key}*/`
export const TEXT_MARK = /\/\*heddle:(\d+):(\d+):(\w+)\*\//
/** What all marks begin with. */
export const MARK = '/*heddle'

/** As it was before programs were shown something else. */
const { toString } = Function.prototype

/** What the text of a function is now, not what it was written as. */
export const transformedText = (f: unknown): string => toString.call(f)

/**
 * Whether the mark is the function's own, and not that of a function inside of it: marks stand behind that of its text,
 * of which the first one in the text is its own.
 */
export function isMarked(text: string, mark: string): boolean {
  const own = TEXT_MARK.exec(text)?.[0]
  if (own === undefined) return false
  const at = text.indexOf(`${own}${MARK}: `)
  return at >= 0 && MARKS.exec(text.slice(at + own.length))![0].includes(mark)
}
const MARKS = /^(?:\/\*heddle: [a-z ]+\*\/)*/
