import assert from 'node:assert/strict'
import { program, type Mem } from '../../../src/index.ts'

const ROUNDS = 8
const shared = (mem: Mem) => ({
  places: mem.semaphore('places', 2),
  inside: mem.int32('inside', 1),
  most: mem.int32('most', 1),
  passed: mem.int32('passed', 1),
  never: mem.int32('never', 1),
})

function visit(s: ReturnType<typeof shared>): void {
  const inside = Atomics.add(s.inside, 0, 1) + 1
  for (let most; inside > (most = Atomics.load(s.most, 0)); ) Atomics.compareExchange(s.most, 0, most, inside)
  Atomics.add(s.passed, 0, 1)
  Atomics.wait(s.never, 0, 0, 0.1) // stays long enough for the others to come and find it full
  Atomics.sub(s.inside, 0, 1)
  s.places.release()
}

function patient(s: ReturnType<typeof shared>): void {
  for (let i = 0; i < ROUNDS; i++) {
    s.places.acquire()
    visit(s)
  }
}

function impatient(s: ReturnType<typeof shared>): void {
  for (let i = 0; i < ROUNDS; i++) {
    if (!s.places.tryAcquire()) s.places.acquire()
    visit(s)
  }
}

export default program({
  name: 'semaphore limit',
  shared,
  threads: [patient, patient, impatient, impatient],
  outcome: (s) => s.most[0],
  after: (s) => {
    assert.ok(s.most[0]! <= 2, `${s.most[0]} were inside`)
    assert.equal(s.passed[0], 4 * ROUNDS)
    assert.equal(s.inside[0], 0)
  },
})
