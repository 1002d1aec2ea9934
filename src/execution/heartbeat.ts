/** What the main thread of the process can see while the search runs: which thread runs where, and that it moves on. */
export interface Heartbeat {
  /** By `HeartbeatWord`. */
  readonly words: Int32Array
}

export const HeartbeatWord = {
  /** How many there were; wraps. */
  transitions: 0,
  /** The slot of the thread that runs, plus 1; or 0. */
  running: 1,
  /** The last one. */
  site: 2,
  /** Set from outside: the search is to stop. */
  stop: 3,
  /** How many there were; wraps. */
  executions: 4,
} as const

/** There may be more words behind these. */
export const newHeartbeat = (): Heartbeat => ({ words: new Int32Array(Object.keys(HeartbeatWord).length) })
