import { nondeterminism } from '../base/errors.ts'
import { describeLocation, describePlace, locate } from '../execution/description/describe.ts'
import type { Execution } from '../execution/execution.ts'
import { runWithOrigins } from '../execution/replay/recording.ts'
import type { RawSchedule } from '../execution/replay/schedule-of.ts'
import type { Bug, Effort, RaceAccess, RaceRow } from '../results/check-result.ts'
import { type Race, RaceDetector, type RaceListener, type RacingAccess } from '../trace/race-detector.ts'

/** A race, with what only its execution knows. */
interface Seen {
  readonly key: number
  readonly location: string
  readonly sides: readonly [RacingAccess, RacingAccess]
  /** The names of the threads. */
  readonly threads: readonly [string, string]
}

/** An execution that showed races for the first time. */
interface Showing {
  readonly raw: RawSchedule
  readonly seen: readonly Seen[]
  readonly foundAfter: Effort | null
}

/** The data races seen so far; one between the same two places is one race. */
export class RaceList implements RaceListener {
  private readonly execution: Execution
  private readonly limit: number
  private readonly known = new Set<number>()
  private listed = 0
  private readonly undescribed: Showing[] = []
  private readonly described: RaceRow[] = []
  /** Races of the execution that is running: its schedule is known only at its end. */
  private readonly current = new Map<number, Seen>()
  private readonly sides = new Map<string, number>()
  private readonly detectors: RaceDetector[] = []

  constructor(execution: Execution, limit = Infinity) {
    this.execution = execution
    this.limit = limit
  }

  get size(): number {
    return this.known.size
  }

  /** How many there are beyond the limit: these are only told apart. */
  get omitted(): number {
    return this.known.size - this.listed
  }

  /** Whether there was anything that could race. */
  get canRace(): boolean {
    return this.detectors.some(({ canRace }) => canRace)
  }

  /** Watches one search, or one execution after the other. */
  detector(): RaceDetector {
    const detector = detectorFor(this.execution, this)
    this.detectors.push(detector)
    return detector
  }

  // --- RaceListener ---

  whoIs(thread: number): number {
    const text = this.execution.likenessOf(thread)
    const number = this.names.get(text) ?? this.names.size + 1
    this.names.set(text, number)
    return number
  }
  private readonly names = new Map<number | string, number>()

  sideOf(site: number, thread: number, spec: string, address: number): number {
    const text = site === 0 ? `${this.execution.likenessOf(thread)} ${spec} ${address}` : String(site)
    const side = this.sides.get(text) ?? this.sides.size
    this.sides.set(text, side)
    return side
  }

  isKnown(first: number, second: number): boolean {
    return this.known.has(keyOf(first, second))
  }

  onRace(race: Race): void {
    const key = keyOf(...race.sides)
    if (this.current.has(key)) return
    const { first, second } = race
    const threads = [this.execution.threads[first.thread]!.name, this.execution.threads[second.thread]!.name] as const
    this.current.set(key, { key, location: this.locationOf(race), sides: [first, second], threads })
  }

  private locationOf({ address, bytes }: Race): string {
    const target = this.execution.layout.allocationAt(address)!
    const accesses = { cell: address, bytes, cell2: -1 }
    return describePlace({ target, accesses }) ?? describeLocation({ target, target2: null, accesses })!
  }

  // --- executions ---

  /** What an execution that counts for nothing has shown is forgotten. */
  executionBegins(): void {
    this.current.clear()
  }

  /** The execution in which the detector has seen races is over. */
  executionEnded(schedule: () => RawSchedule, spent: (() => Effort) | null = null): void {
    if (this.current.size === 0) return
    const found = [...this.current.values()]
    this.current.clear()
    for (const { key } of found) this.known.add(key)
    const seen = found.slice(0, this.limit - this.listed)
    if (seen.length === 0) return
    this.listed += seen.length
    this.undescribed.push({ raw: schedule(), seen, foundAfter: spent?.() ?? null })
  }

  /** Where the places are not known, the execution is run once more, recording. */
  rows(encode: (schedule: RawSchedule) => string): readonly RaceRow[] {
    for (const { raw, seen, foundAfter } of this.undescribed.splice(0)) {
      const again = seen.every(({ sides }) => sides.every(({ site }) => site > 0)) ? null : this.seenAgain(raw)
      const schedule = encode(raw)
      for (const one of seen)
        this.described.push({
          ...rowOf(again === null ? one : (again.get(one.key) ?? lost(one)), schedule),
          ...(foundAfter === null ? {} : { foundAfter }),
        })
    }
    return this.described
  }

  private seenAgain(raw: RawSchedule): ReadonlyMap<number, Seen> {
    const again = new RaceList(this.execution)
    for (const [text, side] of this.sides) again.sides.set(text, side)
    const { observer } = this.execution
    this.execution.observer = again.detector()
    try {
      runWithOrigins(this.execution, raw)
    } finally {
      this.execution.observer = observer
    }
    return again.current
  }
}

function rowOf({ sides, threads, location }: Seen, schedule: string): RaceRow {
  const [a, b] = sides.map(
    ({ spec, site, origin }, i): RaceAccess => ({ thread: threads[i]!, operation: spec, at: locate(site, origin) }),
  ) as [RaceAccess, RaceAccess]
  const message =
    `${a.thread} (${a.operation}) and ${b.thread} (${b.operation}) access ${location}, and nothing orders them: ` +
    'no lock, Atomics, event, spawn or join in between'
  return { location, accesses: [a, b], message, schedule }
}

/** For the threads that a program can have. */
export function detectorFor(execution: Execution, listener: RaceListener): RaceDetector {
  return new RaceDetector(execution.layout.cells, execution.mostThreads, listener)
}

/** There are far fewer places than this. */
const keyOf = (first: number, second: number): number => Math.min(first, second) * 2 ** 26 + Math.max(first, second)

function lost({ location, sides: [first, second] }: Seen): never {
  throw nondeterminism(`a data race that was seen does not show again: ${first.spec} and ${second.spec} of ${location}`)
}

/** Where races count as bugs. */
export function raceAsBug({ message, schedule, accesses: [first, second], foundAfter }: RaceRow): Bug {
  return {
    kind: 'race',
    message,
    schedule,
    preemptions: 0,
    thread: second.thread,
    at: second.at ?? first.at,
    ...(foundAfter === undefined ? {} : { foundAfter }),
  }
}
