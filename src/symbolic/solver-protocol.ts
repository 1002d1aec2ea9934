/** What a check and the worker of the solver say to each other. */
export interface SolverRequest {
  /** All that was said before is forgotten. */
  readonly reset: boolean
  /** Texts in SMT-LIB, each by itself, after all that were said before. */
  readonly commands: readonly string[]
  /** Another text, which is forgotten when it has been asked. */
  readonly also: string | null
  /** So many assertions there are then in all. */
  readonly assertions: number
  /** How much the solver may do, in a measure of its own: other than time, it is the same everywhere. */
  readonly limit: number
}

export type SolverAnswer =
  | { readonly type: 'ready' }
  /** The package is not there. */
  | { readonly type: 'missing' }
  | { readonly type: 'answer'; readonly text: string; readonly ms: number }
  | { readonly type: 'failed'; readonly message: string }
