/** What `--reduction`, `--bound`, `--order` and `--switch` accept. */
import { bounds } from '../bounds/index.ts'

export { orderNames, reductionNames, switchNames } from '../checking/check-options.ts'
export { verifyOrderNames } from '../irs/order-data.ts'
export const boundNames = Object.keys(bounds)
