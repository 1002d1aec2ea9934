/** Five philosophers, each takes the fork with the lower number first: nobody starves. */
import assert from 'node:assert/strict'
import { type Mem, program } from 'heddle'

const seats = 5

const shared = (mem: Mem) => ({
  forks: Array.from({ length: seats }, (_, i) => mem.mutex(`fork ${i}`)),
  meals: mem.int32('meals', seats),
})

function philosopher(seat: number) {
  return (s: ReturnType<typeof shared>): void => {
    const left = s.forks[Math.min(seat, (seat + 1) % seats)]!
    const right = s.forks[Math.max(seat, (seat + 1) % seats)]!
    left.lock()
    right.lock()
    s.meals[seat]!++
    right.unlock()
    left.unlock()
  }
}

export default program({
  name: 'dining philosophers',
  shared,
  threads: Array.from({ length: seats }, (_, seat) => philosopher(seat)),
  after: (s) => assert.deepEqual([...s.meals], Array(seats).fill(1)),
})
