import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Program } from '../../src/index.ts'
import { Random } from '../support/random.ts'
import { compare, type Limits } from './compare.ts'
import { Expectation } from './expectation.ts'
import { toGenerators } from './generator-form.ts'
import type { IndependentProgram } from './language.ts'
import { print } from './notation.ts'
import { IllFormed } from './operations.ts'
import { randomProgram } from './random-program.ts'
import { type Search, searchesFor } from './searches.ts'
import { shrink } from './shrink.ts'
import { toSource } from './source-form.ts'
import { TooLarge } from './state-graph.ts'

export interface CampaignOptions {
  readonly seed: number
  /** How many besides those that every program gets, or the only one. */
  readonly searches: number | Search
  /** 0: none. */
  readonly plainOneIn: number
  readonly maxExecutions: number
  readonly maxStates: number
  readonly scale: number
  /** How many disagreements of a kind are shrunk. */
  readonly shrinks: number
  /** Disagreements that are known, by their text. */
  readonly ignore: RegExp | null
  readonly say: (text: string) => void
}

interface Size {
  readonly scale: number
  readonly larger: number
}

/** Small programs find most. Only large ones fill tables and reach what begins after a thousand executions. */
const SIZES: readonly Size[] = [
  ...Array<Size>(14).fill({ scale: 0.55, larger: 1 }),
  ...Array<Size>(5).fill({ scale: 1, larger: 1 }),
  { scale: 1.4, larger: 6 },
]

/** Random programs one after the other, and what came of them. */
export class Campaign {
  private readonly options: CampaignOptions
  private limits: Limits
  private readonly seen = new Map<string, { count: number; first: number }>()
  private readonly shrunk = new Map<string, number>()
  private readonly counts = { programs: 0, illFormed: 0, tooLarge: 0, checks: 0, unfinished: 0, plain: 0, failing: 0 }
  private readonly started = performance.now()

  constructor(options: CampaignOptions) {
    this.options = options
    this.limits = { maxExecutions: options.maxExecutions, budgetMs: 60_000 }
  }

  get disagreed(): boolean {
    return this.seen.size > 0
  }

  async run(index: number): Promise<void> {
    const { seed, searches, scale, plainOneIn } = this.options
    const random = new Random(seed * 1_000_003 + index)
    const size = SIZES[index % SIZES.length]!
    this.limits = { budgetMs: 60_000, maxExecutions: this.options.maxExecutions * size.larger }
    const program = randomProgram(random, scale * size.scale)
    const expectation = this.expectationOf(program, this.options.maxStates * size.larger)
    if (expectation === null) return
    this.counts.programs++
    const generators = toGenerators(program)
    let failed = false
    for (const search of typeof searches === 'number' ? searchesFor(program, random, searches) : [searches])
      failed = (await this.compareWith(index, program, generators, expectation, search)) || failed
    if (plainOneIn > 0 && index % plainOneIn === 0) {
      this.counts.plain++
      const search = random.pick<Search>([
        {},
        { allBugs: true },
        { reduction: 'optimal', allBugs: true },
        { reduction: 'dpor', allBugs: true },
      ])
      await inFile(program, async (file) => {
        failed = (await this.compareWith(index, program, file, expectation, search)) || failed
      })
    }
    if (failed) this.counts.failing++
  }

  private expectationOf(program: IndependentProgram, maxStates: number): Expectation | null {
    try {
      return new Expectation(program, maxStates)
    } catch (error) {
      if (error instanceof IllFormed) this.counts.illFormed++
      else if (error instanceof TooLarge) this.counts.tooLarge++
      else throw error
      return null
    }
  }

  private async compareWith(
    index: number,
    program: IndependentProgram,
    subject: Program | string,
    expectation: Expectation,
    search: Search,
  ): Promise<boolean> {
    this.counts.checks++
    const { faults: all, finished } = await compare(subject, expectation, search, this.limits, 1)
    if (!finished) this.counts.unfinished++
    const faults = all.filter((fault) => this.options.ignore?.test(fault) !== true)
    if (faults.length === 0) return false
    const isPlain = typeof subject === 'string'
    const kind = `${kindOf(faults[0]!)} · ${JSON.stringify(search)}${isPlain ? ' · plain code' : ''}`
    const known = this.seen.get(kind)
    if (known !== undefined) {
      known.count++
      return true
    }
    this.seen.set(kind, { count: 1, first: index })
    const shrunk = this.shrunk.get(kindOf(faults[0]!)) ?? 0
    this.shrunk.set(kindOf(faults[0]!), shrunk + 1)
    this.options.say(
      `\n#${index} ${JSON.stringify(search)}${isPlain ? ' as plain code' : ''}: ${faults.slice(0, 4).join('\n  ')}`,
    )
    if (shrunk < this.options.shrinks) await this.showSmallest(program, search, kindOf(faults[0]!), isPlain)
    return true
  }

  private async showSmallest(
    program: IndependentProgram,
    search: Search,
    kind: string,
    isPlain: boolean,
  ): Promise<void> {
    const isSame = (fault: string): boolean => kindOf(fault) === kind && this.options.ignore?.test(fault) !== true
    const smallest = await shrink(program, async (candidate) =>
      (await faultsOf(candidate, search, this.limits, isPlain)).some(isSame),
    )
    this.options.say(
      `${print(smallest)}\n${(await faultsOf(smallest, search, this.limits, isPlain)).slice(0, 4).join('\n')}`,
    )
  }

  summarise(): void {
    const { say } = this.options
    const seconds = Math.round((performance.now() - this.started) / 1000)
    say(`\n${JSON.stringify({ seed: this.options.seed, ...this.counts, seconds })}`)
    for (const [kind, { count, first }] of this.seen)
      say(`${String(count).padStart(6)} × ${kind}, first in program ${first}`)
  }
}

/** What is wrong, without what is different in every program. */
export const kindOf = (fault: string): string =>
  /^[a-z]+(?: [a-z]+)?(?: error: [a-z ]{0,30})?/i.exec(fault)?.[0] ?? fault

/** No faults where the reference has no opinion. */
export async function faultsOf(
  program: IndependentProgram,
  search: Search,
  limits: Limits,
  isPlain = false,
): Promise<readonly string[]> {
  try {
    const expectation = new Expectation(program, 20_000)
    if (!isPlain) return (await compare(toGenerators(program), expectation, search, limits, 10)).faults
    return await inFile(program, async (file) => (await compare(file, expectation, search, limits, 2)).faults)
  } catch (error) {
    if (error instanceof IllFormed || error instanceof TooLarge) return []
    throw error
  }
}

async function inFile<T>(program: IndependentProgram, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-independent-'))
  try {
    const file = join(folder, 'program.mjs')
    writeFileSync(file, toSource(program))
    return await use(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
