import type { Operation } from './language.ts'
import type { Prepared } from './operations.ts'
import {
  enqueued,
  isNotified,
  notified,
  isFull,
  type Primitive,
  type PrimitiveKind,
  type PrimitiveOf,
  roundIsFull,
  taken,
  withdrawn,
  without,
  withReader,
} from './primitives.ts'
import { evaluate } from './values.ts'
import type { Draft, Effect, Pending, State, Thread } from './state.ts'

type PrimitiveOperation = Exclude<
  Operation,
  readonly [
    (
      | 'read'
      | 'write'
      | 'get'
      | 'put'
      | 'load'
      | 'store'
      | 'cas'
      | 'add'
      | 'sub'
      | 'and'
      | 'or'
      | 'xor'
      | 'exchange'
      | 'wait'
      | 'notify'
      | 'spawn'
      | 'join'
      | 'choose'
      | 'yield'
    ),
    ...unknown[],
  ]
>

interface Behaviour<P extends Primitive> {
  readonly label?: string
  readonly isEnabled?: (primitive: P) => boolean
  readonly perform: (
    primitive: P,
    draft: Draft,
  ) => { readonly next?: P; readonly result?: unknown; readonly yielded?: boolean } | { readonly misuse: string }
}

/** An operation on one primitive that is one transition. */
function on<K extends PrimitiveKind>(
  kind: K,
  name: string,
  { label, isEnabled, perform }: Behaviour<PrimitiveOf<K>>,
): Prepared {
  const the = ({ primitives }: { readonly primitives: ReadonlyMap<string, Primitive> }): PrimitiveOf<K> => {
    const primitive = primitives.get(name)
    if (primitive?.kind !== kind) throw new Error(`${name} is no ${kind}`)
    return primitive as PrimitiveOf<K>
  }
  return {
    pending: {
      label: `${label ?? ''} ${name}`,
      access: null,
      choices: 1,
      isEnabled: (state) => isEnabled?.(the(state)) ?? true,
      holders: (state) => holdersOf(the(state)),
      perform: (draft): Effect => {
        const effect = perform(the(draft), draft)
        if ('misuse' in effect) return effect
        if (effect.next !== undefined) draft.primitives.set(name, effect.next)
        return { result: effect.result, yielded: effect.yielded === true }
      },
    },
  }
}

function holdersOf(primitive: Primitive): readonly number[] {
  if (primitive.kind === 'mutex') return primitive.owner === null ? [] : [primitive.owner]
  if (primitive.kind === 'rwlock')
    return primitive.writer === null ? [...new Set(primitive.readers)] : [primitive.writer]
  return []
}

/**
 * What was asked for was not there: without a time limit, or with one of 0, that is all. Otherwise others went on
 * meanwhile.
 */
const inVain = (result: unknown, timeout = 0) => ({ result, yielded: timeout > 0 })

export function primitiveOperation(operation: PrimitiveOperation, { id: me, locals }: Thread): Prepared {
  const [verb, name] = operation
  switch (verb) {
    case 'lock':
      return on('mutex', name, {
        label: 'lock',
        isEnabled: (m) => m.owner === null,
        perform: (m) => ({ next: { ...m, owner: me } }),
      })
    case 'tryLock':
      return on('mutex', name, {
        perform: (m) => (m.owner === null ? { next: { ...m, owner: me }, result: true } : inVain(false, operation[2])),
      })
    case 'unlock':
      return on('mutex', name, {
        perform: (m) => (m.owner === me ? { next: { ...m, owner: null } } : { misuse: notTheOwner(name) }),
      })
    case 'readLock':
      return on('rwlock', name, {
        label: 'readLock',
        isEnabled: (l) => l.writer === null,
        perform: (l) => ({ next: withReader(l, me) }),
      })
    case 'readUnlock':
      return on('rwlock', name, {
        perform: (l) =>
          l.readers.includes(me)
            ? { next: { ...l, readers: without(l.readers, me) } }
            : { misuse: `rwlock ${name}: readUnlock by a thread that holds no read lock` },
      })
    case 'writeLock':
      return on('rwlock', name, {
        label: 'writeLock',
        isEnabled: (l) => l.writer === null && l.readers.length === 0,
        perform: (l) => ({ next: { ...l, writer: me } }),
      })
    case 'writeUnlock':
      return on('rwlock', name, {
        perform: (l) =>
          l.writer === me
            ? { next: { ...l, writer: null } }
            : { misuse: `rwlock ${name}: writeUnlock by a thread that does not hold the write lock` },
      })
    case 'acquire':
      return on('semaphore', name, {
        label: 'acquire',
        isEnabled: (s) => s.permits > 0,
        perform: (s) => ({ next: { ...s, permits: s.permits - 1 } }),
      })
    case 'tryAcquire':
      return on('semaphore', name, {
        perform: (s) =>
          s.permits > 0 ? { next: { ...s, permits: s.permits - 1 }, result: true } : inVain(false, operation[2]),
      })
    case 'release':
      return on('semaphore', name, { perform: (s) => ({ next: { ...s, permits: s.permits + (operation[2] ?? 1) } }) })
    case 'signal':
      return on('event', name, { perform: (e) => ({ next: { ...e, set: true } }) })
    case 'reset':
      return on('event', name, { perform: (e) => ({ next: { ...e, set: false } }) })
    case 'await':
      return on('event', name, {
        label: 'event wait',
        isEnabled: (e) => e.set || operation[2] !== undefined,
        perform: (e) => (e.set ? { next: { ...e, set: e.manual }, result: true } : { result: false, yielded: true }),
      })
    case 'countDown':
      return on('latch', name, {
        perform: (l) => ({ next: { ...l, left: Math.max(0, l.left - (operation[2] ?? 1)) } }),
      })
    case 'pass':
      return on('latch', name, {
        label: 'latch wait',
        isEnabled: (l) => l.left === 0 || operation[2] !== undefined,
        perform: (l) => ({ result: l.left === 0, yielded: l.left > 0 }),
      })
    case 'send':
    case 'trySend': {
      const message = evaluate(operation[2], locals)
      return on('channel', name, {
        label: 'bounded send',
        isEnabled: (c) => verb === 'trySend' || c.closed || !isFull(c),
        perform: (c) => {
          if (c.closed) return { misuse: `channel ${name}: a message was sent after it had been closed` }
          if (isFull(c)) return inVain(false, operation[3])
          return {
            next: { ...c, messages: [...c.messages, message] },
            result: verb === 'trySend' ? true : undefined,
          }
        },
      })
    }
    case 'receive':
    case 'tryReceive':
      return on('channel', name, {
        label: 'receive',
        isEnabled: (c) => verb === 'tryReceive' || c.closed || c.messages.length > 0,
        perform: (c) => {
          if (c.messages.length === 0) return inVain(undefined, verb === 'tryReceive' ? operation[2] : 0)
          return { next: { ...c, messages: c.messages.slice(1) }, result: c.messages[0] }
        },
      })
    case 'close':
      return on('channel', name, { perform: (c) => ({ next: { ...c, closed: true } }) })
    case 'notifyOne':
      return on('condition', name, { perform: (c) => ({ next: notified(c, 1) }) })
    case 'notifyAll':
      return on('condition', name, { perform: (c) => ({ next: notified(c, c.waiters.length) }) })
    case 'meet':
      return { pending: arrive(name) }
    case 'sleep':
      return { pending: releaseAndEnqueue(name, operation[2], me, operation[3] !== undefined) }
  }
}

const notTheOwner = (mutex: string): string => `mutex ${mutex} unlocked by a thread that does not hold it`

const get = <K extends PrimitiveKind>({ primitives }: State | Draft, name: string): PrimitiveOf<K> =>
  primitives.get(name) as PrimitiveOf<K>

const firstHalf = (perform: Pending['perform']): Pending => ({
  label: '',
  access: null,
  choices: 1,
  isEnabled: () => true,
  holders: () => [],
  perform,
})

/** Arrive, then pass. */
function arrive(name: string): Pending {
  return firstHalf((draft) => {
    const barrier = get<'barrier'>(draft, name)
    const arrival = barrier.arrivals
    draft.primitives.set(name, { ...barrier, arrivals: arrival + 1 })
    const pass: Pending = {
      label: `barrier pass ${name}`,
      access: null,
      choices: 1,
      holders: () => [],
      isEnabled: (state) => roundIsFull(get(state, name), arrival),
      perform: () => ({ result: undefined }),
    }
    return { then: pass, key: `pass${arrival}` }
  })
}

/** Release the mutex and enqueue, then reacquire it once notified; with a time limit, also without that. */
function releaseAndEnqueue(condition: string, mutex: string, me: number, timed: boolean): Pending {
  const reacquire: Pending = {
    label: `${timed ? 'timed ' : ''}condition reacquire ${condition}, ${mutex}`,
    access: null,
    choices: 1,
    isEnabled: (state) => get<'mutex'>(state, mutex).owner === null && (timed || isNotified(get(state, condition), me)),
    holders: (state) => holdersOf(get<'mutex'>(state, mutex)),
    perform: (draft) => {
      const notified = isNotified(get(draft, condition), me)
      draft.primitives.set(mutex, { kind: 'mutex', owner: me })
      draft.primitives.set(condition, (notified ? taken : withdrawn)(get(draft, condition), me))
      return { result: notified, yielded: !notified }
    },
  }
  return firstHalf((draft) => {
    if (get<'mutex'>(draft, mutex).owner !== me) return { misuse: notTheOwner(mutex) }
    draft.primitives.set(mutex, { kind: 'mutex', owner: null })
    draft.primitives.set(condition, enqueued(get(draft, condition), me))
    return { then: reacquire, key: 'reacquire' }
  })
}
