/** Sets of up to 64 threads as two 32-bit words; the members of one word. */

/** The smallest member of a non-empty set. */
export function firstOf(lo: number, hi: number): number {
  return lo !== 0 ? 31 - Math.clz32(lo & -lo) : 63 - Math.clz32(hi & -hi)
}

export function hasThread(lo: number, hi: number, slot: number): boolean {
  return ((slot < 32 ? lo : hi) & (1 << slot)) !== 0
}
