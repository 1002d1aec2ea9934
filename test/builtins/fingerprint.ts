/** A text that is equal for equal values, and says nothing about the contents of shared memory. */
import { types } from 'node:util'

/** By what it is, not by what it inherits from: some builtins change that. */
const { isSharedArrayBuffer: isShared } = types

const getBuffer = (prototype: object): (() => ArrayBufferLike) =>
  Object.getOwnPropertyDescriptor(prototype, 'buffer')!.get as () => ArrayBufferLike
const ofTypedArrays = getBuffer(Object.getPrototypeOf(Int8Array.prototype) as object)
const ofDataViews = getBuffer(DataView.prototype)
const bufferOf = (view: ArrayBufferView): ArrayBufferLike =>
  (types.isDataView(view) ? ofDataViews : ofTypedArrays).call(view)

const DEPTH = 4
const STEPS = 4

export function fingerprint(value: unknown, depth = 0, seen: readonly unknown[] = []): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  if (depth > DEPTH || seen.includes(value)) return '…'
  return ofObject(value, (part) => fingerprint(part, depth + 1, [...seen, value]))
}

function ofObject(value: object, inner: (part: unknown) => string): string {
  if (isShared(value)) return 'shared buffer'
  if (ArrayBuffer.isView(value)) return isShared(bufferOf(value)) ? 'shared view' : ofBytes(bufferOf(value))
  if (value instanceof ArrayBuffer) return ofBytes(value)
  if (value instanceof Error) return `${value.name}: ${inner(value.message)}`
  if (value instanceof Promise) return ofPromise(value)
  if (value instanceof Date) return `date ${Number(value)}`
  if (value instanceof Map || value instanceof Set) return `${inner(Array.from(value as Iterable<unknown>))}`
  const { next } = value as { next?: unknown }
  const steps =
    typeof next === 'function'
      ? `steps ${stepsOf(value as Iterator<unknown>)
          .map(inner)
          .join()}`
      : ''
  // Where in the test something was called says nothing.
  const properties = Reflect.ownKeys(value)
    .filter((key) => key !== 'stack')
    .map((key) => {
      const { value: content } = Object.getOwnPropertyDescriptor(value, key) ?? {}
      return `${String(key)}:${inner(content)}`
    })
  return `${Object.prototype.toString.call(value)}${steps}{${properties.join()}}`
}

/** As it is before anything is patched. */
const { then } = Promise.prototype

/** Nobody else will look at how it ends. */
function ofPromise(promise: Promise<unknown>): string {
  then.call(
    promise,
    () => undefined,
    () => undefined,
  )
  return 'promise'
}

const ofBytes = (buffer: ArrayBufferLike): string =>
  buffer.byteLength === 0 ? 'no bytes' : `bytes ${Buffer.from(new Uint8Array(buffer)).toString('hex')}`

/** An iterator may put off what it does. */
function stepsOf(iterator: Iterator<unknown>): unknown[] {
  const steps: unknown[] = []
  try {
    for (let i = 0; i < STEPS; i++) steps.push(iterator.next())
  } catch (error) {
    steps.push(error)
  }
  return steps
}
