/** The original program, not transformed, in a realm of its own where nothing is patched. */
import vm from 'node:vm'
import { type Helpers, type Log, makeHelpers } from './in-realm.ts'
import { makeRecorder } from './recorder.ts'

export const initial = { a: [3, 1, 4, 1], b: [1.5, 2.5, 3, 0], c: [1, 2, 3, 250], n: [5n, -1n], d: 8 }

/**
 * `real`: over shared memory as it is. `recorded`: over objects that write down each access, which are a little less
 * than the real thing.
 */
export type Memory = 'real' | 'recorded'

interface Evaluated {
  readonly run: (source: string, memory: Memory, log: Log) => void
}

/** Evaluated in the realm, with the two functions above. */
function setUp(helpersOf: typeof makeHelpers, recorderOf: typeof makeRecorder, given: typeof initial): Evaluated {
  const realAtomics = Atomics
  const compile = Function
  const share = <T>(
    Type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
    values: ArrayLike<unknown>,
  ): T => {
    const view = new Type(new SharedArrayBuffer(values.length * Type.BYTES_PER_ELEMENT))
    for (let i = 0; i < values.length; i++) (view as unknown[])[i] = values[i]
    return view
  }
  const run = (source: string, memory: Memory, log: Log): void => {
    const targets = {
      a: share(Int32Array, given.a),
      b: share(Float64Array, given.b),
      c: share(Uint8Array, given.c),
      n: share(BigInt64Array, given.n),
      d: new DataView(new SharedArrayBuffer(given.d)),
    }
    const recorder = recorderOf(log)
    const recorded = () => ({
      a: recorder.array('a', targets.a),
      b: recorder.array('b', targets.b),
      c: recorder.array('c', targets.c),
      n: recorder.array('n', targets.n),
      d: recorder.dataView('d', targets.d),
    })
    const s = memory === 'real' ? targets : recorded()
    const helpers: Helpers = helpersOf(log)
    ;(globalThis as { Atomics: typeof Atomics }).Atomics = memory === 'real' ? realAtomics : recorder.atomics
    const exports: Record<string, (...args: unknown[]) => unknown> = {}
    try {
      compile('exports', 'require', 'module', 'assert', source).call(
        exports,
        exports,
        undefined,
        { exports },
        undefined,
      )
      const { main } = exports
      log.push(`returned ${helpers.brief(main!(s, ...helpers.list))}`)
    } catch (error) {
      log.push(`threw ${helpers.describe(error)}`)
    }
    log.push(
      `memory ${[
        ...targets.a,
        ...targets.b,
        ...targets.c,
        ...targets.n,
      ].join()} ${new Int8Array(targets.d.buffer).join()}`,
    )
  }
  return { run }
}

function makeRealm(): Evaluated {
  const context = vm.createContext({})
  const make = vm.runInContext(`(${setUp.toString()})`, context) as typeof setUp
  const [helpers, recorder] = [makeHelpers, makeRecorder].map(
    (part) => vm.runInContext(`(${part.toString()})`, context) as unknown,
  )
  return make(helpers as typeof makeHelpers, recorder as typeof makeRecorder, initial)
}

/** A realm for so many programs: they may leave something behind, but making a realm takes longer than a program. */
const SHARED = 100
let realm = makeRealm()
let used = 0

/** `fresh`: in a realm that nobody has used before. */
export function runOriginal(source: string, memory: Memory, fresh = false): Log {
  if (fresh || ++used % SHARED === 0) realm = makeRealm()
  const log: Log = []
  realm.run(source, memory, log)
  return log
}
