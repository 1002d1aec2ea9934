/** The global functions by which code with symbolic inputs gets at the runtime: no file has a name that begins so. */
export const helpers = {
  /** Whether a property holds a symbolic value: any other is used as it is written. */
  is: 'heddle$is',
  /** A property of one. */
  at: 'heddle$at',
  /** The plain value of what may be symbolic, which is pinned. */
  of: 'heddle$of',
  /** The same, for who looks at one property of it. */
  for: 'heddle$for',
  /** Accesses to elements and properties that can take symbolic values. */
  element: 'heddle$el',
  property: 'heddle$get',
  /** What is gone through, one value after the other. */
  each: 'heddle$each',
  put: 'heddle$put',
  update: 'heddle$upd',
  atomic: 'heddle$atomic',
  join: 'heddle$join',
  /** An array or object that was just made with symbolic values in it. */
  hold: 'heddle$hold',
  /** An `after` or `outcome` that looks at memory through these only. */
  looks: 'heddle$looks',
  /** Whether it counts as true. */
  if: 'heddle$if',
  /** The same, and what it was then. */
  keep: 'heddle$keep',
  kept: 'heddle$kept',
  type: 'heddle$type',
  unary: 'heddle$1',
  binary: 'heddle$2',
  increment: 'heddle$inc',
  /** What `x++` results in. */
  before: 'heddle$before',
  /** The first and the second argument of an assertion that two values are equal. */
  first: 'heddle$first',
  second: 'heddle$second',
  /** What a message of an assertion shows. */
  shown: 'heddle$shown',
  /** An error that code goes on with. */
  caught: 'heddle$caught',
  /** What is to throw an error, at which an assertion looks. */
  thrower: 'heddle$thrower',
} as const

/** An error that is caught by a pattern. */
export const caughtName = 'heddle$e'

/** A parameter whose pattern is taken apart in the body. */
export const parameterName = (i: number): string => `heddle$p${i}`
