/** How many programs it takes until a mutant is noticed. */
import { compare, type MakeCheck } from './compare.ts'
import { type Kind, randomProgram } from './random-program.ts'

/** The seed of the program that shows it, or null. A mutant may also break something, which counts. */
export async function hunt(
  Check: MakeCheck,
  first: number,
  programs: number,
  kind: Kind = 'plain',
): Promise<number | null> {
  for (let seed = first; seed < first + programs; seed++) {
    try {
      if ((await compare(randomProgram(seed, kind), Check)) !== null) return seed
    } catch {
      // refused: that says nothing
    }
  }
  return null
}
