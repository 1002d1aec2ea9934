import { bestFirstMutants } from './best-first.ts'
import { boundEachMutants } from './bounds-each.ts'
import { boundMutants } from './bounds.ts'
import { commutingMutants } from './commuting.ts'
import { dependenceMutants } from './dependence.ts'
import { fixMutants } from './fixes.ts'
import { growthMutants } from './growth.ts'
import { memoryMutants } from './memory.ts'
import { modelMutants } from './model.ts'
import type { Mutant } from './mutant.ts'
import { optimalMutants } from './optimal.ts'
import { raceMutants } from './races.ts'
import { reductionMutants } from './reductions.ts'
import { sleepMutants } from './sleep.ts'
import { statefulMutants } from './stateful.ts'
import { undoMutants } from './undo.ts'

export const mutants: readonly Mutant[] = [
  ...boundMutants,
  ...boundEachMutants,
  ...reductionMutants,
  ...sleepMutants,
  ...bestFirstMutants,
  ...statefulMutants,
  ...dependenceMutants,
  ...modelMutants,
  ...optimalMutants,
  ...commutingMutants,
  ...memoryMutants,
  ...undoMutants,
  ...growthMutants,
  ...fixMutants,
  ...raceMutants,
]
