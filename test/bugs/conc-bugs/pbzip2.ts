/**
 * pbzip2-0.9.4 of SCTBench; the parallel compressor. The main thread reads blocks into a queue, compressors take them
 * out, a writer writes the results. Bug: the main thread waits for the writer only, and deletes the queue while
 * compressors still look whether there is more in it.
 */
import { join, type Mem, type Program, program, spawn, yieldNow } from 'heddle'
import type { Variant } from '../variant.ts'

const compressors = 2
const capacity = 2

const shared = (blocks: number) => (mem: Mem) => ({
  /** 0 when the queue, and with it its mutex, has been deleted. */
  queue: mem.int32('queue', [1]),
  mutex: mem.mutex('mutex'),
  notFull: mem.condition('notFull'),
  block: mem.int32('block', capacity),
  head: mem.int32('head', 1),
  count: mem.int32('count', 1),
  allDone: mem.int32('allDone', 1),
  outMutex: mem.mutex('outMutex'),
  output: mem.int32('output', blocks),
})
type S = ReturnType<ReturnType<typeof shared>>

function mutexOf(s: S): S['mutex'] {
  if (s.queue[0] === 0) throw new TypeError('the queue has been deleted') // BUG
  return s.mutex
}

function produce(s: S, blocks: number): void {
  for (let number = 1; number <= blocks; number++) {
    mutexOf(s).lock()
    while (s.count[0] === capacity) s.notFull.wait(s.mutex)
    s.block[(s.head[0]! + s.count[0]!) % capacity] = number
    s.count[0]!++
    mutexOf(s).unlock()
  }
  s.allDone[0] = 1
}

/** Waits for at most a second at a time, so that it need not be told when all is done. */
function compress(s: S): void {
  for (;;) {
    mutexOf(s).lock()
    while (s.count[0] === 0) {
      if (s.allDone[0] === 1) {
        mutexOf(s).unlock()
        return
      }
      s.mutex.unlock()
      yieldNow()
      mutexOf(s).lock()
    }
    const number = s.block[s.head[0]!]!
    s.head[0] = (s.head[0]! + 1) % capacity
    s.count[0]!--
    mutexOf(s).unlock()
    s.notFull.notifyOne()
    s.outMutex.lock()
    s.output[number - 1] = number
    s.outMutex.unlock()
  }
}

/** As many blocks as there are, in their order; those that are not there yet are waited for. */
function write(s: S, blocks: number): void {
  let current = 0
  while (current < blocks || s.allDone[0] === 0) {
    if (current < blocks && s.output[current] !== 0) current++
    else yieldNow()
  }
}

/** `n` is the number of blocks. */
export function make({ fixed = false, n = 1 }: Variant = {}): Program {
  return program({
    name: `pbzip2(${n})`,
    shared: shared(n),
    threads: {
      main(s) {
        const started = Array.from({ length: compressors }, () => spawn('compressor'))
        const writer = spawn('writer')
        produce(s, n)
        join(writer)
        if (fixed) for (const compressor of started) join(compressor)
        s.queue[0] = 0
      },
    },
    tasks: {
      compressor: (s: S) => compress(s),
      writer: (s: S) => write(s, n),
    },
  })
}

export default make()
