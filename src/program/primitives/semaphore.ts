import type { Allocation } from '../memory/allocation.ts'
import type { Operation } from '../operations/operation.ts'
import { defineOperation, type EventSequence, Misuse, Order } from '../operations/operation-spec.ts'
import {
  armPrimitive,
  checkCount,
  definePrimitive,
  MAX_COUNT,
  Primitive,
  realPrimitive,
  refusePlain,
} from './primitive.ts'
import { PrimitiveModel } from './primitive-model.ts'
import { Deadline, describeTimed, timeLimit, validTimeout } from './time-limit.ts'

export class Semaphore extends Primitive {
  acquire(): void {
    refusePlain('semaphore.acquire')
    this.take(Infinity)
  }

  /** Waits for so many milliseconds, if any are given. */
  tryAcquire(timeout = 0): boolean {
    refusePlain('semaphore.tryAcquire')
    return this.take(validTimeout('semaphore.tryAcquire', timeout))
  }

  private take(limit: number): boolean {
    let deadline: Deadline | null = null
    for (;;) {
      const count = Atomics.load(this.words, 0)
      if (count === 0) {
        if (limit === 0 || !(deadline ??= new Deadline(limit)).sleep(this.words, 0, 0)) return false
      } else if (Atomics.compareExchange(this.words, 0, count, count - 1) === count) return true
    }
  }

  release(count = 1): void {
    refusePlain('semaphore.release')
    validCount(count)
    for (;;) {
      const before = Atomics.load(this.words, 0)
      if (Atomics.compareExchange(this.words, 0, before, released(this.name, before, count)) === before) break
    }
    Atomics.notify(this.words, 0, count)
  }
}

/** The real count is a 32-bit word, and the model must not allow more. */
function released(name: string, before: number, count: number): number {
  if (before + count > MAX_COUNT) throw new Misuse(`semaphore ${name}: released beyond ${MAX_COUNT}`)
  return before + count
}

function validCount(count: number): number {
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`semaphore.release expects an integer from 1 and up, got ${count}`)
  return count
}

export class SemaphoreModel extends PrimitiveModel {
  count: number
  readonly initial: number
  constructor(initial: number) {
    super()
    this.initial = initial
    this.count = initial
  }
  override reset(): void {
    this.count = this.initial
  }
  override describe(): string {
    return `${this.count} free`
  }

  override get isUndoable(): boolean {
    return true
  }
  override save(): number {
    return this.count
  }
  override restore(_thread: number, saved: number): void {
    this.count = saved
  }

  override get words(): number {
    return 1
  }
  override load(words: Int32Array): void {
    this.count = words[0]!
  }
  override store(words: Int32Array): void {
    words[0] = this.count
  }
}

const model = (op: Operation): SemaphoreModel => op.target!.model as SemaphoreModel
const real = (op: Operation): Semaphore => realPrimitive(op.target!)

const acquire = defineOperation({
  name: 'acquire',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => model(op).count > 0,
  enabledAfter: (events, semaphore) => countAfter(events, semaphore) > 0,
  perform: (op) => {
    model(op).count--
    return op.operand
  },
  real: (op) => {
    real(op).acquire()
    return op.operand
  },
})
const attempt = {
  synchronises: true,
  attempts: true,
  orders: Order.acquire,
  enabled: null,
  perform: (op: Operation) => {
    if (model(op).count === 0) return false
    model(op).count--
    return true
  },
}
const tryAcquire = defineOperation({ ...attempt, name: 'tryAcquire', real: (op) => real(op).tryAcquire() })
const timedAcquire = defineOperation({
  ...attempt,
  name: 'timed tryAcquire',
  timed: timeLimit((op) => model(op).count > 0),
  describe: describeTimed,
  real: (op) => real(op).tryAcquire(op.operand as number),
})
const release = defineOperation({
  name: 'release',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    model(op).count = released(op.target!.name, model(op).count, op.operand as number)
  },
  real: (op) => real(op).release(op.operand as number),
})

function countAfter(events: EventSequence, { base, model }: Allocation): number {
  let count = (model as SemaphoreModel).initial
  for (let k = 0; k < events.length; k++) if (events.accesses(k).cell === base) count += changeOfCount(events, k)
  return count
}

function changeOfCount(events: EventSequence, k: number): number {
  const spec = events.spec(k)
  if (spec === release) return events.amount(k)
  return spec === acquire || (spec.attempts && events.hasSucceeded(k)) ? -1 : 0
}

export const semaphore = definePrimitive({
  type: Semaphore,
  parameters: (name, initial: number) => [checkCount(`mem.semaphore('${name}', initial)`, initial, 0)] as const,
  words: ([initial]) => [initial],
  model: ([initial]) => new SemaphoreModel(initial),
  operations: {
    acquire: (semaphore) => armPrimitive(acquire, semaphore),
    tryAcquire: (semaphore, timeout = 0) => {
      const limit = validTimeout('semaphore.tryAcquire', timeout)
      if (limit === 0) return armPrimitive(tryAcquire, semaphore)
      return limit === Infinity ? armPrimitive(acquire, semaphore, true) : armPrimitive(timedAcquire, semaphore, limit)
    },
    release: (semaphore, count = 1) => armPrimitive(release, semaphore, validCount(count)),
  },
})
