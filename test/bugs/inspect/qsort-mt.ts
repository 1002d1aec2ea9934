/**
 * qsort_mt of SCTBench's inspect benchmarks; Spinellis's multithreaded quicksort, with a pool of two threads, 32
 * numbers and work of more than 4 of them shared. Bug: a pooled thread's state is set to `work` before its mutex is
 * taken: it may see that and start on the work of last time, and the new work is never done.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const poolSize = 2
const forkFrom = 4
/** Of the C library's generator, modulo 32, as in the original. */
const numbers = [
  7, 6, 9, 19, 17, 31, 10, 12, 9, 13, 26, 11, 18, 27, 3, 6, 28, 2, 20, 24, 27, 8, 7, 13, 22, 26, 14, 3, 19, 31, 9, 26,
]

const [idle, work, end] = [0, 1, 2]

const shared = (count: number) => (mem: Mem) => ({
  a: mem.int32('a', numbers.slice(0, count)),
  /** Of each pooled thread: what it is to do, with which part. */
  state: mem.int32('state', poolSize),
  first: mem.int32('first', poolSize),
  count: mem.int32('count', poolSize),
  stateMutex: Array.from({ length: poolSize }, (_, i) => mem.mutex(`stateMutex ${i}`)),
  stateChanged: Array.from({ length: poolSize }, (_, i) => mem.condition(`stateChanged ${i}`)),
  idleThreads: mem.int32('idleThreads', [poolSize]),
  allocation: mem.mutex('allocation'),
})
type Sort = ReturnType<ReturnType<typeof shared>>

function swap(a: Int32Array, i: number, j: number): void {
  const held = a[i]!
  a[i] = a[j]!
  a[j] = held
}

function swapParts(a: Int32Array, i: number, j: number, count: number): void {
  for (let k = 0; k < count; k++) swap(a, i + k, j + k)
}

function insertionSort(a: Int32Array, first: number, count: number): void {
  for (let i = first + 1; i < first + count; i++) {
    for (let j = i; j > first && a[j - 1]! > a[j]!; j--) swap(a, j, j - 1)
  }
}

function medianOf(a: Int32Array, i: number, j: number, k: number): number {
  if (a[i]! < a[j]!) return a[j]! < a[k]! ? j : a[i]! < a[k]! ? k : i
  return a[j]! > a[k]! ? j : a[i]! < a[k]! ? i : k
}

/** An idle thread, with its mutex held, or -1. */
function allocateThread(s: Sort, fixed: boolean): number {
  s.allocation.lock()
  for (let i = 0; i < poolSize; i++) {
    if (s.state[i] !== idle) continue
    s.idleThreads[0]!--
    if (fixed) s.stateMutex[i]!.lock()
    s.state[i] = work
    if (!fixed) s.stateMutex[i]!.lock()
    s.allocation.unlock()
    return i
  }
  s.allocation.unlock()
  return -1
}

/**
 * Bentley and McIlroy's: those equal to the pivot are collected at both ends. Returns how many are smaller and how many
 * greater, or null when they were sorted already.
 */
function partition(a: Int32Array, first: number, count: number): { smaller: number; greater: number } | null {
  const last = first + count - 1
  const middle = first + (count >> 1)
  swap(a, first, count > 7 ? medianOf(a, first, middle, last) : middle)
  let [pa, pb, pc, pd, swapped] = [first + 1, first + 1, last, last, false]
  for (;;) {
    for (; pb <= pc && a[pb]! <= a[first]!; pb++) {
      if (a[pb] !== a[first]) continue
      swapped = true
      swap(a, pa++, pb)
    }
    for (; pb <= pc && a[pc]! >= a[first]!; pc--) {
      if (a[pc] !== a[first]) continue
      swapped = true
      swap(a, pc, pd--)
    }
    if (pb > pc) break
    swap(a, pb++, pc--)
    swapped = true
  }
  if (!swapped) return null
  const left = Math.min(pa - first, pb - pa)
  swapParts(a, first, pb - left, left)
  const right = Math.min(pd - pc, last - pd)
  swapParts(a, pb, last + 1 - right, right)
  return { smaller: pb - pa, greater: pd - pc }
}

function sortPart(s: Sort, firstOne: number, countOfAll: number, fixed: boolean): void {
  const { a } = s
  let [first, count] = [firstOne, countOfAll]
  for (;;) {
    const parts = count < 7 ? null : partition(a, first, count)
    if (parts === null) return insertionSort(a, first, count)
    const { smaller, greater } = parts
    const other = smaller > forkFrom && greater > forkFrom ? allocateThread(s, fixed) : -1
    if (other >= 0) {
      s.first[other] = first
      s.count[other] = smaller
      s.stateChanged[other]!.notifyOne()
      s.stateMutex[other]!.unlock()
    } else if (smaller > 0) sortPart(s, first, smaller, fixed)
    if (greater === 0) return
    first += count - greater
    count = greater
  }
}

function pooled(i: number, fixed: boolean) {
  return (s: Sort): void => {
    for (;;) {
      s.stateMutex[i]!.lock()
      while (s.state[i] === idle) s.stateChanged[i]!.wait(s.stateMutex[i]!) // BUG
      s.stateMutex[i]!.unlock()
      if (s.state[i] === end) return
      assert.equal(s.state[i], work)
      sortPart(s, s.first[i]!, s.count[i]!, fixed)
      s.allocation.lock()
      s.state[i] = idle
      s.idleThreads[0]!++
      const isLast = s.idleThreads[0] === poolSize
      if (isLast) endOthers(s, i)
      s.allocation.unlock()
      if (isLast) return
    }
  }
}

function endOthers(s: Sort, me: number): void {
  for (let i = 0; i < poolSize; i++) {
    if (i === me) continue
    s.stateMutex[i]!.lock()
    s.state[i] = end
    s.stateChanged[i]!.notifyOne()
    s.stateMutex[i]!.unlock()
  }
}

/** `n` is the number of elements. */
export function make({ fixed = false, n = 32 }: Variant = {}): Program {
  return program({
    name: `qsort_mt(${n})`,
    shared: shared(n),
    threads: {
      main(s) {
        s.stateMutex[0]!.lock()
        s.first[0] = 0
        s.count[0] = n
        s.state[0] = work
        s.idleThreads[0]!--
        s.stateChanged[0]!.notifyOne()
        s.stateMutex[0]!.unlock()
      },
      pooled0: pooled(0, fixed),
      pooled1: pooled(1, fixed),
    },
    after: ({ a }) => {
      const isSorted = a.every((value, i) => i === 0 || a[i - 1]! <= value)
      assert.ok(isSorted, `not sorted: ${a.join(' ')}`) // BUG
    },
  })
}

export default make()
