/**
 * `coverage: { provider: 'custom', customProviderModule: 'heddle/vitest-coverage' }`: what `@vitest/coverage-v8`
 * measures, and what threads execute in the workers in which Heddle checks them, which vitest does not look at.
 */
import v8 from '@vitest/coverage-v8'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CoverageProvider, CoverageProviderModule } from 'vitest/node'
import { ASKED_FOR } from '../host/coverage/measured-coverage.ts'
import { countsOf, offsets, type ScriptCoverage, type WrittenCoverage } from '../host/coverage/source-coverage.ts'

interface Place {
  readonly line?: number
  readonly column?: number
}
interface Located {
  readonly start: Place
}

/** As Istanbul has it: of statements, functions and branches, where they are and how often they were executed. */
interface FileCoverage {
  readonly statementMap: Readonly<Record<string, Located>>
  readonly fnMap: Readonly<Record<string, { readonly loc: Located }>>
  readonly branchMap: Readonly<Record<string, { readonly locations: readonly Located[] }>>
  readonly s: Record<string, number>
  readonly f: Record<string, number>
  readonly b: Record<string, number[]>
}

interface CoverageMap {
  files(): string[]
  fileCoverageFor(file: string): FileCoverage
}

const provider: CoverageProviderModule = {
  ...v8,
  async getProvider(): Promise<CoverageProvider> {
    const theirs = await v8.getProvider()
    const folder = mkdtempSync(join(tmpdir(), 'heddle-coverage-'))
    // The processes in which tests run inherit it.
    process.env[ASKED_FOR] = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    const generate = theirs.generateCoverage.bind(theirs)
    theirs.generateCoverage = async (context) => {
      const map = (await generate(context)) as CoverageMap
      addExecuted(map, folder)
      return map
    }
    return theirs
  },
}
export default provider

/** What was executed in one run of the tests is counted once. */
function addExecuted(map: CoverageMap, folder: string): void {
  const files = new Set(map.files())
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { result } = JSON.parse(readFileSync(path, 'utf8')) as WrittenCoverage
    for (const script of result) {
      if (script.ofSource !== true) continue
      const file = fileURLToPath(script.url)
      if (files.has(file)) addScript(map.fileCoverageFor(file), script, readFileSync(file, 'utf8'))
    }
    rmSync(path)
  }
}

function addScript(coverage: FileCoverage, { functions }: ScriptCoverage, source: string): void {
  const begins = offsets(source.split('\n').map(({ length }) => length))
  const countAt = countsOf(functions)
  const executed = ({ start: { line, column } }: Located): number =>
    line === undefined || column === undefined ? 0 : countAt((begins[line - 1] ?? 0) + column)
  for (const [id, place] of Object.entries(coverage.statementMap)) coverage.s[id]! += executed(place)
  for (const [id, { loc }] of Object.entries(coverage.fnMap)) coverage.f[id]! += executed(loc)
  for (const [id, { locations }] of Object.entries(coverage.branchMap))
    for (const [i, place] of locations.entries()) coverage.b[id]![i]! += executed(place)
}
