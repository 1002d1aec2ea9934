import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program, type ThreadGenerator } from '../../src/program/program.ts'
import type { Barrier } from '../../src/program/primitives/barrier.ts'
import type { Condition } from '../../src/program/primitives/condition.ts'
import type { Event } from '../../src/program/primitives/event.ts'
import type { Latch } from '../../src/program/primitives/latch.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import type { RwLock } from '../../src/program/primitives/rwlock.ts'
import type { Semaphore } from '../../src/program/primitives/semaphore.ts'

/** Names of shared things, by kind; an operation's kind says which kind of thing its name means. */
type Kind = 'variable' | 'mutex' | 'rwlock' | 'semaphore' | 'event' | 'condition' | 'barrier' | 'latch'
type Shared = Readonly<Record<string, unknown>>

export interface SketchOptions {
  /** Initial counts of semaphores and latches, parties of barriers; 1 where none is given. */
  readonly counts?: Readonly<Record<string, number>>
  /** Events that a wait resets. */
  readonly auto?: readonly string[]
}

interface Step {
  readonly verb: string
  readonly names: readonly string[]
  /** No preemption between the step before and this one. */
  readonly sealed: boolean
}

interface Verb {
  readonly kinds: readonly Kind[]
  /** `value` is different for every operation of the program. */
  readonly run: (things: readonly never[], value: number) => Iterable<unknown>
}

const verb = (kinds: readonly Kind[], run: (...args: never[]) => unknown): Verb => ({
  kinds,
  run: (things, value) => run(...things, value as never) as Iterable<unknown>,
})

const verbs: Readonly<Record<string, Verb>> = {
  r: verb(['variable'], (x: Int32Array) => ops.read(x, 0)),
  w: verb(['variable'], (x: Int32Array, value: number) => ops.write(x, 0, value)),
  add: verb(['variable'], (x: Int32Array, value: number) => ops.atomics.add(x, 0, value)),
  cas: verb(['variable'], (x: Int32Array, value: number) => ops.atomics.compareExchange(x, 0, 0, value)),
  sleep: verb(['variable'], (x: Int32Array) => ops.atomics.wait(x, 0, 0)),
  wake: verb(['variable'], (x: Int32Array) => ops.atomics.notify(x, 0, 1)),
  wakeAll: verb(['variable'], (x: Int32Array) => ops.atomics.notify(x, 0)),
  lock: verb(['mutex'], (m: Mutex) => ops.lock(m)),
  trylock: verb(['mutex'], (m: Mutex) => ops.tryLock(m)),
  unlock: verb(['mutex'], (m: Mutex) => ops.unlock(m)),
  rlock: verb(['rwlock'], (l: RwLock) => ops.readLock(l)),
  runlock: verb(['rwlock'], (l: RwLock) => ops.readUnlock(l)),
  wlock: verb(['rwlock'], (l: RwLock) => ops.writeLock(l)),
  wunlock: verb(['rwlock'], (l: RwLock) => ops.writeUnlock(l)),
  acquire: verb(['semaphore'], (s: Semaphore) => ops.acquire(s)),
  release: verb(['semaphore'], (s: Semaphore) => ops.release(s)),
  set: verb(['event'], (e: Event) => ops.set(e)),
  reset: verb(['event'], (e: Event) => ops.reset(e)),
  await: verb(['event'], (e: Event) => ops.wait(e)),
  wait: verb(['condition', 'mutex'], (c: Condition, m: Mutex) => ops.wait(c, m)),
  notify: verb(['condition'], (c: Condition) => ops.notifyOne(c)),
  notifyAll: verb(['condition'], (c: Condition) => ops.notifyAll(c)),
  meet: verb(['barrier'], (b: Barrier) => ops.wait(b)),
  count: verb(['latch'], (l: Latch) => ops.countDown(l)),
  pass: verb(['latch'], (l: Latch) => ops.wait(l)),
  yield: verb([], () => ops.yieldNow()),
  choose: verb([], () => ops.choose(2)),
}

/**
 * A program from the notation in which counterexamples are written down: `[w x; r y] || [r y] || [lock m; w x; unlock
 * m]`. `~` before an operation seals it together with the one before. Every write stores a value of its own, every
 * thread results in the list of values that it got, and the outcome is everything that can be seen at the end, so that
 * two traces differ in their outcomes whenever they can.
 */
export function sketch(text: string, options: SketchOptions = {}): Program {
  const threads = parse(text)
  const kinds = kindsOf(threads)
  return program<Shared, ((s: Shared) => ThreadGenerator)[]>({
    name: text,
    shared: (mem) => Object.fromEntries([...kinds].map(([name, kind]) => [name, make(mem, name, kind, options)])),
    threads: threads.map(
      (steps, t) =>
        function* thread(s: Shared) {
          return yield* run(s, steps, 100 * (t + 1))
        },
    ),
    outcome: (s, results) => [variables(s, kinds), results],
  })
}

function parse(text: string): Step[][] {
  return text.split('||').map((thread) => {
    const inside = /^\s*\[(.*)\]\s*$/s.exec(thread)
    if (inside === null) throw new Error(`a thread is written [op; op], not ${thread}`)
    return inside[1]!.split(';').map((step) => {
      const sealed = step.trim().startsWith('~')
      const [verb = '', ...names] = step.replace('~', '').trim().split(/\s+/)
      if (verbs[verb]?.kinds.length !== names.length) throw new Error(`there is no operation '${step}' in ${text}`)
      return { verb, names, sealed }
    })
  })
}

function kindsOf(threads: readonly Step[][]): Map<string, Kind> {
  const kinds = new Map<string, Kind>()
  for (const { verb, names } of threads.flat()) {
    names.forEach((name, i) => {
      const kind = verbs[verb]!.kinds[i]!
      if ((kinds.get(name) ?? kind) !== kind) throw new Error(`${name} is used as ${kind} and as ${kinds.get(name)}`)
      kinds.set(name, kind)
    })
  }
  return kinds
}

function make(mem: Mem, name: string, kind: Kind, { counts = {}, auto = [] }: SketchOptions): unknown {
  const count = counts[name] ?? 1
  switch (kind) {
    case 'variable':
      return mem.int32(name, [0])
    case 'event':
      return mem.event(name, { manual: !auto.includes(name) })
    case 'semaphore':
    case 'barrier':
    case 'latch':
      return mem[kind](name, count)
    case 'mutex':
    case 'rwlock':
    case 'condition':
      return mem[kind](name)
  }
}

function* run(s: Shared, steps: readonly Step[], firstValue: number): Generator<never, unknown[], unknown> {
  const values: unknown[] = []
  for (let i = 0; i < steps.length; ) {
    let end = i + 1
    while (steps[end]?.sealed === true) end++
    const region = performAll(s, steps.slice(i, end), firstValue + i, values)
    yield* end - i > 1 ? ops.sealed(() => region) : region
    i = end
  }
  return values
}

function* performAll(
  s: Shared,
  steps: readonly Step[],
  firstValue: number,
  values: unknown[],
): Generator<never, void, unknown> {
  for (const [i, { verb, names }] of steps.entries()) {
    const value = yield* verbs[verb]!.run(names.map((name) => s[name]) as never[], firstValue + i) as Iterable<never>
    if (value !== undefined) values.push(value)
  }
}

function variables(s: Shared, kinds: ReadonlyMap<string, Kind>): number[] {
  return [...kinds].filter(([, kind]) => kind === 'variable').map(([name]) => (s[name] as Int32Array)[0]!)
}
