/**
 * Iteratively relaxed scheduling on real workers [IRS, Table I]: how much longer programs run under sets of different
 * sizes, and how long it takes to verify that many traces. Per row, these take turns run by run: the program as it is,
 * on a worker for each thread and on as few as gates let run, the same with Atomics, and enforced runs: with gates, and
 * for one row with a scheduler thread as the paper has it. Overheads are of medians, with a 95% interval.
 *
 *   node dist/bench/irs.js [--runs N] [--only NAME]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerLoader } from '../src/frontends/loader/register-loader.ts'
import * as heddle from '../src/index.ts'
import { type Line, measureRow, type Row } from './irs/row.ts'
import type { Overhead } from './irs/statistics.ts'
import { type Subject, subjects } from './irs/subjects.ts'

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise)
}

const runs = Number(option('runs', '1000'))
const only = option('only', '')

const COLUMNS = [8, -28, 8, 22, 22, 22, 8, 11, 16, 24]
const cells = (texts: readonly string[]): string =>
  texts.map((text, i) => (COLUMNS[i]! < 0 ? text.padEnd(-COLUMNS[i]!) : text.padStart(COLUMNS[i]!))).join('  ')

const showOverhead = ({ percent, low, high }: Overhead): string =>
  `${percent.toFixed(0)}% (${low.toFixed(0)} … ${high.toFixed(0)})`

function show({ how, set, microseconds, overPlain, overAtomics, overFew }: Line, { paper }: Subject, row: Row): string {
  const target = paper[set.traces]
  return cells([
    String(set.traces),
    how,
    microseconds.toFixed(0),
    showOverhead(overPlain),
    showOverhead(overFew),
    showOverhead(overAtomics),
    target === undefined ? '-' : `${(target / 4).toFixed(0)}%`,
    `${set.seconds.toFixed(2)} s`,
    `${(set.bytes / 1e6).toFixed(2)} MB${set.whole ? ', all' : ''}`,
    `${row.plain.toFixed(0)}/${row.few.toFixed(0)}/${row.atomics.toFixed(0)} µs, load ${row.load.toFixed(1)}`,
  ])
}

async function measure(subject: Subject, folder: string): Promise<void> {
  console.log(`\n${subject.name}: ${runs} runs each, ${availableParallelism()} cores`)
  console.log(
    cells([
      'traces',
      'who wakes threads',
      'µs',
      'over plain',
      'plain, few workers',
      'over Atomics',
      'paper/4',
      'verified',
      'set',
      'plain/few/Atomics',
    ]),
  )
  for (const [i, traces] of subject.rows.entries()) {
    const row = await measureRow(subject, traces, folder, runs, i === 1)
    for (const line of row.lines) console.log(show(line, subject, row))
  }
}

registerLoader({ mode: 'strip', heddle })
const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-irs-'))
try {
  for (const subject of subjects) if (only === '' || only === subject.name) await measure(subject, folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
