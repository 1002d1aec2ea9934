/** Numbers from 0 to below n that a seed determines: 53 bits each, of two steps of a 32-bit mixer. */
export function drawn(seed: number): (n: number) => number {
  let state = seed | 0
  const word = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
  return (n) => Math.floor(((word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53) * n)
}
