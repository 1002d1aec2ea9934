import { corrupt } from './set-error.ts'

/** Appends numbers and texts to a buffer that grows. */
export class ByteWriter {
  private buffer = Buffer.alloc(4096)
  length = 0

  /** What was written, valid until the next write. */
  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
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

/** Reads what a `ByteWriter` wrote. Running past the end means that the content makes no sense. */
export class ByteReader {
  private readonly buffer: Buffer
  private at = 0

  constructor(buffer: Buffer) {
    this.buffer = buffer
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
      if (scale > 2 ** 49) throw corrupt('a number is too large')
    }
  }

  word(): number {
    if (this.at + 4 > this.buffer.length) throw corrupt('a record is too short')
    this.at += 4
    return this.buffer.readInt32LE(this.at - 4)
  }

  text(): string {
    const length = this.varint()
    if (this.at + length > this.buffer.length) throw corrupt('a record is too short')
    this.at += length
    return this.buffer.toString('utf8', this.at - length, this.at)
  }

  private byte(): number {
    if (this.at >= this.buffer.length) throw corrupt('a record is too short')
    return this.buffer[this.at++]!
  }
}
