/**
 * Code that is trusted as atomic [Coons, dissertation, 9.4]: exploration does not preempt it, though blocking still
 * switches.
 */
import { refuseUntransformed, TWIN } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'
import type { ThreadGenerator } from '../program.ts'

type Body<R> = (() => R) & { [TWIN]?: () => ThreadGenerator }

/** Runs `body` and returns its result. In explored threads no other thread runs in between, unless `body` blocks. */
export function sealed<R>(body: () => R): R {
  if (running.pass === null) refuseUntransformed('sealed')
  return body()
}

Object.defineProperty(sealed, TWIN, { value: sealedTwin })

function* sealedTwin(body: Body<unknown>): ThreadGenerator {
  const op = running.operation!
  op.enterSeal()
  try {
    const twin = body[TWIN]
    return twin === undefined ? body() : yield twin.call(undefined) as never
  } finally {
    op.leaveSeal()
  }
}

/** The same for generator threads: `yield* ops.sealed(function* () { … })`. */
export function* sealedOps<R>(body: () => Generator<unknown, R, unknown>): Generator<never, R, unknown> {
  const op = running.operation
  op?.enterSeal()
  try {
    return yield* body() as Generator<never, R, unknown>
  } finally {
    op?.leaveSeal()
  }
}
