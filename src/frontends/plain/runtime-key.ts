/** The global symbol under which transformed code finds the runtime: it needs no path, so cached code stays valid anywhere. */
export const RUNTIME = 'heddle.plain'
/** In functions that pass gates: a mark in their text that they may reach an operation. */
export const SUSPENDS = '/*heddle: suspends*/'
