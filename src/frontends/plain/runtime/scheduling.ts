/** Callbacks for later: inside a thread nothing would ever run them, and outside they would disturb the search. */
import timers from 'node:timers'
import { syncBuiltinESMExports } from 'node:module'
import { refuse, running } from '../../../program/operation.ts'
import { replaceMethod } from './callbacks.ts'
import type { Callable } from './calls.ts'

function refuseInThreads(owner: object, name: string, title: string): void {
  replaceMethod(owner, name, (original) => Object.defineProperties(function (this: unknown, ...args: unknown[]): unknown {
    if (running.explored) {
      throw refuse(`\`${title}\` inside a thread: threads run to their end without returning to an event loop, so its callback never runs; use the primitives of mem, spawn or yieldNow`)
    }
    return Reflect.apply(original, this, args)
  }, withoutNames(original)) as Callable)
}

function withoutNames(original: object): PropertyDescriptorMap {
  const descriptors = Object.getOwnPropertyDescriptors(original) as PropertyDescriptorMap
  for (const name of ['name', 'length', 'prototype']) delete descriptors[name]
  return descriptors
}

export function installScheduling(): void {
  for (const name of ['setTimeout', 'setInterval', 'setImmediate']) {
    refuseInThreads(globalThis, name, name)
    refuseInThreads(timers, name, name)
  }
  refuseInThreads(globalThis, 'queueMicrotask', 'queueMicrotask')
  refuseInThreads(process, 'nextTick', 'process.nextTick')
  refuseInThreads(Promise.prototype, 'then', 'then')
  syncBuiltinESMExports()
}
