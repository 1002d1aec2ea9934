import assert from 'node:assert/strict'
import { runInThisContext } from 'node:vm'
import { type Mem, ops, program as heddleProgram, type Program } from '../../src/index.ts'
import {
  type Allocation,
  type Block,
  type Forbidden,
  type IndependentProgram,
  isOperation,
  type Operation,
  type Statement,
  rootsOf,
  threadsOf,
  type Value,
  type View,
} from './language.ts'
import { isBig, isElementKind } from './memory.ts'
import { evaluate, holds, integral, numeric } from './values.ts'

/** A program with generator threads, which perform their operations with `ops.*`. */
type Shared = Readonly<Record<string, never>>
type Steps<T> = Generator<never, T, unknown>

export function toGenerators(program: IndependentProgram, name = 'independent'): Program {
  const roots = rootsOf(program)
  const functions = new Map(threadsOf(program).map(([thread, code]) => [thread, threadOf(code)]))
  const threads = [...roots].map(([thread, root]): [string, unknown] => [thread, functions.get(root)])
  const tasks = Object.entries(program.tasks ?? {}).map(([task, code]): [string, unknown] => [task, taskOf(code)])
  return heddleProgram({
    name,
    shared: (mem: Mem) => allocate(mem, program),
    threads: Array.isArray(program.threads) ? threads.map(([, thread]) => thread) : Object.fromEntries(threads),
    ...(program.tasks === undefined ? {} : { tasks: Object.fromEntries(tasks) as never }),
    ...(program.after === undefined ? {} : { after: (s: Shared) => checkAll(s, program.after!) }),
    ...outcomeOf(program),
  } as never)
}

function outcomeOf(program: IndependentProgram): object {
  switch (program.outcome) {
    case 'results':
      return {}
    case 'memory':
      return { outcome: (s: Shared) => contents(s, program) }
    default:
      return { outcome: (s: Shared, results: unknown) => [contents(s, program), results] }
  }
}

/** Functions without names of their own. */
const threadOf = (code: Block) =>
  function* (s: Shared) {
    return yield* run(s, code, [])
  }
const taskOf = (code: Block) =>
  function* (s: Shared, argument: unknown) {
    return yield* run(s, code, [argument])
  }

function allocate(mem: Mem, { shared, views = [] }: IndependentProgram): Shared {
  const made: Record<string, unknown> = {}
  for (const allocation of shared) made[allocation[1]] = allocateOne(mem, allocation)
  for (const view of views) made[view[1]] = makeView(made, view)
  return made as Shared
}

function allocateOne(mem: Mem, allocation: Allocation): unknown {
  const [kind, name] = allocation
  switch (allocation[0]) {
    case 'mutex':
    case 'rwlock':
    case 'condition':
      return mem[allocation[0]](name)
    case 'semaphore':
    case 'latch':
    case 'barrier':
      return mem[allocation[0]](name, allocation[2])
    case 'channel':
      return mem.channel(name, { capacity: allocation[2] })
    case 'event':
      return mem.event(name, { manual: allocation[2] === 'manual', set: allocation[3] === 'set' })
    case 'buffer':
      return mem.buffer(name, allocation[2])
    default:
      return mem[kind as 'int32'](name, allocation[2] as number[])
  }
}

const constructors = {
  int8: Int8Array,
  uint8: Uint8Array,
  uint8clamped: Uint8ClampedArray,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
  bigint64: BigInt64Array,
  biguint64: BigUint64Array,
  dataview: DataView,
}

export const constructorName = (kind: View[0]): string => constructors[kind].name

function makeView(made: Readonly<Record<string, unknown>>, [kind, , of, byteOffset, length]: View): unknown {
  const memory = made[of] as SharedArrayBuffer | Int32Array<SharedArrayBuffer>
  const View = constructors[kind] as new (buffer: SharedArrayBuffer, byteOffset: number, length: number) => unknown
  return new View(memory instanceof SharedArrayBuffer ? memory : memory.buffer, byteOffset, length)
}

function contents(s: Shared, { shared, views = [] }: IndependentProgram): unknown[][] {
  return [...shared, ...views]
    .filter(([kind]) => isElementKind(kind))
    .map(([, name]) => Array.from(s[name] as unknown as Int32Array))
}

function checkAll(s: Shared, forbidden: readonly Forbidden[]): void {
  for (const [view, index, value, message] of forbidden)
    assert((s[view] as unknown as Int32Array)[index] !== value, message)
}

type Fail = (assertion: typeof assert, condition: boolean, message: string) => void

/** Every message fails at a place of its own, as it would in code that somebody has written. */
const failures = new Map<string, Fail>()
function failAt(kind: 'throw' | 'assert', message: string): Fail {
  const key = `${kind} ${message}`
  let fail = failures.get(key)
  if (fail === undefined) {
    const body = kind === 'throw' ? 'throw new Error(message)' : 'assertion(condition, message)'
    const code = `(assertion, condition, message) => { ${body} }`
    fail = runInThisContext(code, { filename: `/independent/${key}.js` }) as Fail
    failures.set(key, fail)
  }
  return fail
}

/** How a block ends that does not go on with the next statement. */
type Exit = { readonly returned: unknown } | 'break' | null

function* run(s: Shared, code: Block, locals: unknown[]): Steps<unknown> {
  const exit = yield* runBlock(s, code, locals)
  return exit !== null && exit !== 'break' ? exit.returned : undefined
}

function* runBlock(s: Shared, block: Block, locals: unknown[]): Steps<Exit> {
  for (const statement of block) {
    const exit = yield* runOne(s, statement, locals)
    if (exit !== null) return exit
  }
  return null
}

function* runOne(s: Shared, statement: Statement, locals: unknown[]): Steps<Exit> {
  if (isOperation(statement)) {
    yield* perform(s, statement, locals, false)
    return null
  }
  switch (statement[0]) {
    case 'let':
      locals[statement[1].local] = yield* perform(s, statement[2], locals, true)
      return null
    case 'assign':
      locals[statement[1].local] = evaluate(statement[2], locals)
      return null
    case 'if':
      return yield* runBlock(s, holds(statement[1], locals) ? statement[2] : statement[3], locals)
    case 'repeat':
      for (let i = 0; i < statement[1]; i++) {
        const exit = yield* runBlock(s, statement[2], locals)
        if (exit === 'break') break
        if (exit !== null) return exit
      }
      return null
    case 'break':
      return holds(statement[1], locals) ? 'break' : null
    case 'try':
      try {
        return yield* runBlock(s, statement[1], locals)
      } catch (error) {
        locals[statement[2].local] = (error as Error).message
      }
      return yield* runBlock(s, statement[3], locals)
    case 'sealed':
      yield* ops.sealed(function* () {
        yield* runBlock(s, statement[1], locals)
      })
      return null
    case 'throw':
      failAt('throw', statement[1])(assert, false, statement[1])
      return null
    case 'assert':
      failAt('assert', statement[2])(assert, holds(statement[1], locals), statement[2])
      return null
    case 'return':
      return { returned: evaluate(statement[1], locals) }
  }
}

function perform(
  s: Shared,
  operation: Operation,
  locals: readonly unknown[],
  used: boolean,
): Iterable<never> & Steps<unknown> {
  const value = (operand: Value): never => evaluate(operand, locals) as never
  const fitting = (view: string | { readonly kind: string }, operand: Value): never =>
    (isBig(typeof view === 'string' ? (s[view] as unknown as object).constructor.name : view.kind)
      ? integral(value(operand))
      : numeric(value(operand))) as never
  const of = (name: string): never => s[name]!
  return arm() as never

  function arm(): unknown {
    switch (operation[0]) {
      case 'read':
        return ops.read(of(operation[1]), value(operation[2]))
      case 'write':
        return ops.write(of(operation[1]), value(operation[2]), fitting(operation[1], operation[3]))
      case 'get':
        return ops.view[`get${operation[2]}`](of(operation[1]), value(operation[3]), operation[4] === 'little')
      case 'put':
        return ops.view[`set${operation[2]}`](
          of(operation[1]),
          value(operation[3]),
          fitting({ kind: operation[2] }, operation[5]),
          operation[4] === 'little',
        )
      case 'load':
        return ops.atomics.load(of(operation[1]), value(operation[2]))
      case 'store':
        return ops.atomics.store(of(operation[1]), value(operation[2]), fitting(operation[1], operation[3]))
      case 'exchange':
        return ops.atomics.exchange(of(operation[1]), value(operation[2]), fitting(operation[1], operation[3]))
      case 'add':
      case 'sub':
      case 'and':
      case 'or':
      case 'xor': {
        const [verb, view, index, operand] = operation
        return used
          ? ops.atomics[verb](of(view), value(index), fitting(view, operand))
          : ops.atomics[verb](of(view), value(index), fitting(view, operand), 'unused')
      }
      case 'cas':
        return ops.atomics.compareExchange(
          of(operation[1]),
          value(operation[2]),
          fitting(operation[1], operation[3]),
          fitting(operation[1], operation[4]),
        )
      case 'wait':
        return ops.atomics.wait(
          of(operation[1]),
          value(operation[2]),
          fitting(operation[1], operation[3]),
          operation[4],
        )
      case 'notify':
        return ops.atomics.notify(of(operation[1]), value(operation[2]), operation[3])
      case 'release':
        return ops.release(of(operation[1]), operation[2])
      case 'signal':
        return ops.set(of(operation[1]))
      case 'meet':
        return ops.wait(of(operation[1]))
      case 'await':
      case 'pass':
        return ops.wait(of(operation[1]), operation[2] as never)
      case 'sleep':
        return ops.wait(of(operation[1]), of(operation[2]), operation[3])
      case 'tryLock':
      case 'tryAcquire':
      case 'tryReceive':
        return ops[operation[0]](of(operation[1]), operation[2])
      case 'send':
        return ops.send(of(operation[1]), value(operation[2]))
      case 'trySend':
        return ops.trySend(of(operation[1]), value(operation[2]), operation[3])
      case 'countDown':
        return ops.countDown(of(operation[1]), operation[2])
      case 'spawn':
        return ops.spawn(operation[1], value(operation[2]))
      case 'join':
        return ops.join(value(operation[1]))
      case 'choose':
        return ops.choose(operation[1])
      case 'yield':
        return ops.yieldNow()
      default:
        return ops[operation[0]](of(operation[1]))
    }
  }
}
