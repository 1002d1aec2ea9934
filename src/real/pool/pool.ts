import { MAX_WORKERS, type Slot } from '../../base/thread-numbers.ts'
import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Program } from '../../program/program.ts'
import { advanceCommand, ControlBlock, Word } from '../protocol/control-block.ts'
import type { FromWorker, ToWorker, WorkerData } from '../protocol/messages.ts'
import type { Starting } from '../run/run-director.ts'
import type { SharedObject } from '../thread/shared-object.ts'
import type { DriverData } from '../thread/thread-driver.ts'
import type { StartedWorker, WorkerSource } from './worker-source.ts'

export interface PoolWorker {
  readonly index: number
  /** The slot of its declared thread; -1 for a spare one, which runs spawned threads. */
  readonly declared: number
  /** The slot of the thread that it runs or ran in this run; -1 for none. */
  slot: Slot
  readonly worker: StartedWorker
  readonly port: MessagePort
  /** Otherwise it waits for the common start. */
  readonly hasOwnCommand: boolean
}

/** A worker that is there no more, although nobody ended it: `process.exit`, or out of memory. */
export interface LostWorker {
  readonly worker: PoolWorker
  readonly how: string
}

/** Warm workers, with the program loaded and attached to the shared memory: one per declared thread, and spare ones. */
export class Pool implements Starting {
  readonly control = new ControlBlock()
  readonly workers: PoolWorker[] = []
  readonly spares: PoolWorker[] = []
  lost: LostWorker | null = null
  private seenPosts = 0
  private disposed = false
  private readonly newDriverData: () => DriverData
  private readonly source: WorkerSource

  private constructor(newDriverData: () => DriverData, source: WorkerSource) {
    this.newDriverData = newDriverData
    this.source = source
  }

  static async create(
    file: string,
    program: Program,
    shared: SharedObject,
    spares: number,
    newDriverData: () => DriverData,
    source: WorkerSource,
  ): Promise<Pool> {
    const pool = new Pool(newDriverData, source)
    const declared = program.threads.length
    const size = Math.min(declared + spares, MAX_WORKERS)
    const starting = Array.from({ length: size }, (_, i) => pool.start(i, i < declared ? i : -1, file, program, shared))
    try {
      await Promise.all(starting)
    } catch (error) {
      await pool.dispose()
      throw error
    }
    return pool
  }

  private start(index: number, declared: number, file: string, program: Program, shared: SharedObject): Promise<void> {
    const threads = program.threads.length
    const { port1, port2 } = new MessageChannel()
    const driver = this.newDriverData()
    const workerData: WorkerData = {
      file,
      control: this.control.buffer,
      memory: shared.layout.forOthers,
      input: program.input ?? {},
      worker: index,
      declared,
      spin: driver.startsTogether && threads <= availableParallelism(),
      port: port2,
      driver,
    }
    const worker = this.source.start(workerData, [port2, ...driver.ports], (how) => this.lose(index, how))
    port1.unref()
    const hasOwnCommand = declared < 0 || !driver.startsTogether
    const one: PoolWorker = { index, declared, slot: declared, worker, port: port1, hasOwnCommand }
    this.workers.push(one)
    if (declared < 0) this.spares.push(one)
    return worker.loaded
  }

  private lose(index: number, how: string): void {
    const worker = this.workers.find((one) => one.index === index)
    if (!this.disposed && worker !== undefined) this.lost ??= { worker, how }
    this.control.callAttention()
  }

  /** All messages that have arrived and were not yet read. */
  *messages(): Generator<FromWorker> {
    const posts = Atomics.load(this.control.words, Word.posted)
    if (posts === this.seenPosts) return
    this.seenPosts = posts
    for (const { port } of this.workers) {
      for (let one; (one = receiveMessageOnPort(port)) !== undefined; ) yield one.message as FromWorker
    }
  }

  send(worker: PoolWorker, message: ToWorker): void {
    worker.port.postMessage(message)
  }

  /** All workers call `shared` again. */
  prepare(): void {
    const { words } = this.control
    for (const { index, hasOwnCommand } of this.workers)
      if (hasOwnCommand) advanceCommand(words, this.control.command(index), true)
    advanceCommand(words, Word.start, true)
  }

  /** Releases all declared threads at once. */
  all(): void {
    advanceCommand(this.control.words, Word.start, false)
  }

  /** Lets one worker run its thread. */
  one(index: number): void {
    advanceCommand(this.control.words, this.control.command(index), false)
  }

  leaveFrom(slot: Slot): void {
    Atomics.store(this.control.words, Word.next, slot)
  }

  /** Workers that are not ours return to what they did before, as soon as they look at their commands. */
  private dismiss(): void {
    const { words } = this.control
    Atomics.store(words, Word.dismissed, 1)
    for (const { index } of this.workers) this.one(index)
    this.all()
  }

  async dispose(): Promise<void> {
    this.disposed = true
    if (this.source.lends) this.dismiss()
    await Promise.all(this.workers.map(({ worker }) => worker.end()))
    for (const { port } of this.workers) port.close()
  }
}
