/**
 * What a program shares, and how that is allocated: after `in`, the notation names the allocations in their order.
 * `words` holds x, y and z; or `x`, `y` and `z` are allocations of their own. `words:buffer` says what memory is
 * allocated as. With `late`, threads make their views of memory when they need them; with `blind`, the outcome is what
 * is in memory, not what threads return. What is mentioned in the program and not after `in` comes last.
 */
export interface Allocations {
  /** The names in the order of allocation, each with what it is allocated as (memory only). */
  readonly order: readonly { readonly name: string; readonly kind: string }[]
  readonly late: boolean
}

const WORDS = 'xyz'
/** Memory as which `words`, of 16 bytes, can be allocated: by name of the method of `mem`, how many elements. */
const memoryKinds: Readonly<Record<string, number>> = {
  int32: 4,
  buffer: 16,
  int8: 16,
  uint16: 8,
  uint32: 4,
  float64: 2,
  bigint64: 2,
}
export const memoryKindNames = Object.keys(memoryKinds)

/** By name: what `shared` makes. Only what a program mentions is made. */
export const primitives: Readonly<Record<string, string>> = {
  m: "mem.mutex('m')",
  n: "mem.mutex('n')",
  l: "mem.rwlock('l')",
  p: "mem.semaphore('p', 0)",
  q: "mem.semaphore('q', 1)",
  e: "mem.event('e')",
  f: "mem.event('f', { manual: false })",
  c: "mem.condition('c')",
  d: "mem.condition('d')",
  b: "mem.barrier('b', 2)",
  k: "mem.latch('k', 2)",
  g: "mem.channel('g', { capacity: 1 })",
  h: "mem.channel('h')",
}

export function allocationsOf(layout: readonly string[], mentioned: ReadonlySet<string>): Allocations {
  const given = layout
    .filter((token) => token !== 'late')
    .map((token) => ({ name: token.split(':')[0]!, kind: token.split(':')[1] ?? 'int32' }))
  const used = given.filter(({ name }) => name in primitives || isMemory(name))
  const single = used.some(({ name }) => WORDS.includes(name))
  const words = new Set([...mentioned].filter((name) => isLocation(name)).map((name) => name[0]!))
  const memory = single ? [...words] : ['words']
  const missing = [...memory, ...Object.keys(primitives).filter((name) => mentioned.has(name))].filter(
    (name) => !used.some((other) => other.name === name),
  )
  // Without `in`, memory comes first.
  return { order: [...used, ...missing.map((name) => ({ name, kind: 'int32' }))], late: layout.includes('late') }
}

const isMemory = (name: string): boolean => name === 'words' || (name.length === 1 && WORDS.includes(name))

/** Where an element is: an expression for the view, the index in it, and whether its elements are bigints. */
export interface Element {
  readonly view: string
  readonly index: number
  readonly big: boolean
}

const views = {
  '.': 'Int8Array',
  '-': 'Int16Array',
  '=': 'Uint32Array',
  '*': 'BigInt64Array',
  ':': 'DataView',
} as const
const elementBytes: Readonly<Record<string, number>> = {
  Int8Array: 1,
  Int16Array: 2,
  Uint32Array: 4,
  BigInt64Array: 8,
  DataView: 1,
}

/**
 * `x` is a word; `x.1` is one of its bytes, `x-1` one of its halves, `x=` all of it without a sign, `x*` it and the
 * next word as one bigint (not of `y`, which would not be aligned), and `x:1` two bytes from there on, which may reach
 * into the next word.
 */
export function elementOf(name: string, { order, late }: Allocations): Element {
  const own = order.some((allocation) => allocation.name === name[0])
  const home = own ? name[0]! : 'words'
  const word = own ? 0 : WORDS.indexOf(name[0]!)
  if (!isLocation(name)) throw new Error(`no such location: ${name}`)
  if (name.length === 1) return { view: `s.${home}`, index: word, big: false }
  const type = views[name[1] as keyof typeof views]
  const index = (4 * word) / elementBytes[type]! + Number(name[2] ?? 0)
  if (!Number.isInteger(index)) throw new Error(`${name} is not aligned`)
  return { view: late ? `new ${type}(s.${home}.buffer)` : `s.${home}_${type}`, index, big: type === 'BigInt64Array' }
}

const isLocation = (name: string): boolean => /^[xyz]([.:]\d|-[01]|=)?$|^[xz]\*$/.test(name)

/**
 * The body of `shared`. Initial values other than zero would only rename the values that the statements compare with.
 */
export function sharedSource({ order, late }: Allocations, mentioned: ReadonlySet<string>): string {
  const lines: string[] = []
  const parts: string[] = []
  for (const { name, kind } of order) {
    lines.push(`const ${name} = ${primitives[name] ?? memorySource(name, kind)}`)
    parts.push(name)
    if (late || name in primitives) continue
    const used = new Set(
      [...mentioned]
        .filter((other) => isLocation(other) && other.length > 1 && (name === 'words' || other[0] === name))
        .map((other) => views[other[1] as keyof typeof views]),
    )
    for (const type of used) parts.push(`${name}_${type}: new ${type}(${name}.buffer)`)
  }
  return `(mem) => { ${lines.join('; ')}; return { ${parts.join(', ')} } }`
}

function memorySource(name: string, kind: string): string {
  if (memoryKinds[kind] === undefined) throw new Error(`memory cannot be allocated as ${kind}`)
  if (kind === 'int32') return `mem.int32('${name}', ${name === 'words' ? 4 : 2})`
  const count = name === 'words' ? memoryKinds[kind] : memoryKinds[kind] / 2
  return `new Int32Array(mem.${kind}('${name}', ${count})${kind === 'buffer' ? '' : '.buffer'})`
}

/** What memory holds in the end: an expression. */
export function memoryContent({ order }: Allocations): string {
  return `[${order
    .filter(({ name }) => isMemory(name))
    .map(({ name }) => `...s.${name}`)
    .join(', ')}]`
}
