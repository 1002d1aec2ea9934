/** Callbacks for later: inside a thread nothing would ever run them, and outside they would disturb the search. */
import timers from 'node:timers'
import { refuse } from '../../../program/operation.ts'
import { setArmed } from './twins.ts'

/** Only as calls of the program: Node's own code (console.log, streams) schedules callbacks as well, and may. */
function refuseCalls(callee: object, title: string): void {
  setArmed(callee, () => {
    throw refuse(
      `\`${title}\` inside a thread: threads run to their end without returning to an event loop, so its callback never runs; ` +
      'use the primitives of mem, spawn or yieldNow')
  })
}

export function installScheduling(): void {
  for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
    refuseCalls(globalThis[name], name)
    if (timers[name] !== globalThis[name]) refuseCalls(timers[name], name)
  }
  refuseCalls(queueMicrotask, 'queueMicrotask')
  refuseCalls(process.nextTick, 'process.nextTick')
  refuseCalls(Promise.prototype.then, 'then')
  refuseCalls(Promise.prototype.catch, 'catch')
  refuseCalls(Promise.prototype.finally, 'finally')
}
