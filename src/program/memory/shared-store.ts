/** What shared memory can be made of, and what two calls of `shared` must agree on. */

/** As much of `WebAssembly.Memory` as is used; its types come with those of browsers only. */
export interface WasmMemory {
  readonly buffer: SharedArrayBuffer
  grow(pages: number): number
}

export type SharedStore = SharedArrayBuffer | WasmMemory

/** As they were before anything was patched. */
export const NativeSharedArrayBuffer = SharedArrayBuffer
export const NativeWasmMemory = (globalThis as { WebAssembly?: { Memory: new (descriptor: object) => WasmMemory } })
  .WebAssembly?.Memory
const nativeClone = structuredClone
const { apply } = Reflect

type Getter<T> = (this: unknown) => T
const getter = <T>(prototype: object | undefined, name: string): Getter<T> =>
  (prototype === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, name)?.get) as Getter<T>

const bytesOfArrayBuffer = getter<number>(ArrayBuffer.prototype, 'byteLength')
const bufferOfMemory = getter<SharedArrayBuffer>(NativeWasmMemory?.prototype as object | undefined, 'buffer')

const PAGE_BYTES = 65_536

/** Whatever its prototype is, and from whatever context it comes. */
export function isArrayBuffer(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  try {
    apply(bytesOfArrayBuffer, buffer, [])
    return true
  } catch {
    return false
  }
}

export const isWasmMemory = (store: SharedStore): store is WasmMemory =>
  NativeWasmMemory !== undefined && store instanceof NativeWasmMemory

/** The bytes of now. A WebAssembly memory that has grown has another buffer than before. */
export const bufferOf = (store: SharedStore): SharedArrayBuffer =>
  isWasmMemory(store) ? apply(bufferOfMemory, store, []) : store

/** Whether it is a WebAssembly memory that other threads may have; `value` may only look like one. */
export function isSharedWasmMemory(value: unknown): boolean {
  try {
    return isWasmMemory(value as SharedStore) && apply(bufferOfMemory, value, []) instanceof NativeSharedArrayBuffer
  } catch {
    return false
  }
}

/** What was asked for. */
export interface StoreShape {
  readonly isWasm: boolean
  readonly bytes: number
  /** How far it can grow: `bytes` when it cannot. */
  readonly most: number
  /** Whether it was made with `maxByteLength`, also where that leaves no room. */
  readonly growable: boolean
}

/** `new SharedArrayBuffer(…)`: the arguments are converted as the constructor does it, and once. */
export function bufferShape([length, options]: readonly unknown[]): StoreShape {
  const bytes = toIndex(length)
  const most = isObject(options) ? (options as { maxByteLength?: unknown }).maxByteLength : undefined
  return most === undefined
    ? { isWasm: false, bytes, most: bytes, growable: false }
    : { isWasm: false, bytes, most: toIndex(most), growable: true }
}

/** `new WebAssembly.Memory(…)`; null when it is not to be shared, or is not described in a way that we know. */
export function memoryShape([descriptor]: readonly unknown[]): StoreShape | null {
  if (!isObject(descriptor)) return null
  const { initial, minimum, maximum, shared } = descriptor as { readonly [name: string]: unknown }
  const first = initial ?? minimum
  if (shared !== true || first === undefined || maximum === undefined) return null
  return { isWasm: true, bytes: Number(first) * PAGE_BYTES, most: Number(maximum) * PAGE_BYTES, growable: false }
}

export function describeShape({ isWasm, bytes, most, growable }: StoreShape): string {
  if (isWasm) return `WebAssembly.Memory of ${bytes / PAGE_BYTES} to ${most / PAGE_BYTES} pages`
  return growable ? `${bytes} bytes, growable to ${most}` : `${bytes} bytes`
}

export function makeStore({ isWasm, bytes, most, growable }: StoreShape, type?: Function): SharedStore {
  const native = isWasm ? NativeWasmMemory! : NativeSharedArrayBuffer
  const args = isWasm
    ? [{ initial: bytes / PAGE_BYTES, maximum: most / PAGE_BYTES, shared: true }]
    : growable
      ? [bytes, { maxByteLength: most }]
      : [bytes]
  return Reflect.construct(native, args, type ?? native) as SharedStore
}

/** Another object for the same memory, as another worker has one. */
export function anotherFor(store: SharedStore, prototype?: object): SharedStore {
  const other = nativeClone(store)
  return prototype === undefined || Object.getPrototypeOf(other) === prototype
    ? other
    : (Object.setPrototypeOf(other, prototype) as SharedStore)
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** ToIndex, without its upper limit: the constructor knows it. */
function toIndex(value: unknown): number {
  return Math.trunc(+(value as number)) || 0
}
