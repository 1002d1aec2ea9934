import type { PathEvent } from './events.ts'

type Clock = ReadonlyMap<number, number>

/**
 * The local context cost of the last event of a sequence, by the corrected updates of Def. 7.9 (errata 16), written
 * down as they stand: read: if lastWriter(x) != u then C_u := join(C_u, W_x); R_x^u := inc(C_u, u). Write: the same,
 * and for each reader v != u since the last write C_u := join(C_u, R_x^v); W_x := inc(C_u, u); forget the readers;
 * lastWriter(x) := u. A spawn writes, and the new thread's first event reads, the thread's beginning.
 */
export function localContextCost(sequence: readonly PathEvent[]): number {
  const C = new Map<number, Clock>()
  const W = new Map<string, Clock>()
  const R = new Map<string, Map<number, Clock>>()
  const lastWriter = new Map<string, number>()
  let cost = 0
  const started = new Set<number>()
  for (const event of sequence) {
    const u = event.thread
    const reads = [...event.footprint].filter(([, access]) => access === 'read').map(([x]) => x)
    if (!started.has(u)) reads.push(`begin ${u}`)
    started.add(u)
    const writes = [...event.footprint].filter(([, access]) => access === 'write').map(([x]) => x)
    if (event.spawned !== null) writes.push(`begin ${event.spawned}`)
    for (const x of [...reads, ...writes]) if (lastWriter.get(x) !== u) C.set(u, join(C.get(u), W.get(x)))
    for (const x of writes) for (const [v, clock] of R.get(x) ?? []) if (v !== u) C.set(u, join(C.get(u), clock))
    for (const x of reads) R.set(x, new Map(R.get(x)).set(u, inc(C.get(u), u)))
    for (const x of writes) {
      W.set(x, inc(C.get(u), u))
      R.delete(x)
      lastWriter.set(x, u)
    }
    cost = [...(C.get(u) ?? [])].reduce((sum, [, count]) => sum + count, 0)
  }
  return cost
}

function join(a: Clock = new Map(), b: Clock = new Map()): Clock {
  const joined = new Map(a)
  for (const [thread, count] of b) joined.set(thread, Math.max(count, joined.get(thread) ?? 0))
  return joined
}

function inc(clock: Clock = new Map(), thread: number): Clock {
  return new Map(clock).set(thread, (clock.get(thread) ?? 0) + 1)
}
