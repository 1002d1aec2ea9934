import { programError } from '../../base/errors.ts'
import type { MemoryKind } from './allocation.ts'
import type { Layout, LayoutAttachment } from './layout.ts'
import { running } from '../context/execution-context.ts'
import { primitives } from '../primitives/index.ts'
import { checkCount, type PrimitiveKind } from '../primitives/primitive.ts'
import type { SharedStore, StoreShape } from './shared-store.ts'
import { tagOf, type TypedArray } from './shared-tag.ts'

type PrimitiveMems = {
  [K in keyof typeof primitives]: (typeof primitives)[K] extends { readonly types: { readonly mem: infer F } }
    ? F
    : (typeof primitives)[K] extends PrimitiveKind<infer P, infer A, infer _S, infer _N>
      ? (name: string, ...args: A) => P
      : never
}

/** Names and allocates shared memory; what `program({ shared })` receives. Primitives are listed in `primitives/`. */
export interface Mem extends PrimitiveMems {
  int8(name: string, content: number | Iterable<number>): Int8Array<SharedArrayBuffer>
  uint8(name: string, content: number | Iterable<number>): Uint8Array<SharedArrayBuffer>
  uint8clamped(name: string, content: number | Iterable<number>): Uint8ClampedArray<SharedArrayBuffer>
  int16(name: string, content: number | Iterable<number>): Int16Array<SharedArrayBuffer>
  uint16(name: string, content: number | Iterable<number>): Uint16Array<SharedArrayBuffer>
  int32(name: string, content: number | Iterable<number>): Int32Array<SharedArrayBuffer>
  uint32(name: string, content: number | Iterable<number>): Uint32Array<SharedArrayBuffer>
  float32(name: string, content: number | Iterable<number>): Float32Array<SharedArrayBuffer>
  float64(name: string, content: number | Iterable<number>): Float64Array<SharedArrayBuffer>
  bigint64(name: string, content: number | Iterable<bigint>): BigInt64Array<SharedArrayBuffer>
  biguint64(name: string, content: number | Iterable<bigint>): BigUint64Array<SharedArrayBuffer>
  /** The buffer itself, for code that makes its own views. */
  buffer(name: string, bytes: number): SharedArrayBuffer
}

const arrayTypes = {
  int8: Int8Array,
  uint8: Uint8Array,
  uint8clamped: Uint8ClampedArray,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
  bigint64: BigInt64Array,
  biguint64: BigUint64Array,
} satisfies Record<Exclude<MemoryKind, 'buffer'>, unknown>

/** All of an allocation's memory, as what it was allocated as; a buffer as its bytes. */
export function memoryView(kind: MemoryKind, buffer: SharedArrayBuffer | ArrayBuffer): TypedArray {
  return new (kind === 'buffer' ? Uint8Array : (arrayTypes[kind] as typeof Uint8Array))(buffer)
}

/** Everything that `mem` made in one call of `shared`. */
export interface Attachment extends Pick<LayoutAttachment, 'adopt'> {
  readonly mem: Mem
  /** To be called with what `shared` has returned. */
  end(value?: unknown): void
  readonly made: ReadonlySet<object>
}

/** Of the call of `shared` that is under way. */
interface Call {
  attachment: LayoutAttachment
  made: Set<object>
}

/** By layout, for all calls of `shared`: making it costs more than what most of them do with it. */
const mems = new WeakMap<Layout, { readonly mem: Mem; readonly call: Call }>()

export function attach(layout: Layout): Attachment {
  const attachment = layout.attachment()
  const made = new Set<object>()
  let known = mems.get(layout)
  if (known === undefined) {
    const call = { attachment, made }
    mems.set(layout, (known = { mem: memFor(call), call }))
  }
  Object.assign(known.call, { attachment, made })
  const adopt = (shape: StoreShape, type: Function): SharedStore => {
    const store = attachment.adopt(shape, type)
    made.add(store)
    return store
  }
  return { mem: known.mem, made, adopt, end: attachment.end }
}

function memFor(call: Call): Mem {
  const keep = <T extends object>(value: T): T => {
    call.made.add(value)
    return value
  }

  const array =
    (kind: keyof typeof arrayTypes) =>
    (name: string, content: number | Iterable<never>): TypedArray => {
      checkName(kind, name)
      const type = arrayTypes[kind] as new (source: unknown) => TypedArray
      const { shadows } = running
      const symbolic = shadows === null ? null : shadows.contents(content)
      const listed = symbolic === null ? content : shadows!.plainly(symbolic)
      const initial = typeof listed === 'number' ? null : new type([...checkIterable(kind, name, listed)])
      const length = initial?.length ?? (content as number)
      if (!Number.isInteger(length) || length < 1) {
        throw programError(
          `mem.${kind}('${name}', …) expects a length from 1 and up or a list of initial values, got ${String(content)}`,
        )
      }
      const bytes = length * type.prototype.BYTES_PER_ELEMENT
      const shape = `${length} elements`
      const { buffer, base } = call.attachment.request({ name, kind, bytes, shape, makeModel: null })
      const view = new type(buffer)
      if (initial !== null) (view as Int32Array).set(initial as Int32Array)
      tagOf(view)
      if (symbolic !== null) shadows!.begin(base, view, symbolic)
      return keep(view)
    }

  const primitive =
    (kind: string, { type, parameters, words, model }: PrimitiveKind) =>
    (name: string, ...args: never[]): object => {
      checkName(kind, name)
      const given = parameters(name, ...args) as never
      const initial = words(given)
      const shape = (given as unknown[]).length === 0 ? kind : (given as unknown[]).join(', ')
      const allocation = call.attachment.request({
        name,
        kind,
        bytes: initial.length * 4,
        shape,
        makeModel: () => model(given),
      })
      new Int32Array(allocation.buffer).set(initial)
      return keep(new type(allocation))
    }

  const mem = {
    ...Object.fromEntries(Object.keys(arrayTypes).map((kind) => [kind, array(kind as keyof typeof arrayTypes)])),
    buffer: (name: string, bytes: number) => {
      checkName('buffer', name)
      checkCount(`mem.buffer('${name}', bytes)`, bytes, 1)
      return keep(
        call.attachment.request({ name, kind: 'buffer', bytes, shape: `${bytes} bytes`, makeModel: null }).buffer,
      )
    },
    ...Object.fromEntries(
      Object.entries<PrimitiveKind>(primitives as never).map(([kind, entry]) => [kind, primitive(kind, entry)]),
    ),
  } as unknown as Mem
  return Object.freeze(mem)
}

function checkName(kind: string, name: unknown): void {
  if (typeof name !== 'string' || name === '')
    throw programError(`mem.${kind} expects a name as its first argument, got ${String(name)}`)
}

function checkIterable(kind: string, name: string, content: unknown): Iterable<unknown> {
  if (content === null || typeof content !== 'object' || !(Symbol.iterator in content)) {
    throw programError(`mem.${kind}('${name}', …) expects a length or a list of initial values, got ${String(content)}`)
  }
  return content as Iterable<unknown>
}
