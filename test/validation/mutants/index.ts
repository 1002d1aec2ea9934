import { boundMutants } from './bounds.ts'
import { commutingMutants } from './commuting.ts'
import { memoryMutants } from './memory.ts'
import { modelMutants } from './model.ts'
import type { Mutant } from './mutant.ts'
import { optimalMutants } from './optimal.ts'
import { reductionMutants } from './reductions.ts'
import { sleepMutants } from './sleep.ts'

export const mutants: readonly Mutant[] = [...boundMutants, ...reductionMutants, ...sleepMutants, ...modelMutants, ...optimalMutants, ...commutingMutants, ...memoryMutants]
