import { nondeterminism } from '../errors.ts'
import { describeLocation, locate } from '../execution/describe.ts'
import type { Execution } from '../execution/execution.ts'
import { record } from '../execution/recording.ts'
import type { Operation } from '../program/operation.ts'
import type { Bug, RaceAccess, RaceRow } from '../report/result.ts'
import { type Race, RaceDetector, type RacingAccess } from '../trace/race-detector.ts'
import type { RawSchedule } from './outcomes.ts'

interface FoundRace {
  readonly key: string
  readonly raw: RawSchedule
  row: RaceRow | null
}

/** The data races seen so far; one between the same two places is one race. */
export class RaceList {
  private readonly byKey = new Map<string, FoundRace>()
  /** Races of the execution that is running: its schedule is known only at its end. */
  private current: Race[] = []
  readonly detector = new RaceDetector(location, (race) => this.current.push(race), () => { this.current = [] })

  get size(): number {
    return this.byKey.size
  }

  /** The execution in which the detector has seen races is over. */
  executionEnded(schedule: () => RawSchedule): void {
    for (const { key } of this.current) if (!this.byKey.has(key)) this.byKey.set(key, { key, raw: schedule(), row: null })
    this.current = []
  }

  rows(execution: Execution, encode: (schedule: RawSchedule) => string): RaceRow[] {
    return [...this.byKey.values()].map((found) => (found.row ??= describeRace(execution, found, encode)))
  }
}

/** Where races count as bugs. */
export function raceAsBug({ message, schedule, accesses: [first, second] }: RaceRow): Bug {
  return { kind: 'race', message, schedule, preemptions: 0, thread: second.thread, at: second.at ?? first.at }
}

const location = (op: Operation): string => describeLocation(op) ?? op.spec.name

/** Runs the schedule once more, recording, to know where in the source the accesses are. */
function describeRace(execution: Execution, found: FoundRace, encode: (schedule: RawSchedule) => string): RaceRow {
  let race: Race | undefined
  const observer = execution.observer
  execution.observer = new RaceDetector(location, (seen) => { if (seen.key === found.key) race ??= seen })
  try {
    record(execution, found.raw)
  } finally {
    execution.observer = observer
  }
  if (race === undefined) throw nondeterminism(`a data race that was seen does not show again: ${found.key}`)
  const name = (access: RacingAccess): string => execution.threads[access.thread]!.name
  const sides = [race.first, race.second].map((access): RaceAccess => ({
    thread: name(access), operation: access.spec, at: locate(access.site, access.stack),
  })) as [RaceAccess, RaceAccess]
  const [a, b] = sides
  const message = `${a.thread} (${a.operation}) and ${b.thread} (${b.operation}) access ${race.location}, and nothing orders them: ` +
    'no lock, Atomics, event, spawn or join in between'
  return { location: race.location, accesses: sides, message, schedule: encode(found.raw) }
}
