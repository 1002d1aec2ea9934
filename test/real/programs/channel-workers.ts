import assert from 'node:assert/strict'
import { type Mem, program } from '../../../src/index.ts'

const JOBS = 150
const shared = (mem: Mem) => ({
  jobs: mem.channel<{ id: number; text: string }>('jobs', { capacity: 3, bytes: 1000 }),
  done: mem.channel<number[]>('done'),
})
type S = ReturnType<typeof shared>

/** Texts of many lengths, so that messages lie across the end of the ring. */
function send(s: S, first: number): void {
  for (let id = first; id < first + JOBS; id++) s.jobs.send({ id, text: 'ä'.repeat(id % 40) })
}

function work(s: S): void {
  const ids: number[] = []
  for (let job; (job = ids.length % 2 === 0 ? s.jobs.receive() : s.jobs.tryReceive(60_000)) !== undefined; ) {
    assert.equal(job.text.length, job.id % 40)
    ids.push(job.id)
  }
  s.done.send(ids)
}

export default program({
  name: 'channel workers',
  shared,
  threads: [
    (s) => {
      send(s, 0)
      while (!s.jobs.trySend({ id: JOBS, text: 'ä'.repeat(JOBS % 40) }, 60_000)) assert.fail('there was no room')
      send(s, JOBS + 1)
      s.jobs.close()
    },
    work,
    work,
    (s) => {
      const ids = [...s.done.receive()!, ...s.done.receive()!].sort((a, b) => a - b)
      assert.deepEqual(
        ids,
        Array.from({ length: 2 * JOBS + 1 }, (_, id) => id),
      )
      return ids.length
    },
  ],
  outcome: (_, results) => results[3],
})
