/** Code that a program makes while it runs is transformed like its files: `new Function` gets a twin, `eval` its guards. */
import vm from 'node:vm'
import { transformSource } from '../transform.ts'
import type { Callable } from './calls.ts'
import { EVALUATED } from './register.ts'
import { done } from './suspension.ts'
import { setArmed } from './twins.ts'

/** Whether evaluated code is to pass gates, as the files do. */
export const evaluation = { direct: false }

const optionsNow = () => ({ format: 'commonjs' as const, evaluated: true, direct: evaluation.direct })

/** For direct eval: the code to be evaluated in place of the given one. What is no code is left to eval itself. */
export function evaluated(code: unknown): unknown {
  if (typeof code !== 'string') return code
  try {
    return transformSource(code, EVALUATED, optionsNow()).code
  } catch {
    return code // whatever is wrong with it, eval complains itself
  }
}

/** For eval under any other name, which evaluates in the global scope. */
export function indirectEval(code?: unknown): unknown {
  return globalEval(evaluated(code) as string)
}

/** As they are before anything is patched. */
const globalEval = globalThis.eval
const { compileFunction } = vm

/** `Function` and `GeneratorFunction` make functions as files do. */
export function installEvaluation(): void {
  setArmed(globalEval, (code) => done(indirectEval(code)))
  for (const sample of [function () { /* a sample */ }, function* () { /* a sample */ }]) {
    const prototype = Object.getPrototypeOf(sample) as { constructor: Function }
    const native = prototype.constructor
    const replaced = new Proxy(native, {
      construct: (_, args) => compiled(native, args),
      apply: (_, __, args) => compiled(native, args),
    })
    Object.defineProperty(prototype, 'constructor', { value: replaced, writable: true, configurable: true })
    if (native === Function) Object.defineProperty(globalThis, 'Function', { value: replaced, writable: true, configurable: true })
  }
}

function compiled(native: Function, args: unknown[]): Callable {
  const untransformed = Reflect.apply(native, undefined, args) as Callable // complains about bad code as usual
  const { code } = transformSource(`return ${Function.prototype.toString.call(untransformed)}`, EVALUATED, optionsNow())
  return (compileFunction(code) as () => Callable)()
}
