/** Explored primitives have a state of their own: what `shared`, `outcome` and `after` would see is not it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker } from '../../src/checking/checker.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

const source = (rest: string, shared = ''): string => `const { program } = require('heddle')
  module.exports = program({
    name: 'outside',
    shared: (mem) => {
      const s = {
        m: mem.mutex('m'), ch: mem.channel('ch', { capacity: 3 }), q: mem.semaphore('q', 1), l: mem.latch('l', 1),
        e: mem.event('e'), r: mem.rwlock('r'), x: mem.int32('x', 1),
      }
      ${shared}
      return s
    },
    threads: { a(s) { s.ch.send(1); s.x[0] = 1 }, b(s) { s.ch.send(2); s.x[0] = 2 } },
    ${rest}
  })`

function checked(text: string): void {
  const checker = new Checker(loadSource(text), {})
  while (!checker.run(1000));
}

const calls = [
  's.m.tryLock()',
  's.ch.tryReceive()',
  's.ch.receive()',
  's.q.tryAcquire()',
  's.l.countDown()',
  's.e.set()',
  's.r.readLock()',
]

for (const call of calls) {
  test(`${call} belongs to threads`, () => {
    const method = /\w+(?=\(\))/.exec(call)![0]
    const says = (where: string): RegExp =>
      new RegExp(`\\w+\\.${method} was called in \`${where}\`, but primitives belong`)
    assert.throws(() => checked(source(`outcome: (s) => ${call}`)), says('outcome'))
    assert.throws(() => checked(source(`after(s) { ${call} }`)), says('after'))
    assert.throws(() => checked(source('', call)), says('shared'))
  })
}

test('also if the program does not want to know', () => {
  assert.throws(
    () => checked(source('outcome: (s) => { try { return s.m.tryLock() } catch { return 1 } }')),
    /belong to/,
  )
  assert.throws(() => checked(source('', 'try { s.ch.send(0) } catch {}')), /channel\.send was called in `shared`/)
})
