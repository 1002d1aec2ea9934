import { symbolicRuntime } from '../../symbolic/runtime.ts'
import { helpers } from './names.ts'

/** Once per realm that loads programs with symbolic inputs, before it does. */
export function installSymbolicRuntime(): void {
  for (const [name, helper] of Object.entries(helpers))
    Object.defineProperty(globalThis, helper, { value: symbolicRuntime[name], configurable: true })
}
