import { Access, type Operation } from '../program/operation.ts'

/** One side of a race. */
export interface RacingAccess {
  readonly thread: number
  readonly spec: string
  readonly site: number
  /** While recording, where a generator thread made it. */
  readonly origin: Error | undefined
  readonly writes: boolean
  readonly atomic: boolean
}

export interface Race {
  readonly location: string
  readonly first: RacingAccess
  readonly second: RacingAccess
  /** Recognises the same race in other executions. */
  readonly key: string
}

interface Mark extends RacingAccess {
  /** The thread's own clock when it made the access. */
  readonly time: number
  readonly address: number
}

type Clock = number[]

/** By thread, its last plain and atomic reads and writes of one cell. */
interface CellHistory {
  readonly plainWrites: Map<number, Mark>
  readonly plainReads: Map<number, Mark>
  readonly atomicWrites: Map<number, Mark>
  readonly atomicReads: Map<number, Mark>
}

/** What an operation does to the order between threads, by its name; an operation that is not listed does nothing. */
const acquires = new Set([
  'lock', 'readLock', 'writeLock', 'acquire', 'event wait', 'latch wait', 'barrier pass', 'condition reacquire', 'Atomics.wait wake',
])
const releases = new Set([
  'unlock', 'writeUnlock', 'release', 'set', 'countDown', 'barrier arrive', 'notifyOne', 'notifyAll', 'Atomics.notify', 'condition wait',
])
const attempts = new Set(['tryLock', 'tryAcquire'])
const updates = new Set(['Atomics.add', 'Atomics.sub', 'Atomics.and', 'Atomics.or', 'Atomics.xor', 'Atomics.exchange', 'Atomics.compareExchange'])

/**
 * Finds data races: conflicting accesses of two threads, at least one of them plain, that no synchronisation orders. Clocks
 * follow ECMAScript's synchronizes-with for Atomics (a load that reads a store) and the usual edges for primitives, spawn and
 * join; accesses to memory order nothing. It sees one execution at a time, from its start.
 */
export class RaceDetector {
  private readonly onRace: (race: Race) => void
  private readonly describe: (op: Operation) => string
  /** Another execution begins, whatever became of the one before. */
  private readonly onReset: () => void
  private threads: Clock[] = []
  /** By address: what threads released there; for read locks separately, since readers do not order each other. */
  private released = new Map<number, Clock>()
  private releasedByReaders = new Map<number, Clock>()
  private cells = new Map<number, CellHistory>()

  constructor(describe: (op: Operation) => string, onRace: (race: Race) => void, onReset: () => void = () => undefined) {
    this.describe = describe
    this.onRace = onRace
    this.onReset = onReset
  }

  reset(): void {
    this.onReset()
    this.threads = []
    this.released.clear()
    this.releasedByReaders.clear()
    this.cells.clear()
  }

  /** A thread that starts after its parent's spawn, or at the beginning. */
  started(thread: number, parent: number): void {
    const own = parent < 0 ? [] : [...this.clockOf(parent)]
    own[thread] = (own[thread] ?? 0) + 1
    this.threads[thread] = own
    if (parent >= 0) this.tick(parent)
  }

  /** A join has returned. */
  joined(thread: number, ended: number): void {
    join(this.clockOf(thread), this.clockOf(ended))
  }

  /** To be called before the operation is performed: it describes the access. */
  before(op: Operation): void {
    const name = op.spec.base ?? op.spec.name
    if (releases.has(name)) this.release(op)
    else if (name === 'readUnlock') this.releaseTo(this.releasedByReaders, op.address, op.thread)
    if (acquires.has(name)) this.acquire(op)
    if (op.target === null || op.target.model !== null) return
    if (name === 'Atomics.load' || name === 'Atomics.wait' || updates.has(name)) this.acquireFrom(this.released, op.address, op.thread)
    const writes = op.access === Access.write && !failsToExchange(op)
    if (op.access !== Access.none) this.access(op, writes, name.startsWith('Atomics.'))
    if (writes && (name === 'Atomics.store' || updates.has(name))) this.replaceReleased(op)
  }

  /** Attempts order threads only when they succeed. */
  after(op: Operation, spec: string, value: unknown): void {
    if (attempts.has(spec) && value === true) this.acquireFrom(this.released, op.address, op.thread)
  }

  private release(op: Operation): void {
    this.releaseTo(this.released, op.access === Access.none ? waitList(op) : op.address, op.thread)
    if (op.target2 !== null && op.address2 >= 0 && op.spec.name === 'condition wait') this.releaseTo(this.released, op.address2, op.thread)
  }

  private acquire(op: Operation): void {
    const address = op.spec.name === 'Atomics.wait wake' ? waitList(op) : op.address
    this.acquireFrom(this.released, address, op.thread)
    if (op.spec.name === 'writeLock') this.acquireFrom(this.releasedByReaders, op.address, op.thread)
    if (op.spec.name === 'condition reacquire') this.acquireFrom(this.released, op.address2, op.thread)
  }

  private releaseTo(where: Map<number, Clock>, address: number, thread: number): void {
    const clock = where.get(address) ?? []
    join(clock, this.clockOf(thread))
    where.set(address, clock)
    this.tick(thread)
  }

  /** An atomic store replaces what was to be read: later loads synchronise with it alone. */
  private replaceReleased(op: Operation): void {
    for (let a = op.address; a < op.address + op.bytes; a += op.stride) this.released.set(a, [...this.clockOf(op.thread)])
    this.tick(op.thread)
  }

  private acquireFrom(where: Map<number, Clock>, address: number, thread: number): void {
    const clock = where.get(address)
    if (clock !== undefined) join(this.clockOf(thread), clock)
  }

  private access(op: Operation, writes: boolean, atomic: boolean): void {
    const clock = this.clockOf(op.thread)
    const mark: Mark = { thread: op.thread, spec: op.spec.base ?? op.spec.name, site: op.site, origin: op.origin, writes, atomic, time: clock[op.thread] ?? 0, address: op.address }
    for (let a = op.address; a < op.address + op.bytes; a += op.stride) {
      const history = this.historyOf(a)
      this.compare(op, mark, clock, history.plainWrites)
      if (!atomic) this.compare(op, mark, clock, history.atomicWrites)
      if (writes) this.compare(op, mark, clock, history.plainReads)
      if (writes && !atomic) this.compare(op, mark, clock, history.atomicReads)
      const own = atomic ? (writes ? history.atomicWrites : history.atomicReads) : writes ? history.plainWrites : history.plainReads
      own.set(op.thread, mark)
    }
  }

  private compare(op: Operation, mark: Mark, clock: Clock, others: Map<number, Mark>): void {
    for (const other of others.values()) {
      if (other.thread === mark.thread || other.time <= (clock[other.thread] ?? 0)) continue
      const location = this.describe(op)
      const sides = [other, mark].map((side) => side.site === 0 ? `${side.thread} ${side.spec} ${side.address}` : `${side.site}`).sort()
      this.onRace({ location, first: other, second: mark, key: sides.join(' | ') })
    }
  }

  private historyOf(address: number): CellHistory {
    let history = this.cells.get(address)
    if (history === undefined) {
      history = { plainWrites: new Map(), plainReads: new Map(), atomicWrites: new Map(), atomicReads: new Map() }
      this.cells.set(address, history)
    }
    return history
  }

  private clockOf(thread: number): Clock {
    return (this.threads[thread] ??= [])
  }

  private tick(thread: number): void {
    const clock = this.clockOf(thread)
    clock[thread] = (clock[thread] ?? 0) + 1
  }
}

/** A compare-and-exchange that will fail only reads. */
function failsToExchange(op: Operation): boolean {
  return (op.spec.base ?? op.spec.name) === 'Atomics.compareExchange' && (op.view as Int32Array)[op.index] !== op.operand
}

/** Wait lists release and acquire apart from the bytes they belong to. */
const waitList = (op: Operation): number => -1 - op.address

function join(into: Clock, from: Clock): void {
  for (let t = 0; t < from.length; t++) if ((from[t] ?? 0) > (into[t] ?? 0)) into[t] = from[t]!
}
