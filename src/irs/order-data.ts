/** In which order executions are verified; see `verifier/order/choose-order.ts`. */
export const verifyOrderNames = ['relaxing', 'depth-first'] as const
export type OrderName = (typeof verifyOrderNames)[number]

/** By handle of the thread: when its operations happen in ordinary runs, on the average, in µs. */
export type RankData = readonly (readonly [handle: number, times: readonly number[]])[]
