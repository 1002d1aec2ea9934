/** One complete search in a process of its own, so that its peak of memory is its own: prints what it took as JSON. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerLoader } from '../../src/frontends/loader/register-loader.ts'
import * as heddle from '../../src/index.ts'
import { loadProgram } from '../../src/frontends/load-program.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Program } from '../../src/program/program.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { threadSeconds } from '../thread-time.ts'
import { generators } from './generators.ts'
import { plainSources } from './plain-sources.ts'

export interface Measured {
  readonly executions: number
  readonly abandoned: number
  readonly transitions: number
  /** Of the thread that searches, and of the whole process, which compiles and collects beside it. */
  readonly seconds: number
  readonly processSeconds: number
  readonly megabytes: number
}

async function load(form: string, name: string, n: number, rounds: number): Promise<Program> {
  if (form === 'generators') return generators[name]!(n, rounds)
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  try {
    writeFileSync(join(folder, 'program.js'), plainSources[name]!(n, rounds))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    await registerLoader({ mode: 'explore', heddle })
    return await loadProgram(join(folder, 'program.js'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [form, name, n, rounds] = process.argv.slice(2) as [string, string, string, string]
const program = await load(form, name, Number(n), Number(rounds))
const explorer = new Explorer(
  new Execution(program),
  { reduction: 'optimal', bounds: {}, optimise: noOptimisations, maxDepth: 10_000, count: false },
  () => false,
)
const start = process.cpuUsage()
const startOfThread = threadSeconds()
while (!explorer.finished) explorer.explore()
const seconds = threadSeconds() - startOfThread
const { user, system } = process.cpuUsage(start)
const { executions, blocked, repeated, transitions } = explorer.counters
const measured: Measured = {
  executions,
  abandoned: blocked + repeated,
  transitions,
  seconds,
  processSeconds: (user + system) / 1e6,
  megabytes: process.resourceUsage().maxRSS / 1024,
}
console.log(JSON.stringify(measured))
