/** Coverage that Node measures in workers, whose code is not what people have written. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { ownUrl } from '../../base/own-code.ts'
import type { WrittenCoverage } from './source-coverage.ts'

/** Set by `heddle/vitest-coverage`, for the processes in which vitest runs tests: vitest has coverage of its own. */
export const ASKED_FOR = 'HEDDLE_COVERAGE'

/** Where Node writes what it counts, if it does: under `node --test --experimental-test-coverage`, c8 and the like. */
const folderNow = (): string | undefined => process.env.NODE_V8_COVERAGE || process.env[ASKED_FOR] || undefined

/** How many workers have not looked yet. */
let starting = 0

/** Has a worker measured if that was asked for: it looks at the environment of the process, but only once it runs. */
export function measured(make: () => Worker): Worker {
  const asked = process.env[ASKED_FOR]
  if (!asked || (process.env.NODE_V8_COVERAGE && starting === 0)) return make()
  starting++
  process.env.NODE_V8_COVERAGE = asked
  const hasLooked = (): void => {
    starting -= 1
    if (starting === 0) delete process.env.NODE_V8_COVERAGE
  }
  return make().once('online', hasLooked)
}

/** To be called when the worker has ended, and so has written what was counted in it. */
export async function retellCoverage(threadId: number): Promise<void> {
  const folder = folderNow()
  if (folder === undefined || !existsSync(folder)) return
  const { coverageOfSources } = await import('./source-coverage.ts')
  const name = new RegExp(`^coverage-${process.pid}-\\d+-${threadId}\\.json$`)
  for (const file of readdirSync(folder).filter((one) => name.test(one))) {
    const path = join(folder, file)
    const written = JSON.parse(readFileSync(path, 'utf8')) as WrittenCoverage
    // Code that is not our own and is mapped to the file from which it was loaded was transformed here.
    const told = coverageOfSources(
      written,
      (url, { resolvedSources: [source, ...more] }) =>
        url.startsWith('file:') &&
        !url.startsWith(ownUrl) &&
        more.length === 0 &&
        source != null &&
        sameFile(source, url),
    )
    writeFileSync(path, JSON.stringify(told))
  }
}

const sameFile = (source: string, url: string): boolean =>
  source === url || (source.startsWith('/') && pathToFileURL(source).href === url)
