/**
 * Random numbers that a seed determines: sfc32 of PractRand, four words of state. Each execution has a sequence of its
 * own, so that what one of them draws does not change the ones after it.
 */
export class RandomSource {
  private a = 0
  private b = 0
  private c = 0
  private counter = 0

  /** The sequence of execution number `run` under the seed. */
  begin(seed: number, run: number): void {
    this.a = seed | 0
    this.b = Math.floor(seed / 0x1_0000_0000) | 0
    this.c = run | 0
    this.counter = 1
    for (let i = 0; i < 12; i++) this.word()
  }

  /** From 0 to below 1, in steps of 2^-32. */
  unit(): number {
    return this.word() / 0x1_0000_0000
  }

  /** An integer from 0 to below n; the bias is below n / 2^32. */
  below(n: number): number {
    return Math.floor(this.unit() * n)
  }

  private word(): number {
    const { a, b, c } = this
    const result = (a + b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = b ^ (b >>> 9)
    this.b = (c + (c << 3)) | 0
    this.c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
}
