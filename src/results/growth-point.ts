/** How far a pass had got, so many seconds after the check began. */
export interface GrowthPoint {
  readonly seconds: number
  readonly executions: number
  readonly traces: number | null
}
