import { type Allocations, elementOf } from './layout.ts'
import type { Statement } from './notation.ts'

/**
 * What the statements of the notation are in JavaScript. In the generated code `v` is the last value seen, `seen` all
 * values that the thread saw (its result), `handles` the spawned threads that it has not joined.
 */
export type Instruction = (...args: string[]) => string

const see = (call: string): string => `seen.push(v = ${call})`
const perform = (call: string): string => `yield* ops.${call}`

/** A value to write: a number, or `v+1`. */
const value = (text = '1'): string => (text === 'v' ? '(v + 1 | 0)' : text)

/** By name: what `return` returns instead of what was seen. Numbers stay below the handles of threads. */
const results: Readonly<Record<string, string>> = {
  v: 'v & 63',
  handle: 'handles.at(-1)',
  text: "'text'",
  object: '{ v: v & 63 }',
}

/** By name of the statement: its source, given its arguments. */
export function instructionsFor(allocations: Allocations): Readonly<Record<string, Instruction>> {
  return { ...accessesOf(allocations), ...others }
}

function accessesOf(allocations: Allocations): Record<string, Instruction> {
  const read: Instruction = (at) => {
    const { view, index, big } = elementOf(at!, allocations)
    if (at![1] === ':') return see(perform(`view.getInt16(${view}, ${index})`))
    return see(asNumber(perform(`read(${view}, ${index})`), big))
  }
  const write: Instruction = (at, what) => {
    const { view, index, big } = elementOf(at!, allocations)
    if (at![1] === ':') return perform(`view.setInt16(${view}, ${index}, ${value(what)})`)
    return perform(`write(${view}, ${index}, ${asElement(value(what), big)})`)
  }
  const atomic = (name: string, at: string, ...values: string[]): string => {
    const { view, index, big } = elementOf(at, allocations)
    return see(
      asNumber(
        perform(`atomics.${name}(${[view, index, ...values.map((one) => asElement(one, big))].join(', ')})`),
        big,
      ),
    )
  }
  /** An update whose result is not used. */
  const update =
    (name: string): Instruction =>
    (at, what) => {
      const { view, index, big } = elementOf(at!, allocations)
      return perform(`atomics.${name}(${view}, ${index}, ${asElement(value(what), big)}, 'unused')`)
    }
  const wait =
    (timeout: string): Instruction =>
    (at, expected = '0') => {
      const { view, index, big } = elementOf(at!, allocations)
      return see(perform(`atomics.wait(${view}, ${index}, ${asElement(expected, big)}${timeout})`))
    }
  const wake: Instruction = (at, count = '1') => {
    const { view, index } = elementOf(at!, allocations)
    return see(perform(`atomics.notify(${view}, ${index}, ${count})`))
  }
  return {
    r: read,
    w: write,
    wake,
    wait: wait(''),
    timedwait: wait(', 1'),
    load: (at) => atomic('load', at!),
    store: (at, what) => atomic('store', at!, value(what)),
    add: (at, what) => atomic('add', at!, value(what)),
    xchg: (at, what) => atomic('exchange', at!, value(what)),
    cas: (at, expected = '0', what = '1') => atomic('compareExchange', at!, expected, value(what)),
    inc: update('add'),
    dec: update('sub'),
    and: update('and'),
    or: update('or'),
    xor: update('xor'),
    // A loop that only looks, as the front end tells of loops in plain code: until one of the places holds what is not
    // 0.
    until: (...places) =>
      `{ const rounds = loops.roundsBegin(true, () => []); for (;;) { loops.roundBegins(rounds); ` +
      `${places.map((at) => `${read(at).replace('seen.push(', '(')}; if (v !== 0) break`).join('; ')} } loops.roundsEnd(rounds); seen.push(v) }`,
    spin: (at, until = '1', times = '2') =>
      `for (let turn = 0; turn < ${times}; turn++) { ${read(at!)}; if (v === ${until}) break; ${perform('yieldNow()')} }`,
  }
}

const asNumber = (call: string, big: boolean): string => (big ? `Number(${call})` : call)
const asElement = (text: string, big: boolean): string => (big ? `BigInt(${text})` : text)

const others: Readonly<Record<string, Instruction>> = {
  lock: (m) => perform(`lock(s.${m})`),
  unlock: (m) => perform(`unlock(s.${m})`),
  rlock: (l) => perform(`readLock(s.${l})`),
  runlock: (l) => perform(`readUnlock(s.${l})`),
  wlock: (l) => perform(`writeLock(s.${l})`),
  wunlock: (l) => perform(`writeUnlock(s.${l})`),
  acquire: (q) => perform(`acquire(s.${q})`),
  tryacquire: (q) => see(perform(`tryAcquire(s.${q})`)),
  release: (q, count = '1') => perform(`release(s.${q}, ${count})`),
  set: (e) => perform(`set(s.${e})`),
  reset: (e) => perform(`reset(s.${e})`),
  await: (e) => perform(`wait(s.${e})`),
  cwait: (c, m = 'm') => perform(`wait(s.${c}, s.${m})`),
  notify: (c) => perform(`notifyOne(s.${c})`),
  notifyall: (c) => perform(`notifyAll(s.${c})`),
  countdown: (k) => perform(`countDown(s.${k})`),
  timedacquire: (q) => see(perform(`tryAcquire(s.${q}, 1)`)),
  timedawait: (e) => see(perform(`wait(s.${e}, 1)`)),
  timedcwait: (c, m = 'm') => see(perform(`wait(s.${c}, s.${m}, 1)`)),
  // Objects, so that what is received is a thread's own.
  send: (h, what) => perform(`send(s.${h}, { sent: ${value(what)} })`),
  trysend: (h, what) => see(perform(`trySend(s.${h}, { sent: ${value(what)} })`)),
  timedsend: (h, what) => see(perform(`trySend(s.${h}, { sent: ${value(what)} }, 1)`)),
  receive: (h) => see(`(${perform(`receive(s.${h})`)})?.sent`),
  tryreceive: (h) => see(`(${perform(`tryReceive(s.${h})`)})?.sent`),
  timedreceive: (h) => see(`(${perform(`tryReceive(s.${h}, 1)`)})?.sent`),
  close: (h) => perform(`close(s.${h})`),
  yield: () => perform('yieldNow()'),
  choose: (n = '2') => see(perform(`choose(${n})`)),
  spawn: (task, given) =>
    `handles.push(${perform(given === undefined ? `spawn('${task}')` : `spawn('${task}', ${given})`)})`,
  // In tasks.
  given: () => see('given ?? 0'),
  self: () => see('self.id & 63'),
  join: () => `if (handles.length > 0) ${see(perform('join(handles.pop())'))}`,
  // And the thread whose handle that one returned, if it did: handles of threads that spawned ones spawn are from 4160
  // on.
  joinboth: () =>
    `if (handles.length > 0) { ${see(perform('join(handles.pop())'))}; if (Number.isInteger(v) && v >= 4160) ${see(perform('join(v)'))} }`,
  // The first thread that thread 0 spawned, by whoever knows that it has.
  joinfirst: () => see(perform('join(64)')),
  throw: (when = '1') => `if (v === ${when}) throw new Error('saw ${when}')`,
  return: (what = 'undefined') => `return ${results[what] ?? what}`,
}

/** Statements with a body. */
export const compound: Readonly<
  Record<string, (statement: Statement, block: (b: readonly Statement[]) => string) => string>
> = {
  if: ({ args, body, otherwise }, block) =>
    `if (v === ${args[0] ?? '1'}) { ${block(body ?? [])} }${otherwise === undefined ? '' : ` else { ${block(otherwise)} }`}`,
  seal: ({ body }, block) => `yield* ops.sealed(function* () { ${block(body ?? [])} })`,
  // Whether the lock was had decides, so that only who has it gives it back.
  try: ({ args, body }, block) =>
    `if (yield* ops.tryLock(s.${args[0]!}${args[1] === undefined ? '' : `, ${args[1]}`})) { seen.push(v = 1); ${block(body ?? [])}; yield* ops.unlock(s.${args[0]!}) } else seen.push(v = 0)`,
}
