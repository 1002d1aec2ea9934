/**
 * As much of WebAssembly's binary format as the gates need: expressions on 32-bit integers are lists of bytes, put
 * together by functions.
 */
export type Code = readonly number[]

function unsigned(value: number): number[] {
  const bytes: number[] = []
  for (; value > 0x7f; value >>>= 7) bytes.push((value & 0x7f) | 0x80)
  return [...bytes, value]
}

function signed(value: number): number[] {
  const bytes: number[] = []
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 0x7f) | 0x80)
  return [...bytes, value & 0x7f]
}

export const constant = (value: number): Code => [0x41, ...signed(value | 0)]
const asCode = (value: Code | number): Code => (typeof value === 'number' ? constant(value) : value)

/** Operands may be numbers, for constants. */
type Operand = Code | number
const binary =
  (opcode: number) =>
  (a: Operand, b: Operand): Code => [...asCode(a), ...asCode(b), opcode]
export const eq = binary(0x46)
export const ne = binary(0x47)
export const less = binary(0x48)
export const atLeast = binary(0x4e)
export const add = binary(0x6a)
export const sub = binary(0x6b)
export const mul = binary(0x6c)
export const and = binary(0x71)
export const or = binary(0x72)
export const xor = binary(0x73)
export const shl = binary(0x74)
export const shr = binary(0x76)
export const isZero = (a: Code): Code => [...a, 0x45]
export const trailingZeros = (a: Code): Code => [...a, 0x68]

/** A parameter or local variable. */
export class Variable {
  readonly value: Code
  private readonly index: number

  constructor(index: number) {
    this.index = index
    this.value = [0x20, ...unsigned(index)]
  }

  set(value: Operand): Code {
    return [...asCode(value), 0x21, ...unsigned(this.index)]
  }
}

const WORD_ALIGNED = 2
/** The word at an address, with a constant offset in bytes. */
export const load = (address: Operand, offset = 0): Code => [
  ...asCode(address),
  0x28,
  WORD_ALIGNED,
  ...unsigned(offset),
]
export const store = (address: Operand, value: Operand, offset = 0): Code => [
  ...asCode(address),
  ...asCode(value),
  0x36,
  WORD_ALIGNED,
  ...unsigned(offset),
]
export const atomicLoad = (address: number): Code => [...constant(address), 0xfe, 0x10, WORD_ALIGNED, 0]
export const exchange = (address: Operand, value: number, offset = 0): Code => [
  ...asCode(address),
  ...constant(value),
  0xfe,
  0x41,
  WORD_ALIGNED,
  ...unsigned(offset),
]
/** Leaves nothing. */
export const atomicAdd = (address: Operand, value: number, offset = 0): Code => [
  ...asCode(address),
  ...constant(value),
  0xfe,
  0x1e,
  WORD_ALIGNED,
  ...unsigned(offset),
  0x1a,
]
export const compareExchange = (address: number, expected: number, value: number): Code => [
  ...constant(address),
  ...constant(expected),
  ...constant(value),
  0xfe,
  0x48,
  WORD_ALIGNED,
  0,
]
/** Wakes one; leaves nothing. */
export const notifyOne = (address: number): Code => [
  ...constant(address),
  ...constant(1),
  0xfe,
  0x00,
  WORD_ALIGNED,
  0,
  0x1a,
]

const NO_RESULT = 0x40
export const when = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  NO_RESULT,
  ...then,
  ...(otherwise.length === 0 ? [] : [0x05, ...otherwise]),
  0x0b,
]
/** `leave(n)` inside ends the n-th block around it, `again(n)` starts the n-th loop anew; an `if` counts as a block. */
export const block = (...body: Code[]): Code => [0x02, NO_RESULT, ...body.flat(), 0x0b]
export const loop = (...body: Code[]): Code => [0x03, NO_RESULT, ...body.flat(), 0x0b]
export const branch = (depth: number): Code => [0x0c, depth]
export const branchIf = (condition: Code, depth: number): Code => [...condition, 0x0d, depth]
export const giveBack = (value: Operand): Code => [...asCode(value), 0x0f]

/** Calls the function with this number in the module. */
export const call = (number: number, ...args: Operand[]): Code => [...args.flatMap(asCode), 0x10, ...unsigned(number)]

/** While the condition holds. */
export const whileDo = (condition: Code, ...body: Code[]): Code =>
  block(loop(branchIf(isZero(condition), 1), ...body, branch(0)))

export interface FunctionCode {
  readonly name: string
  readonly params: number
  readonly locals: number
  readonly body: Code
}

const I32 = 0x7f
const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content]
const list = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()]
const text = (value: string): number[] => [...unsigned(value.length), ...new TextEncoder().encode(value)]

/** A module whose functions take and return 32-bit integers and work on the shared memory `state.memory`. */
export function encodeModule(functions: readonly FunctionCode[], maximumPages: number): Uint8Array<ArrayBuffer> {
  const SHARED = 3
  const types = functions.map(({ params }) => [0x60, ...list(Array.from({ length: params }, () => [I32])), 1, I32])
  const memory = [...text('state'), ...text('memory'), 2, SHARED, 1, ...unsigned(maximumPages)]
  const bodies = functions.map(({ locals, body }) => {
    const content = [1, ...unsigned(locals), I32, ...body, ...constant(-1), 0x0b]
    return [...unsigned(content.length), ...content]
  })
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, list(types)),
    ...section(2, list([memory])),
    ...section(3, list(functions.map((_, i) => unsigned(i)))),
    ...section(7, list(functions.map(({ name }, i) => [...text(name), 0, ...unsigned(i)]))),
    ...section(10, list(bodies)),
  ])
}
