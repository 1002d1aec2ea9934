/**
 * The order of verification [IRS, III]: how long programs run under sets of different sizes that were verified
 * depth-first and in
 * the relaxing order, on the modelled machine by which that order is chosen, over the same without gates.
 *
 *   node dist/bench/verification-order.js [cores]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Execution } from '../src/execution/execution.ts'
import type { OrderName, RankData } from '../src/irs/order-data.ts'
import type { SetReader } from '../src/irs/set/set-file.ts'
import { chooseOrder, meanTime } from '../src/irs/verifier/order/choose-order.ts'
import { SegmentTimes } from '../src/irs/verifier/order/segment-times.ts'
import type { Program } from '../src/program/program.ts'
import { Busy } from '../test/irs/busy.ts'
import { verifyInto } from '../test/irs/verified.ts'
import { indexer } from '../test/programs/indexer.ts'
import { lastZero } from '../test/programs/last-zero.ts'

const ROWS = [1, 16, 128, 256, 1024, 2048, 16384]
const cores = Number(process.argv[2] ?? 16)
const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-order-'))

function setOf(program: Program, order: OrderName, ranks: RankData | null, traces: number): SetReader {
  return verifyInto(program, { out: join(folder, `${order} ${traces}`), traces, order }, ranks).reader
}

const subjects: readonly (readonly [Program, SegmentTimes])[] = [lastZero(15), indexer(15)].flatMap(
  (program) =>
    [
      [program, new SegmentTimes()],
      [program, new Busy()],
    ] as const,
)
for (const [program, times] of subjects) {
  const newExecution = (): Execution => new Execution(program)
  const ranks = chooseOrder(newExecution, (order, traces) => setOf(program, 'relaxing', order, traces), cores, times)
  console.log(
    `\n${program.name}${times instanceof Busy ? ', busy,' : ''} on ${cores} cores: relaxing is ${ranks === null ? 'depth-first' : 'as ordinary runs go'}`,
  )
  for (const [order, table] of [
    ['depth-first', null],
    ['relaxing', ranks],
  ] as const) {
    const whole = meanTime(newExecution(), null, times, cores)
    const overheads = ROWS.map(
      (traces) => (meanTime(newExecution(), setOf(program, order, table, traces), times, cores) / whole - 1) * 100,
    )
    console.log(
      `  ${order.padEnd(12)} ${ROWS.map((traces, i) => `${traces}: ${overheads[i]!.toFixed(0)}%`.padStart(12)).join(' ')}`,
    )
  }
}
rmSync(folder, { recursive: true })
