import { isDeepStrictEqual } from 'node:util'
import {
  type Allocation,
  type Block,
  type ElementKind,
  type IndependentProgram,
  isLocal,
  isOperation,
  operationOf,
  type Operation,
  type Statement,
  threadsOf,
} from './language.ts'
import { bytesOf, isElementKind } from './memory.ts'

/** The smallest program found that still fails: taken apart step by step, each step kept if the rest fails as well. */
export async function shrink(
  program: IndependentProgram,
  fails: (candidate: IndependentProgram) => Promise<boolean>,
): Promise<IndependentProgram> {
  let smallest = program
  for (let shrunk = true; shrunk; ) {
    shrunk = false
    for (const candidate of simpler(smallest)) {
      if (!(await fails(candidate))) continue
      smallest = candidate
      shrunk = true
      break
    }
  }
  return smallest
}

/** Programs that are one step simpler, the greatest steps first. */
export function* simpler(program: IndependentProgram): Generator<IndependentProgram> {
  yield* withoutThreads(program)
  yield* withoutThings(program)
  for (const [name, code] of Object.entries(program.tasks ?? {})) {
    yield withTasks(program, Object.fromEntries(Object.entries(program.tasks!).filter(([other]) => other !== name)))
    for (const block of simplerBlocks(code)) yield withTasks(program, { ...program.tasks, [name]: block })
  }
  yield* withSimplerThreads(program)
  const { after, outcome, views, ...rest } = program
  if (after !== undefined) yield { ...rest, ...defined({ outcome, views }) }
  if (outcome !== undefined) yield { ...rest, ...defined({ after, views }) }
  yield* withSimplerShared(program)
  yield* withPlainNames(program)
}

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

function withTasks(program: IndependentProgram, tasks: Readonly<Record<string, Block>>): IndependentProgram {
  const { tasks: _, ...rest } = program
  return Object.keys(tasks).length === 0 ? rest : { ...rest, tasks }
}

const withThreads = (
  program: IndependentProgram,
  threads: readonly (readonly [string, Block])[],
): IndependentProgram => ({
  ...program,
  threads: Array.isArray(program.threads) ? threads.map(([, code]) => code) : Object.fromEntries(threads),
})

function* withoutThreads(program: IndependentProgram): Generator<IndependentProgram> {
  const threads = threadsOf(program)
  if (threads.length > 1) for (const i of threads.keys()) yield withThreads(program, threads.toSpliced(i, 1))
}

function* withSimplerThreads(program: IndependentProgram): Generator<IndependentProgram> {
  const threads = threadsOf(program)
  for (const [i, [name, code]] of threads.entries()) {
    // Those that do the same stay alike, or else one of them changes alone.
    const like = threads.flatMap(([, other], j) => (isDeepStrictEqual(other, code) ? [j] : []))
    for (const block of simplerBlocks(code)) {
      if (like.length > 1 && like[0] === i)
        yield withThreads(
          program,
          threads.map(([other, own], j) => [other, like.includes(j) ? block : own]),
        )
      yield withThreads(program, threads.with(i, [name, block]))
    }
  }
}

/** Without an allocation, its views, and everything that is done with them; or without a view. */
function* withoutThings(program: IndependentProgram): Generator<IndependentProgram> {
  const { shared, views = [] } = program
  for (const [, name] of [...shared, ...views]) {
    const gone = new Set([name, ...views.filter(([, , of]) => of === name).map(([, view]) => view)])
    const kept = mapBlocks(program, (block) =>
      without(block, (operation) => operation.slice(1).some((part) => typeof part === 'string' && gone.has(part))),
    )
    const { views: _, after, ...rest } = kept
    const left = views.filter(([, view]) => !gone.has(view))
    const checks = after?.filter(([view]) => !gone.has(view)) ?? []
    yield {
      ...rest,
      shared: shared.filter(([, other]) => other !== name),
      ...(left.length > 0 ? { views: left } : {}),
      ...(checks.length > 0 ? { after: checks } : {}),
    }
  }
}

function mapBlocks(program: IndependentProgram, change: (block: Block) => Block): IndependentProgram {
  const tasks = Object.entries(program.tasks ?? {}).map(([name, code]): [string, Block] => [name, change(code)])
  return withTasks(
    withThreads(
      program,
      threadsOf(program).map(([name, code]): [string, Block] => [name, change(code)]),
    ),
    Object.fromEntries(tasks),
  )
}

function without(block: Block, isGone: (operation: Operation) => boolean): Block {
  return block.flatMap((statement): Statement[] => {
    const operation = operationOf(statement)
    if (operation !== null) return isGone(operation) ? [] : [statement]
    switch (statement[0]) {
      case 'if':
        return [['if', statement[1], without(statement[2], isGone), without(statement[3], isGone)]]
      case 'repeat':
        return [['repeat', statement[1], without(statement[2], isGone)]]
      case 'sealed':
        return [['sealed', without(statement[1], isGone)]]
      case 'try':
        return [['try', without(statement[1], isGone), statement[2], without(statement[3], isGone)]]
      default:
        return [statement]
    }
  })
}

function* simplerBlocks(block: Block): Generator<Block> {
  for (const [i, statement] of block.entries()) {
    yield block.toSpliced(i, 1)
    const spawned = statement[0] === 'let' && statement[2][0] === 'spawn' ? statement[1] : null
    if (spawned !== null)
      yield without(
        block.toSpliced(i, 1),
        (operation) => operation[0] === 'join' && operation[1].local === spawned.local,
      )
    for (const lock of pairedWith(statement))
      yield block
        .toSpliced(i, 1)
        .filter((other) => !(isOperation(other) && other[0] === lock[0] && other[1] === lock[1]))
    for (const simple of simplerStatements(statement)) yield block.toSpliced(i, 1, ...simple)
  }
}

const PAIRS: Readonly<Record<string, string>> = {
  lock: 'unlock',
  readLock: 'readUnlock',
  writeLock: 'writeUnlock',
  acquire: 'release',
}

function pairedWith(statement: Statement): (readonly [string, unknown])[] {
  const other = PAIRS[statement[0]]
  return other === undefined ? [] : [[other, statement[1]]]
}

function* simplerStatements(statement: Statement): Generator<Block> {
  switch (statement[0]) {
    case 'if':
      yield statement[2]
      yield statement[3]
      for (const block of simplerBlocks(statement[2])) yield [['if', statement[1], block, statement[3]]]
      for (const block of simplerBlocks(statement[3])) yield [['if', statement[1], statement[2], block]]
      break
    case 'sealed':
      yield statement[1]
      for (const block of simplerBlocks(statement[1])) yield [['sealed', block]]
      break
    case 'repeat':
      yield statement[2].filter(([verb]) => verb !== 'break')
      if (statement[1] > 2) yield [['repeat', 2, statement[2]]]
      for (const block of simplerBlocks(statement[2])) yield [['repeat', statement[1], block]]
      break
    case 'try':
      yield statement[1]
      for (const block of simplerBlocks(statement[1])) yield [['try', block, statement[2], statement[3]]]
      for (const block of simplerBlocks(statement[3])) yield [['try', statement[1], statement[2], block]]
      break
    case 'let':
      yield [statement[2]]
      for (const operation of simplerTuples(statement[2])) yield [['let', statement[1], operation]]
      break
    default:
      for (const simple of simplerTuples(statement)) yield [simple]
  }
}

/** With a simpler operand: 0 or 1 instead of what is computed, and fewer parts. */
function* simplerTuples<T extends Operation | Statement>(tuple: T): Generator<T> {
  for (const [i, part] of tuple.entries()) {
    if (i === 0) continue
    const replaced = (by: unknown): T => (tuple as readonly unknown[]).with(i, by) as unknown as T
    if (Array.isArray(part) && tuple[0] !== 'break' && tuple[0] !== 'assert') {
      yield replaced(0)
      if (part[0] === 'list' && part.length > 2)
        for (let j = 1; j < part.length; j++) yield replaced(part.toSpliced(j, 1))
      if (part[0] === 'list' || part[0] === 'object') yield replaced(part[1])
    } else if (isLocal(part) && !['let', 'assign', 'join'].includes(tuple[0])) yield replaced(0)
    else if (typeof part === 'number' && ![0, 1, 2].includes(part) && tuple[0] !== 'choose')
      for (const simple of [0, 1, 2]) yield replaced(simple)
    else if (typeof part === 'bigint' && part !== 0n) yield replaced(0)
  }
}

function* withSimplerShared(program: IndependentProgram): Generator<IndependentProgram> {
  for (const [i, allocation] of program.shared.entries()) {
    for (const simple of simplerAllocations(allocation)) yield { ...program, shared: program.shared.with(i, simple) }
  }
}

function* simplerAllocations(allocation: Allocation): Generator<Allocation> {
  if (!isElementKind(allocation[0])) return
  const [kind, name, content] = allocation as readonly [ElementKind, string, number | readonly unknown[]]
  const length = bytesOf(allocation) / bytesOf([kind, name, 1])
  if (kind !== 'int32' && typeof content === 'number') yield ['int32', name, content]
  if (typeof content !== 'number') yield [kind, name, length]
  if (length > 1) yield [kind, name, 1]
}

/** Short names, and threads that are called a, b, c. */
function* withPlainNames(program: IndependentProgram): Generator<IndependentProgram> {
  const shorts: Readonly<Record<string, string>> = {
    mutex: 'm',
    rwlock: 'l',
    semaphore: 's',
    event: 'e',
    condition: 'c',
    barrier: 'b',
    latch: 'k',
    channel: 'h',
    buffer: 'buffer',
    dataview: 'd',
  }
  const names = new Map<string, string>()
  for (const [kind, name] of [...program.shared, ...(program.views ?? [])]) {
    const short = shorts[kind] ?? 'x'
    let unique = short
    for (let n = 2; [...names.values()].includes(unique); n++) unique = `${short}${n}`
    names.set(name, unique)
  }
  if ([...names].some(([from, to]) => from !== to)) yield renamed(program, names)
  const threads = threadsOf(program)
  const letters = threads.map(([, code], i): [string, Block] => [String.fromCharCode(97 + i), code])
  const isNamed = !Array.isArray(program.threads) && letters.every(([name], i) => name === threads[i]![0])
  if (!isNamed) yield { ...program, threads: Object.fromEntries(letters) }
}

function renamed(program: IndependentProgram, names: ReadonlyMap<string, string>): IndependentProgram {
  const to = (name: string): string => names.get(name) ?? name
  // Only these verbs name a shared thing, and the last of them two.
  const operation = (op: Operation): Operation => {
    if (op[0] === 'spawn' || op[0] === 'join' || op[0] === 'choose' || op[0] === 'yield') return op
    if (op[0] === 'sleep') return op.with(1, to(op[1])).with(2, to(op[2])) as unknown as Operation
    return (op as readonly unknown[]).with(1, to(op[1])) as unknown as Operation
  }
  const block = (code: Block): Block =>
    code.map((statement): Statement => {
      if (isOperation(statement)) return operation(statement)
      switch (statement[0]) {
        case 'let':
          return ['let', statement[1], operation(statement[2])]
        case 'if':
          return ['if', statement[1], block(statement[2]), block(statement[3])]
        case 'repeat':
          return ['repeat', statement[1], block(statement[2])]
        case 'sealed':
          return ['sealed', block(statement[1])]
        case 'try':
          return ['try', block(statement[1]), statement[2], block(statement[3])]
        default:
          return statement
      }
    })
  const changed = mapBlocks(program, block)
  return {
    ...changed,
    shared: program.shared.map(
      (allocation) => (allocation as readonly unknown[]).with(1, to(allocation[1])) as unknown as Allocation,
    ),
    ...(program.views === undefined
      ? {}
      : { views: program.views.map(([kind, name, of, offset, length]) => [kind, to(name), to(of), offset, length]) }),
    ...(program.after === undefined ? {} : { after: program.after.map(([view, ...rest]) => [to(view), ...rest]) }),
  }
}
