/** Whether memory stays flat however long a search runs, and what counting distinct hashes costs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Execution } from '../src/execution/execution.ts'
import { Explorer } from '../src/search/explorer.ts'
import type { CheckResult } from '../src/results/check-result.ts'
import { inc } from '../test/programs/counters.ts'
import { type Bench, main, number, table } from './bench.ts'

const SIZES = [100_000, 250_000, 500_000, 1_000_000]
const MOST_GROWTH = 0.1
const MOST_BYTES = 16

/** More executions than are run: the limit on them is what ends the search. */
const sources = {
  // 16!/(5! 5! 6!) = 2,018,016
  none: `
import { ops, program } from 'heddle'
const thread = (text) => function* (s) {
  for (const [kind, name] of text.split(' ')) yield* kind === 'r' ? ops.read(s[name], 0) : ops.write(s[name], 0, 1)
}
export default program({
  name: 'long',
  shared: (mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]), z: mem.int32('z', [0]) }),
  threads: [thread('rx wx ry wy rx'), thread('wy rx wx ry wz'), thread('rz wz rx wy ry wx')],
})
`,
  // (7!)^2 = 25,401,600
  optimal: `
import { ops, program } from 'heddle'
export default program({
  name: 'increments',
  shared: (mem) => ({ x: mem.int32('x', [0]) }),
  threads: Array.from({ length: 7 }, () => function* (s) { yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1) }),
})
`,
}
type Reduction = keyof typeof sources

/** The peak of resident memory of a whole `heddle check` that ends after so many executions. */
function peakOf(file: string, reduction: Reduction, executions: number): number {
  const cli = fileURLToPath(new URL('../bundle/cli/main.js', import.meta.url))
  const options = [
    '--reduction',
    reduction,
    '--no-count',
    '--max-executions',
    String(executions),
    '--budget',
    '600',
    '--json',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'check', file, ...options], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  const result = JSON.parse(stdout) as CheckResult
  if (result.executions !== executions) throw new Error(`${result.executions} executions instead of ${executions}`)
  return result.peakRssBytes
}

function peaks(reduction: Reduction): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  try {
    const file = join(folder, 'long.mjs')
    writeFileSync(file, sources[reduction])
    return SIZES.map((executions) => peakOf(file, reduction, executions))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Bytes per distinct hash, for traces and for local states. */
function bytesPerHash(): { traces: number; localStates: number; distinct: number } {
  const optimise = { trans: true, alt: true, release: true, bound: true, sleep: true, cache: true }
  const explorer = new Explorer(
    new Execution(inc(5)),
    { reduction: 'dpor', bounds: {}, optimise, maxDepth: 10_000, count: true },
    () => false,
  )
  while (!explorer.finished) explorer.explore()
  const { traces, localStates } = explorer.counters
  return {
    traces: traces!.bytes / traces!.size,
    localStates: localStates!.bytes / localStates!.size,
    distinct: traces!.size + localStates!.size,
  }
}

export const memory: Bench = {
  name: 'Memory: heddle check over a million executions, and bytes per distinct hash',
  run: () => {
    const reductions = Object.keys(sources) as Reduction[]
    const measured = reductions.map(peaks)
    const growths = measured.map((sizes) => Math.max(...sizes) / sizes[0]! - 1)
    const header = ['executions', ...reductions.map((reduction) => `--reduction ${reduction}, peak MiB`)]
    console.log(
      table(
        header,
        SIZES.map((size, i) => [number(size), ...measured.map((sizes) => (sizes[i]! / 2 ** 20).toFixed(1))]),
      ),
    )
    const { traces, localStates, distinct } = bytesPerHash()
    console.log(
      `\nGrowth from ${number(SIZES[0]!)} to ${number(SIZES.at(-1)!)} executions: ${growths.map((growth) => `${(100 * growth).toFixed(1)}%`).join(', ')}. ` +
        `Bytes per distinct hash: traces ${traces.toFixed(1)}, local states ${localStates.toFixed(1)} (${number(distinct)} hashes).`,
    )
    console.log(
      `\nClaims: without counting, growth of at most ${100 * MOST_GROWTH}%; counting costs at most ${MOST_BYTES} bytes per distinct hash.`,
    )
    const broken: string[] = []
    for (const growth of growths)
      if (growth > MOST_GROWTH) broken.push(`resident memory grew by ${(100 * growth).toFixed(1)}%`)
    for (const bytes of [traces, localStates])
      if (bytes > MOST_BYTES) broken.push(`${bytes.toFixed(1)} bytes per distinct hash`)
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main([memory])
