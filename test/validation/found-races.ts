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
  private readonly names: string[] = []

  constructor(execution: Execution) {
    this.execution = execution
  }

  whoIs(thread: number): number {
    const text = threadText(this.execution.threads[thread]!)
    return 1 + (this.names.includes(text) ? this.names.indexOf(text) : this.names.push(text) - 1)
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
