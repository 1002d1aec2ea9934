import type { Handle, Slot } from '../base/thread-numbers.ts'
import { programError } from '../base/errors.ts'
import type { Operation } from '../program/operations/operation.ts'
import type { ExecutionContext } from '../program/context/execution-context.ts'
import type { Program, ThreadEntry } from '../program/program.ts'
import { locationOf } from '../program/sites.ts'
import { childHandle } from '../program/threads/child-handle.ts'
import type { ThreadControl } from '../program/threads/thread-control.ts'
import { type ControlledThread, ThreadStatus } from './controlled-thread.ts'
import { handedOver, joined } from './thread-results.ts'
import { ThreadSlots } from './thread-slots.ts'

/** Where threads are spawned there is room for so many threads to begin with: sets of them are two words. */
const ROOM_FOR_SPAWNED = 64

/** The execution, as far as it makes and starts threads. */
export interface ThreadStarter {
  readonly context: ExecutionContext
  newThread(slot: Slot): ControlledThread
  start(slot: Slot, handle: Handle, entry: ThreadEntry, argument: { value: unknown } | null, parent: Slot): void
  /** There are more threads than there was room for. */
  outgrown(): void
}

/** The threads of an execution by slot and handle, and what `spawn` and `join` do with them. */
export class ThreadTable implements ThreadControl {
  readonly threads: ControlledThread[] = []
  /** How many threads there is room for: those that are declared or, where threads are spawned, as many as there were. */
  most: number
  private readonly slots = new ThreadSlots()
  private readonly program: Program
  private readonly starter: ThreadStarter

  constructor(program: Program, starter: ThreadStarter) {
    this.program = program
    this.starter = starter
    const declared = program.threads.length
    this.most = program.tasks.size > 0 ? Math.max(ROOM_FOR_SPAWNED, declared) : declared
  }

  /** Gives each of them a slot and a thread, which it keeps. */
  reserve(handles: readonly Handle[]): void {
    for (const handle of handles) this.threads[this.claim(handle)]!.handle = handle
  }

  private claim(handle: Handle): Slot {
    const slot = this.slots.claim(handle)
    if (slot >= this.most) {
      this.most *= 2
      this.starter.outgrown()
    }
    this.threads[slot] ??= this.starter.newThread(slot)
    return slot
  }

  spawn(parent: Operation, task: string, argument: unknown): number {
    const { program, starter, threads } = this
    const entry = program.tasks.get(task)
    if (entry === undefined) {
      const names = [...program.tasks.keys()]
      throw programError(
        `spawn: program '${program.name}' has no task '${task}'${names.length === 0 ? '; declare it in `tasks`' : `; there are ${names.join(', ')}`}`,
        locationOf(parent.site),
      )
    }
    const thread = threads[parent.thread]!
    const handle = childHandle(program.threads.length, thread.handle, thread.spawned++)
    starter.start(this.claim(handle), handle, entry, { value: argument }, parent.thread)
    starter.context.operation = parent
    return handle
  }

  join(caller: Operation, handle: Handle): unknown {
    return joined(this.resultOf(handle), caller.symbolic)
  }

  /** A copy of what the thread returned in the execution of now. */
  resultOf(handle: Handle): unknown {
    return handedOver(this.of(handle))
  }

  hasEnded(handle: Handle): boolean {
    return this.of(handle).status === ThreadStatus.ended
  }

  private of(handle: Handle): ControlledThread {
    return this.threads[this.slots.slotOf(handle)]!
  }

  slotOf(handle: Handle): Slot {
    const slot = this.slots.slotOf(handle)
    if (slot >= 0 && slot < this.program.threads.length) return slot // declared threads are there from the start
    return slot >= 0 && this.threads[slot] !== undefined && this.threads[slot]!.status !== ThreadStatus.absent
      ? slot
      : -1
  }
}
