/** What `--reduction`, `--bound` and `--order` accept. */
export const reductionNames = ['none'] as const
export const boundNames = [] as const
export const orderNames = ['dfs'] as const
