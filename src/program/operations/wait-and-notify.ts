/** `Atomics.wait` and `Atomics.notify`: operations on the wait list of a word. */
import type { Slot } from '../../base/thread-numbers.ts'
import { Access } from '../../dependence/accesses.ts'
import { accessTag } from '../memory/foreign-memory.ts'
import { isOwnMemory } from '../memory/shared-tag.ts'
import { armRange, isBigIntArray } from './elements.ts'
import { type ArmAtomic, asElement, type AtomicArray, native, validAtomic } from './native-atomics.ts'
import { armControl } from './controls.ts'
import { armRunning, type Operation, refuse } from './operation.ts'
import { AGAIN, defineOperation, Order } from './operation-spec.ts'

/** Who is in a wait list: the operation of a thread that is blocked, or an asynchronous wait. */
export interface Waiter {
  readonly thread: Slot
  /** It has been taken out of its list by a notification. */
  wake(): void
}

export function waitList(op: Operation): Waiter[] {
  const lists = (op.target!.waitLists ??= new Map())
  const at = op.accesses.cell
  let list = lists.get(at)
  if (list === undefined) lists.set(at, (list = []))
  return list
}

/**
 * Whoever enters the critical section of a wait list comes after all who have left it (ECMA-262, EnterCriticalSection).
 */
export const WAIT_LIST = Order.acquire2 | Order.release2

/** First transition of `Atomics.wait`: compare and enqueue. It reads the bytes and writes the wait list. */
const waitSpec = defineOperation({
  name: 'Atomics.wait',
  enabled: null,
  synchronises: true,
  orders: Order.acquire | WAIT_LIST,
  accessesMemory: true,
  describe: (given, _given2, value, show) => (value === AGAIN ? `while ${show(given)}: waits` : show(value)),
  perform: (op) => {
    if (native.load(op.view as AtomicArray, op.index) !== op.operand) return 'not-equal'
    waitList(op).push(op)
    op.woken = false
    op.spec = wakeSpec
    op.accesses.access = Access.none
    return AGAIN
  },
  real: (op) => native.wait(op.view as AtomicArray, op.index, op.operand as number, op.operand2 as number),
})

/** Second transition: wake, once dequeued; a timed wait may also end undequeued, which is a yield. */
const wakeSpec = defineOperation({
  name: 'Atomics.wait wake',
  enabled: (op) => op.woken || op.operand2 !== Infinity,
  timed: {
    limit: (op) => op.operand2 as number,
    isDue: (op) => op.woken,
    hasTimedOut: (value) => value === 'timed-out',
  },
  synchronises: true,
  orders: WAIT_LIST,
  perform: (op) => {
    if (op.woken) return 'ok'
    const list = waitList(op)
    list.splice(list.indexOf(op), 1)
    return 'timed-out'
  },
  real: waitSpec.real,
})

/** Wakes in FIFO order, as ECMAScript prescribes. */
const notifySpec = defineOperation({
  name: 'Atomics.notify',
  enabled: null,
  synchronises: true,
  releases: true,
  orders: WAIT_LIST,
  describe: (_count, _given2, woken, show) => `woke ${show(woken)}`,
  perform: (op) => {
    const list = waitList(op)
    const count = Math.min(op.operand as number, list.length)
    for (const waiter of list.splice(0, count)) waiter.wake()
    return count
  },
  real: (op) => native.notify(op.view as AtomicArray, op.index, op.operand as number),
})

export function accessesWaitList(op: Operation): void {
  op.accesses.also(op.target!.waitListOf(op.accesses.cell), Access.write)
}

export const armWait: ArmAtomic = (view, index, value, timeout) => {
  const tag = accessTag(view)
  if (tag === undefined && !isOwnMemory(view)) return undefined
  const at = validAtomic('wait', view, index)
  const operand = asElement(view, isBigIntArray(view) ? value : +(value as number))
  const limit = timeout === undefined ? NaN : +(timeout as number)
  if (tag === undefined) return armSleep(view as AtomicArray, at, operand, limit)
  const op = armRange(armRunning(waitSpec), view, tag, at, tag.elementBytes, Access.read)
  op.operand = operand
  op.operand2 = Number.isNaN(limit) ? Infinity : Math.max(limit, 0)
  accessesWaitList(op)
  return op
}

/** Nobody else knows the memory, so that only time can end the wait. */
function armSleep(view: AtomicArray, at: number, operand: number | bigint, limit: number): Operation | undefined {
  if (native.load(view, at) !== operand) return undefined
  if (limit < Infinity) return armControl.yieldNow('timed-out')
  throw refuse(
    '`Atomics.wait` without a timeout on memory that a module has made: every real worker has a module and memory of its own, ' +
      'so that nothing can ever end this. Allocate the memory in `shared`',
  )
}

export const armNotify: ArmAtomic = (view, index, count) => {
  const tag = accessTag(view)
  if (tag === undefined) return undefined
  const at = validAtomic('notify', view, index)
  const limit = count === undefined ? Infinity : Math.max(Math.trunc(+(count as number)) || 0, 0)
  const op = armRange(armRunning(notifySpec), view, tag, at, tag.elementBytes, Access.none)
  op.operand = limit
  accessesWaitList(op)
  return op
}
