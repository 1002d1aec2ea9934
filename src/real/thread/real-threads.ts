import { MAX_WORKERS, type Handle, type Slot } from '../../base/thread-numbers.ts'
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads'
import { internalError, programError } from '../../base/errors.ts'
import * as atomics from '../../base/atomics.ts'
import { blocking } from '../../base/blocking.ts'
import { Abandoned } from './thread-driver.ts'
import { childHandle } from '../../program/threads/child-handle.ts'
import type { ThreadControl } from '../../program/threads/thread-control.ts'
import type { Program } from '../../program/program.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { type ControlBlock, ResultKind, SlotState, Word } from '../protocol/control-block.ts'
import type { FromWorker, ToWorker } from '../protocol/messages.ts'

/** `spawn` and `join` between real workers. */
export class RealThreads implements ThreadControl {
  private readonly program: Program
  private readonly control: ControlBlock
  private readonly port: MessagePort
  private readonly worker: number
  private handle = 0
  private spawned = 0

  constructor(program: Program, control: ControlBlock, port: MessagePort, worker: number) {
    this.program = program
    this.control = control
    this.port = port
    this.worker = worker
  }

  /** The worker starts running the thread with this handle. */
  enter(handle: Handle): void {
    this.handle = handle
    this.spawned = 0
  }

  post(message: FromWorker): void {
    this.port.postMessage(message)
    atomics.add(this.control.words, Word.posted, 1)
  }

  spawn(_parent: Operation, task: string, argument: unknown): number {
    this.checkTask(task)
    const handle = childHandle(this.program.threads.length, this.handle, this.spawned)
    const slot = atomics.add(this.control.words, Word.slots, 1)
    if (slot >= MAX_WORKERS)
      throw programError(`the program has more than ${MAX_WORKERS} threads, which is as many as run on real workers`)
    this.spawned++
    atomics.add(this.control.words, Word.pending, 1)
    this.control.begin(slot, handle)
    this.post({ type: 'spawn', job: { slot, handle, task, argument } })
    this.control.callAttention()
    return handle
  }

  private checkTask(task: string): void {
    const { name, tasks } = this.program
    if (tasks.has(task)) return
    const names = [...tasks.keys()]
    throw programError(
      `spawn: program '${name}' has no task '${task}'${names.length === 0 ? '; declare it in `tasks`' : `; there are ${names.join(', ')}`}`,
    )
  }

  join(_caller: Operation, handle: Handle): unknown {
    const { control } = this
    const slot = control.slotOf(handle)
    const state = control.state(slot)
    while (atomics.load(control.words, state) === SlotState.live) blocking.wait(control.words, state, SlotState.live)
    if (atomics.load(control.words, state) !== SlotState.ended)
      throw new Abandoned(`the joined thread ${handle} failed`)
    switch (atomics.load(control.words, control.resultKind(slot))) {
      case ResultKind.undefined:
        return undefined
      case ResultKind.int32:
        return atomics.load(control.words, control.result(slot))
      default:
        return this.fetchResult(slot)
    }
  }

  /** The coordinator has it, and clones it for everyone who asks. */
  private fetchResult(slot: Slot): unknown {
    const { words } = this.control
    const reply = this.control.reply(this.worker)
    const before = atomics.load(words, reply)
    this.post({ type: 'join', worker: this.worker, slot })
    this.control.callAttention()
    while (atomics.load(words, reply) === before) blocking.wait(words, reply, before)
    const message = receiveMessageOnPort(this.port)?.message as ToWorker | undefined
    if (message?.type !== 'joined') throw internalError('a joining thread was woken without the result')
    return message.value
  }

  hasEnded(handle: Handle): boolean {
    return atomics.load(this.control.words, this.control.state(this.control.slotOf(handle))) === SlotState.ended
  }

  slotOf(handle: Handle): Slot {
    return this.control.slotOf(handle)
  }
}
