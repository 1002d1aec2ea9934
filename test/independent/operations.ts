import type { Operation, Value } from './language.ts'
import {
  asElement,
  convert,
  getBytes,
  type MemoryLayout,
  putBytes,
  readElement,
  sizeOfType,
  storedInteger,
  updated,
  type ViewLayout,
  writeElement,
} from './memory.ts'
import { primitiveOperation } from './primitive-operations.ts'
import type { Access, Draft, Effect, Pending, Thread } from './state.ts'
import { evaluate, numeric } from './values.ts'

/** What an operation is before it runs: a transition, a value without one (out of range), or an error. */
export type Prepared = { readonly pending: Pending } | { readonly value: unknown } | { readonly error: Error }

/** Operands are evaluated and coerced before the switch point. */
export function prepare(operation: Operation, thread: Thread, memory: MemoryLayout): Prepared {
  const value = (operand: Value): unknown => evaluate(operand, thread.locals)
  const view = (name: string): ViewLayout => memory.views.get(name)!
  switch (operation[0]) {
    case 'read':
      return element(view(operation[1]), value(operation[2]), no, (v, i) => (d) => readElement(d.bytes, v, i))
    case 'write': {
      const stored = convert(view(operation[1]).kind, value(operation[3]))
      return element(view(operation[1]), value(operation[2]), yes, (v, i) => (d) => writeElement(d.bytes, v, i, stored))
    }
    case 'get':
    case 'put':
      return dataViewAccess(operation, thread, view(operation[1]))
    case 'load':
      return atomic(view(operation[1]), value(operation[2]), no, (v, i) => (d) => readElement(d.bytes, v, i))
    case 'store':
    case 'cas':
    case 'add':
    case 'sub':
    case 'and':
    case 'or':
    case 'xor':
    case 'exchange':
      return atomicWrite(operation, thread, view(operation[1]))
    case 'wait':
      return atomicsWait(view(operation[1]), value(operation[2]), value(operation[3]), operation[4], thread.id)
    case 'notify':
      return atomicsNotify(view(operation[1]), value(operation[2]), operation[3])
    case 'spawn': {
      const [, task, argument] = operation
      return always((draft) => void (draft.spawned = { task, argument: structuredClone(value(argument)) }))
    }
    case 'join':
      return join(value(operation[1]) as number, thread)
    case 'choose':
      return { pending: { ...transition(null, (_, choice) => ({ result: choice })), choices: operation[1] } }
    case 'yield':
      return { pending: transition(null, () => ({ result: undefined, yielded: true })) }
    default:
      return primitiveOperation(operation, thread)
  }
}

export const transition = (access: Access | null, perform: Pending['perform']): Pending => ({
  label: '',
  access,
  choices: 1,
  isEnabled: () => true,
  holders: () => [],
  perform,
})

const always = (perform: (draft: Draft) => unknown): Prepared => ({
  pending: transition(null, (draft) => ({ result: perform(draft) })),
})

type Body = (view: ViewLayout, index: number) => (draft: Draft) => unknown

const accessTo = (view: ViewLayout, index: number, writes: Access['writes'], plain: boolean): Access => ({
  from: view.base + index * view.size,
  to: view.base + (index + 1) * view.size,
  writes,
  plain,
})
const yes = (): boolean => true
const no = (): boolean => false

/** Out of range there is nothing to access: a read is undefined, a write does nothing, and neither is a transition. */
function element(view: ViewLayout, index: unknown, writes: Access['writes'], body: Body): Prepared {
  const i = index as number
  if (!(Number.isInteger(i) && i >= 0 && i < view.length)) return { value: undefined }
  const run = body(view, i)
  return { pending: transition(accessTo(view, i, writes, true), (draft) => ({ result: run(draft) })) }
}

const outOfRange = (): Prepared => ({ error: new RangeError('Invalid atomic access index') })
const atomicIndex = (view: ViewLayout, index: unknown): number | null => {
  const i = index as number
  return Number.isInteger(i) && i >= 0 && i < view.length ? i : null
}

function atomic(view: ViewLayout, index: unknown, writes: Access['writes'], body: Body): Prepared {
  const i = atomicIndex(view, index)
  if (i === null) return outOfRange()
  const run = body(view, i)
  return { pending: transition(accessTo(view, i, writes, false), (draft) => ({ result: run(draft) })) }
}

type AtomicWrite = Extract<
  Operation,
  readonly ['store' | 'cas' | 'add' | 'sub' | 'and' | 'or' | 'xor' | 'exchange', ...unknown[]]
>

function atomicWrite(operation: AtomicWrite, thread: Thread, view: ViewLayout): Prepared {
  const kind = view.kind as Exclude<ViewLayout['kind'], 'dataview'>
  const operand = (at: 3 | 4): number | bigint => convert(kind, evaluate(operation[at] as Value, thread.locals))
  const index = evaluate(operation[2], thread.locals)
  const writes =
    operation[0] !== 'cas'
      ? yes
      : ({ bytes }: { readonly bytes: Uint8Array }) =>
          readElement(bytes, view, index as number) === asElement(kind, operand(3))
  return atomic(view, index, writes, (v, i) => (draft) => {
    const old = readElement(draft.bytes, v, i)
    const write = (value: number | bigint): void => writeElement(draft.bytes, v, i, value)
    switch (operation[0]) {
      case 'store':
        write(asElement(kind, storedInteger(operand(3))))
        return storedInteger(operand(3))
      case 'cas':
        if (old === asElement(kind, operand(3))) write(operand(4))
        return old
      default:
        write(updated(operation[0], kind, old, operand(3)))
        return old
    }
  })
}

function dataViewAccess(
  operation: Extract<Operation, readonly ['get' | 'put', ...unknown[]]>,
  thread: Thread,
  view: ViewLayout,
): Prepared {
  const [verb, , type, offset, endian] = operation
  const at = evaluate(offset, thread.locals) as number
  if (at < 0 || at + sizeOfType(type) > view.length)
    return { error: new RangeError('Offset is outside the bounds of the DataView') }
  const from = view.base + at
  const access: Access = { from, to: from + sizeOfType(type), writes: verb === 'put' ? yes : no, plain: true }
  if (verb === 'get')
    return { pending: transition(access, (draft) => ({ result: getBytes(draft.bytes, from, type, endian) })) }
  const value = convert(type, evaluate(operation[5], thread.locals))
  return { pending: transition(access, (draft) => ({ result: putBytes(draft.bytes, from, type, endian, value) })) }
}

/** Compare and enqueue, then wake. With a time limit the second is always possible, and times out unless notified. */
function atomicsWait(
  view: ViewLayout,
  index: unknown,
  expected: unknown,
  timeout: number | undefined,
  thread: number,
): Prepared {
  const i = atomicIndex(view, index)
  if (i === null) return outOfRange()
  const access = accessTo(view, i, no, false)
  const address = access.from
  const wanted = asElement(view.kind as 'int32', convert(view.kind, expected))
  const timed = timeout !== undefined && !Number.isNaN(timeout) && timeout !== Infinity
  const isAsleep = (sleepers: Draft['sleepers']): boolean => sleepers.some((sleeper) => sleeper.thread === thread)
  const wake: Pending = {
    label: 'Atomics.wait wake',
    access: null,
    choices: 1,
    isEnabled: ({ sleepers }) => timed || !isAsleep(sleepers),
    holders: () => [],
    perform: (draft) => {
      if (!isAsleep(draft.sleepers)) return { result: 'ok' }
      draft.sleepers = draft.sleepers.filter((sleeper) => sleeper.thread !== thread)
      return { result: 'timed-out', yielded: true }
    },
  }
  return {
    pending: transition(access, (draft): Effect => {
      if (readElement(draft.bytes, view, i) !== wanted) return { result: 'not-equal' }
      draft.sleepers = [...draft.sleepers, { address, thread }]
      return { then: wake, key: 'wake' }
    }),
  }
}

/** Wakes in the order in which the waiters came, by address: the views through which they wait do not matter. */
function atomicsNotify(view: ViewLayout, index: unknown, count: number | undefined): Prepared {
  const i = atomicIndex(view, index)
  if (i === null) return outOfRange()
  const address = view.base + i * view.size
  const most = count === undefined ? Infinity : Math.max(0, Math.trunc(numeric(count)))
  return always((draft) => {
    const woken = new Set(draft.sleepers.filter((sleeper) => sleeper.address === address).slice(0, most))
    draft.sleepers = draft.sleepers.filter((sleeper) => !woken.has(sleeper))
    return woken.size
  })
}

function join(handle: number, thread: Thread): Prepared {
  const child = thread.children.find((_, k) => handleOf(thread.handle, k) === handle)
  if (child === undefined) throw new IllFormed(`${thread.name} joins what it has not spawned`)
  const hasEnded = ({ threads }: { readonly threads: ReadonlyMap<number, Thread> }): boolean =>
    threads.get(child)!.pending === null
  return {
    pending: {
      ...transition(null, (draft) => ({ result: structuredClone(draft.threads.get(child)!.result) })),
      label: 'join',
      isEnabled: hasEnded,
    },
  }
}

/** A program that the language allows to be written and the design gives no meaning. */
export class IllFormed extends Error {}

/** The identity of a thread is its parent and how many that one had spawned before; this is how Heddle numbers it. */
export const handleOf = (parent: number, k: number): number => (parent + 1) * 64 + k
