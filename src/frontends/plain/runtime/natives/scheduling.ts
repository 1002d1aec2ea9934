/** Callbacks for later: inside a thread nothing would ever run them, and outside they would disturb the search. */
import timers from 'node:timers'
import type { HeddleError } from '../../../../base/errors.ts'
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { setArmed } from '../calls/twins.ts'

/** Only as calls of the program: Node's own code (console.log, streams) schedules callbacks as well, and may. */
function refuseCalls(callee: object, title: string): void {
  setArmed(callee, () => {
    throw refused(title)
  })
}

const refused = (title: string): HeddleError =>
  refuse(
    `\`${title}\` inside a thread: threads have promises and microtasks, but no event loop that would call back later; ` +
      'use promises, Atomics.waitAsync with a timeout, the primitives of mem, spawn or yieldNow',
  )

const timerNames = ['setTimeout', 'setInterval', 'setImmediate'] as const

export function installScheduling(): void {
  for (const name of timerNames) {
    refuseCalls(globalThis[name], name)
    if (timers[name] !== globalThis[name]) refuseCalls(timers[name], name)
  }
  refuseCalls(process.nextTick, 'process.nextTick')
  refuseCalls(AbortSignal.timeout, 'AbortSignal.timeout')
}

/**
 * The same where calls are left as they are written: the functions look for themselves who calls. `lent`: promises of
 * other code are to stay fast.
 */
export function gateScheduling(lent: boolean): void {
  for (const name of timerNames) for (const owner of [globalThis, timers]) gateCalls(owner, name, name)
  gateCalls(globalThis, 'queueMicrotask', 'queueMicrotask')
  gateCalls(process, 'nextTick', 'process.nextTick')
  gateCalls(AbortSignal, 'timeout', 'AbortSignal.timeout')
  if (!lent) for (const name of ['then', 'catch', 'finally']) gateCalls(Promise.prototype, name, name)
}

function gateCalls(owner: object, name: string, title: string): void {
  const native = (owner as Record<string, Function>)[name]!
  const gated = function (this: unknown, ...args: unknown[]): unknown {
    if (running.explored && !isCalledByNode(new Error().stack!)) throw refused(title)
    return Reflect.apply(native, this, args)
  }
  for (const key of Reflect.ownKeys(native))
    Object.defineProperty(gated, key, Object.getOwnPropertyDescriptor(native, key)!)
  Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name)!, value: gated })
}

/** The third line is about who called the function that made the stack. */
const isCalledByNode = (stack: string): boolean => /^\s*at (?:.*\()?node:/.test(stack.split('\n')[2] ?? '')
