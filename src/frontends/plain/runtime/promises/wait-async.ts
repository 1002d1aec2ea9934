/** `Atomics.waitAsync` inside explored threads. */
import { tagOf, type SharedView, isOwnMemory, type TypedArray } from '../../../../program/memory/shared-tag.ts'
import { armWaitAsync } from '../../../../program/operations/wait-async.ts'
import { refuse, refuseUntransformed, setOriginal } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import type { Callable } from '../calls/calls.ts'
import { isOwned, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'
import type { Operation } from '../../../../program/operations/operation.ts'
import { agentOf } from './agent.ts'
import { newPromise } from './promise-records.ts'

type WaitAsync = (view: unknown, ...rest: unknown[]) => unknown

/** Not all engines have it. */
export function installWaitAsync(): void {
  const { waitAsync: original } = Atomics as unknown as { waitAsync?: WaitAsync }
  if (original === undefined) return
  const guarded = (view: unknown, ...rest: unknown[]): unknown => {
    if (running.explored && isShared(view)) refuseUntransformed('`Atomics.waitAsync` on shared memory')
    return Reflect.apply(original, Atomics, [view, ...rest])
  }
  Object.defineProperties(guarded, {
    name: { value: 'waitAsync', configurable: true },
    length: { value: original.length, configurable: true },
  })
  setOriginal(guarded, original)
  setArmed(guarded, (view, index, value, timeout) => {
    if (!running.explored || !isShared(view)) return undefined
    if (!isOwned()) throw refuse('`Atomics.waitAsync` in a thread that passes gates: use `Atomics.wait`')
    const { callSite } = running
    const op = armWaitAsync(view as TypedArray, index, value, timeout)
    if (op === null) return undefined
    op.site = callSite
    return suspendOn(waiting(op, op.operand2 as number, op.accesses.cell2))
  })
  Object.defineProperty(Atomics, 'waitAsync', {
    value: guarded as unknown as Callable,
    writable: true,
    configurable: true,
  })
}

const isShared = (view: unknown): boolean =>
  ArrayBuffer.isView(view) &&
  !(view instanceof DataView) &&
  (tagOf(view as SharedView) !== undefined || isOwnMemory(view as SharedView))

function* waiting(op: Operation, limit: number, cell: number): Twin {
  const came = yield op
  if (typeof came !== 'number') return { async: false, value: came }
  const { promise, record } = newPromise()
  agentOf().waits.add({ number: came, record, limit, cell })
  return { async: true, value: promise }
}
