/**
 * How much is kept, and from when on something is done that only pays in long searches. Nothing that a search finds or
 * claims may depend on these numbers, so the validation runs with the least of them too: small programs reach all code
 * then.
 */
export interface Capacities {
  /** How many elements tables that grow have room for to begin with. From 1. */
  readonly room: number
  /**
   * Local states of threads: beyond so many nothing more is remembered, and threads run their code. The default takes
   * some 60 MB.
   */
  readonly localStates: number
  /**
   * In so many executions at the beginning, and then in every so many, all code runs, to notice programs that are not
   * deterministic.
   */
  readonly checkedAtFirst: number
  readonly checkedEvery: number
  /** The same for the comparison of what modules keep in objects. */
  readonly comparedAtFirst: number
  readonly comparedEvery: number
  /** States that have been explored completely take at most so many bytes: beyond that nothing more is remembered. */
  readonly exploredStateBytes: number
  /**
   * Wakeup trees have at most about so many nodes: beyond that the search goes on with source sets. The default takes
   * about 300 MiB.
   */
  readonly wakeupNodes: number
  /** There is room for so many reversals that were looked at. The default takes 512 KiB. */
  readonly reversals: number
  /** Sums of hashes are kept for executions of up to so many events: the table is square. */
  readonly summedEvents: number
  /** Of executions that are left to run, best-first search keeps so many in memory: others are in a file. */
  readonly fringeNodes: number
  /** Before so many runs, nothing is said about how many there will be. */
  readonly runsBeforeEstimate: number
  /** After so many turns of the first bounded pass others take part. */
  readonly headStart: number
  /** Passes take turns execution by execution, until each has had so many; unless it has done so many steps. */
  readonly opening: number
  readonly openingSteps: number
  /** Then they take turns of so many steps. */
  readonly slice: number
  /** So many local states are remembered to tell which pass discovers new ones. The default takes 32 MiB. */
  readonly discoveries: number
  /** After so many steps of a pass, one that merges equal states takes part, or follows it. */
  readonly mergeAfter: number
  /** Beside the unbounded pass that is asked after every so many whether it will likely take many more than that. */
  readonly mergeFrom: number
  /** When it has explored so many states and merged few, it is given up. */
  readonly mergesBy: number
}

export const defaultCapacities: Capacities = {
  room: 256,
  localStates: 250_000,
  checkedAtFirst: 8,
  checkedEvery: 256,
  comparedAtFirst: 16,
  comparedEvery: 1024,
  exploredStateBytes: 160 * 2 ** 20,
  wakeupNodes: 1 << 22,
  reversals: 1 << 16,
  summedEvents: 1024,
  fringeNodes: 200_000,
  runsBeforeEstimate: 32,
  headStart: 4,
  opening: 96,
  openingSteps: 20_000,
  slice: 2000,
  discoveries: 1 << 21,
  mergeAfter: 20_000,
  mergeFrom: 1000,
  mergesBy: 50_000,
}
