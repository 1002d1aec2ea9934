import { Access } from '../../../src/dependence/accesses.ts'
import type { Operation } from '../../../src/program/operations/operation.ts'
import type { Commutations } from '../../../src/search/commutations.ts'
import { CommutingHash } from '../../../src/trace/commuting-hash.ts'
import { EventLog } from '../../../src/trace/event-log.ts'
import { TraceHash } from '../../../src/trace/trace-hash.ts'
import type { PathEvent } from './events.ts'

/** Runs the engine's hashing along the reference's paths, to compare it with the canonical names (errata 30a). */
export class HashCheck {
  private readonly log: EventLog
  private readonly hash: TraceHash
  private readonly pushed: number[] = []
  private readonly traceOf = new Map<string, number>()
  private readonly eventOf = new Map<string, number>()
  private readonly hashOfTrace = new Map<number, string>()
  private readonly hashOfEvent = new Map<number, string>()

  constructor(cells: number, commute: Commutations) {
    this.log = new EventLog(cells)
    this.hash = new (commute.unusedResults ? CommutingHash : TraceHash)(this.log)
  }

  /** A further event is about to be executed after the first `depth` ones of the last path. */
  record(depth: number, op: Operation, choice: number): void {
    while (this.pushed.length > depth) this.hash.pop(this.pushed.pop()!)
    this.log.record(depth, op, choice)
  }

  turnsOutToRead(depth: number): void {
    this.log.accesses[depth]!.access = Access.read
  }

  complete(depth: number, ended: boolean, spawned: number): void {
    if (ended) this.log.end(depth)
    this.log.spawned[depth] = spawned
    this.hash.push(depth)
    this.pushed.push(depth)
  }

  /** What is wrong, or null. */
  check(path: readonly PathEvent[], trace: number, threads: number): string | null {
    const event = path.at(-1)!.id
    const local = `${this.hash.eventLo}/${this.hash.eventHi}`
    this.hash.hashTrace(threads)
    const whole = `${this.hash.eventLo}/${this.hash.eventHi}`
    return (
      compare('local state', this.eventOf, this.hashOfEvent, event, local) ??
      compare('trace', this.traceOf, this.hashOfTrace, trace, whole)
    )
  }
}

function compare(
  what: string,
  byHash: Map<string, number>,
  byName: Map<number, string>,
  name: number,
  hash: string,
): string | null {
  const named = byHash.get(hash)
  const hashed = byName.get(name)
  byHash.set(hash, name)
  byName.set(name, hash)
  if (named !== undefined && named !== name) return `two different ${what}s have the hash ${hash}`
  if (hashed !== undefined && hashed !== hash) return `one ${what} has the hashes ${hashed} and ${hash}`
  return null
}
