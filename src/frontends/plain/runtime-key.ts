/**
 * The property of all functions by which transformed code finds the runtime: it needs no path, so cached code stays
 * valid anywhere, and no name that the program could have given to something else.
 */
export const RUNTIME = 'heddle.plain'
/** In functions that pass gates: a mark in their text that they may reach an operation. */
export const SUSPENDS = '/*heddle: suspends*/'
/** In functions that do no more than to look at shared memory, whoever calls them: their calls may be in a spin-wait. */
export const LOOKS = '/*heddle: looks*/'
/** In the text of every function and class of the program: where its source is. What was not transformed lacks it. */
export const textMark = (start: number, end: number, key: string): string => `${MARK}:${start}:${end}:${key}*/`
export const TEXT_MARK = /\/\*heddle:(\d+):(\d+):(\w+)\*\//
/** What both marks begin with. */
export const MARK = '/*heddle'
