/** The global symbol under which transformed code finds the runtime: it needs no path, so cached code stays valid anywhere. */
export const RUNTIME = 'heddle.plain'
