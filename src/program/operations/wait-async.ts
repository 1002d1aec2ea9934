/**
 * `Atomics.waitAsync`: it compares and enqueues as `Atomics.wait` does, into the same list. What follows is up to the
 * thread's jobs: when it has nothing else to do, it takes what has been notified meanwhile, which is a transition of its
 * own, on the wait lists that it is in.
 */
import type { Slot } from '../../base/thread-numbers.ts'
import { internalError } from '../../base/errors.ts'
import { Access } from '../../dependence/accesses.ts'
import { NOWHERE } from '../../dependence/cells.ts'
import { accessTag } from '../memory/foreign-memory.ts'
import { isOwnMemory, type TypedArray } from '../memory/shared-tag.ts'
import { armRange, isBigIntArray } from './elements.ts'
import { asElement, type AtomicArray, native, validAtomic } from './native-atomics.ts'
import { armRunning, type Operation, refuse } from './operation.ts'
import { defineOperation, type OperationSpec, Order } from './operation-spec.ts'
import { accessesWaitList, WAIT_LIST, type Waiter, waitList } from './wait-and-notify.ts'

/** The asynchronous waits of one thread, as memory knows them: they are numbered as they are made. */
export class AsyncWaiting {
  made = 0
  /** Those that are in a list. */
  readonly waiting: AsyncWaiter[] = []
  /** Those that were notified, and that the thread has not taken. In the order of their numbers, as lists are. */
  readonly notified: number[] = []
}

export class AsyncWaiter implements Waiter {
  readonly thread: Slot
  readonly number: number
  readonly of: AsyncWaiting
  private readonly list: Waiter[]

  constructor(thread: Slot, of: AsyncWaiting, list: Waiter[]) {
    this.thread = thread
    this.of = of
    this.list = list
    this.number = of.made++
    list.push(this)
    of.waiting.push(this)
  }

  /** It has been taken out of its list. */
  wake(): void {
    const { notified, waiting } = this.of
    waiting.splice(waiting.indexOf(this), 1)
    notified.push(this.number)
    notified.sort((a, b) => a - b)
  }

  toJSON(): unknown {
    return [this.thread, this.number]
  }

  leave(): void {
    const { waiting } = this.of
    waiting.splice(waiting.indexOf(this), 1)
    this.list.splice(this.list.indexOf(this), 1)
  }
}

const explored = (): never => {
  throw internalError('an asynchronous wait is an operation of explored threads only')
}

/** Evaluates to the wait's number, or to what it comes to at once. */
const waitAsyncSpec = defineOperation({
  name: 'Atomics.waitAsync',
  enabled: null,
  synchronises: true,
  orders: Order.acquire | WAIT_LIST,
  accessesMemory: true,
  describe: (given, _given2, value, show) => (typeof value === 'number' ? `while ${show(given)}: waits` : show(value)),
  perform: (op) => {
    if (native.load(op.view as AtomicArray, op.index) !== op.operand) return 'not-equal'
    if (op.operand2 === 0) return 'timed-out'
    return new AsyncWaiter(op.thread, (op.asyncWaiting ??= new AsyncWaiting()), waitList(op)).number
  },
  real: explored,
})

/** What ends a thread that leaves waits behind: nobody is there any more to be notified. */
export const LEAVES = -2
/** No wait ends by its time. */
export const NO_LIMIT = -1

/**
 * Takes all that was notified, as one task of the event loop does. `operand` is the wait whose time may be over, which
 * then ends, or `LEAVES`. Evaluates to the numbers of what was notified, to `t` and the number of what was not, or to
 * nothing when the thread leaves.
 */
const takeSpec = defineOperation({
  name: 'Atomics.waitAsync wake',
  enabled: (op) => op.operand !== NO_LIMIT || op.asyncWaiting!.notified.length > 0,
  timed: {
    limit: (op) => (op.operand === NO_LIMIT ? Infinity : 0),
    isDue: (op) => op.asyncWaiting!.notified.length > 0,
    hasTimedOut: (value) => typeof value === 'string' && value.startsWith('t'),
  },
  synchronises: true,
  orders: Order.acquire,
  describe: (_given, _given2, value) => taken(value as string),
  perform: (op) => {
    const { waiting, notified } = op.asyncWaiting!
    const limited = op.operand as number
    const late = waiting.find(({ number }) => number === limited)
    if (late !== undefined && (op.operand2 === true || notified.length === 0)) {
      late.leave()
      return `t${late.number}`
    }
    if (notified.length === 0 && limited === LEAVES) for (const one of [...waiting]) one.leave()
    return notified.splice(0).join()
  },
  real: explored,
})

function taken(value: string): string {
  if (value === '') return 'ends'
  return value.startsWith('t') ? '"timed-out"' : '"ok"'
}

/** The thread awaits what nothing can settle any more. */
const neverSpec: OperationSpec = defineOperation({
  name: 'await, for ever',
  enabled: () => false,
  synchronises: true,
  perform: explored,
  real: explored,
})

/** Null where the memory is the thread's own and unequal, or not shared at all, so that the builtin itself can be asked. */
export function armWaitAsync(view: TypedArray, index: unknown, value: unknown, timeout: unknown): Operation | null {
  const tag = accessTag(view)
  if (tag === undefined && !isOwnMemory(view)) return null
  const at = validAtomic('wait', view, index)
  const operand = asElement(view, isBigIntArray(view) ? value : +(value as number))
  const limit = timeout === undefined ? NaN : +(timeout as number)
  if (tag === undefined) return refuseOwn(view as AtomicArray, at, operand)
  const op = armRange(armRunning(waitAsyncSpec), view, tag, at, tag.elementBytes, Access.read)
  op.operand = operand
  op.operand2 = Number.isNaN(limit) ? Infinity : Math.max(limit, 0)
  accessesWaitList(op)
  return op
}

/** Nobody else knows the memory. */
function refuseOwn(view: AtomicArray, at: number, operand: number | bigint): null {
  if (native.load(view, at) !== operand) return null
  throw refuse(
    '`Atomics.waitAsync` on memory that a module has made: every real worker has a module and memory of its own, ' +
      'so that no other thread can notify it. Allocate the memory in `shared`',
  )
}

/** `cells`: of all wait lists that the thread is in. `first`: also where something else was notified. */
export function armTake(site: number, cells: readonly number[], limited: number, first: boolean): Operation {
  const op = armRunning(takeSpec)
  const from = Math.min(...cells)
  op.target = null
  op.view = null
  // Lists in between are not meant, and make it dependent on more than it is: that is rare, and loses nothing.
  op.accesses.range(from, Math.max(...cells) - from + 1, 1, Access.write)
  op.operand = limited
  op.operand2 = first
  op.site = site
  return op
}

export function armNeverSettles(site: number): Operation {
  const op = armRunning(neverSpec)
  op.target = null
  op.view = null
  op.accesses.range(NOWHERE, 0, 1, Access.none)
  op.site = site
  return op
}
