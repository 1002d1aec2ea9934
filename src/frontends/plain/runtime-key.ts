/**
 * The property of all functions by which transformed code finds the runtime: it needs no path, so cached code stays
 * valid anywhere, and no name that the program could have given to something else.
 */
export const RUNTIME = 'heddle.plain'
