/**
 * The language of the independent reference: small concurrent programs as plain data. A program is given a meaning
 * three times, by code that shares nothing but this file and `values.ts`: `machine.ts` interprets it from the semantics
 * of the design, `generator-form.ts` performs it with `ops.*`, `source-form.ts` writes it down as plain code.
 */
import { inspect } from 'node:util'

export type ElementKind =
  | 'int8'
  | 'uint8'
  | 'uint8clamped'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'float32'
  | 'float64'
  | 'bigint64'
  | 'biguint64'

/** What `mem` makes, in the order in which it is called; names are unique among allocations and views. */
export type Allocation =
  | readonly [kind: ElementKind, name: string, content: number | readonly (number | bigint)[]]
  | readonly [kind: 'buffer', name: string, bytes: number]
  | readonly [kind: 'mutex' | 'rwlock' | 'condition', name: string]
  | readonly [kind: 'semaphore' | 'latch' | 'barrier', name: string, count: number]
  | readonly [kind: 'channel', name: string, capacity?: number]
  | readonly [kind: 'event', name: string, mode: 'manual' | 'auto', set?: 'set']

/** A further view of the memory of an array or a buffer. A `dataview` has its length in bytes. */
export type View = readonly [
  kind: ElementKind | 'dataview',
  name: string,
  of: string,
  byteOffset: number,
  length: number,
]

/** A variable of one thread; in a task, `r0` is the argument at first. All others are undefined. */
export interface Local {
  readonly local: number
}

/** Arithmetic is on `numeric` values; `mod` gives an index from 0 up to the number in its last place. */
export type Value =
  | number
  | bigint
  | boolean
  | string
  | null
  | undefined
  | Local
  | readonly ['+' | '-' | '*', Value, Value]
  | readonly ['mod', Value, number]
  | readonly ['list', ...Value[]]
  | readonly ['object', Value]

/** `==` and `!=` are JavaScript's `===` and `!==`; `<` compares numeric values. */
export type Condition = readonly ['==' | '!=' | '<', Value, Value]

export type Update = 'add' | 'sub' | 'and' | 'or' | 'xor' | 'exchange'
export type DataViewType =
  | 'Int8'
  | 'Uint8'
  | 'Int16'
  | 'Uint16'
  | 'Int32'
  | 'Uint32'
  | 'Float32'
  | 'Float64'
  | 'BigInt64'
  | 'BigUint64'
export type Endian = 'little' | 'big'

export type Operation =
  | readonly ['read', view: string, index: Value]
  | readonly ['write', view: string, index: Value, value: Value]
  | readonly ['get', view: string, type: DataViewType, offset: Value, endian: Endian]
  | readonly ['put', view: string, type: DataViewType, offset: Value, endian: Endian, value: Value]
  | readonly ['load', view: string, index: Value]
  | readonly ['store', view: string, index: Value, value: Value]
  | readonly [Update, view: string, index: Value, value: Value]
  | readonly ['cas', view: string, index: Value, expected: Value, replacement: Value]
  | readonly ['wait', view: string, index: Value, expected: Value, timeout?: number]
  | readonly ['notify', view: string, index: Value, count?: number]
  | readonly ['lock' | 'unlock', mutex: string]
  | readonly ['tryLock', mutex: string, timeout?: number]
  | readonly ['readLock' | 'readUnlock' | 'writeLock' | 'writeUnlock', rwlock: string]
  | readonly ['acquire', semaphore: string]
  | readonly ['tryAcquire', semaphore: string, timeout?: number]
  | readonly ['release', semaphore: string, count?: number]
  | readonly ['signal' | 'reset', event: string]
  | readonly ['await', event: string, timeout?: number]
  | readonly ['sleep', condition: string, mutex: string, timeout?: number]
  | readonly ['notifyOne' | 'notifyAll', condition: string]
  | readonly ['meet', barrier: string]
  | readonly ['countDown', latch: string, count?: number]
  | readonly ['pass', latch: string, timeout?: number]
  | readonly ['send', channel: string, message: Value]
  | readonly ['trySend', channel: string, message: Value, timeout?: number]
  | readonly ['receive' | 'close', channel: string]
  | readonly ['tryReceive', channel: string, timeout?: number]
  | readonly ['spawn', task: string, argument?: Value]
  | readonly ['join', handle: Local]
  | readonly ['choose', n: number]
  | readonly ['yield']

/**
 * An operation that stands alone does not use its result. `catch` puts the error's message into a local. What is repeated
 * `Infinity` times goes on until a break.
 */
export type Statement =
  | Operation
  | readonly ['let', Local, Operation]
  | readonly ['assign', Local, Value]
  | readonly ['if', Condition, Block, Block]
  | readonly ['repeat', times: number, Block]
  | readonly ['break', Condition]
  | readonly ['try', Block, Local, Block]
  /** Operations only: no other thread runs in between, unless one of them blocks. */
  | readonly ['sealed', Block]
  | readonly ['throw', message: string]
  | readonly ['assert', Condition, message: string]
  | readonly ['return', Value]

export type Block = readonly Statement[]

/** What must not be at the end: an element with this value is a failed assertion with this message. */
export type Forbidden = readonly [view: string, index: number, value: number | bigint, message: string]

export interface IndependentProgram {
  readonly shared: readonly Allocation[]
  readonly views?: readonly View[]
  readonly threads: Readonly<Record<string, Block>> | readonly Block[]
  readonly tasks?: Readonly<Record<string, Block>>
  readonly after?: readonly Forbidden[]
  /** Without an outcome function the results are what is grouped by; with one, memory and results, or memory alone. */
  readonly outcome?: 'results' | 'memory'
}

const local = (n: number): Local => ({ local: n })
export const [r0, r1, r2, r3, r4, r5, r6, r7] = [0, 1, 2, 3, 4, 5, 6, 7].map(local) as [
  Local,
  Local,
  Local,
  Local,
  Local,
  Local,
  Local,
  Local,
]
export const LOCALS: readonly Local[] = [r0, r1, r2, r3, r4, r5, r6, r7]

export const isLocal = (value: unknown): value is Local =>
  typeof value === 'object' && value !== null && 'local' in value

const CONTROL = new Set(['let', 'assign', 'if', 'repeat', 'break', 'try', 'sealed', 'throw', 'assert', 'return'])
export const isOperation = (statement: Statement): statement is Operation => !CONTROL.has(statement[0])

/** Threads with the same code run one function, so that nothing tells them apart: by name, the first one like it. */
export function rootsOf(program: IndependentProgram): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>()
  return new Map(
    threadsOf(program).map(([name, code]) => {
      const key = inspect(code, { depth: null })
      if (!firsts.has(key)) firsts.set(key, name)
      return [name, firsts.get(key)!]
    }),
  )
}

/** Threads with the names that `program()` gives them: these functions have no names of their own. */
export function threadsOf(program: IndependentProgram): [name: string, code: Block][] {
  const { threads } = program
  return Array.isArray(threads)
    ? (threads as readonly Block[]).map((code, i) => [`thread${i}`, code])
    : Object.entries(threads as Readonly<Record<string, Block>>)
}

/** All statements of a block, those inside others too. */
export function* statementsOf(block: Block): Generator<Statement> {
  for (const statement of block) {
    yield statement
    switch (statement[0]) {
      case 'if':
        yield* statementsOf(statement[2])
        yield* statementsOf(statement[3])
        break
      case 'repeat':
        yield* statementsOf(statement[2])
        break
      case 'sealed':
        yield* statementsOf(statement[1])
        break
      case 'try':
        yield* statementsOf(statement[1])
        yield* statementsOf(statement[3])
        break
      default:
        break
    }
  }
}

export const operationOf = (statement: Statement): Operation | null =>
  statement[0] === 'let' ? statement[2] : isOperation(statement) ? statement : null

export const blocksOf = (program: IndependentProgram): Block[] => [
  ...threadsOf(program).map(([, block]) => block),
  ...Object.values(program.tasks ?? {}),
]

export function* operationsOf(program: IndependentProgram): Generator<Operation> {
  for (const statement of blocksOf(program).flatMap((block) => [...statementsOf(block)])) {
    const operation = operationOf(statement)
    if (operation !== null) yield operation
  }
}
