import type { Random } from '../support/random.ts'
import type { Allocation, ElementKind, View } from './language.ts'
import { bytesOf, isBig, sizeOf } from './memory.ts'

/** What a program's operations are about; a program has a few of these, so that its operations meet. */
export const FAMILIES = [
  'plain',
  'dataview',
  'updates',
  'cas',
  'futex',
  'mutex',
  'rwlock',
  'semaphore',
  'event',
  'condition',
  'barrier',
  'latch',
  'channel',
  'tasks',
  'choose',
  'yield',
  'control',
  'sealed',
] as const
export type Family = (typeof FAMILIES)[number]

/** Families that block often make most executions deadlocks, which end early; and sealed code forbids much. */
const RARE: readonly Family[] = ['futex', 'event', 'condition', 'barrier', 'latch', 'channel', 'sealed']

const LOCKS: readonly Family[] = ['mutex', 'rwlock', 'semaphore']

export interface ArrayThing {
  readonly name: string
  readonly kind: ElementKind
  readonly length: number
}

/** What the code of a program can name. */
export interface Things {
  readonly families: readonly Family[]
  readonly arrays: readonly ArrayThing[]
  /** Those that Atomics take. */
  readonly integers: readonly ArrayThing[]
  readonly waitable: readonly ArrayThing[]
  readonly dataViews: readonly { readonly name: string; readonly bytes: number }[]
  readonly primitives: Readonly<Record<string, readonly string[]>>
  /** The values that the program writes, compares and adds: few, so that different ways lead to the same. */
  readonly values: readonly number[]
  /** What every thread contends for, if the program is about that. */
  readonly contended: Family | null
}

const KINDS: readonly ElementKind[] = [
  'int8',
  'uint8',
  'uint8clamped',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'float32',
  'float64',
  'bigint64',
  'biguint64',
]
const NAMES = [
  'x',
  'y',
  'z',
  'a',
  'm',
  's',
  '0',
  '1',
  'lock',
  'thread0',
  'x[0]',
  'a long name',
  'é',
  'constructor',
  'then',
  'length',
  'join',
]
const VALUES = [0, 1, 2, 3, -1, 255, 256, 65535, 2 ** 31, -(2 ** 31), 1.5, NaN]

export interface Declared {
  readonly shared: Allocation[]
  readonly views: View[]
  readonly things: Things
}

export function randomShared(random: Random): Declared {
  const families = someFamilies(random)
  const names = shuffled(random, NAMES)
  const values = randomValues(random, families)
  const shared: Allocation[] = []
  const add = (make: (name: string) => Allocation): void => {
    shared.push(make(names.pop()!))
  }

  const arrays = random.chance(5) ? 2 + random.below(3) : random.chance(3) ? 2 : 1
  for (let i = 0; i < arrays; i++)
    add((name) =>
      randomArray(random, name, i === 0 && families.includes('futex') ? ['int32', 'bigint64'] : KINDS, values),
    )
  if (families.includes('dataview') || random.chance(6)) add((name) => ['buffer', name, 4 * (1 + random.below(4))])
  for (const make of primitivesFor(random, families)) add(make)
  // What nobody uses still has an address; and what comes after much memory has a high one.
  if (random.chance(12)) add((name) => [random.pick(['uint8', 'int32', 'float64']), name, 17 + random.below(50)])
  if (random.chance(3)) add((name) => (random.chance(2) ? ['int32', name, 1] : ['semaphore', name, random.below(2)]))
  const ordered = random.chance(2) ? primitivesFirst(shuffled(random, shared)) : shuffled(random, shared)
  const views = randomViews(random, ordered, families, names)
  return { shared: ordered, views, things: thingsOf(random, families, ordered, views, values) }
}

function randomValues(random: Random, families: readonly Family[]): number[] {
  // Sums of updates that a compare-and-swap may be waiting for.
  if (families.includes('updates') && families.includes('cas') && random.chance(2)) return [1, 2, random.below(4)]
  if (random.chance(2)) return [1, 2, 3, 4, 5, 6, 7]
  return Array.from({ length: 2 + random.below(2) }, () => (random.chance(3) ? random.pick(VALUES) : random.below(3)))
}

function someFamilies(random: Random): Family[] {
  const wanted = 1 + random.below(4)
  const families = new Set<Family>()
  while (families.size < wanted) {
    const family = random.pick(FAMILIES)
    if (!RARE.includes(family) || random.chance(3)) families.add(family)
  }
  if (families.has('condition')) families.add('mutex')
  // These meet in rules of the engine that neither of them reaches alone.
  if (families.has('tasks') && !random.chance(3)) families.add(random.pick(['semaphore', 'semaphore', 'mutex']))
  if (families.has('updates') && random.chance(2)) families.add('cas')
  if (!['plain', 'updates', 'cas', 'dataview'].some((family) => families.has(family as Family))) {
    families.add(random.pick(['plain', 'updates', 'cas']))
  }
  return [...families]
}

export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}

/** The first address is one that no rule may take for none. */
const primitivesFirst = (shared: readonly Allocation[]): Allocation[] =>
  [...shared].sort((a, b) => Number(bytesOf(a) > 0) - Number(bytesOf(b) > 0))

function randomArray(
  random: Random,
  name: string,
  kinds: readonly ElementKind[],
  values: readonly number[],
): Allocation {
  const kind = random.chance(2) && kinds.includes('int32') ? 'int32' : random.pick(kinds)
  const length = random.chance(20)
    ? 17 + random.below(20)
    : random.chance(4)
      ? 1 + random.below(4)
      : 1 + random.below(2)
  if (random.chance(2)) return [kind, name, length]
  const finite = values.map((value) => (Number.isNaN(value) ? 0 : Math.trunc(value)))
  return [kind, name, Array.from({ length }, () => (isBig(kind) ? BigInt(random.pick(finite)) : random.pick(finite)))]
}

type Make = (name: string) => Allocation

function primitivesFor(random: Random, families: readonly Family[]): Make[] {
  const makers: Partial<Record<Family, () => Make>> = {
    mutex: () => (name) => ['mutex', name],
    rwlock: () => (name) => ['rwlock', name],
    semaphore: () => {
      const count = random.pick([0, 1, 1, 1, 2, 2])
      return (name) => ['semaphore', name, count]
    },
    event: () => {
      const mode = random.chance(2) ? 'manual' : 'auto'
      return random.chance(4) ? (name) => ['event', name, mode, 'set'] : (name) => ['event', name, mode]
    },
    condition: () => (name) => ['condition', name],
    barrier: () => {
      const parties = 1 + random.below(3)
      return (name) => ['barrier', name, parties]
    },
    channel: () => {
      const capacity = random.below(3)
      return (name) => (capacity === 0 ? ['channel', name] : ['channel', name, capacity])
    },
    latch: () => {
      const count = random.below(3)
      return (name) => ['latch', name, count]
    },
  }
  return families.flatMap((family) => {
    const maker = makers[family]
    return maker === undefined ? [] : Array.from({ length: random.chance(4) ? 2 : 1 }, maker)
  })
}

function randomViews(
  random: Random,
  shared: readonly Allocation[],
  families: readonly Family[],
  names: string[],
): View[] {
  const views: View[] = []
  for (const allocation of shared) {
    const bytes = bytesOf(allocation)
    const isBuffer = allocation[0] === 'buffer'
    if (bytes === 0 || !(isBuffer || random.chance(8))) continue
    for (let i = 0; i < 1 + random.below(2); i++) {
      const kinds = KINDS.filter((kind) => sizeOf(kind) <= bytes)
      const kind = random.pick(kinds)
      const size = sizeOf(kind)
      const first = random.below(Math.floor(bytes / size))
      views.push([
        kind,
        names.pop()!,
        allocation[1],
        first * size,
        1 + random.below(Math.floor((bytes - first * size) / size)),
      ])
    }
    if (isBuffer || (families.includes('dataview') && random.chance(2))) {
      const offset = random.chance(3) ? random.below(bytes) : 0
      views.push(['dataview', names.pop()!, allocation[1], offset, bytes - offset])
    }
    if (names.length < 4) break
  }
  return views
}

function thingsOf(
  random: Random,
  families: readonly Family[],
  shared: readonly Allocation[],
  views: readonly View[],
  values: readonly number[],
): Things {
  const all: ArrayThing[] = []
  const memoryOf = new Map<string, string>()
  const dataViews: { name: string; bytes: number }[] = []
  const primitives: Record<string, string[]> = {}
  for (const allocation of shared) {
    const [kind, name] = allocation
    if ((KINDS as readonly string[]).includes(kind)) {
      all.push({ name, kind: kind as ElementKind, length: bytesOf(allocation) / sizeOf(kind as ElementKind) })
    } else (primitives[kind] ??= []).push(name)
  }
  for (const [kind, name, of, , length] of views) {
    memoryOf.set(name, of)
    if (kind === 'dataview') dataViews.push({ name, bytes: length })
    else all.push({ name, kind, length })
  }
  // Operations meet where there are few places for them, and views of the same bytes count as one.
  const hot = new Set(
    shuffled(random, all)
      .slice(0, random.pick([1, 1, 1, 2, 2, 9]))
      .map(({ name }) => memoryOf.get(name) ?? name),
  )
  for (const { name } of families.includes('dataview') ? dataViews : []) hot.add(memoryOf.get(name)!)
  const arrays = all.filter(({ name }) => hot.has(memoryOf.get(name) ?? name))
  const integers = arrays.filter(({ kind }) => !kind.startsWith('float') && kind !== 'uint8clamped')
  const waitable = arrays.filter(({ kind }) => kind === 'int32' || kind === 'bigint64')
  const locks = families.filter((family) => LOCKS.includes(family))
  const contended = locks.length > 0 && random.chance(2) ? random.pick(locks) : null
  return { families, arrays, integers, waitable, dataViews, primitives, values, contended }
}
