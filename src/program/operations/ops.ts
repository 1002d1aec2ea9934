/** The operations in the form for generator threads: `const v = yield* ops.read(s.balance, 0)`. */
import { programError } from '../../base/errors.ts'
import { armControl } from './controls.ts'
import { foreignError } from '../memory/foreign-memory.ts'
import { armDataView } from './data-view.ts'
import { armAtomics } from './atomics.ts'
import { armRead, armWrite, coerceFor } from './elements.ts'
import { armRunning, type Operation, type Yields } from './operation.ts'
import { defineOperation } from './operation-spec.ts'
import { primitives } from '../primitives/index.ts'
import type { PrimitiveKind } from '../primitives/primitive.ts'
import { sealedOps } from '../sealing/sealed.ts'
import { type BigIntArray, FOREIGN, TAG, tagOf, type TypedArray, type ViewTag } from '../memory/shared-tag.ts'

type Element<A> = A extends BigIntArray ? bigint : number
type IntegerArray = Exclude<TypedArray, Float32Array | Float64Array | Uint8ClampedArray>

function sharedTag(view: TypedArray, what: string): ViewTag {
  const tag = (view as { [TAG]?: ViewTag | null })[TAG] ?? (ArrayBuffer.isView(view) ? tagOf(view) : undefined)
  if (tag === undefined) throw programError(`${what} expects a typed array over memory that \`shared\` allocated`)
  if (tag === FOREIGN) throw foreignError(view)
  return tag
}

function inRange(view: TypedArray, index: number): boolean {
  return index >= 0 && index < view.length && Math.trunc(index) === index
}

function read<A extends TypedArray>(view: A, index: number): Yields<Element<A>> {
  const tag = sharedTag(view, 'ops.read')
  const op = inRange(view, index) ? armRead(view, tag, index) : outOfRange()
  return op as unknown as Yields<Element<A>>
}

function write<A extends TypedArray>(view: A, index: number, value: Element<A>): Yields<void> {
  const tag = sharedTag(view, 'ops.write')
  const coerced = coerceFor(tag, value)
  const op = inRange(view, index) ? armWrite(view, tag, index, coerced) : outOfRange()
  return op as unknown as Yields<void>
}

/** Out-of-range accesses are no transitions: they end at once. */
function outOfRange(): Operation {
  return armRunning(noAccess).completeWith(undefined)
}
const noAccess = defineOperation({
  name: 'out-of-range access',
  enabled: null,
  synchronises: false,
  perform: () => undefined,
  real: () => undefined,
})

/** With 'unused' there is no result; see `--commute unused-results`. */
interface Update {
  <A extends IntegerArray>(view: A, index: number, value: Element<A>): Yields<Element<A>>
  <A extends IntegerArray>(view: A, index: number, value: Element<A>, result: 'unused'): Yields<void>
}

const atomics = Object.fromEntries(
  Object.entries(armAtomics).map(([name, arm]) => [
    name,
    (view: TypedArray, ...rest: [unknown]) => {
      sharedTag(view, `ops.atomics.${name}`)
      return arm(view, ...rest)
    },
  ]),
) as unknown as {
  load<A extends IntegerArray>(view: A, index: number): Yields<Element<A>>
  store<A extends IntegerArray>(view: A, index: number, value: Element<A>): Yields<Element<A>>
  add: Update
  sub: Update
  and: Update
  or: Update
  xor: Update
  exchange<A extends IntegerArray>(view: A, index: number, value: Element<A>): Yields<Element<A>>
  compareExchange<A extends IntegerArray>(
    view: A,
    index: number,
    expected: Element<A>,
    replacement: Element<A>,
  ): Yields<Element<A>>
  wait<A extends Int32Array | BigInt64Array>(
    view: A,
    index: number,
    value: Element<A>,
    timeout?: number,
  ): Yields<'ok' | 'not-equal' | 'timed-out'>
  notify(view: Int32Array | BigInt64Array, index: number, count?: number): Yields<number>
}

function dataView(name: string): (view: DataView, ...args: never[]) => never {
  return (view, ...args) => {
    const op = armDataView[name]?.(view, args[0], ...args.slice(1))
    if (op === undefined)
      throw programError(`ops.view.${name} expects a DataView over memory that \`shared\` allocated`)
    return op as never
  }
}

type DataViewOps = {
  [K in keyof DataView as K extends `get${string}` | `set${string}` ? K : never]: DataView[K] extends (
    ...args: infer A
  ) => infer R
    ? (view: DataView, ...args: A) => Yields<R>
    : never
}
const view = Object.fromEntries(
  Object.keys(armDataView).map((name) => [name, dataView(name)]),
) as unknown as DataViewOps

type OperationsOf<D> = D extends { readonly types: { readonly ops: infer O } }
  ? O
  : D extends PrimitiveKind<infer P, infer _A, infer _S, infer N>
    ? { [K in N]: P[K] extends (...args: infer A) => infer R ? (primitive: P, ...args: A) => Yields<R> : never }
    : never
/** Where primitives of several kinds have operations of one name, the types of all of them. */
type AllOf<U> = (U extends unknown ? (u: U) => void : never) extends (u: infer I) => void ? I : never
type PrimitiveOperations = AllOf<OperationsOf<(typeof primitives)[keyof typeof primitives]>>

type ArmAny = (primitive: unknown, ...args: never[]) => Operation
interface Owner {
  readonly kind: string
  readonly type: Function
  readonly arm: ArmAny
}

/** The operations of all primitives, by name: `ops.lock(mutex)` for `mutex.lock()`. */
function primitiveOperations(): PrimitiveOperations {
  const owners: Record<string, Owner[]> = {}
  for (const [kind, { type, operations }] of Object.entries<PrimitiveKind>(primitives as never))
    for (const [name, arm] of Object.entries<ArmAny>(operations)) (owners[name] ??= []).push({ kind, type, arm })
  const armed = Object.entries(owners).map(([name, all]) => [name, all.length === 1 ? all[0]!.arm : byKind(name, all)])
  return Object.fromEntries(armed) as PrimitiveOperations
}

function byKind(name: string, owners: readonly Owner[]): ArmAny {
  const kinds = owners.map(({ kind }) => kind).join(', ')
  return (primitive, ...args) => {
    for (const { type, arm } of owners) if (primitive instanceof type) return arm(primitive, ...args)
    throw programError(`ops.${name} expects a primitive of one of the kinds ${kinds}`)
  }
}

type Armed<F, T> = F extends (...args: infer A) => Operation ? (...args: A) => Yields<T> : never
const as =
  <T>() =>
  <F extends (...args: never[]) => Operation>(arm: F): Armed<F, T> =>
    arm as unknown as Armed<F, T>

export const ops = {
  read,
  write,
  atomics,
  view,
  ...primitiveOperations(),
  spawn: as<number>()(armControl.spawn),
  join: as<any>()(armControl.join),
  sealed: sealedOps,
  yieldNow: as<void>()(() => armControl.yieldNow()),
  choose: as<number>()(armControl.choose),
}
