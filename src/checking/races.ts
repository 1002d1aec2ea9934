import { nondeterminism } from '../base/errors.ts'
import { describeLocation, locate } from '../execution/describe.ts'
import type { Execution } from '../execution/execution.ts'
import { runWithOrigins } from '../execution/recording.ts'
import type { Operation } from '../program/operation.ts'
import type { Bug, RaceAccess, RaceRow } from '../results/check-result.ts'
import { type Race, RaceDetector, type RacingAccess } from '../trace/race-detector.ts'
import type { RawSchedule } from '../execution/schedule-of.ts'

/** An execution that showed races for the first time. */
interface Showing {
  readonly raw: RawSchedule
  readonly keys: readonly string[]
}

/** The data races seen so far; one between the same two places is one race. */
export class RaceList {
  private readonly limit: number
  private readonly known = new Set<string>()
  private listed = 0
  private readonly undescribed: Showing[] = []
  private readonly described: RaceRow[] = []
  /** Races of the execution that is running: its schedule is known only at its end. */
  private current: Race[] = []
  readonly detector = new RaceDetector(location, (race) => this.current.push(race), () => { this.current = [] })

  constructor(limit = Infinity) {
    this.limit = limit
  }

  get size(): number {
    return this.known.size
  }

  /** How many there are beyond the limit: these are only told apart. */
  get omitted(): number {
    return this.known.size - this.listed
  }

  /** The execution in which the detector has seen races is over. */
  executionEnded(schedule: () => RawSchedule): void {
    if (this.current.length === 0) return
    const found = [...new Set(this.current.map(({ key }) => key))].filter((key) => !this.known.has(key))
    this.current = []
    for (const key of found) this.known.add(key)
    const keys = found.slice(0, this.limit - this.listed)
    if (keys.length === 0) return
    this.listed += keys.length
    this.undescribed.push({ raw: schedule(), keys })
  }

  /** Each execution that showed some is run once more, recording, to know where in the source they are. */
  rows(execution: Execution, encode: (schedule: RawSchedule) => string): readonly RaceRow[] {
    for (const { raw, keys } of this.undescribed) {
      const shown = racesOf(execution, raw)
      const schedule = encode(raw)
      for (const key of keys) this.described.push(describeRace(execution, shown.get(key), key, schedule))
    }
    this.undescribed.length = 0
    return this.described
  }
}

/** Where races count as bugs. */
export function raceAsBug({ message, schedule, accesses: [first, second] }: RaceRow): Bug {
  return { kind: 'race', message, schedule, preemptions: 0, thread: second.thread, at: second.at ?? first.at }
}

const location = (op: Operation): string => describeLocation(op) ?? op.spec.name

/** Runs the schedule once more, recording, to know where in the source the accesses are. */
function racesOf(execution: Execution, raw: RawSchedule): Map<string, Race> {
  const shown = new Map<string, Race>()
  const { observer } = execution
  execution.observer = new RaceDetector(location, (seen) => { if (!shown.has(seen.key)) shown.set(seen.key, seen) })
  try {
    runWithOrigins(execution, raw)
  } finally {
    execution.observer = observer
  }
  return shown
}

function describeRace(execution: Execution, race: Race | undefined, key: string, schedule: string): RaceRow {
  if (race === undefined) throw nondeterminism(`a data race that was seen does not show again: ${key}`)
  const name = (access: RacingAccess): string => execution.threads[access.thread]!.name
  const sides = [race.first, race.second].map((access): RaceAccess => ({
    thread: name(access), operation: access.spec, at: locate(access.site, access.origin),
  })) as [RaceAccess, RaceAccess]
  const [a, b] = sides
  const message = `${a.thread} (${a.operation}) and ${b.thread} (${b.operation}) access ${race.location}, and nothing orders them: ` +
    'no lock, Atomics, event, spawn or join in between'
  return { location: race.location, accesses: sides, message, schedule }
}
