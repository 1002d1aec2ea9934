/** The same program as the transform makes it, over shared memory whose accesses are operations. */
import { HeddleError } from '../../../src/base/errors.ts'
import { isSourceError } from '../../../src/frontends/source-error.ts'
import { type Body, loader, memory, type Ran, runOutside, runWith } from '../harness.ts'
import { type Log, makeHelpers } from './in-realm.ts'
import { initial } from './reality.ts'

export interface Refusal {
  readonly message: string
  readonly at: string | undefined
}

export interface TransformedRun {
  readonly log: Log
  /** Set when the program was refused, by the transform or when it ran. */
  readonly refusal: Refusal | null
}

export interface TransformedRuns {
  /** As exploration runs it. */
  readonly inThread: TransformedRun
  /** As code outside threads is run: in its plain form, whose accesses are none of the engine's business. */
  readonly outside: TransformedRun
}

export const FILE = '/test/program.cjs'

export function runTransformed(source: string): TransformedRuns {
  let load: () => Record<string, Body>
  try {
    load = loader(source, FILE)
  } catch (error) {
    if (!isSourceError(error)) throw error
    const refused: TransformedRun = { log: [], refusal: { message: error.message, at: error.at } }
    return { inThread: refused, outside: refused }
  }
  return { inThread: runOne(load, runWith), outside: runOne(load, runOutside) }
}

function runOne(load: () => Record<string, Body>, run: (body: Body, args: unknown[], log: Log) => Ran): TransformedRun {
  const log: Log = []
  const helpers = makeHelpers(log)
  const s = memory((mem) => ({
    a: mem.int32('a', initial.a),
    b: mem.float64('b', initial.b),
    c: mem.uint8('c', initial.c),
    n: mem.bigint64('n', initial.n),
    d: new DataView(mem.buffer('d', initial.d)),
  }))
  const globals = new Set(Reflect.ownKeys(globalThis))
  try {
    const ran = run(load()['main']!, [s, ...helpers.list], log)
    if ('error' in ran && ran.error instanceof HeddleError)
      return {
        log,
        refusal: { message: ran.error.message, at: ran.error.at },
      }
    log.push('error' in ran ? `threw ${helpers.describe(ran.error)}` : `returned ${helpers.brief(ran.result)}`)
  } catch (error) {
    // of the file itself
    log.push(`threw ${helpers.describe(error)}`)
  } finally {
    // what sloppy code leaves behind
    for (const key of Reflect.ownKeys(globalThis)) if (!globals.has(key)) Reflect.deleteProperty(globalThis, key)
  }
  log.push(`memory ${[...s.a, ...s.b, ...s.c, ...s.n].join()} ${new Int8Array(s.d.buffer).join()}`)
  return { log, refusal: null }
}
