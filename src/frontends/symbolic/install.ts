import { holdsDataOnly } from '../../symbolic/holders.ts'
import { concrete, SymbolicValue } from '../../symbolic/symbolic-value.ts'
import { noteHelpers } from '../plain/runtime/rounds.ts'
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

/** Those that spin-waits may call. */
const looking = ['is', 'at', 'of', 'for', 'if', 'keep', 'kept', 'type', 'unary', 'binary']

const isData = (object: unknown): boolean => object instanceof SymbolicValue || holdsDataOnly(object)

/** Once per realm that loads programs with symbolic inputs, before it does. */
export function installSymbolicRuntime(): void {
  installHolderNatives()
  noteHelpers({ functions: new Set(looking.map((name) => runtime[name])), isData, plain: concrete })
  for (const [name, helper] of Object.entries(helpers))
    Object.defineProperty(globalThis, helper, { value: runtime[name], configurable: true })
}
