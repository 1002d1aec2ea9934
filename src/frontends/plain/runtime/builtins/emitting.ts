/** `emitter.emit(…)`: listeners are called one after the other, as Node does it. */
import { EventEmitter } from 'node:events'
import { type Callable, callWith, isSuspendable } from '../calls/calls.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { armBuiltin } from './callbacks.ts'

/** As they are before anything is patched. */
const { emit, rawListeners, removeListener } = EventEmitter.prototype
const { apply } = Reflect

type Listener = Callable & { readonly listener?: Callable }

export function installEmitting(): void {
  armBuiltin(emit, emitting as never, (emitter, [type]) => type !== 'error' && hasCode(emitter, type))
}

/** Whether one of the listeners may have to be suspended. */
function hasCode(emitter: unknown, type: unknown): emitter is EventEmitter {
  return (
    emitter instanceof EventEmitter && listenersOf(emitter, type).some((raw) => [raw, raw.listener].some(isSuspendable))
  )
}

const listenersOf = (emitter: EventEmitter, type: unknown): Listener[] =>
  apply(rawListeners, emitter, [type]) as Listener[]

function* emitting(this: EventEmitter, site: number, type: unknown, ...args: unknown[]): Twin {
  // Those that are added or removed meanwhile count the next time.
  const listeners = listenersOf(this, type)
  for (const raw of listeners) {
    const once = raw.listener
    if (once !== undefined) apply(removeListener, this, [type, raw])
    if (callWith(this, once ?? raw, site, args) === SUSPEND) yield pending.value
  }
  return listeners.length > 0
}
