/** `spawn`, `join`, `yieldNow` and `choose`: operations without shared memory of the program's own. */
import type { Handle } from '../../base/thread-numbers.ts'
import { NOWHERE, threadEnd } from '../../dependence/cells.ts'
import { Access } from '../../dependence/accesses.ts'
import { programError } from '../../base/errors.ts'
import { armRunning, type Operation, refuse, refuseUntransformed, runningOperation, setArm } from './operation.ts'
import { running } from '../context/execution-context.ts'
import { defineOperation, type OperationSpec } from './operation-spec.ts'
import type { ThreadControl } from '../threads/thread-control.ts'
import { copyFor } from '../threads/passing.ts'

function controlOf({ control }: Operation): ThreadControl {
  if (control === null) throw programError('threads can be spawned only inside a thread of a program')
  return control
}

const spawnSpec = defineOperation({
  name: 'spawn',
  describe: (_task, _argument, handle, show) => `handle ${show(handle)}`,
  synchronises: true,
  releases: true,
  enabled: null,
  perform: (op) => controlOf(op).spawn(op, op.operand as string, op.operand2),
  real: (op) => controlOf(op).spawn(op, op.operand as string, op.operand2),
})

const joinSpec = defineOperation({
  name: 'join',
  synchronises: true,
  enabled: (op) => controlOf(op).hasEnded(op.operand as number),
  enabledAfter: () => false, // the end of a thread is what a join waits for
  perform: (op) => controlOf(op).join(op, op.operand as number),
  real: (op) => controlOf(op).join(op, op.operand as number),
})

const yieldSpec = defineOperation({
  name: 'yieldNow',
  synchronises: true,
  enabled: null,
  perform: (op) => op.operand2,
  real: (op) => op.operand2,
})

/** The value is chosen by the search and put into `operand2` before the operation is performed. */
const chooseSpec = defineOperation({
  name: 'choose',
  synchronises: true,
  enabled: null,
  perform: (op) => op.operand2,
  real: (op) => Math.floor(Math.random() * (op.operand as number)),
})

type OfKind = Pick<Operation, 'spec'>
export const isYield = (op: OfKind): boolean => op.spec === yieldSpec
export const isChoose = (op: OfKind): boolean => op.spec === chooseSpec
export const isJoin = (op: OfKind): boolean => op.spec === joinSpec
export const isSpawn = (op: OfKind): boolean => op.spec === spawnSpec

function withoutLocation(spec: OperationSpec, operand?: unknown, operand2?: unknown): Operation {
  const op = armRunning(spec)
  op.target = null
  op.view = null
  op.accesses.range(NOWHERE, 0, 1, Access.none)
  op.operand = operand
  op.operand2 = operand2
  return op
}

export const armControl = {
  spawn: (task: string, argument?: unknown): Operation => {
    if (typeof task !== 'string') throw refuse(`spawn expects the name of an entry of \`tasks\`, got ${String(task)}`)
    return withoutLocation(spawnSpec, task, copyFor(argument, `the argument of task '${task}'`))
  },
  join: (handle: Handle): Operation => {
    if (!Number.isInteger(handle)) throw refuse(`join expects a handle that spawn returned, got ${String(handle)}`)
    const slot = controlOf(runningOperation('join')).slotOf(handle)
    if (slot < 0) throw refuse(`join: there is no thread with the handle ${handle}`)
    const op = withoutLocation(joinSpec, handle)
    op.accesses.also(threadEnd(slot), Access.read)
    return op
  },
  /** `result`: of what lets others go on meanwhile. */
  yieldNow: (result?: 'timed-out'): Operation => withoutLocation(yieldSpec, undefined, result),
  choose: (n: number): Operation => {
    if (!Number.isInteger(n) || n < 1) throw refuse(`choose expects an integer from 1 and up, got ${String(n)}`)
    return withoutLocation(chooseSpec, n)
  },
}

function plainly(op: Operation): unknown {
  op.received()
  return op.spec.real(op)
}

function plain<A extends unknown[], R>(name: string, arm: (...args: A) => Operation): (...args: A) => R {
  const fn = (...args: A): R => {
    if (running.pass !== null) return running.pass(arm(...args)) as R
    refuseUntransformed(name)
    if (running.operation === null) throw programError(`${name} works only inside a thread of a program`)
    return plainly(arm(...args)) as R
  }
  Object.defineProperty(fn, 'name', { value: name })
  setArm(fn as never, arm as never)
  return fn
}

/** Starts the entry `task` of `program({ tasks })` in a new thread and returns its handle. */
export const spawn = plain<[task: string, argument?: unknown], number>('spawn', armControl.spawn)
/** Waits until the thread has ended, and returns its result. */
export const join = plain<[handle: Handle], any>('join', armControl.join)
/** Says that this thread cannot go on usefully before others have: the hint that fair bounds need in spin loops. */
export const yieldNow = plain<[], void>('yieldNow', () => armControl.yieldNow())
/** One of 0 … n-1. Exploration tries all of them. */
export const choose = plain<[n: number], number>('choose', armControl.choose)
