import { symbolicRuntime } from '../../symbolic/runtime.ts'
import { installHolderNatives } from './holder-natives.ts'
import { atomic, element, joinWith, property, put, update } from './memory-access.ts'
import { helpers } from './names.ts'

const runtime: Readonly<Record<string, unknown>> = {
  ...symbolicRuntime,
  element,
  property,
  put,
  update,
  atomic,
  join: joinWith,
}

/** Once per realm that loads programs with symbolic inputs, before it does. */
export function installSymbolicRuntime(): void {
  installHolderNatives()
  for (const [name, helper] of Object.entries(helpers))
    Object.defineProperty(globalThis, helper, { value: runtime[name], configurable: true })
}
