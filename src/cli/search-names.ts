/** What `--reduction`, `--bound`, `--order`, `--switch`, `--inputs` and `--explore` accept. */
import { bounds } from '../bounds/index.ts'

export { inputModes, orderNames, reductionNames, switchNames } from '../checking/check-options.ts'
export { supplyKinds } from '../program/context/supplied-values.ts'
export { priorities } from '../search/priorities/index.ts'
export const boundNames = Object.keys(bounds)
