/**
 * Code that a program makes while it runs is transformed like its files: `new Function` gets a twin, `eval` its guards.
 */
import vm from 'node:vm'
import { refuse, setOriginal } from '../../../program/operations/operation.ts'
import { running } from '../../../program/context/execution-context.ts'
import { realm } from '../../../program/context/realm.ts'
import { preparation } from '../../lazy-preparation.ts'
import { isSourceError } from '../../source-error.ts'
import type { Surroundings } from '../emit/expressions/evaluations.ts'
import type { Callable } from './calls/calls.ts'
import { locationOf } from './refusals.ts'
import { EVALUATED } from './register.ts'
import { done } from './calls/suspension.ts'
import { setArmed } from './calls/twins.ts'

/** Evaluated code passes gates where the files do. */
const optionsNow = () => ({ format: 'commonjs' as const, evaluated: true, direct: realm.direct })

/** For direct eval: the code to be evaluated in place of the given one. What is no code is left to eval itself. */
export function evaluated([code]: readonly unknown[], site: number, surroundings: Surroundings): unknown {
  return prepared(code, site, surroundings)
}

function prepared(code: unknown, site: number, surroundings?: Surroundings): unknown {
  if (typeof code !== 'string') return code
  try {
    return preparation().transformSource(code, EVALUATED, {
      ...optionsNow(),
      ...(surroundings === undefined ? {} : { surroundings }),
    }).code
  } catch {
    if (isComplainedAbout(code)) return code
    throw refuse(
      'code is evaluated that cannot be transformed by itself (it uses `super`, `new.target` or private names): ' +
        'write it as a function',
      locationOf(site),
    )
  }
}

/** Whether eval itself says what is wrong with the code, wherever it stands. */
function isComplainedAbout(code: string): boolean {
  try {
    new Script(code)
    return false
  } catch (error) {
    return !/super|new\.target|#/.test((error as Error).message)
  }
}

/** For eval under any other name, which evaluates in the global scope. */
export const indirectEval = Object.defineProperty(
  (code: unknown): unknown => globalEval(prepared(code, running.callSite) as string),
  'name',
  { value: 'eval' },
)

/** As they are before anything is patched. */
const globalEval = globalThis.eval
const { compileFunction, Script } = vm
const { toString } = Function.prototype
setOriginal(indirectEval, globalEval)

/** What a variable called `eval` means. */
export function isEval(value: unknown, site: number): boolean {
  if (value !== indirectEval) return value === globalEval
  throw refuse(
    '`eval` is called through a variable that is called `eval` as well: rename the variable',
    locationOf(site),
  )
}

/** `Function`, `GeneratorFunction` and their asynchronous forms make functions as files do. */
export function installEvaluation(): void {
  setArmed(globalEval, (code) => done(indirectEval(code)))
  for (const sample of samples) {
    const prototype = Object.getPrototypeOf(sample) as { constructor: Function }
    const native = prototype.constructor
    const replaced = new Proxy(native, {
      construct: (_, args) => compiled(native, args),
      apply: (_, __, args) => compiled(native, args),
    })
    Object.defineProperty(prototype, 'constructor', { value: replaced, writable: true, configurable: true })
    if (native === Function)
      Object.defineProperty(globalThis, 'Function', { value: replaced, writable: true, configurable: true })
  }
}

const samples = [
  function () {
    /* a sample */
  },
  function* () {
    /* a sample */
  },
  async function () {
    /* a sample */
  },
  async function* () {
    /* a sample */
  },
]

function compiled(native: Function, args: unknown[]): Callable {
  const untransformed = Reflect.apply(native, undefined, args) as Callable // complains about bad code as usual
  const code = transformed(`return ${toString.call(untransformed)}`)
  return code === null ? untransformed : (compileFunction(code) as () => Callable)()
}

/** The program must not take for its own error that its code cannot be transformed. Null: it may stay as it is. */
function transformed(source: string): string | null {
  try {
    return preparation().transformSource(source, EVALUATED, optionsNow()).code
  } catch (error) {
    if (!isSourceError(error)) throw error
    if (!running.explored) return null
    throw refuse(`\`Function\` is given code that cannot be transformed: ${error.message}`)
  }
}
