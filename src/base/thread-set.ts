/** Sets of up to 64 threads as two 32-bit words. */
export function hasThread(lo: number, hi: number, slot: number): boolean {
  return ((slot < 32 ? lo : hi) & (1 << slot)) !== 0
}
