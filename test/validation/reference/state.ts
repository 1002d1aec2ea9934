import { NEXT_THREAD, threadText } from '../likeness.ts'
import { outcomeOf } from '../../../src/checking/outcome-of.ts'
import { ThreadStatus } from '../../../src/execution/controlled-thread.ts'
import { operationText } from '../../../src/execution/description/describe.ts'
import { endingOf } from '../../../src/execution/ending.ts'
import type { Execution } from '../../../src/execution/execution.ts'
import { outcomeKey } from '../../../src/results/outcome-key.ts'
import { Operation } from '../../../src/program/operations/operation.ts'
import { AsyncWaiter } from '../../../src/program/operations/wait-async.ts'
import type { Waiter } from '../../../src/program/operations/wait-and-notify.ts'
import { running } from '../../../src/program/context/execution-context.ts'

/** Element by element: where code is explored, iterators of shared memory are not to be used. */
function bytesOf(buffer: SharedArrayBuffer): number[] {
  const bytes = new Uint8Array(buffer)
  return Array.from({ length: bytes.length }, (_, i) => bytes[i]!)
}

/**
 * Everything that a program could notice of a state: memory, primitives, what each thread is about to do and may do,
 * results.
 */
export function stateText(execution: Execution): string {
  const memory = execution.layout.allocations.map((allocation) =>
    allocation.model === null
      ? [bytesOf(allocation.buffer), waitLists(allocation.waitLists)]
      : plain(allocation.model, execution),
  )
  const threads = execution.threads
    .filter(({ status }) => status !== ThreadStatus.absent)
    .map((thread) => [
      thread.handle,
      thread.status,
      thread.result,
      execution.isEnabled(thread.slot),
      thread.status === ThreadStatus.pending ? pending(thread.operation) : null,
      thread.operation.asyncWaiting?.notified ?? null,
    ])
    .sort(([a], [b]) => (a as number) - (b as number))
  return text([memory, threads, failureText(execution)])

  function waitLists(lists: ReadonlyMap<number, Waiter[]> | null): unknown {
    return [...(lists ?? [])]
      .filter(([, list]) => list.length > 0)
      .sort(([a], [b]) => a - b)
      .map(([at, list]) => [
        at,
        list.map((one) => [handleOf(execution, one), one instanceof AsyncWaiter ? one.number : null]),
      ])
  }
}

/** JSON that tells apart what JSON does not. */
function text(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' || part === undefined || (typeof part === 'number' && !Number.isFinite(part))
      ? `$${String(part)}`
      : part,
  )
}

/** How many of the operands mean something: fields that an operation does not use hold leftovers of earlier ones. */
const operands: readonly (readonly [RegExp, number])[] = [
  [/^(Atomics\.(compareExchange|wait)|set(Int|Uint)|Atomics\.wait wake)/, 2],
  [/^(write|Atomics\.(store|add|exchange|notify)|release|countDown|choose|join|spawn)/, 1],
]

function pending(op: Operation): unknown {
  const used = operands.find(([names]) => names.test(op.spec.name))?.[1] ?? 0
  const values = [op.operand, op.operand2].slice(0, used)
  return [
    op.spec.name,
    op.accesses.cell,
    op.accesses.bytes,
    op.accesses.access,
    op.accesses.cell2,
    op.accesses.cell2 === -1 ? 0 : op.accesses.access2,
    ...values,
    op.spec.enabled === null ? false : op.woken,
  ]
}

const handleOf = (execution: Execution, op: Pick<Operation, 'thread'>): number => execution.threads[op.thread]!.handle

/** A primitive's state, with threads named by their handles. */
function plain(model: object, execution: Execution): unknown {
  return Object.entries(model).map(([name, value]) => [
    name,
    name === 'owner' || name === 'writer' ? owner(value as number) : convert(value),
  ])

  function owner(slot: number): number {
    return slot < 0 ? -1 : execution.threads[slot]!.handle
  }
  function convert(value: unknown): unknown {
    if (value instanceof Operation) return handleOf(execution, value)
    if (value instanceof Set) return [...value].map(convert).sort()
    if (ArrayBuffer.isView(value))
      return [...(value as Uint32Array)]
        .map((count, slot) => [execution.threads[slot]?.handle ?? -1, count])
        .filter(([, count]) => count !== 0)
        .sort()
    return Array.isArray(value) ? value.map(convert) : value
  }
}

export function failureText(execution: Execution): string | null {
  const { failure } = execution
  return failure === null ? null : `${threadText(execution.threads[failure.thread]!)}: ${String(failure.error)}`
}

/**
 * What users see of the end of an execution: its outcome, who waits at what in a deadlock, in which thread it failed.
 */
export interface EndResult {
  readonly outcome: string
  readonly waiting: string | null
  readonly failing: string | null
}

export function endResult(execution: Execution): EndResult | null {
  if (execution.failure === null && execution.anyEnabled) return null
  const { explored } = running
  running.explored = false // what comes now is no access of a thread
  try {
    const ending = endingOf(execution)
    const waiting = execution.threads
      .filter(({ status }) => status === ThreadStatus.pending)
      .map(({ name, operation }) => `${name}: ${operationText(operation)}`)
    return {
      outcome: outcomeKey(outcomeOf(execution, ending)),
      waiting: ending.kind === 'deadlock' ? waiting.sort().join('; ') : null,
      failing:
        ending.kind === 'failed' && ending.where === 'thread' ? execution.threads[ending.failure.thread]!.name : null,
    }
  } finally {
    running.explored = explored
  }
}

/** What an execution came to, by value. Null while threads can go on. */
export function outcomeText(execution: Execution): string | null {
  const failure = failureText(execution)
  if (failure !== null) return `exception in ${failure}`
  if (execution.anyEnabled) return null
  const memory = execution.layout.allocations.filter(({ model }) => model === null).map(({ buffer }) => bytesOf(buffer))
  const threads = execution.threads
    .filter(({ status }) => status !== ThreadStatus.absent)
    .sort((a, b) => a.handle - b.handle)
  const results = threads.map(
    (thread) => `${threadText(thread)}=${text(thread.status === ThreadStatus.pending ? 'blocked' : thread.result)}`,
  )
  return [`${execution.isDeadlocked ? 'deadlock' : 'end'} ${text(memory)}`, ...results].join(NEXT_THREAD)
}
