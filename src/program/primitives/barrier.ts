import { type PrimitiveModel } from '../allocation.ts'
import { AGAIN, type Operation, type OperationSpec, refuseUntransformed } from '../operation.ts'
import { armPrimitive, Primitive, realPrimitive, suspendable } from './primitive.ts'

const Arrived = 0
const Generation = 1
const Parties = 2

export class Barrier extends Primitive {
  wait(): void {
    refuseUntransformed('barrier.wait')
    const generation = Atomics.load(this.words, Generation)
    if (Atomics.add(this.words, Arrived, 1) + 1 === this.words[Parties]) {
      Atomics.store(this.words, Arrived, 0)
      Atomics.add(this.words, Generation, 1)
      Atomics.notify(this.words, Generation)
      return
    }
    while (Atomics.load(this.words, Generation) === generation) Atomics.wait(this.words, Generation, generation)
  }
}

export const initialBarrierWords = (parties: number): number[] => [0, 0, parties]

export class BarrierModel implements PrimitiveModel {
  readonly parties: number
  readonly arrived: Operation[] = []
  constructor(parties: number) {
    this.parties = parties
  }
  reset(): void { this.arrived.length = 0 }
  holders(): number[] { return [] }
}

const model = (op: Operation): BarrierModel => op.target!.model as BarrierModel

/** First transition: arrive; the last one to arrive lets all pass. */
const arrive: OperationSpec = {
  name: 'barrier arrive', synchronises: true, enabled: null,
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
  name: 'barrier pass', synchronises: true,
  enabled: (op) => op.woken,
  perform: () => undefined,
  real: arrive.real,
}

export const armBarrier = { wait: (b: Barrier) => armPrimitive(arrive, b) }
suspendable(Barrier, 'wait', armBarrier.wait)
