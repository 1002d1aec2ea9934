import { checkProgram, type Mismatch, shrinkMismatch, type Sizes } from '../check-program.ts'
import { randomProgram } from '../programs/generate.ts'
import { parse } from '../programs/notation.ts'
import type { Mutant } from './mutant.ts'

/** How a mutant fared on random programs. */
export interface Hunt {
  readonly tried: number
  readonly caught: number
  /** After how many programs it was first caught, or null. */
  readonly first: number | null
  /** The first one, shrunk. */
  readonly mismatch: Mismatch | null
}

const sizes: Sizes = { traces: 800, executions: 3000, unreduced: 0 }

/** Tries that many programs, or as many as it takes to notice the mutant once. */
export function hunt(mutant: Mutant, seed: number, programs: number, once = false): Hunt {
  let caught = 0
  let first: number | null = null
  let mismatch: Mismatch | null = null
  for (let i = 0; i < programs; i++) {
    const verdict = checkProgram(randomProgram(seed + i, mutant.profile), () => mutant.settings, sizes, mutant.subject)
    if (verdict.mismatch === null) continue
    caught++
    first ??= i + 1
    if (once) return { tried: i + 1, caught, first, mismatch: verdict.mismatch }
    mismatch ??= shrinkMismatch(verdict.mismatch, sizes, mutant.subject)
  }
  return { tried: programs, caught, first, mismatch }
}

/** What is wrong with the mutant's search of its own example; null when nothing shows. */
export function tryExample(mutant: Mutant): string | null {
  return checkProgram(parse(mutant.example), () => [mutant.setting], sizes, mutant.subject).mismatch?.message ?? null
}
