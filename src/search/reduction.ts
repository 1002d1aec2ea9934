/** How a search chooses what to explore from a state. */
export interface Reduction {
  /**
   * In state final(S), which has just been reached for the first time: adds backtrack points for the pending transitions and
   * initializes the state's own backtrack set (Alg. 7 and 8, l. 4-11).
   */
  visit(): void
  /**
   * In state final(S), from which no thread can go on: adds backtrack points for what is still pending. A blocked operation
   * may have been possible before the event that blocked it (errata 23).
   */
  end(): void
}
