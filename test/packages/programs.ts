/** One program per use of a package. */
import type { CheckApiOptions } from '../../src/index.ts'

export interface PackageProgram {
  /** The package, and what of it is used. */
  readonly name: string
  readonly source: string
  /** Of a program that is verified: how many there are, with one per trace. */
  readonly executions?: number
  /** Of one that is not: what its first bug says. */
  readonly bug?: RegExp
  /** Where a search without bounds would take too long for a test. */
  readonly options?: CheckApiOptions
}

const head = `import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { program } from 'heddle'
const require = createRequire(import.meta.url)
`
const multithreading = (
  name: string,
  imports: string,
  definition: string,
): Pick<PackageProgram, 'name' | 'source'> => ({
  name,
  source: `import './navigator.js'\n${head}import { ${imports} } from 'multithreading'\nexport default program({ name: '${name}', ${definition} })\n`,
})
const sharedMap = (name: string, definition: string): Pick<PackageProgram, 'name' | 'source'> => ({
  name,
  source: `${head}import SharedMap from 'sharedmap'\nexport default program({ name: '${name}', ${definition} })\n`,
})
const using = (name: string, imports: string, definition: string): Pick<PackageProgram, 'name' | 'source'> => ({
  name,
  source: `${head}${imports}\nexport default program({ name: '${name}', ${definition} })\n`,
})

const OBJECT_BUFFER = `const { createObjectBuffer, acquireLock, acquireLockWait, releaseLock } = require('@bnaya/objectbuffer')
const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() }
const object = () => createObjectBuffer(coders, 512, { x: 1 }, { useSharedArrayBuffer: true })`

export const programs: readonly PackageProgram[] = [
  {
    ...multithreading(
      'multithreading Mutex',
      'Mutex',
      `shared: () => ({ mutex: new Mutex(new Int32Array(new SharedArrayBuffer(4))) }),
      threads: [1, 2].map(() => (s) => { const guard = s.mutex.blockingLock(); guard.value[0] += 1; guard.dispose() }),
      after: (s) => assert.equal(s.mutex.blockingLock().value[0], 2)`,
    ),
    executions: 12,
  },
  {
    ...multithreading(
      'multithreading Semaphore',
      'Semaphore',
      `shared: (mem) => ({ semaphore: new Semaphore(1), inside: mem.int32('inside', 1) }),
      threads: [1, 2].map(() => (s) => {
        const guard = s.semaphore.blockingAcquire()
        assert.equal(Atomics.add(s.inside, 0, 1), 0)
        Atomics.sub(s.inside, 0, 1)
        guard.dispose()
      })`,
    ),
    executions: 26,
  },
  {
    ...multithreading(
      'multithreading Condvar',
      'Condvar, Mutex',
      `shared: () => ({ mutex: new Mutex(new Int32Array(new SharedArrayBuffer(4))), changed: new Condvar() }),
      threads: {
        waiter(s) { const guard = s.mutex.blockingLock(); while (guard.value[0] === 0) s.changed.blockingWait(guard); guard.dispose() },
        setter(s) { const guard = s.mutex.blockingLock(); guard.value[0] = 1; guard.dispose(); s.changed.notifyOne() },
      }`,
    ),
    executions: 24,
  },
  {
    ...multithreading(
      'multithreading Barrier',
      'Barrier',
      `shared: () => ({ barrier: new Barrier(2) }),
      threads: [1, 2].map(() => (s) => s.barrier.blockingWait().isLeader),
      after: (_, leads) => assert.equal(leads.filter(Boolean).length, 1)`,
    ),
    executions: 36,
  },
  {
    ...multithreading(
      'multithreading RwLock',
      'RwLock',
      `shared: () => ({ lock: new RwLock(new Int32Array(new SharedArrayBuffer(8))) }),
      threads: {
        writer(s) { const guard = s.lock.blockingWrite(); guard.value[0] = 1; guard.value[1] = 1; guard.dispose() },
        reader(s) { const guard = s.lock.blockingRead(); const seen = [guard.value[0], guard.value[1]]; guard.dispose(); return seen },
      },
      after: (_, { reader }) => assert.equal(reader[0], reader[1])`,
    ),
    executions: 28,
  },
  {
    ...multithreading(
      'multithreading Mutex, asynchronously',
      'Mutex',
      `shared: () => ({ mutex: new Mutex(new Int32Array(new SharedArrayBuffer(4))) }),
      threads: [1, 2].map(() => async (s) => { const guard = await s.mutex.lock(); guard.value[0] += 1; guard.dispose() }),
      after: (s) => assert.equal(s.mutex.blockingLock().value[0], 2)`,
    ),
    executions: 12,
  },
  {
    ...multithreading(
      'multithreading Semaphore, asynchronously',
      'Semaphore',
      `shared: (mem) => ({ semaphore: new Semaphore(1), inside: mem.int32('inside', 1) }),
      threads: [1, 2].map(() => async (s) => {
        const guard = await s.semaphore.acquire()
        assert.equal(Atomics.add(s.inside, 0, 1), 0)
        Atomics.sub(s.inside, 0, 1)
        guard[Symbol.dispose]()
      })`,
    ),
    executions: 26,
  },
  {
    ...multithreading(
      'multithreading Condvar, asynchronously',
      'Mutex, Condvar',
      `shared: () => ({ mutex: new Mutex(new Int32Array(new SharedArrayBuffer(4))), condition: new Condvar() }),
      threads: {
        async waits(s) {
          const guard = await s.mutex.lock()
          while (guard.value[0] === 0) await s.condition.wait(guard)
          assert.equal(guard.value[0], 7)
          guard.dispose()
        },
        async sets(s) {
          const guard = await s.mutex.lock()
          guard.value[0] = 7
          s.condition.notifyOne()
          guard.dispose()
        },
      }`,
    ),
    executions: 80,
  },
  {
    ...multithreading(
      'multithreading Barrier, asynchronously',
      'Barrier',
      `shared: () => ({ barrier: new Barrier(2) }),
      threads: [1, 2].map(() => async (s) => (await s.barrier.wait()).isLeader),
      after: (s, leads) => assert.equal(leads.filter(Boolean).length, 1)`,
    ),
    executions: 36,
  },
  {
    ...multithreading(
      'multithreading RwLock, asynchronously',
      'RwLock',
      `shared: () => ({ lock: new RwLock(new Int32Array(new SharedArrayBuffer(8))) }),
      threads: {
        async writer(s) { const guard = await s.lock.write(); guard.value[0] = 1; guard.value[1] = 1; guard.dispose() },
        async reader(s) { const guard = await s.lock.read(); assert.equal(guard.value[0], guard.value[1]); guard.dispose() },
      }`,
    ),
    executions: 28,
  },
  {
    ...sharedMap(
      'sharedmap set and get',
      `shared: () => { const map = new SharedMap(4, 2, 2); map.set('a', '1'); return { map } },
      threads: { writer(s) { s.map.set('a', '2') }, reader: (s) => s.map.get('a') },
      after: (s, { reader }) => { assert.ok(reader === '1' || reader === '2'); assert.equal(s.map.get('a'), '2') }`,
    ),
    executions: 89,
  },
  {
    ...sharedMap(
      'sharedmap delete beside set',
      `shared: () => { const map = new SharedMap(4, 2, 2); map.set('a', '1'); return { map } },
      threads: [(s) => s.map.delete('a'), (s) => s.map.set('b', '2')],
      after: (s) => assert.deepEqual([s.map.get('a'), s.map.get('b'), s.map.length], [undefined, '2', 1])`,
    ),
    executions: 12,
  },
  {
    ...sharedMap(
      'sharedmap length while another sets',
      `shared: () => { const map = new SharedMap(4, 2, 2); map.set('a', '1'); return { map } },
      threads: { reader: (s) => s.map.length, writer(s) { s.map.set('b', '2') } },
      after: (_, { reader }) => assert.ok(reader === 1 || reader === 2)`,
    ),
    executions: 2,
  },
  {
    ...sharedMap(
      'sharedmap two that set',
      `shared: () => ({ map: new SharedMap(4, 2, 2) }),
      threads: [(s) => s.map.set('a', '1'), (s) => s.map.set('b', '2')],
      after: (s) => assert.deepEqual([s.map.get('a'), s.map.get('b'), s.map.length], ['1', '2', 2])`,
    ),
    options: { bounds: { preemption: 2 } },
    executions: 286,
  },
  {
    ...using(
      'sync-message-port counter of messages',
      `const { AtomicCounter } = require('./node_modules/sync-message-port/dist/lib/atomic_counter.js')`,
      `shared: () => ({ messages: new AtomicCounter(new SharedArrayBuffer(16)) }),
      threads: {
        receiver(s) { s.messages.wait(); s.messages.decrement() },
        poster(s) { s.messages.increment() },
        closer(s) { s.messages.close() },
      }`,
    ),
    executions: 36,
  },
  {
    ...using(
      'absurd-sql channel',
      `import { Reader, Writer } from './node_modules/absurd-sql/src/indexeddb/shared-channel.js'`,
      `shared: (mem) => ({ bytes: mem.buffer('bytes', 32) }),
      threads: {
        writer(s) { const writer = new Writer(s.bytes, {}); writer.int32(7); writer.int32(8) },
        reader(s) { const reader = new Reader(s.bytes, {}); return [reader.int32(), reader.int32()] },
      },
      after: (_, { reader }) => assert.deepEqual(reader, [7, 8])`,
    ),
    options: { bounds: { preemption: 0, fair: 2 } },
    executions: 309,
  },
  {
    ...using(
      'objectbuffer lock that is tried',
      OBJECT_BUFFER,
      `shared: (mem) => ({ object: object(), n: mem.int32('n', 1) }),
      threads: [1, 2].map((id) => (s) => {
        if (!acquireLock(id, s.object)) return false
        s.n[0] += 1
        return releaseLock(id, s.object)
      }),
      after: (s, done) => assert.equal(s.n[0], done.filter(Boolean).length)`,
    ),
    executions: 6,
  },
  {
    ...using(
      'objectbuffer lock that is waited for',
      OBJECT_BUFFER,
      `shared: (mem) => ({ object: object(), n: mem.int32('n', 1) }),
      threads: [1, 2].map((id) => (s) => {
        while (acquireLockWait(id, s.object) !== 'have-lock');
        s.n[0] += 1
        return releaseLock(id, s.object)
      }),
      after: (s, done) => assert.deepEqual([s.n[0], done], [2, [true, true]])`,
    ),
    executions: 12,
  },
  {
    ...using(
      'sync-api-common cancellation',
      `const { Cancellation } = require('./node_modules/@vscode/sync-api-common/lib/common/messageCancellation.js')`,
      `shared: (mem) => {
        const message = {}
        const cancel = Cancellation.addData(message)
        return { cancel, isCancelled: Cancellation.retrieveCheck(message), told: mem.int32('told', 1) }
      },
      threads: {
        sender(s) { s.cancel(); Atomics.store(s.told, 0, 1) },
        receiver(s) { const told = Atomics.load(s.told, 0); return [told, s.isCancelled()] },
      },
      after: (_, { receiver: [told, cancelled] }) => assert.ok(told === 0 || cancelled)`,
    ),
    executions: 3,
  },
  {
    ...using(
      'shared-memory-datastructures two that set',
      `const { ShareableMap } = require('shared-memory-datastructures')`,
      `shared: () => ({ map: new ShareableMap(4, 16) }),
      threads: [(s) => { s.map.set('a', 1) }, (s) => { s.map.set('b', 2) }],
      after: (s) => { assert.equal(s.map.get('a'), 1); assert.equal(s.map.get('b'), 2) }`,
    ),
    bug: /undefined !== [12]/,
  },
  {
    ...using(
      'atomic-sleep in a loop that polls',
      `import sleep from 'atomic-sleep'`,
      `shared: (mem) => ({ ready: mem.int32('ready', 1), data: mem.int32('data', 1) }),
      threads: {
        poller(s) { while (Atomics.load(s.ready, 0) === 0) sleep(10); return s.data[0] },
        setter(s) { s.data[0] = 5; Atomics.store(s.ready, 0, 1) },
      },
      after: (_, { poller }) => assert.equal(poller, 5)`,
    ),
    options: { bounds: { fair: 2 } },
    executions: 4,
  },
  {
    ...using(
      'flatbush that another thread has built',
      `import Flatbush from 'flatbush'`,
      `shared: (mem) => ({ index: new Flatbush(2, 2, Int32Array, SharedArrayBuffer), ready: mem.int32('ready', 1) }),
      threads: {
        builder({ index, ready }) {
          index.add(0, 0, 1, 1); index.add(5, 5, 6, 6); index.finish()
          Atomics.store(ready, 0, 1); Atomics.notify(ready, 0)
        },
        searcher({ index, ready }) { Atomics.wait(ready, 0, 0); return Flatbush.from(index.data).search(4, 4, 7, 7) },
      },
      after: (_, { searcher }) => assert.deepEqual(searcher, [1])`,
    ),
    executions: 3,
  },
  {
    ...using(
      'kdbush that two threads search',
      `import KDBush from 'kdbush'`,
      `shared: () => {
        const index = new KDBush(3, 2, Int32Array, SharedArrayBuffer)
        index.add(0, 0); index.add(5, 5); index.add(9, 9)
        return { data: index.finish().data }
      },
      threads: [[0, 4], [4, 10]].map(([from, to]) => (s) => KDBush.from(s.data).range(from, from, to, to).sort()),
      after: (_, found) => assert.deepEqual(found, [[0], [1, 2]])`,
    ),
    executions: 1,
  },
  {
    ...using(
      'buffer-backed-object under a mutex',
      `import bbo from 'buffer-backed-object'
const account = (buffer) => bbo.BufferBackedObject(buffer, { balance: bbo.Int32(), version: bbo.Uint8() })`,
      `shared: (mem) => ({ buffer: mem.buffer('account', 8), lock: mem.mutex('lock') }),
      threads: [1, 2].map((n) => (s) => {
        const a = account(s.buffer)
        s.lock.lock(); a.balance += n; a.version++; s.lock.unlock()
      }),
      after: (s) => { const a = account(s.buffer); assert.deepEqual([a.balance, a.version], [3, 2]) }`,
    ),
    executions: 2,
  },
  {
    ...using(
      'buffer-backed-object without a mutex',
      `import bbo from 'buffer-backed-object'
const account = (buffer) => bbo.BufferBackedObject(buffer, { balance: bbo.Int32() })`,
      `shared: (mem) => ({ buffer: mem.buffer('account', 4) }),
      threads: [1, 2].map((n) => (s) => { account(s.buffer).balance += n }),
      after: (s) => assert.equal(account(s.buffer).balance, 3)`,
    ),
    bug: /[12] !== 3/,
  },
  {
    ...using(
      'zenfs lock of a metadata block',
      `import { MetadataBlock } from '@zenfs/core/backends/single_buffer.js'`,
      `shared: (mem) => ({ block: new MetadataBlock(new SharedArrayBuffer(4100)), inside: mem.int32('inside', 1) }),
      threads: [1, 2].map(() => (s) => {
        const release = s.block.lock()
        assert.equal(Atomics.add(s.inside, 0, 1), 0, 'two threads hold the lock')
        Atomics.sub(s.inside, 0, 1)
        release()
      })`,
    ),
    bug: /two threads hold the lock/,
  },
]
