/** How a search chooses what to explore from a state. */
export interface Reduction {
  /**
   * In state final(S), which has just been reached for the first time: adds backtrack points for the pending transitions and
   * initializes the state's own backtrack set (Alg. 7 and 8, l. 4-11).
   */
  visit(): void
}
