/** Many programs, and what came of them. */
import { filesOf } from '../constructs/construct.ts'
import { contexts, within } from '../constructs/contexts.ts'
import { table } from '../constructs/table.ts'
import { compare } from './compare.ts'
import { Random } from './random.ts'
import { randomProgram } from './writer.ts'

export interface CampaignOptions {
  /** How many differences are written out. */
  readonly shown: number
  readonly say: (text: string) => void
}

/** What came of some programs. */
export interface Tally {
  readonly programs: number
  readonly ordered: number
  readonly accesses: number
  readonly differences: number
  readonly refusals: ReadonlyMap<string, number>
}

export class Campaign {
  differences = 0
  programs = 0
  ordered = 0
  accesses = 0
  readonly refusals = new Map<string, number>()
  private readonly options: CampaignOptions

  constructor(options: CampaignOptions) {
    this.options = options
  }

  runRandom(seed: number, verbose = false): void {
    const source = randomProgram(new Random(seed))
    if (verbose) this.options.say(source)
    this.run(`seed ${seed}`, source, false)
  }

  /** Every construct of the table, alone and in every context. */
  runConstructs(): void {
    for (const construct of table) {
      for (const one of [construct, ...Object.keys(contexts).map((context) => within(context, construct))]) {
        for (const { mode, source } of filesOf(one)) this.run(`${one.name} (${mode})`, source, true)
      }
    }
  }

  get tally(): Tally {
    const { programs, ordered, accesses, differences, refusals } = this
    return { programs, ordered, accesses, differences, refusals }
  }

  add(some: Tally): void {
    this.programs += some.programs
    this.ordered += some.ordered
    this.accesses += some.accesses
    this.differences += some.differences
    for (const [kind, count] of some.refusals) this.refusals.set(kind, (this.refusals.get(kind) ?? 0) + count)
  }

  summarise(): void {
    const { say } = this.options
    const refused = [...this.refusals.values()].reduce((sum, count) => sum + count, 0)
    say(
      `${this.programs} programs, ${this.accesses} accesses, the order of accesses compared in ${this.ordered}, ` +
        `${refused} refused, ${this.differences} differences`,
    )
    for (const [kind, count] of [...this.refusals].sort((a, b) => b[1] - a[1])) say(`  ${count} × ${kind}`)
  }

  private run(name: string, source: string, fresh: boolean): void {
    const { refusal, difference, isOrdered, accesses } = compare(source, { fresh })
    this.programs++
    this.accesses += accesses
    if (isOrdered) this.ordered++
    if (refusal !== null) {
      if (!/:\d+:\d+$/.test(refusal.at ?? ''))
        this.differ(name, `a refusal without a place: ${refusal.message}`, source)
      const kind = refusal.message.replace(/`[^`]*`|'[^']*'|"[^"]*"|\d+/g, '…')
      this.refusals.set(kind, (this.refusals.get(kind) ?? 0) + 1)
    }
    if (difference !== null) this.differ(name, difference, source)
  }

  private differ(name: string, difference: string, source: string): void {
    if (this.differences++ < this.options.shown) this.options.say(`${name}: ${difference}\n${source}`)
  }
}
