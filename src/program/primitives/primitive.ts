import { Access } from '../../dependence/accesses.ts'
import { MAX_WORKERS } from '../../base/thread-numbers.ts'
import { programError } from '../../base/errors.ts'
import type { Allocation } from '../memory/allocation.ts'
import { armRunning, type Operation, refuse, refuseUntransformed, setArm } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'
import { AFTER, OUTCOME } from '../context/supplied-values.ts'
import type { OperationSpec } from '../operations/operation-spec.ts'
import type { PrimitiveModel } from './primitive-model.ts'

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

type Method = (...args: never[]) => unknown
/** The methods that are operations. */
type MethodOf<P> = { [K in keyof P]: P[K] extends Method ? K : never }[keyof P] & string
type Arguments<F> = F extends (...args: infer A) => unknown ? A : never

/** Arms the operation that a method is in explored threads. */
export type ArmPrimitive<P, N extends keyof P> = (primitive: P, ...args: Arguments<P[N]>) => Operation

/** What two primitives of a kind may differ in: a count, a number of parties. */
export type Parameters = readonly (number | boolean)[]

/** All that there is to know about a kind of primitive. */
export interface PrimitiveDefinition<
  P extends Primitive,
  A extends unknown[],
  S extends Parameters,
  N extends MethodOf<P>,
> {
  /** Its real form, between workers that nobody controls. */
  readonly type: new (
    allocation: Allocation,
  ) => P
  /** Checks what `mem` was given after the primitive's name. */
  readonly parameters?: (name: string, ...args: A) => S
  /** The initial words of the real form. */
  readonly words: (parameters: NoInfer<S>) => number[]
  /** Its form in explored executions, and under gates. */
  readonly model: (parameters: NoInfer<S>) => PrimitiveModel
  /**
   * The methods that are operations: what they are in explored threads, or a function that arms that. Generator threads
   * call them by the same name, `ops.NAME(primitive, …)`.
   */
  readonly operations: { readonly [K in N]: OperationSpec | ArmPrimitive<P, K> }
}

/** An entry of the table in `index.ts`. */
export interface PrimitiveKind<
  P extends Primitive = Primitive,
  A extends unknown[] = never[],
  S extends Parameters = never,
  N extends MethodOf<P> = never,
> extends PrimitiveDefinition<P, A, S, N> {
  readonly parameters: (name: string, ...args: A) => S
  readonly operations: { readonly [K in N]: ArmPrimitive<P, K> }
}

/** Links the methods of the real form with the operations that they are in explored threads. */
export function definePrimitive<
  P extends Primitive,
  N extends MethodOf<P>,
  A extends unknown[] = [],
  S extends Parameters = readonly [],
>(definition: PrimitiveDefinition<P, A, S, N>): PrimitiveKind<P, A, S, N> {
  const { type, parameters = () => [] as unknown as S } = definition
  const operations: Record<string, (primitive: P, ...args: never[]) => Operation> = {}
  for (const [name, operation] of Object.entries<OperationSpec | ArmPrimitive<P, never>>(definition.operations)) {
    const arm = typeof operation === 'function' ? operation : (primitive: P) => armPrimitive(operation, primitive)
    operations[name] = arm as (primitive: P) => Operation
    setArm(
      type.prototype[name as keyof P] as Method,
      function (this: unknown, ...args: never[]) {
        return (arm as (primitive: P, ...args: never[]) => Operation)(this as P, ...args)
      } as never,
    )
  }
  return { ...definition, parameters, operations: operations as unknown as PrimitiveKind<P, A, S, N>['operations'] }
}

/** Arms an operation on one primitive: operations on the same primitive are writes to it. */
export function armPrimitive(spec: OperationSpec, primitive: Primitive, operand?: unknown): Operation {
  const op = armRunning(spec)
  op.target = primitive.allocation
  op.accesses.range(primitive.allocation.base, 1, 1, Access.write)
  op.operand = operand
  return op
}

/**
 * For the plain form of a method: it must not be reached inside an explored thread without the transform, nor outside of
 * threads, where explored executions would not see what it does, nor it what they have done.
 */
export function refusePlain(what: string): void {
  refuseUntransformed(what)
  const { outside } = running.supplied
  if (outside === null) return
  const where = outside.handle === OUTCOME ? 'outcome' : outside.handle === AFTER ? 'after' : 'shared'
  const instead =
    where === 'shared'
      ? 'let a thread do it first'
      : 'let a thread return what it sees, after it has joined others if need be'
  throw refuse(`${what} was called in \`${where}\`, but primitives belong to threads: ${instead}`)
}

/** The number that stands for the running thread in the state of real primitives: never 0. */
export function realThread(): number {
  return running.operation === null ? 1 : running.operation.thread + 2
}

/** How many such numbers there can be. */
export const REAL_THREADS = MAX_WORKERS + 2

/** Real primitives count in 32-bit words, and their models must not allow more. */
export const MAX_COUNT = 2 ** 31 - 1

/** For what `mem` was given. */
export function checkCount(what: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least)
    throw programError(`${what} expects an integer from ${least} and up, got ${String(value)}`)
  if (value > MAX_COUNT) throw programError(`${what} expects at most ${MAX_COUNT}, got ${value}`)
  return value
}
