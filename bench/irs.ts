/**
 * Iteratively relaxed scheduling on real workers [IRS, Table I]: how much longer programs run under sets of different sizes,
 * and how long it takes to verify that many traces. Arms take turns run by run; overheads come with a 95% interval.
 *
 *   node dist/bench/irs.js [--runs N] [--only NAME]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registerLoader } from '../src/frontends/loader/register-loader.ts'
import { verifyFile } from '../src/irs/host/verify-file.ts'
import { Arm } from './irs/arm.ts'
import { median, overhead } from './irs/statistics.ts'

interface Subject {
  readonly name: string
  /** How many traces, smallest first; Infinity for all. */
  readonly rows: readonly number[]
  /** The paper's overheads in percent, where it has them. */
  readonly paper: Readonly<Record<number, number>>
  readonly budgetMs: number
}

const subjects: readonly Subject[] = [
  { name: 'last-zero', rows: [1, 128, 1024, 16384, Infinity], paper: { 1: 230, 128: 168, 1024: 157, 16384: 113 }, budgetMs: 600_000 },
  { name: 'indexer', rows: [1, 16, 256, 2048, Infinity], paper: { 1: 1321, 16: 1178, 256: 367, 2048: 314 }, budgetMs: 600_000 },
  { name: 'bounded-queue', rows: [1, 16, 64, Infinity], paper: {}, budgetMs: 60_000 },
  { name: 'parallel-sort', rows: [1, 4, Infinity], paper: {}, budgetMs: 60_000 },
]

/** Runs before times are kept: code has to be compiled. */
const WARM_UP = 100

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1] ?? otherwise
}

const runs = Number(option('runs', '1000'))
const only = option('only', '')

/** A set of so many traces, made anew, with the time that took. */
async function makeSet(file: string, set: string, traces: number, budgetMs: number): Promise<{ traces: number; seconds: number; whole: boolean; bytes: number }> {
  const result = await verifyFile(file, { out: set, budgetMs, ...(traces === Infinity ? {} : { traces }) })
  if (result === null) throw new Error('the verification was stopped')
  return result
}

async function measure(subject: Subject, folder: string): Promise<void> {
  const file = fileURLToPath(new URL(`./programs/${subject.name}.js`, import.meta.url))
  const plain = await Arm.create('plain', file, null)
  const arms: { arm: Arm; traces: number; seconds: number; whole: boolean; bytes: number }[] = []
  for (const row of subject.rows) {
    const set = join(folder, `${subject.name}-${row}`)
    const made = await makeSet(file, set, row, subject.budgetMs)
    arms.push({ arm: await Arm.create(String(made.traces), file, { set }), ...made })
  }
  const all = [plain, ...arms.map(({ arm }) => arm)]
  for (let round = 0; round < WARM_UP + runs; round++) for (const arm of all) await arm.once()
  for (const arm of all) arm.times.splice(0, WARM_UP)
  console.log(`\n${subject.name}: ${runs} runs each, plain ${median(plain.times).toFixed(0)} µs (median)`)
  console.log('  traces   time (µs)   overhead (95% interval)     a quarter of the paper   verified in      set')
  for (const { arm, traces, seconds, whole, bytes } of arms) {
    const { percent, low, high } = overhead(arm.times, plain.times)
    const target = subject.paper[traces]
    console.log([
      `  ${String(traces).padStart(6)}`, median(arm.times).toFixed(0).padStart(10), `${percent.toFixed(0)}% (${low.toFixed(0)} … ${high.toFixed(0)})`.padStart(24),
      (target === undefined ? '-' : `${(target / 4).toFixed(0)}%`).padStart(20), `${seconds.toFixed(2)} s`.padStart(16), `${(bytes / 1e6).toFixed(2)} MB${whole ? ', whole' : ''}`.padStart(14),
    ].join(' '))
  }
  for (const arm of all) await arm.dispose()
}

registerLoader({ mode: 'strip' })
const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-irs-'))
try {
  for (const subject of subjects) if (only === '' || only === subject.name) await measure(subject, folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
