/** The global symbol under which transformed code finds the runtime: it needs no path, so cached code stays valid anywhere. */
export const RUNTIME = 'heddle.plain'
/** In functions that pass gates: a mark in their text that they may reach an operation. */
export const SUSPENDS = '/*heddle: suspends*/'
/** In the text of the program's other functions and classes: what was not transformed lacks it. */
export const OWN = '/*heddle*/'
/** What both marks begin with. */
export const MARK = '/*heddle'
