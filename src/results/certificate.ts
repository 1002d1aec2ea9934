/** What was checked, under which bounds, what was covered and what it rests on: for machines, and to be confirmed later. */
import { createHash } from 'node:crypto'
import type { Bug, OutcomeRow, Pass, PassCounts, SearchDescription, Stop } from './check-result.ts'

export const CERTIFICATE = 'heddle certificate'

export interface Certificate {
  readonly kind: typeof CERTIFICATE
  readonly schema: 1
  /** Heddle's version; another one may count differently. */
  readonly heddle: string
  readonly node: string
  /** When it was made, as ISO 8601 says it. */
  readonly made: string
  readonly programs: readonly CertifiedProgram[]
  /** SHA-256 of all of the above, as JSON without spaces. It shows damage, not who has signed. */
  readonly digest: string
}

export interface CertifiedProgram {
  /** The program's address, its file relative to the certificate. */
  readonly address: string
  readonly program: string
  /** Every file that was loaded, relative to the program's folder, by its SHA-256. */
  readonly sources: readonly { readonly path: string; readonly digest: string }[]
  /** The packages among them. */
  readonly dependencies: readonly { readonly name: string; readonly version: string | null }[]
  /** What was asked for: of the search, and of the worker that does it. */
  readonly options: Readonly<Record<string, unknown>>
  readonly search: SearchDescription
  /** What executions were drawn by, where they were. */
  readonly seed: number | null
  /** Whether a run with the same options does the same: false if time or a person ended it. */
  readonly repeatable: boolean
  readonly stopped: Stop | null
  readonly claims: Claims
  /** What the claims rest on, in words. */
  readonly assumptions: readonly string[]
}

/** What comes out the same whenever and wherever it is checked. */
export interface Claims {
  readonly outcome: 'verified' | 'bug' | 'incomplete'
  readonly guarantee: string
  readonly exhaustive: boolean
  readonly counts: PassCounts
  readonly passes: readonly Omit<Pass, 'seconds' | 'growth'>[]
  readonly outcomes: readonly Pick<OutcomeRow, 'value' | 'executions'>[]
  readonly bugs: readonly Pick<Bug, 'kind' | 'message' | 'schedule' | 'preemptions'>[]
  /** How many of each there are. */
  readonly omitted: Readonly<Record<string, number>>
  readonly races: number
  readonly held: number
  readonly switchPoints: number
}

export const digestOfCertificate = ({
  digest: _,
  ...rest
}: Omit<Certificate, 'digest'> & { digest?: string }): string =>
  createHash('sha256').update(JSON.stringify(rest)).digest('hex')
