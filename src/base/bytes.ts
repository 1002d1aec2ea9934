/** The one encoding of numbers and texts in files and schedules. */

/** Appends numbers and texts to a buffer that grows. */
export class ByteWriter {
  private buffer: Buffer
  length = 0

  constructor(room = 4096) {
    this.buffer = Buffer.alloc(room)
  }

  /** What was written, valid until the next write. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  byte(value: number): void {
    this.reserve(1)
    this.buffer[this.length++] = value
  }

  /** A non-negative integer up to 2^53, seven bits per byte. */
  varint(value: number): void {
    this.reserve(8)
    while (value >= 0x80) {
      this.buffer[this.length++] = (value % 0x80) | 0x80
      value = Math.floor(value / 0x80)
    }
    this.buffer[this.length++] = value
  }

  /** 32 bits, signed or not. */
  word(value: number): void {
    this.reserve(4)
    this.length = this.buffer.writeInt32LE(value | 0, this.length)
  }

  text(value: string): void {
    const encoded = Buffer.from(value, 'utf8')
    this.varint(encoded.length)
    this.reserve(encoded.length)
    encoded.copy(this.buffer, this.length)
    this.length += encoded.length
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const larger = Buffer.alloc(Math.max(2 * this.buffer.length, this.length + bytes))
    this.buffer.copy(larger)
    this.buffer = larger
  }
}

/**
 * Reads what a `ByteWriter` wrote. Running past the end means that the content makes no sense: then it throws what
 * `malformed` makes.
 */
export class ByteReader {
  private readonly buffer: Buffer
  private readonly malformed: (how: string) => Error
  private at = 0

  constructor(buffer: Buffer, malformed: (how: string) => Error) {
    this.buffer = buffer
    this.malformed = malformed
  }

  get atEnd(): boolean {
    return this.at === this.buffer.length
  }

  varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      if (scale > 2 ** 49) throw this.malformed('a number is too large')
    }
  }

  /** A count of things that each take at least a byte. */
  count(): number {
    const value = this.varint()
    this.need(value)
    return value
  }

  word(): number {
    this.need(4)
    this.at += 4
    return this.buffer.readInt32LE(this.at - 4)
  }

  text(): string {
    const length = this.count()
    this.at += length
    return this.buffer.toString('utf8', this.at - length, this.at)
  }

  /** What is left. */
  rest(): Buffer {
    const rest = this.buffer.subarray(this.at)
    this.at = this.buffer.length
    return rest
  }

  private byte(): number {
    this.need(1)
    return this.buffer[this.at++]!
  }

  private need(bytes: number): void {
    if (this.at + bytes > this.buffer.length) throw this.malformed('a record is too short')
  }
}
