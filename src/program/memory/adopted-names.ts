/** Names for memory that a program allocates itself: where `shared` has put it, or else where it was allocated. */
import { basename } from 'node:path'
import { types } from 'node:util'
import type { Allocation, MemoryPart } from './allocation.ts'
import { isWasmMemory, type SharedStore } from './shared-store.ts'
import { allocationOf, bufferOfView, type SharedView } from './shared-tag.ts'

/** Beyond these, names come from places: looking for paths is a kindness, not a search. */
const MOST_OBJECTS = 10_000

export function nameAdopted(allocations: readonly Allocation[], value: unknown): void {
  if (allocations.every(({ place, elementBytes, model }) => place === null && (elementBytes ?? model) !== null)) return
  const adopted = allocations.filter(({ place }) => place !== null)
  const taken = new Set(allocations.filter(({ place }) => place === null).map(({ name }) => name))
  const paths = pathsIn(value)
  for (const [allocation, { parts }] of paths) allocation.parts = parts
  for (const allocation of adopted) {
    const found = paths.get(allocation)
    if (found !== undefined) allocation.elementBytes = found.elementBytes
    allocation.name = free([...(found === undefined ? [] : [found.path]), shortPlace(allocation.place!)], taken)
    taken.add(allocation.name)
  }
}

/** The first candidate that nobody has, or the last one with a number. */
function free(candidates: readonly string[], taken: ReadonlySet<string>): string {
  const found = candidates.find((name) => name !== '' && !taken.has(name))
  if (found !== undefined) return found
  const last = candidates.at(-1)!
  for (let n = 2; ; n++) if (!taken.has(`${last}#${n}`)) return `${last}#${n}`
}

/** `lock.ts:12` for `/home/…/lock.ts:12:20`. */
const shortPlace = (place: string): string => basename(place).replace(/(:\d+):\d+$/, '$1')

interface Found {
  readonly path: string
  /** Of a typed array over the whole allocation; null for anything else. */
  readonly elementBytes: number | null
  /** All arrays over it that were found. */
  readonly parts: MemoryPart[]
}

/** By allocation: the shortest path of properties to it, or to a view of it. Getters are not run. */
function pathsIn(value: unknown): Map<Allocation, Found> {
  const paths = new Map<Allocation, Found>()
  const seen = new Set<unknown>()
  const waiting: { readonly part: object; readonly path: string }[] = []
  const take = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null || seen.has(part) || types.isProxy(part)) return
    seen.add(part)
    const allocation = allocationIn(part)
    if (allocation === undefined) waiting.push({ part, path })
    else {
      const found = paths.get(allocation) ?? { path, elementBytes: wholeElements(part, allocation), parts: [] }
      paths.set(allocation, found)
      if (ArrayBuffer.isView(part) && !(part instanceof DataView)) found.parts.push(partOf(part as Int32Array, path))
    }
  }
  take(value, '')
  for (let i = 0; i < waiting.length && i < MOST_OBJECTS; i++) {
    const { part, path } = waiting[i]!
    if (ArrayBuffer.isView(part)) continue
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(part)))
      take(property.value, join(path, key, Array.isArray(part)))
  }
  return paths
}

const partOf = ({ byteOffset, byteLength, BYTES_PER_ELEMENT }: Int32Array, path: string): MemoryPart => ({
  path,
  byteOffset,
  byteLength,
  elementBytes: BYTES_PER_ELEMENT,
})

function allocationIn(part: object): Allocation | undefined {
  if (ArrayBuffer.isView(part)) return allocationOf(bufferOfView(part as SharedView))
  return allocationOf(isWasmMemory(part as SharedStore) ? (part as { buffer: object }).buffer : part)
}

function wholeElements(part: object, { buffer }: Allocation): number | null {
  if (!ArrayBuffer.isView(part) || part instanceof DataView) return null
  const { byteOffset, byteLength, BYTES_PER_ELEMENT } = part as Int32Array
  return byteOffset === 0 && byteLength === buffer.byteLength ? BYTES_PER_ELEMENT : null
}

const join = (path: string, key: string, isElement: boolean): string =>
  isElement ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
