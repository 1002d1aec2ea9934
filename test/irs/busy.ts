import { SegmentTimes } from '../../src/irs/verifier/order/segment-times.ts'

/** As if threads computed for long, in µs, between any two operations. */
export class Busy extends SegmentTimes {
  override of(): number {
    return 200
  }
}
