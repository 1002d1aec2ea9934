import type { Statement } from './notation.ts'

/**
 * What the statements of the notation are in JavaScript. In the generated code `v` is the last value seen, `seen` all values
 * that the thread saw (its result), `handles` the spawned threads that it has not joined.
 */
const WORDS = 'xyz'

/** `x` is a word, `x.1` one of its bytes, `x:1` two bytes from there on (which may reach into the next word). */
interface Location {
  readonly array: 'words' | 'bytes' | 'view'
  readonly index: number
}

function locate(name: string): Location {
  const word = WORDS.indexOf(name[0]!)
  if (word < 0) throw new Error(`no such location: ${name}`)
  const offset = Number(name[2] ?? 0)
  if (name[1] === '.') return { array: 'bytes', index: 4 * word + offset }
  if (name[1] === ':') return { array: 'view', index: 4 * word + offset }
  return { array: 'words', index: word }
}

const see = (call: string): string => `seen.push(v = yield* ops.${call})`
const perform = (call: string): string => `yield* ops.${call}`

/** A value to write: a number, or `v+1`. */
const value = (text = '1'): string => (text === 'v' ? '(v + 1 | 0)' : text)

function read(name: string): string {
  const { array, index } = locate(name)
  return array === 'view' ? see(`view.getInt16(s.view, ${index})`) : see(`read(s.${array}, ${index})`)
}

function write(name: string, what?: string): string {
  const { array, index } = locate(name)
  return array === 'view' ? perform(`view.setInt16(s.view, ${index}, ${value(what)})`) : perform(`write(s.${array}, ${index}, ${value(what)})`)
}

const atomic = (name: string, at: string, ...rest: string[]): string => {
  const { array, index } = locate(at)
  return see(`atomics.${name}(s.${[array, index].join(', ')}${rest.map((arg) => `, ${arg}`).join('')})`)
}

/** An update whose result is not used. */
const update = (name: string, at: string, what?: string): string => {
  const { array, index } = locate(at)
  return perform(`atomics.${name}(s.${array}, ${index}, ${value(what)}, 'unused')`)
}

const spin = (at: string, until: string, times: string): string =>
  `for (let turn = 0; turn < ${times}; turn++) { ${read(at)}; if (v === ${until}) break; ${perform('yieldNow()')} }`

/** By name of the statement: its source, given its arguments. */
export const instructions: Readonly<Record<string, (...args: string[]) => string>> = {
  r: read,
  w: write,
  load: (at) => atomic('load', at),
  store: (at, what) => atomic('store', at, value(what)),
  add: (at, what) => atomic('add', at, value(what)),
  inc: (at, what) => update('add', at, what),
  dec: (at, what) => update('sub', at, what),
  and: (at, what) => update('and', at, what),
  or: (at, what) => update('or', at, what),
  xor: (at, what) => update('xor', at, what),
  xchg: (at, what) => atomic('exchange', at, value(what)),
  cas: (at, expected = '0', what = '1') => atomic('compareExchange', at, expected, value(what)),
  wait: (at, expected = '0') => atomic('wait', at, expected),
  timedwait: (at, expected = '0') => atomic('wait', at, expected, '1'),
  wake: (at, count = '1') => atomic('notify', at, count),
  lock: (m) => perform(`lock(s.${m})`),
  unlock: (m) => perform(`unlock(s.${m})`),
  rlock: (l) => perform(`readLock(s.${l})`),
  runlock: (l) => perform(`readUnlock(s.${l})`),
  wlock: (l) => perform(`writeLock(s.${l})`),
  wunlock: (l) => perform(`writeUnlock(s.${l})`),
  acquire: (q) => perform(`acquire(s.${q})`),
  tryacquire: (q) => see(`tryAcquire(s.${q})`),
  release: (q) => perform(`release(s.${q})`),
  set: (e) => perform(`set(s.${e})`),
  reset: (e) => perform(`reset(s.${e})`),
  await: (e) => perform(`wait(s.${e})`),
  cwait: (c, m = 'm') => perform(`wait(s.${c}, s.${m})`),
  notify: (c) => perform(`notifyOne(s.${c})`),
  notifyall: (c) => perform(`notifyAll(s.${c})`),
  countdown: (k) => perform(`countDown(s.${k})`),
  yield: () => perform('yieldNow()'),
  choose: (n = '2') => see(`choose(${n})`),
  spawn: (task) => `handles.push(yield* ops.spawn('${task}'))`,
  join: () => `if (handles.length > 0) ${see('join(handles.pop())')}`,
  // The first thread that thread 0 spawned, by whoever knows that it has.
  joinfirst: () => see('join(64)'),
  throw: (when = '1') => `if (v === ${when}) throw new Error('saw ${when}')`,
  spin: (at, until = '1', times = '2') => spin(at, until, times),
}

/** Statements with a body. */
export const compound: Readonly<Record<string, (statement: Statement, block: (b: readonly Statement[]) => string) => string>> = {
  if: ({ args, body, otherwise }, block) =>
    `if (v === ${args[0] ?? '1'}) { ${block(body ?? [])} }${otherwise === undefined ? '' : ` else { ${block(otherwise)} }`}`,
  seal: ({ body }, block) => `yield* ops.sealed(function* () { ${block(body ?? [])} })`,
  // Whether the lock was had decides, so that only who has it gives it back.
  try: ({ args, body }, block) => `if (yield* ops.tryLock(s.${args[0]!})) { seen.push(v = 1); ${block(body ?? [])}; yield* ops.unlock(s.${args[0]!}) } else seen.push(v = 0)`,
}

/** By name: what `shared` makes. Only what a program mentions is made. */
export const objects: Readonly<Record<string, string>> = {
  m: "mem.mutex('m')", n: "mem.mutex('n')",
  l: "mem.rwlock('l')",
  p: "mem.semaphore('p', 0)", q: "mem.semaphore('q', 1)",
  e: "mem.event('e')", f: "mem.event('f', { manual: false })",
  c: "mem.condition('c')", d: "mem.condition('d')",
  b: "mem.barrier('b', 2)",
  k: "mem.latch('k', 2)",
}

export const isLocation = (name: string): boolean => /^[xyz]([.:]\d)?$/.test(name)
