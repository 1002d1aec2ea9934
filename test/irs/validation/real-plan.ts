import type { EnforcementOptions } from '../../../src/irs/enforcement/director.ts'
import { print } from '../../validation/programs/notation.ts'
import { Random } from '../../validation/programs/random.ts'
import { moduleSource } from '../../validation/programs/source.ts'
import { pausedForm } from './paused-form.ts'
import { plainForm } from './plain-form.ts'
import { type Subject, wrongSource } from './subject.ts'

/** How a program is run for real. */
export interface RealPlan {
  /** As plain code instead of generator threads. */
  readonly plain: boolean
  /** Whether threads pause between their operations. */
  readonly pauses: boolean
  /** Whether verification goes on meanwhile. */
  readonly follow: boolean
  /** Whether some choices are given. */
  readonly inputs: boolean
  readonly enforcement: Omit<EnforcementOptions, 'set'>
}

export function randomRealPlan(seed: number, { text }: Subject): RealPlan {
  const random = new Random(~seed)
  const source = print(text)
  // A loop that waits is another operation in plain code, where it is recognised.
  const plain = random.chance(0.4) && !source.includes('spin')
  const pauses = random.chance(0.5)
  const follow = random.chance(0.06)
  return {
    plain,
    // Plain code that is verified meanwhile is the same module, and must not pause there.
    pauses: pauses && !(plain && follow),
    follow,
    inputs: source.includes('choose') && random.chance(0.3),
    enforcement: {
      ...random.pick<Omit<EnforcementOptions, 'set'>>([{}, {}, {}, { monitor: true }, { watch: 0.2 }]),
      withoutWebAssembly: random.chance(0.4),
      keepGates: random.chance(0.5),
      warm: random.chance(0.1),
    },
  }
}

/**
 * Loops that wait are told by the front end where they are plain code; as generator threads there is no module of them.
 */
export const isModule = ({ text }: Subject): boolean => !print(text).includes('until')

export function sourceOf({ text, wrong }: Subject, { plain, pauses }: RealPlan): string {
  const source = moduleSource(text, [], wrongSource(wrong))
  const imports = '{ choose, join, program, sealed, spawn, yieldNow }'
  const formed = plain ? plainForm(source).replace('{ ops, program }', imports) : source
  return pauses ? pausedForm(formed) : formed
}
