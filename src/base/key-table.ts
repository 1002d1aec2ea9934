/** Of the places, so many are taken before the table grows: some must be free, so there are at least four. */
const LOAD = 0.8
const FEWEST_PLACES = 4
/** Words of a key after the second. */
const NO_MORE = new Int32Array(0)

/**
 * Keys of two or more words, well mixed, each at a place of its own, by open addressing: all tables of hashes are made
 * of this, with columns by place for what belongs to a key. Growing by half at 80% load, two words take no more than 15
 * bytes for each key; a Set of bigints costs ten times that and a hundred times the time.
 */
export class KeyTable {
  size = 0
  capacity: number
  private readonly words: number
  /** A key whose first two words are 0 marks a free place. */
  private keys: Int32Array

  /** For keys of so many words, with so many places to begin with. */
  constructor(words: number, places: number) {
    this.words = words
    this.capacity = Math.max(FEWEST_PLACES, places)
    this.keys = new Int32Array(words * this.capacity)
  }

  isFree(at: number): boolean {
    const start = at * this.words
    return (this.keys[start]! | this.keys[start + 1]!) === 0
  }

  /** Where the key is that begins at `from`, or the free place where it would be. */
  placeOf(source: Int32Array, from: number): number {
    return this.placeOfWords(source[from]!, source[from + 1]!, source, from)
  }

  /** The same, where the first two words are at hand, which may be all. */
  placeOfWords(lo: number, hi: number, source: Int32Array = NO_MORE, from = 0): number {
    const { keys, words, capacity } = this
    if ((lo | hi) === 0) lo = 1
    let place = Math.floor(((hi >>> 0) / 0x1_0000_0000) * capacity)
    for (let at = place * words; ; at += words) {
      const own = keys[at]!
      const own2 = keys[at + 1]!
      if ((own | own2) === 0) return place
      if (own === lo && own2 === hi && (words === 2 || this.isRest(at, source, from))) return place
      if (++place < capacity) continue
      place = 0
      at = -words
    }
  }

  private isRest(at: number, source: Int32Array, from: number): boolean {
    const { keys, words } = this
    for (let word = 2; word < words; word++) if (keys[at + word] !== source[from + word]) return false
    return true
  }

  /** Puts the key that begins at `from` where `placeOf` said; whoever has columns grows them first if it is full. */
  take(at: number, source: Int32Array, from: number): void {
    const { keys, words } = this
    this.takeWords(at, source[from]!, source[from + 1]!)
    for (let word = 2; word < words; word++) keys[at * words + word] = source[from + word]!
  }

  takeWords(at: number, lo: number, hi: number): void {
    const start = at * this.words
    this.keys[start] = (lo | hi) === 0 ? 1 : lo
    this.keys[start + 1] = hi
    this.size++
  }

  get isFull(): boolean {
    return this.size + 1 > this.capacity * LOAD
  }

  get capacityAfterGrowth(): number {
    return Math.ceil(this.capacity * 1.5)
  }

  /** Says of each key where it was and where it is now, to whoever has columns. */
  grow(moved: ((before: number, now: number) => void) | null): void {
    const { keys, words, capacity } = this
    this.capacity = this.capacityAfterGrowth
    this.keys = new Int32Array(words * this.capacity)
    this.size = 0
    for (let before = 0, at = 0; before < capacity; before++, at += words) {
      const lo = keys[at]!
      const hi = keys[at + 1]!
      if ((lo | hi) === 0) continue
      const now = this.placeOfWords(lo, hi, keys, at)
      this.takeWords(now, lo, hi)
      for (let word = 2; word < words; word++) this.keys[now * words + word] = keys[at + word]!
      if (moved !== null) moved(before, now)
    }
  }

  /** Calls with each key: where its words are. */
  protected forEachKey(visit: (keys: Int32Array, from: number) => void): void {
    for (let at = 0; at < this.capacity; at++) if (!this.isFree(at)) visit(this.keys, at * this.words)
  }

  clear(): void {
    this.size = 0
    this.keys.fill(0)
  }

  get bytes(): number {
    return this.keys.byteLength
  }
}
