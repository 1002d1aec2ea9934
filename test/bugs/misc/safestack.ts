/**
 * SafeStack of SCTBench; a lock-free stack of array indices that was posted to a CHESS forum as a riddle. Three threads
 * each take an index twice, use it, and give it back. A pop marks the top's successor as taken (-1) before it moves the
 * top. Bug: two threads can get the same index, after five preemptions at least. One way, with threads A, D and E: A
 * sees place 0 on top; D takes it and, giving it back, notes that 1 comes after it. A takes that note, and E takes 1,
 * so that D has to correct it; when 0 is on top again, A takes it and makes 1 the top, which E has. D begins to take 1
 * with what E noted meanwhile in order to give it back; E does give it back, takes it again, and D still finds it on
 * top.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program, yieldNow } from 'heddle'
import type { Variant } from '../variant.ts'

const places = 3
const taken = -1

const shared = (mem: Mem) => ({
  head: mem.int32('head', 1),
  count: mem.int32('count', [places]),
  next: mem.int32('next', [1, 2, taken]),
  value: mem.int32('value', places),
})
type Stack = ReturnType<typeof shared>

function pop(s: Stack): number {
  while (Atomics.load(s.count, 0) > 1) {
    const head = Atomics.load(s.head, 0)
    const next = Atomics.exchange(s.next, head, taken)
    if (next < 0) {
      yieldNow()
      continue
    }
    if (Atomics.compareExchange(s.head, 0, head, next) === head) {
      Atomics.sub(s.count, 0, 1)
      return head
    }
    Atomics.exchange(s.next, head, next)
  }
  return taken
}

function push(s: Stack, place: number): void {
  let head = Atomics.load(s.head, 0)
  for (;;) {
    Atomics.store(s.next, place, head)
    const seen = Atomics.compareExchange(s.head, 0, head, place)
    if (seen === head) break
    head = seen
  }
  Atomics.add(s.count, 0, 1)
}

function use(id: number, rounds: number) {
  return (s: Stack): void => {
    for (let i = 0; i < rounds; i++) {
      let place = pop(s)
      while (place < 0) {
        yieldNow()
        place = pop(s)
      }
      s.value[place] = id
      assert.equal(s.value[place], id, `two threads have place ${place}`) // BUG
      push(s, place)
    }
  }
}

/** `n` is the number of threads. */
export function make({ n = 3 }: Variant = {}): Program {
  return program({
    name: `safestack(${n})`,
    shared,
    threads: Array.from({ length: n }, (_, id) => use(id, 2)),
  })
}

export default make()
