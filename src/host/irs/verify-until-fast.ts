import type { SessionOptions } from '../worker-session.ts'
import type { VerifyOptions } from '../../irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../results/verify-result.ts'
import { measureCost } from './measure-cost.ts'
import { verifyFile } from './verify-file.ts'

/** Between two measurements the set grows by this factor. */
const GROWTH = 4

/**
 * Verifies until the program is fast enough under the set [IRS, II, scenario 4]: measures it with more and more traces
 * and stops when it takes at most `percent` longer than plainly.
 */
export async function verifyUntilFast(
  file: string,
  options: VerifyOptions,
  percent: number,
  session: SessionOptions,
  told: (traces: number, overhead: number) => void,
): Promise<VerifyResult | null> {
  const { traces: most = Infinity, budgetMs = Infinity } = options
  let spent = 0
  for (let traces = 1; ; traces *= GROWTH) {
    const resume = traces > 1 || options.resume === true
    const result = await verifyFile(
      file,
      { ...options, traces: Math.min(traces, most), budgetMs: budgetMs - spent, resume },
      session,
    )
    if (result === null || result.traces === 0) return result
    spent += 1000 * result.seconds
    const overhead = (await measureCost(file, options.out, options.input))?.percent ?? null
    if (overhead !== null) told(result.traces, overhead)
    if (overhead !== null && overhead <= percent)
      return { ...result, stopped: result.complete ? null : 'overhead', overhead }
    if (result.complete || result.stopped !== 'traces' || result.traces >= most || spent >= budgetMs)
      return { ...result, ...(overhead === null ? {} : { overhead }) }
    traces = Math.max(traces, result.traces)
  }
}
