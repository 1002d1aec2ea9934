/**
 * How soon each search finds the bugs of the suite in test/bugs: executions, transitions and seconds to the bug, beside
 * the totals of a published study. `--seconds` and `--executions` limit each search of each program, `--only` chooses
 * programs by name, `--searches` searches. Orders that sample are run with `--seeds` seeds, 20 if that is not given,
 * among which the seconds are divided.
 */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { CheckOptions } from '../src/checking/checker.ts'
import type { CheckResult } from '../src/results/check-result.ts'
import { sampledOrderNames } from '../src/search/orders/index.ts'
import type { BuggyProgram } from '../test/bugs/entry.ts'
import { buggyPrograms } from '../test/bugs/index.ts'
import { Subject } from '../test/bugs/subject.ts'
import { type Bench, main, number, table } from './bench.ts'

const { values: asked } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    executions: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    searches: { type: 'string', default: '' },
    seeds: { type: 'string', default: '20' },
  },
})
const limits = { seconds: Number(asked.seconds), executions: Number(asked.executions) }

/** One check after the other, until one of them finds the bug or all is covered. */
interface Search {
  readonly name: string
  readonly attempts: (program: BuggyProgram) => Iterable<CheckOptions>
  /** It is run with so many seeds, each for itself, and the mean is shown. */
  readonly seeds?: number
}

/** With the bound at 0, 1, 2, …, and a fair one where threads yield. */
const iterated = (bound: string): Search => ({
  name: bound,
  attempts: () => [{ reduction: 'dpor', iterate: bound }],
})

/** What threads that wait by yielding need besides; as much as the default search gives them. */
const fairnessFor = ({ yields }: BuggyProgram): Record<string, number> => (yields === true ? { fair: 2 } : {})

const SEEDS = Number(asked.seeds)

const allSearches: readonly Search[] = [
  { name: 'default', attempts: () => [{}] },
  iterated('preemption'),
  iterated('context'),
  iterated('delta'),
  {
    name: 'unbounded',
    attempts: (program) => [program.yields === true ? { bounds: fairnessFor(program) } : { reduction: 'optimal' }],
  },
  // D 3.6: the reduced space, executions with fewer preemptions first; and the bounded one, those first that lead to
  // other traces.
  { name: 'best pb', attempts: (program) => [{ order: 'best-first', bounds: fairnessFor(program) }] },
  {
    name: 'best dpor',
    attempts: (program) => [
      {
        order: 'best-first',
        reduction: 'none',
        priority: 'dpor,pb',
        bounds: { preemption: 2, ...fairnessFor(program) },
      },
    ],
  },
  {
    name: 'best random',
    attempts: (program) => [{ order: 'best-first', priority: 'random', bounds: fairnessFor(program) }],
    seeds: SEEDS,
  },
  ...sampledOrderNames.map((order) => ({ name: order, attempts: () => [{ order }], seeds: SEEDS })),
]
const searches = allSearches.filter(({ name }) => new RegExp(asked.searches).test(name))

interface Found {
  /** What was begun until the bug was reported, or in vain: also executions that were cut, abandoned, repeated or ended by a bound. */
  readonly executions: number
  readonly transitions: number
  readonly seconds: number
  readonly isFound: boolean
  /** All was covered without finding it, or nothing was left to try: more time would not help. */
  readonly isOver: boolean
  /** How many of the seeds found it, of a sample. */
  readonly rate?: string
}

/** The mean of those seeds that find it, or of all if none does. */
async function findBySeeds(subject: Subject, program: BuggyProgram, search: Search, seeds: number): Promise<Found> {
  const share = { ...limits, seconds: limits.seconds / seeds }
  const all: Found[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const attempts = (): CheckOptions[] => [...search.attempts(program)].map((options) => ({ ...options, seed }))
    all.push(await find(subject, program, { ...search, attempts }, share))
  }
  const successful = all.filter(({ isFound }) => isFound)
  const shown = successful.length > 0 ? successful : all
  const mean = (figure: 'executions' | 'transitions' | 'seconds'): number =>
    shown.reduce((sum, found) => sum + found[figure], 0) / shown.length
  return {
    executions: mean('executions'),
    transitions: mean('transitions'),
    seconds: mean('seconds'),
    isFound: successful.length > 0,
    isOver: false,
    rate: `${successful.length}/${seeds}`,
  }
}

async function find(
  subject: Subject,
  program: BuggyProgram,
  search: Search,
  limits: { readonly executions: number; readonly seconds: number },
): Promise<Found> {
  let [executions, transitions, seconds, isFound] = [0, 0, 0, false]
  for (const options of search.attempts(program)) {
    const [maxExecutions, budgetMs] = [limits.executions - executions, (limits.seconds - seconds) * 1000]
    if (maxExecutions < 1 || budgetMs <= 0) return { executions, transitions, seconds, isFound, isOver: false }
    const result = await subject.check({ n: program.n }, { ...options, maxExecutions, budgetMs })
    executions += sum(result, ['executions', 'repeated', 'blocked', 'cut', 'truncated'])
    transitions += sum(result, ['transitions'])
    seconds += result.seconds
    isFound = result.bugs.length > 0
    if (isFound || result.exhaustive) break
  }
  const isLimited = executions >= limits.executions || seconds >= limits.seconds
  return { executions, transitions, seconds, isFound, isOver: !isLimited }
}

type Figure = 'executions' | 'repeated' | 'blocked' | 'cut' | 'truncated' | 'transitions'
const sum = ({ passes }: CheckResult, figures: readonly Figure[]): number =>
  passes.reduce((all, pass) => figures.reduce((some, figure) => some + pass[figure], all), 0)

type Row = { readonly program: BuggyProgram; readonly found: readonly Found[] }

async function measure(program: BuggyProgram): Promise<Row> {
  const subject = new Subject(program.file)
  const found: Found[] = []
  for (const search of searches) {
    const { seeds } = search
    found.push(
      seeds === undefined
        ? await find(subject, program, search, limits)
        : await findBySeeds(subject, program, search, seeds),
    )
  }
  await subject.close()
  return { program, found }
}

/** What was not found needs more than what was tried, unless all was covered. */
function cell(found: Found, figure: (found: Found) => string): string {
  const text = found.isFound ? figure(found) : found.isOver ? `none in ${figure(found)}` : `>${figure(found)}`
  return found.rate === undefined || found.rate === `${SEEDS}/${SEEDS}` ? text : `${text} (${found.rate})`
}

function show(title: string, rows: readonly Row[], figure: (found: Found) => string): void {
  const header = ['program', 'threads', ...searches.map(({ name }) => name)]
  const lines = rows.map(({ program: { name, threads }, found }) => [
    name,
    String(threads),
    ...found.map((one) => cell(one, figure)),
  ])
  console.log(`${title}:\n\n${table(header, lines)}\n`)
}

const studied = (program: BuggyProgram): boolean => program.family !== 'JavaScript'

/** Of SCTBench's 49 buggy programs within 100,000 schedules (Thomson, Donaldson and Betts, TOPC 2016). */
const published = 'PCT with d = 3 48, delay bounding 45, random 43, preemption bounding 38, depth-first 33'

function showTotals(rows: readonly Row[]): void {
  const header = ['found', 'of', ...searches.map(({ name }) => name)]
  const line = (name: string, of: readonly Row[]): string[] => [
    name,
    String(of.length),
    ...searches.map((_, i) => String(of.filter(({ found }) => found[i]!.isFound).length)),
  ]
  const sctbench = rows.filter(({ program }) => studied(program))
  console.log(table(header, [line('programs', rows), line('of SCTBench', sctbench)]))
  console.log(`published, of SCTBench's 49 within 100,000 schedules: ${published}`)
}

/** What the default misses, or needs many times the executions for that the best of the others needs. */
function showLate(rows: readonly Row[]): void {
  const compared = rows.map(({ program, found: [own, ...others] }) => {
    const best = Math.min(...others.filter(({ isFound }) => isFound).map(({ executions }) => executions))
    const figures = `${cell(own!, ({ executions }) => number(executions))} against ${number(Math.round(best))}`
    return { own: own!, best, text: `${program.name} (${figures})` }
  })
  const missed = compared.filter(({ own, best }) => !own.isFound && best < Infinity)
  const late = compared.filter(({ own, best }) => own.isFound && own.executions > 10 * best)
  const list = (of: typeof compared): string => (of.length === 0 ? 'none' : of.map(({ text }) => text).join(', '))
  console.log(`\nThe default finds with more than ten times the executions of the best search: ${list(late)}.`)
  console.log(`It misses what another one finds: ${list(missed)}.`)
}

export const bugs: Bench = {
  name: 'The bug suite: what each search needs to find the bug',
  run: async () => {
    const programs = buggyPrograms.filter(({ name }) => new RegExp(asked.only).test(name))
    const rows: Row[] = []
    for (const program of programs) rows.push(await measure(program))
    const { executions, seconds } = limits
    console.log(
      `At most ${number(executions)} executions and ${seconds} s for each search of each program; of random ones the mean of ${SEEDS} seeds.\n`,
    )
    show(
      'Executions (complete ones, and those that were cut, abandoned, repeated or ended by a bound)',
      rows,
      ({ executions }) => number(Math.round(executions)),
    )
    show('Transitions', rows, ({ transitions }) => number(Math.round(transitions)))
    show('Seconds', rows, ({ seconds }) => seconds.toFixed(2))
    showTotals(rows)
    // What is to be compared with the others, or said of all of them, needs all of them.
    if (searches.length < allSearches.length) return []
    showLate(rows)
    return rows
      .filter(({ program, found }) => 'by' in program.shown && !found.some(({ isFound }) => isFound))
      .map(({ program }) => `${program.name} is found by some search`)
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([bugs])
