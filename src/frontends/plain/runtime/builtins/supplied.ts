/** Calls that ask for random numbers or the time: choices, where these are explored. */
import {
  chosenSupply,
  fixedSupply,
  onSupplied,
  sourceOfConstruction,
} from '../../../../execution/determinism/determinism.ts'
import type { Source } from '../../../../program/context/supplied-values.ts'
import { armControl } from '../../../../program/operations/controls.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { realm } from '../../../../program/context/realm.ts'
import { locationOf } from '../../../../program/sites.ts'
import { done, suspendOn, type Twin } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'

export function installSupplied(): void {
  onSupplied((replacement, source) =>
    setArmed(replacement, function (...args) {
      if (running.operation === null || realm.direct || source.isExempt?.(args) === true) return undefined
      const { callSite, supplied } = running
      const values = supplied.explored[source.kind]
      if (values !== undefined) return suspendOn(chosen(source, args, values, callSite, this))
      supplied.noteFixed(source.name, locationOf(callSite) ?? null)
      return done(source.value(args, fixedSupply, this))
    }),
  )
}

function* chosen(
  source: Source,
  args: readonly unknown[],
  values: readonly number[],
  site: number,
  receiver?: unknown,
): Twin {
  const op = armControl.choose(values.length)
  op.site = site
  const index = (yield op) as number
  return source.value(args, chosenSupply(source.kind, values[index]!), receiver)
}

/** `new Date()`. */
export function suppliedConstruction(type: Function, args: readonly unknown[], site: number): Twin | undefined {
  const source = args.length > 0 ? undefined : sourceOfConstruction(type)
  return source && constructed(type, source, site)
}

function* constructed(type: Function, source: Source, site: number): Twin {
  const { supplied } = running
  const values = supplied.explored[source.kind]
  if (values !== undefined) return Reflect.construct(type, [yield chosen(source, [], values, site)])
  supplied.noteFixed(source.name, locationOf(site) ?? null)
  return Reflect.construct(type, [source.value([], fixedSupply)])
}
