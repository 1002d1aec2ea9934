/** How this realm was set up for the programs that it runs: decided once, before it loads any of them. */
export const realm = {
  /** Its modules are loaded through the source transform. */
  transformed: false,
  /** Its code passes gates instead of being suspended. */
  direct: false,
  /** Nothing will ever be gated: primitives are used as they are. */
  free: false,
  /** Views may be given a property of Heddle's: not where the program runs as it is, which must not find it. */
  marksViews: true,
}
