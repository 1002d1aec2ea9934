/** Every builtin that may be handed shared memory, in each form, at each place, among all kinds of others. */
import { test } from 'node:test'
import { builtins } from '../enumerate.ts'
import { manyShapes } from '../shapes.ts'
import { isKnown, Trial } from '../trial.ts'

process.on('warning', () => undefined)
process.on('unhandledRejection', () => undefined)

/** What they return says when it was made. */
const scheduling =
  /^(setImmediate|setTimeout|setInterval|queueMicrotask|process\.nextTick|node:timers|AbortSignal\.timeout$)/

const known = builtins().filter((builtin) => isKnown(builtin) && !scheduling.test(builtin.path))

for (const way of ['called', 'plainly', 'constructed'] as const) {
  test(`what is known does to memory no more than is seen, ${way}`, (t) => {
    const trial = new Trial()
    for (const builtin of known) for (const shape of manyShapes(builtin)) trial.attempt(builtin, way, shape)
    trial.end(t, known.length)
  })
}
