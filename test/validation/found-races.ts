import type { Execution } from '../../src/execution/execution.ts'
import type { Race, RaceListener } from '../../src/trace/race-detector.ts'
import { threadText } from './likeness.ts'
import { raceText } from './reference/races.ts'

/** The races that a search saw, in the reference's terms. */
export class FoundRaces implements RaceListener {
  readonly all = new Set<string>()
  readonly size = 0
  private readonly execution: Execution
  private readonly sides: string[] = []

  constructor(execution: Execution) {
    this.execution = execution
  }

  sideOf(_site: number, thread: number, spec: string, address: number): number {
    return this.sides.push(`${threadText(this.execution.threads[thread]!)} ${spec} ${address}`) - 1
  }

  isKnown(): boolean {
    return false
  }

  onRace({ sides: [first, second] }: Race): void {
    this.all.add(raceText(this.sides[first]!, this.sides[second]!))
  }
}
