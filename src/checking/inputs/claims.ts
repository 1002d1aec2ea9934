import type { InputsResult } from '../../results/check-result.ts'

/** So many different claims are put into words. */
const MOST_CLAIMS = 5

/** Each claim with the inputs that it holds for. */
export function claimsText(
  { guarantees }: InputsResult,
  whichOf: (claim: InputsResult['guarantees'][number]) => string,
): string {
  const shown = guarantees.slice(0, MOST_CLAIMS).map((claim) => `For ${whichOf(claim)}: ${claim.guarantee}`)
  const rest = guarantees.slice(MOST_CLAIMS).reduce((sum, { inputs }) => sum + inputs, 0)
  return [...shown, ...(rest === 0 ? [] : [`For ${rest} further ones see \`inputs.guarantees\` of --json.`])].join(' ')
}
