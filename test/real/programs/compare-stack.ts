import { program, type Mem } from '../../../src/index.ts'

const shared = (mem: Mem) => ({
  head: mem.int32('head', [-1]),
  next: mem.int32('next', 2),
  barrier: mem.barrier('barrier', 2),
})
type S = ReturnType<typeof shared>

function push(s: S, node: number): number {
  for (let tries = 1; ; tries++) {
    const head = Atomics.load(s.head, 0)
    s.next[node] = head
    if (Atomics.compareExchange(s.head, 0, head, node) === head) return tries
  }
}

function pop(s: S): number {
  for (;;) {
    const head = Atomics.load(s.head, 0)
    if (head < 0) return -1
    if (Atomics.compareExchange(s.head, 0, head, s.next[head]!) === head) return head
  }
}

/** Plain code: both push, meet, and pop; nothing is pushed any more, so there is no ABA. */
function worker(s: S, self: { id: number }): number {
  push(s, self.id)
  s.barrier.wait()
  return pop(s)
}

export default program({ name: 'stack', shared, threads: [worker, worker] })
