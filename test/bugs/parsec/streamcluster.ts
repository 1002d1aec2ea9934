/**
 * streamcluster of SCTBench's PARSEC family, reduced to the part that opens centres. The master says that one is open;
 * all look at their points, and meet at a barrier; the master says that it is closed, and waits at the barrier once
 * more. Bug: the workers wait once only, so that one of them sees the same centre again or, if not, leaves the master
 * alone at the barrier.
 */
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const points = 3

const shared = (threads: number) => (mem: Mem) => ({
  barrier: mem.barrier('barrier', threads),
  mutex: mem.mutex('mutex'),
  opened: mem.condition('opened'),
  open: mem.int32('open', 1),
  point: mem.int32('point', [1]),
})
type Clustering = ReturnType<ReturnType<typeof shared>>

function open(s: Clustering): void {
  s.mutex.lock()
  s.open[0] = 1
  s.mutex.unlock()
  s.opened.notifyAll()
}

function master(s: Clustering): void {
  for (let i = 1; i < points; i++) {
    s.point[0] = i
    open(s)
    s.barrier.wait() // BUG
    s.open[0] = 0
    s.barrier.wait() // BUG
  }
  s.point[0] = points
  open(s)
  s.barrier.wait() // BUG
}

function worker(fixed: boolean) {
  return (s: Clustering): void => {
    for (;;) {
      s.mutex.lock()
      while (s.open[0] === 0) s.opened.wait(s.mutex) // BUG
      s.mutex.unlock()
      if (s.point[0]! >= points) break
      if (fixed) s.barrier.wait() // BUG
      s.barrier.wait() // BUG
    }
    s.barrier.wait() // BUG
  }
}

/** `n` is the number of threads. */
export function make({ fixed = false, n = 4 }: Variant = {}): Program {
  return program({
    name: `streamcluster(${n})`,
    shared: shared(n),
    threads: [master, ...Array.from({ length: n - 1 }, () => worker(fixed))],
  })
}

export default make()
