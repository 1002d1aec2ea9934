import type { BoundEntry, BoundName } from './bound.ts'
import { context } from './context.ts'
import { delta } from './delta.ts'
import { depth } from './depth.ts'
import { fair } from './fair.ts'
import { localContext } from './local-context.ts'
import { localDepth } from './local-depth.ts'
import { preemption } from './preemption.ts'

/** All bounds. A new one is a file in this folder and a line here. */
export const bounds: Readonly<Record<BoundName, BoundEntry>> = {
  depth,
  context,
  preemption,
  delta,
  fair,
  'local-depth': localDepth,
  'local-context': localContext,
}

export function isBoundName(name: string): name is BoundName {
  return Object.hasOwn(bounds, name)
}
