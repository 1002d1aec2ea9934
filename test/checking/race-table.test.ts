/**
 * Small programs, written from what ECMA-262 and the primitives promise: which accesses race, exactly, and which only
 * nearly do. Every search says so, every race is replayed, and with transitions at synchronisation operations only it
 * is the same.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { replayProgram } from '../../src/checking/replay.ts'
import type { Program } from '../../src/program/program.ts'
import type { CheckResult, RaceRow } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

/** By name, the threads (a, b, …) or tasks (t, u), and the races: what is accessed, and by whom how. */
interface Row {
  readonly threads: Readonly<Record<string, string>>
  readonly tasks?: Readonly<Record<string, string>>
  readonly races: readonly string[]
}

const writes = 's.d[0] = 1'
const reads = 's.d[0]'
const race = 'd: a write, b read'
const stored = (value: number): string => `Atomics.load(s.f, 0) === ${value}`

const programs: Readonly<Record<string, Row>> = {
  // Mutexes.
  'a mutex held by both': {
    threads: { a: `s.m.lock(); ${writes}; s.m.unlock()`, b: `s.m.lock(); ${reads}; s.m.unlock()` },
    races: [],
  },
  'a mutex held by one': { threads: { a: `s.m.lock(); ${writes}; s.m.unlock()`, b: reads }, races: [race] },
  'two mutexes': {
    threads: { a: `s.m.lock(); ${writes}; s.m.unlock()`, b: `s.n.lock(); ${reads}; s.n.unlock()` },
    races: [race],
  },
  'a lock that is tried': {
    threads: { a: `s.m.lock(); ${writes}; s.m.unlock()`, b: `if (s.m.tryLock()) { ${reads}; s.m.unlock() }` },
    races: [],
  },
  'a lock that is tried in vain': {
    threads: {
      a: `s.m.lock(); ${writes}; s.m.unlock()`,
      b: `const held = s.m.tryLock(); ${reads}; if (held) s.m.unlock()`,
    },
    races: [race],
  },
  'only where a lock was tried in vain': {
    threads: { a: `s.m.lock(); ${writes}; s.m.unlock()`, b: `if (s.m.tryLock()) s.m.unlock(); else ${reads}` },
    races: [race],
  },
  'handed over by what a mutex guards': {
    threads: {
      a: `${writes}; s.m.lock(); s.f[0] = 1; s.m.unlock()`,
      b: `s.m.lock(); const ready = s.f[0]; s.m.unlock(); if (ready) ${reads}`,
    },
    races: [],
  },
  'handed over too early': {
    threads: {
      a: `s.m.lock(); s.f[0] = 1; s.m.unlock(); ${writes}`,
      b: `s.m.lock(); const ready = s.f[0]; s.m.unlock(); if (ready) ${reads}`,
    },
    races: [race],
  },

  // Locks of readers and writers.
  'a writer and a reader': {
    threads: { a: `s.l.writeLock(); ${writes}; s.l.writeUnlock()`, b: `s.l.readLock(); ${reads}; s.l.readUnlock()` },
    races: [],
  },
  'readers that write': {
    threads: { a: `s.l.readLock(); ${writes}; s.l.readUnlock()`, b: `s.l.readLock(); s.d[0] = 2; s.l.readUnlock()` },
    races: ['d: a write, b write'],
  },
  'a reader that writes, and a writer': {
    threads: { a: `s.l.readLock(); ${writes}; s.l.readUnlock()`, b: `s.l.writeLock(); ${reads}; s.l.writeUnlock()` },
    races: [],
  },
  'readers do not hand over': {
    threads: {
      a: `s.l.readLock(); ${writes}; s.l.readUnlock(); s.f[0] = 1`,
      b: `if (s.f[0] === 1) { s.l.readLock(); ${reads}; s.l.readUnlock() }`,
    },
    races: [race, 'f: a write, b read'],
  },
  'a reader hands over to a writer': {
    threads: {
      a: `s.l.readLock(); ${writes}; s.l.readUnlock(); s.f[0] = 1`,
      b: `if (s.f[0] === 1) { s.l.writeLock(); s.l.writeUnlock(); ${reads} }`,
    },
    races: ['f: a write, b read'],
  },

  // Semaphores, with no permit to begin with.
  'a permit': { threads: { a: `${writes}; s.q.release()`, b: `s.q.acquire(); ${reads}` }, races: [] },
  'a permit given too early': {
    threads: { a: `s.q.release(); ${writes}`, b: `s.q.acquire(); ${reads}` },
    races: [race],
  },
  'a permit of somebody else': {
    threads: { a: `${writes}; s.q.release()`, b: `s.q.acquire(); ${reads}`, c: 's.q.release()' },
    races: [race],
  },
  'all permits there are': {
    threads: { a: `${writes}; s.q.release()`, b: `s.q.acquire(); s.q.acquire(); ${reads}`, c: 's.q.release()' },
    races: [],
  },
  'a permit that is tried': {
    threads: { a: `${writes}; s.q.release()`, b: `if (s.q.tryAcquire()) ${reads}` },
    races: [],
  },
  'a permit that is tried in vain': {
    threads: { a: `${writes}; s.q.release()`, b: `if (!s.q.tryAcquire()) ${reads}` },
    races: [race],
  },

  // Events.
  'an event': { threads: { a: `${writes}; s.e.set()`, b: `s.e.wait(); ${reads}` }, races: [] },
  'an event set too early': { threads: { a: `s.e.set(); ${writes}`, b: `s.e.wait(); ${reads}` }, races: [race] },
  'an event that is reset': {
    threads: { a: `${writes}; s.e.set()`, b: `s.e.wait(); s.e.reset(); ${reads}` },
    races: [],
  },
  'an event of somebody else': {
    threads: { a: `${writes}; s.e.set()`, b: `s.e.wait(); ${reads}`, c: 's.e.set()' },
    races: [race],
  },
  'an event that resets itself': {
    threads: {
      a: `${writes}; s.g.set()`,
      b: `s.g.wait(); ${reads}; s.g.set()`,
      c: 's.g.wait(); s.d[0] = 2; s.g.set()',
    },
    races: [],
  },

  // Conditions.
  'a condition': {
    threads: {
      a: `s.m.lock(); ${writes}; s.f[0] = 1; s.c.notifyAll(); s.m.unlock()`,
      b: `s.m.lock(); while (s.f[0] === 0) s.c.wait(s.m); s.m.unlock(); ${reads}`,
    },
    races: [],
  },
  'a condition and a write afterwards': {
    threads: {
      a: `s.m.lock(); s.f[0] = 1; s.c.notifyOne(); s.m.unlock(); ${writes}`,
      b: `s.m.lock(); while (s.f[0] === 0) s.c.wait(s.m); s.m.unlock(); ${reads}`,
    },
    races: [race],
  },
  'a condition whose flag is set outside': {
    threads: {
      a: `${writes}; s.f[0] = 1; s.m.lock(); s.c.notifyAll(); s.m.unlock()`,
      b: `s.m.lock(); while (s.f[0] === 0) s.c.wait(s.m); s.m.unlock(); ${reads}`,
    },
    races: [race, 'f: a write, b read'],
  },

  // Barriers of two, latches of two.
  'before and after a barrier': { threads: { a: `${writes}; s.b.wait()`, b: `s.b.wait(); ${reads}` }, races: [] },
  'after a barrier': { threads: { a: `s.b.wait(); ${writes}`, b: `s.b.wait(); ${reads}` }, races: [race] },
  'two rounds of a barrier': {
    threads: { a: `s.b.wait(); ${writes}; s.b.wait()`, b: `s.b.wait(); s.b.wait(); ${reads}` },
    races: [],
  },
  'between two rounds of a barrier': {
    threads: { a: `s.b.wait(); ${writes}; s.b.wait()`, b: `s.b.wait(); ${reads}; s.b.wait()` },
    races: [race],
  },
  'a latch': {
    threads: { a: `${writes}; s.k.countDown()`, b: `s.k.wait(); ${reads}`, c: 's.k.countDown()' },
    races: [],
  },
  'a latch counted down too early': {
    threads: { a: `s.k.countDown(); ${writes}`, b: `s.k.wait(); ${reads}`, c: 's.k.countDown()' },
    races: [race],
  },
  'a latch of others': {
    threads: { a: `${writes}; s.k.countDown()`, b: `s.k.wait(); ${reads}`, c: 's.k.countDown(); s.k.countDown()' },
    races: [race],
  },

  // Atomics.
  'a store and the load that reads it': {
    threads: { a: `${writes}; Atomics.store(s.f, 0, 1)`, b: `if (${stored(1)}) ${reads}` },
    races: [],
  },
  'a store that is not looked at': {
    threads: { a: `${writes}; Atomics.store(s.f, 0, 1)`, b: `Atomics.load(s.f, 0); ${reads}` },
    races: [race],
  },
  'a plain flag': {
    threads: { a: `${writes}; s.f[0] = 1`, b: `if (s.f[0] === 1) ${reads}` },
    races: [race, 'f: a write, b read'],
  },
  'an Atomic and a plain access': {
    threads: { a: 'Atomics.store(s.f, 0, 1)', b: 's.f[0]' },
    races: ['f: a Atomics.store, b read'],
  },
  'a store over a store': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1)`,
      b: `if (${stored(2)}) ${reads}`,
      c: `if (${stored(1)}) Atomics.store(s.f, 0, 2)`,
    },
    races: [],
  },
  'a store over a store that nobody has seen': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1)`,
      b: `if (${stored(2)}) ${reads}`,
      c: 'Atomics.store(s.f, 0, 2)',
    },
    races: [race],
  },
  'an addition to a store': {
    threads: { a: `${writes}; Atomics.store(s.f, 0, 1)`, b: `if (${stored(2)}) ${reads}`, c: 'Atomics.add(s.f, 0, 1)' },
    races: [],
  },
  'a swap of a store': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1)`,
      b: `if (${stored(2)}) ${reads}`,
      c: 'Atomics.compareExchange(s.f, 0, 1, 2)',
    },
    races: [],
  },
  'a swap that fails reads': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1)`,
      b: `if (Atomics.compareExchange(s.f, 0, 0, 5) === 1) ${reads}`,
    },
    races: [],
  },
  'a swap that fails does not store': {
    // The plain flag says that the swap, and the write before it, have happened.
    threads: {
      a: `${writes}; Atomics.compareExchange(s.f, 0, 7, 8); s.f[1] = 1`,
      b: `if (s.f[1] === 1) { Atomics.load(s.f, 0); ${reads} }`,
    },
    races: [race, 'f: a write, b read'],
  },
  'a swap that succeeds stores, for a load that reads it': {
    threads: {
      a: `${writes}; Atomics.compareExchange(s.f, 0, 0, 8); s.f[1] = 1`,
      b: `if (s.f[1] === 1) { Atomics.load(s.f, 0); ${reads} }`,
    },
    races: ['f: a write, b read'],
  },
  'a swap whose expected value is converted': {
    threads: {
      a: `${writes}; Atomics.compareExchange(s.bytes, 0, 256, 1)`,
      b: `if (Atomics.load(s.bytes, 0) === 1) ${reads}`,
    },
    races: [],
  },
  'Atomics of a word and of its byte': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1)`,
      b: `if (Atomics.load(s.bytes, 0) === 1) ${reads}`,
    },
    races: [race, 'f: a Atomics.store, b Atomics.load'],
  },
  'a plain write over a store': {
    threads: { a: `${writes}; Atomics.store(s.f, 0, 1)`, b: `if (${stored(2)}) ${reads}`, c: 's.f[0] = 2' },
    races: [race, 'f: a Atomics.store, c write', 'f: b Atomics.load, c write'],
  },
  'only who comes last and who comes before': {
    threads: {
      a: `if (Atomics.add(s.f, 0, 1) === 2) ${writes}`,
      b: `if (Atomics.add(s.f, 0, 1) === 1) ${reads}`,
      c: 'Atomics.add(s.f, 0, 1)',
    },
    races: [race],
  },
  'who comes last, after all others': {
    threads: {
      a: `${writes}; Atomics.add(s.f, 0, 1)`,
      b: `if (Atomics.add(s.f, 0, 1) === 2) ${reads}`,
      c: 'Atomics.add(s.f, 0, 1)',
    },
    races: [],
  },

  // Wait lists.
  'a wait for a store': {
    threads: {
      a: `${writes}; Atomics.store(s.f, 0, 1); Atomics.notify(s.f, 0)`,
      b: `Atomics.wait(s.f, 0, 0); ${reads}`,
    },
    races: [],
  },
  'a wait, and a write afterwards': {
    threads: {
      a: `Atomics.store(s.f, 0, 1); Atomics.notify(s.f, 0); ${writes}`,
      b: `Atomics.wait(s.f, 0, 0); ${reads}`,
    },
    races: [race],
  },
  'a wait for a plain write': {
    threads: {
      a: `${writes}; s.f[0] = 1; Atomics.notify(s.f, 0)`,
      b: `Atomics.wait(s.f, 0, 0); ${reads}`,
    },
    races: [race, 'f: a write, b Atomics.wait'],
  },
  'a wait that was ended': {
    threads: { a: `${writes}; Atomics.notify(s.f, 0)`, b: `if (Atomics.wait(s.f, 0, 0, 9) === 'ok') ${reads}` },
    races: [],
  },
  'a wait that timed out': {
    threads: { a: `${writes}; Atomics.notify(s.f, 0)`, b: `if (Atomics.wait(s.f, 0, 0, 9) === 'timed-out') ${reads}` },
    races: [race],
  },
  'a waiter that was there': {
    threads: { a: `${writes}; Atomics.wait(s.f, 0, 0, 9)`, b: `if (Atomics.notify(s.f, 0) === 1) ${reads}` },
    races: [],
  },
  'no waiter': {
    threads: { a: `${writes}; Atomics.wait(s.f, 0, 0, 9)`, b: `if (Atomics.notify(s.f, 0) === 0) ${reads}` },
    races: [race],
  },

  // Threads.
  'before a spawn': { threads: { a: `${writes}; spawn('t')` }, tasks: { t: reads }, races: [] },
  'after a spawn': { threads: { a: `spawn('t'); ${writes}` }, tasks: { t: reads }, races: ['d: a write, t read'] },
  'after a join': { threads: { a: `join(spawn('t')); ${reads}` }, tasks: { t: writes }, races: [] },
  'before a join': {
    threads: { a: `const t = spawn('t'); ${reads}; join(t)` },
    tasks: { t: writes },
    races: ['d: a read, t write'],
  },
  'one after the other': { threads: { a: "join(spawn('t')); spawn('u')" }, tasks: { t: writes, u: reads }, races: [] },
  'one beside the other': {
    threads: { a: "const t = spawn('t'); spawn('u'); join(t)" },
    tasks: { t: writes, u: reads },
    races: ['d: t write, u read'],
  },
  'a grandchild that is not joined': {
    threads: { a: `join(spawn('t')); ${reads}` },
    tasks: { t: "spawn('u')", u: writes },
    races: ['d: a read, u write'],
  },
  'a grandchild that is joined': {
    threads: { a: `join(spawn('t')); ${reads}` },
    tasks: { t: "join(spawn('u'))", u: writes },
    races: [],
  },

  // Bytes, and what is no synchronisation.
  'neighbouring bytes': { threads: { a: 's.bytes[0] = 1', b: 's.bytes[1] = 1' }, races: [] },
  'a byte of a word': { threads: { a: 's.bytes[3] = 1', b: 's.f[0]' }, races: ['f: a write, b read'] },
  'across two words': {
    threads: { a: 'new DataView(s.f.buffer).setInt16(3, 1)', b: 's.f[1]' },
    races: ['f: a setInt16, b read'],
  },
  'not across two words': { threads: { a: 'new DataView(s.f.buffer).setInt16(2, 1)', b: 's.f[1]' }, races: [] },
  'two reads': { threads: { a: reads, b: reads }, races: [] },
  'a yield': { threads: { a: `${writes}; yieldNow()`, b: `yieldNow(); ${reads}` }, races: [race] },
}

function load({ threads, tasks = {} }: Row): Program {
  const functions = (all: Readonly<Record<string, string>>): string =>
    Object.entries(all)
      .map(([name, body]) => `${name}(s) { ${body} }`)
      .join(',\n')
  return loadSource(`
    const { join, program, spawn, yieldNow } = require('heddle')
    module.exports = program({
      name: 'races',
      shared: (mem) => {
        const f = mem.int32('f', 2)
        return {
          d: mem.int32('d', 1), f, bytes: new Uint8Array(f.buffer),
          m: mem.mutex('m'), n: mem.mutex('n'), l: mem.rwlock('l'), q: mem.semaphore('q', 0), c: mem.condition('c'),
          e: mem.event('e'), g: mem.event('g', { manual: false }), b: mem.barrier('b', 2), k: mem.latch('k', 2),
        }
      },
      threads: { ${functions(threads)} }, tasks: { ${functions(tasks)} },
    })`)
}

const named = ({ location, accesses }: RaceRow): string => {
  const sides = accesses.map(({ thread, operation }) => `${thread.replace(/#.*/, '')} ${operation}`).sort()
  return `${/^\w+/.exec(location)![0]}: ${sides.join(', ')}`
}

function check(subject: Program, options: CheckOptions): CheckResult {
  const checker = new Checker(subject, { allBugs: true, budgetMs: Infinity, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

const searches: readonly CheckOptions[] = [
  {},
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { races: true },
  { reduction: 'optimal', commute: 'failed-cas' },
  { bounds: { preemption: 9 } },
  { switch: 'sync' },
  { switch: 'sync', reduction: 'optimal' },
]

describe('which accesses race', () => {
  for (const [name, row] of Object.entries(programs)) {
    test(`${name}: ${row.races.join('; ') || 'none'}`, () => {
      for (const options of searches) {
        const subject = load(row)
        const result = check(subject, options)
        assert.deepEqual(result.races.map(named).sort(), [...row.races].sort(), JSON.stringify(options))
        assert.equal(/sequentially consistent/.test(result.guarantee), row.races.length > 0, result.guarantee)
        if (options.races !== true) continue
        for (const { schedule } of result.races) assert.equal(replayProgram(subject, schedule).bug?.kind, 'race')
      }
    })
  }
})
