import type { Layout } from '../../program/memory/layout.ts'
import type { Operation } from '../../program/operations/operation.ts'
import type { SavedShadows, Shadows } from '../../program/memory/shadows.ts'
import { isJoin, isSpawn } from '../../program/operations/controls.ts'
import { doubled } from '../../base/columns.ts'
import type { LocalState } from './local-state.ts'

/** No element is wider. */
const MOST_BYTES = 8

const Effect = { none: 0, memory: 1, primitive: 2, spawn: 3 } as const

/**
 * What the steps of the current execution have changed, so that the search can go back to a state without replaying all
 * that leads there. Covers what most steps are: accesses to memory, operations of one transition on a primitive that can
 * be undone, choices, spawns and joins, by threads whose local states are remembered.
 */
export class UndoLog {
  /** How many steps there are. */
  length = 0
  /** Steps before this one cannot be undone. */
  floor = 0
  private readonly layout: Layout
  private capacity = 1
  private slots = new Int32Array(1)
  private effects = new Uint8Array(1)
  /** Of memory, the first byte in its allocation and how many. */
  private offsets = new Int32Array(1)
  private sizes = new Uint8Array(1)
  private bytes = new Uint8Array(MOST_BYTES)
  /** The allocations, by number, and what primitives have saved. */
  private targets = new Int32Array(1)
  private saved = new Int32Array(1)
  private readonly states: LocalState[] = []
  private readonly shadows: Shadows | null
  private readonly savedShadows: SavedShadows[] = []

  /** With room for so many steps, to begin with. */
  constructor(layout: Layout, room: number, shadows: Shadows | null = null) {
    this.layout = layout
    this.shadows = shadows
    while (this.capacity < room) this.grow()
  }

  clear(): void {
    this.length = this.floor = 0
  }

  /** The operation is about to be performed by a thread in this local state, or in one that is not remembered. */
  note(op: Operation, state: LocalState | null): void {
    const step = this.length++
    if (step === this.capacity) this.grow()
    const effect = state === null ? -1 : this.save(op, step)
    if (effect < 0) {
      this.floor = this.length
      return
    }
    this.slots[step] = op.thread
    this.states[step] = state!
    this.effects[step] = effect
  }

  /** Notes what the operation may change; -1 when it cannot be undone. */
  private save(op: Operation, step: number): number {
    const { target } = op
    // To look at a result that is symbolic may be to pin it, and so to narrow the inputs of this execution.
    if (isJoin(op)) return this.shadows === null ? Effect.none : -1
    if (op.accesses.cell2 !== -1) return -1
    if (target === null) return op.spec.enabled !== null ? -1 : isSpawn(op) ? Effect.spawn : Effect.none
    this.targets[step] = target.id
    if (target.model === null) return this.saveMemory(op, step)
    if (!target.model.isUndoable) return -1
    this.saved[step] = target.model.save(op.thread)
    return Effect.primitive
  }

  private saveMemory(op: Operation, step: number): number {
    if (op.spec.enabled !== null || op.accesses.bytes > MOST_BYTES) return -1
    const offset = op.accesses.cell - op.target!.base
    const memory = this.layout.bytesOf(op.target!)
    this.offsets[step] = offset
    this.sizes[step] = op.accesses.bytes
    for (let i = 0; i < op.accesses.bytes; i++) this.bytes[step * MOST_BYTES + i] = memory[offset + i]!
    if (this.shadows !== null) this.savedShadows[step] = this.shadows.save(op.accesses.cell, op.accesses.bytes)
    return Effect.memory
  }

  /**
   * Undoes the last step, and returns its thread's slot; `state` is where the thread was. A thread that the step has
   * spawned is left to the execution, which knows threads.
   */
  undo(): number {
    const step = --this.length
    this.state = this.states[step]!
    this.hasSpawned = this.effects[step] === Effect.spawn
    switch (this.effects[step]) {
      case Effect.memory: {
        const target = this.layout.allocations[this.targets[step]!]!
        const memory = this.layout.bytesOf(target)
        const [offset, size] = [this.offsets[step]!, this.sizes[step]!]
        for (let i = 0; i < size; i++) memory[offset + i] = this.bytes[step * MOST_BYTES + i]!
        this.shadows?.restore(target.base + offset, size, this.savedShadows[step]!)
        break
      }
      case Effect.primitive:
        this.layout.allocations[this.targets[step]!]!.model!.restore(this.slots[step]!, this.saved[step]!)
    }
    return this.slots[step]!
  }
  state!: LocalState
  /** Whether the step that was undone last had spawned a thread. */
  hasSpawned = false

  private grow(): void {
    this.capacity *= 2
    this.slots = doubled(this.slots)
    this.effects = doubled(this.effects)
    this.offsets = doubled(this.offsets)
    this.sizes = doubled(this.sizes)
    this.bytes = doubled(this.bytes)
    this.targets = doubled(this.targets)
    this.saved = doubled(this.saved)
  }
}
