import type { Operation } from '../operations/operation.ts'
import { AGAIN, defineOperation, Order } from '../operations/operation-spec.ts'
import { checkCount, definePrimitive, Primitive, realPrimitive, refusePlain } from './primitive.ts'
import {
  type DigestWord,
  digestQueue,
  loadQueue,
  type NameOf,
  PrimitiveModel,
  QUEUE_WORDS,
  storeQueue,
  waitingText,
} from './primitive-model.ts'

const Arrivals = 0
const Parties = 1

/**
 * Arrivals are counted over all rounds, so that one word says both how many have arrived and which round is under way:
 * more threads than parties may use a barrier, and a late one must not fall between two rounds.
 */
export class Barrier extends Primitive {
  wait(): void {
    refusePlain('barrier.wait')
    const parties = this.words[Parties]!
    const mine = Atomics.add(this.words, Arrivals, 1)
    const full = mine - (mine % parties) + parties
    if (mine + 1 === full) {
      Atomics.notify(this.words, Arrivals)
      return
    }
    for (let seen; (seen = Atomics.load(this.words, Arrivals)) < full; ) Atomics.wait(this.words, Arrivals, seen)
  }
}

export class BarrierModel extends PrimitiveModel {
  readonly parties: number
  readonly arrived: Operation[] = []
  constructor(parties: number) {
    super()
    this.parties = parties
  }
  override reset(): void {
    this.arrived.length = 0
  }
  override describe(nameOf: (slot: number) => string): string {
    return `${waitingText(this.arrived, nameOf)}, of ${this.parties}`
  }

  override get words(): number {
    return QUEUE_WORDS
  }
  override get wakes(): boolean {
    return true
  }
  override load(words: Int32Array, ops: readonly Operation[]): void {
    loadQueue(this.arrived, words, ops)
  }
  override store(words: Int32Array, nameOf: NameOf): void {
    storeQueue(this.arrived, words, nameOf)
  }

  override digest(add: DigestWord, nameOf: NameOf): void {
    digestQueue(this.arrived, add, nameOf)
  }
}

const model = (op: Operation): BarrierModel => op.target!.model as BarrierModel

/** First transition: arrive; the last one to arrive lets all pass. */
const arrive = defineOperation({
  name: 'barrier arrive',
  synchronises: true,
  releases: true,
  orders: Order.release,
  enabled: null,
  perform: (op) => {
    const { arrived, parties } = model(op)
    op.woken = false
    arrived.push(op)
    if (arrived.length === parties) for (const waiting of arrived.splice(0)) waiting.woken = true
    op.spec = pass
    return AGAIN
  },
  real: (op) => realPrimitive<Barrier>(op.target!).wait(),
})

const pass = defineOperation({
  name: 'barrier pass',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => op.woken,
  perform: () => undefined,
  real: arrive.real,
})

export const barrier = definePrimitive({
  type: Barrier,
  parameters: (name, parties: number) => [checkCount(`mem.barrier('${name}', parties)`, parties, 1)] as const,
  words: ([parties]) => [0, parties],
  model: ([parties]) => new BarrierModel(parties),
  operations: { wait: arrive },
})
