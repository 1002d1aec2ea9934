/** Loads a program inside a worker, as checking and running do, and says what came of it. */
import { parentPort, workerData } from 'node:worker_threads'
import { HeddleError } from '../../src/base/errors.ts'
import { loadProgram } from '../../src/frontends/load-program.ts'
import { registerLoader } from '../../src/frontends/loader/register-loader.ts'
import * as heddle from '../../src/index.ts'
import { TWIN } from '../../src/program/operations/operation.ts'
import { siteAt, siteCount } from '../../src/program/sites.ts'

const { file, mode } = workerData as { file: string; mode: 'explore' | 'strip' }
registerLoader({ mode, heddle })
try {
  const program = await loadProgram(file)
  const sites = Array.from({ length: siteCount() }, (_, i) => siteAt(i + 1)!)
  parentPort!.postMessage({
    name: program.name,
    threads: program.threads.map(({ name }) => name),
    twins: program.threads.filter(({ body }) => TWIN in body).length,
    sites: sites.map((site) => `${site.file}:${site.line}:${site.column}`),
  })
} catch (error) {
  if (!(error instanceof HeddleError)) throw error
  parentPort!.postMessage({ kind: error.kind, message: error.message, at: error.at })
}
