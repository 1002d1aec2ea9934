/** The builtins that access shared memory, in a realm whose threads are explored. */
import { refuseForeign } from '../memory/foreign-memory.ts'
import { FOREIGN, isOwnMemory, type SharedView, tagOf, type TypedArray } from '../memory/shared-tag.ts'
import { armAtomics } from './atomics.ts'
import { armDataView } from './data-view.ts'
import { type AtomicsName, native } from './native-atomics.ts'
import { refuseUntransformed, setArm, setOriginal } from './operation.ts'
import { running } from '../context/execution-context.ts'

/** In code that cannot be suspended. */
function guardShared(view: SharedView, what: string): void {
  const tag = tagOf(view)
  if (!running.explored) return
  if (what === 'Atomics.wait' && isOwnMemory(view)) return refuseUntransformed('`Atomics.wait`')
  if (tag === undefined) return
  if (tag === FOREIGN) return refuseForeign(view)
  refuseUntransformed(`${what} on shared memory`)
}

/**
 * Gives `Atomics.*` and the DataView accessors their suspendable forms, and lets their plain forms refuse shared memory
 * inside explored threads. Called once, in a realm that explores; a realm that runs for real is left as it is.
 */
export function installMemoryOperations(): void {
  for (const name of Object.keys(native) as AtomicsName[]) {
    const original = native[name] as (...args: unknown[]) => unknown
    const guarded = (view: TypedArray, ...rest: unknown[]): unknown => {
      if (ArrayBuffer.isView(view) && !(view instanceof DataView)) guardShared(view, `Atomics.${name}`)
      return original.call(Atomics, view, ...rest)
    }
    Object.defineProperties(guarded, {
      name: { value: name, configurable: true },
      length: { value: original.length, configurable: true },
    })
    setOriginal(guarded, original)
    setArm(guarded, ((view: unknown, ...rest: [unknown]) =>
      ArrayBuffer.isView(view) && !(view instanceof DataView)
        ? armAtomics[name](view as TypedArray, ...rest)
        : undefined) as never)
    Object.defineProperty(Atomics, name, { value: guarded, writable: true, configurable: true })
  }
  for (const [name, arm] of Object.entries(armDataView)) {
    const prototype = DataView.prototype as unknown as Record<string, (this: DataView, ...args: unknown[]) => unknown>
    const original = prototype[name]!
    const guarded = {
      [name](this: DataView, ...args: unknown[]): unknown {
        if (this instanceof DataView) guardShared(this, `DataView.${name}`)
        return original.apply(this, args)
      },
    }[name]!
    Object.defineProperty(guarded, 'length', { value: original.length, configurable: true })
    setOriginal(guarded, original)
    setArm(guarded, function (this: unknown, ...args: unknown[]) {
      return this instanceof DataView ? arm(this, args[0], ...args.slice(1)) : undefined
    } as never)
    Object.defineProperty(DataView.prototype, name, { value: guarded, writable: true, configurable: true })
  }
}
