/** How a program is kept to a set. */
export interface EnforcementOptions {
  readonly set: string
  readonly follow?: boolean
  /** Every run is watched: what happens in it is recorded and compared with the set, also where gates are open. */
  readonly monitor?: boolean
  /** Or this share of the runs, from 0 to 1; which ones depends on their number and the seed. */
  readonly watch?: number
  readonly seed?: number
  /** Whoever waits can be told to give up, also where nothing is gated: for workers that must not be terminated. */
  readonly interruptible?: boolean
  /** Keep gates closed also where everything is verified; for measurements. */
  readonly keepGates?: boolean
  /** Decide in JavaScript also where there is WebAssembly; for tests. */
  readonly withoutWebAssembly?: boolean
  /** Workers are warmed up before the first run, which pays only where there are many. */
  readonly warm?: boolean
}
