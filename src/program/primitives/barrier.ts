import type { PrimitiveModel } from '../memory/allocation.ts'
import { AGAIN, type Operation, type OperationSpec, Order, refuseUntransformed } from '../operations/operation.ts'
import { armPrimitive, Primitive, realPrimitive, suspendable } from './primitive.ts'

const Arrivals = 0
const Parties = 1

/**
 * Arrivals are counted over all rounds, so that one word says both how many have arrived and which round is under way:
 * more threads than parties may use a barrier, and a late one must not fall between two rounds.
 */
export class Barrier extends Primitive {
  wait(): void {
    refuseUntransformed('barrier.wait')
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

export const initialBarrierWords = (parties: number): number[] => [0, parties]

export class BarrierModel implements PrimitiveModel {
  readonly parties: number
  readonly arrived: Operation[] = []
  constructor(parties: number) {
    this.parties = parties
  }
  reset(): void {
    this.arrived.length = 0
  }
  holders(): number[] {
    return []
  }
}

const model = (op: Operation): BarrierModel => op.target!.model as BarrierModel

/** First transition: arrive; the last one to arrive lets all pass. */
const arrive: OperationSpec = {
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
}

const pass: OperationSpec = {
  name: 'barrier pass',
  synchronises: true,
  orders: Order.acquire,
  enabled: (op) => op.woken,
  perform: () => undefined,
  real: arrive.real,
}

export const armBarrier = { wait: (b: Barrier) => armPrimitive(arrive, b) }
suspendable(Barrier, 'wait', armBarrier.wait)
