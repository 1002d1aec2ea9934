/** What traces with conditions of their own are worth: who can run when, and how many traces regions have in common. */
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SetReader } from '../../../src/irs/set/set-file.ts'
import { countInputs, inputAt } from '../../../src/program/inputs/input-values.ts'
import { load } from './compare.ts'
import { readFor, regionEnds, verifyAll } from './compare-sets.ts'
import { head, programs } from './programs.ts'

/** More inputs are not gone through. */
const MOST = 2000

/** What is there while so much of the file is written. */
function upTo<T>(file: string, end: number, look: (file: string) => T): T {
  const part = `${file}.part`
  copyFileSync(file, part)
  truncateSync(part, end)
  return look(part)
}

async function measure(source: string, folder: string): Promise<string | null> {
  const plain = load(source, false)
  const domains = plain.inputs!
  const total = countInputs(domains, {})
  const out = join(folder, 'set')
  const { traces, inputs } = await verifyAll(load(source, true), { out, inputs: 'symbolic', maxDepth: 200 })
  if (total > MOST) return null
  const all = Array.from({ length: total }, (_, i) => inputAt(domains, {}, i))
  const ends = regionEnds(out)
  const [byRegion, byTrace] = [[] as number[], [] as number[]]
  let known = 0
  ends.forEach((end, k) => {
    if (k > 0) known += upTo(out, ends[k - 1]!, (part) => readFor(part, plain, inputs!.regions[k]!.input).set.traces)
    upTo(out, end, (part) => {
      const readers = all.map((input) => readFor(part, plain, input))
      byTrace.push(readers.filter(({ isOutside }) => !isOutside).length / total)
      byRegion.push(readers.filter((one) => !one.isOutside && one.sections.some(isOwn)).length / total)
    })
  })
  const mean = (shares: readonly number[]): string =>
    `${((100 * shares.reduce((a, b) => a + b, 0)) / shares.length).toFixed(0)}%`
  return (
    `${ends.length} regions, ${statSync(out).size} bytes, ${traces} traces of which ${known} were known from regions before; ` +
    `inputs that can run, as a mean over the ends of regions: ${mean(byRegion)} by regions, ${mean(byTrace)} by traces`
  )
}

const isOwn = ({ isExcluded, taken }: SetReader['sections'][number]): boolean => !isExcluded && taken!.count > 0

export async function measureShares(): Promise<void> {
  for (const [name, [source]] of Object.entries(programs)) {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-shares-'))
    try {
      const measured = await measure(head + source, folder)
      if (measured !== null) console.log(`${name}: ${measured}`)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
