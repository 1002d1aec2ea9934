import { builtins } from './builtins.ts'
import { classes } from './classes.ts'
import type { Construct } from './construct.ts'
import { destructuring } from './destructuring.ts'
import { errors } from './errors.ts'
import { evaluationOrder } from './evaluation-order.ts'
import { exotic } from './exotic.ts'
import { functions } from './functions.ts'
import { generators } from './generators.ts'
import { iteration } from './iteration.ts'
import { leaving } from './leaving.ts'
import { madeCode } from './made-code.ts'
import { names } from './names.ts'
import { parameters } from './parameters.ts'
import { patternMessages } from './pattern-messages.ts'

/** Every construct that the transform must leave as it is in effect, or refuse, by name. */
export const table: readonly Construct[] = [
  ...parameters,
  ...evaluationOrder,
  ...errors,
  ...destructuring,
  ...iteration,
  ...generators,
  ...functions,
  ...classes,
  ...names,
  ...builtins,
  ...leaving,
  ...exotic,
  ...madeCode,
  ...patternMessages,
]
