/** The same program run plainly and under the set, in turns. */
export interface SetCost {
  /** Of each kind. */
  readonly runs: number
  /** How long a run takes, as a median, in microseconds. */
  readonly plain: number
  readonly admitted: number
  /** How many percent longer it takes under the set. */
  readonly percent: number
  /** The least and the most that it was in one of the turns: how far the machine lets it be measured. */
  readonly range: { readonly low: number; readonly high: number }
  /** Per run under the set: how often a thread slept at a gate, and how often another trace had to be found. */
  readonly sleeps: number
  readonly switches: number
  /** The share of runs that came to a finished sub-tree, where gates open. */
  readonly opened: number
}
