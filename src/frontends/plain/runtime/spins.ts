import { running } from '../../../program/operation.ts'
import { SpinWatch } from '../../../program/spin.ts'

const watches = new WeakMap<object, SpinWatch>()

/** A loop that only looks at shared memory begins. */
export function spinBegin(): void {
  const op = running.operation
  if (op === null || !running.explored || running.free) return
  let watch = watches.get(op)
  if (watch === undefined) watches.set(op, (watch = new SpinWatch()))
  watch.begin()
  op.spin = watch
  // Rounds that only look are to give way to others, which the gate sees to.
  running.open = false
}

/** A round begins; the first one, or one after a round that did not end the loop. */
export function spinRound(): void {
  running.operation?.spin?.nextRound()
}

export function spinEnd(): void {
  if (running.operation !== null) running.operation.spin = null
}
