import { Access } from '../../dependence/accesses.ts'
import type { Allocation } from '../memory/allocation.ts'
import { armRunning, type Operation, type OperationSpec, running, setArm } from '../operations/operation.ts'

/** Base of all primitives: an object per attachment, one allocation (state, model) for all of them. */
export abstract class Primitive {
  readonly allocation: Allocation
  /** The state between real workers; explored executions use the allocation's model instead. */
  protected readonly words: Int32Array

  constructor(allocation: Allocation) {
    this.allocation = allocation
    this.words = new Int32Array(allocation.buffer)
    realPrimitives.set(allocation, this)
  }

  /** A new real run starts on restored memory: forget what this attachment remembers of the last one. */
  forget(): void {}

  get name(): string {
    return this.allocation.name
  }
}

/** In a real worker there is one attachment per allocation, through which its operations block for real. */
const realPrimitives = new WeakMap<Allocation, Primitive>()

export function realPrimitive<P extends Primitive>(allocation: Allocation): P {
  return realPrimitives.get(allocation) as P
}

/** Arms an operation on one primitive: operations on the same primitive are writes to it. */
export function armPrimitive(spec: OperationSpec, primitive: Primitive, operand?: unknown): Operation {
  const op = armRunning(spec)
  op.target = primitive.allocation
  op.accesses.range(primitive.allocation.base, 1, 1, Access.write)
  op.operand = operand
  return op
}

/** Links the method `name` of a primitive's class with the operation that it is in explored threads. */
export function suspendable<P extends Primitive>(
  type: { prototype: P },
  name: keyof P & string,
  arm: (primitive: P, ...args: never[]) => Operation,
): void {
  const method = type.prototype[name] as (...args: never[]) => unknown
  setArm(method, function (this: unknown, ...args: never[]) {
    return arm(this as P, ...args)
  } as never)
}

/** The number that stands for the running thread in the state of real primitives: never 0. */
export function realThread(): number {
  return running.operation === null ? 1 : running.operation.thread + 2
}
