/** Whether what a certificate says is still so: the same files, checked again in the same way, with the same result. */
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { programAddress } from '../../base/program-address.ts'
import type { CertifiedProgram, Claims } from '../../results/certificate.ts'
import { type CheckedFile, checkFile } from '../check-file.ts'
import { checkOptionsOf } from '../api-options.ts'
import type { SessionOptions } from '../worker-session.ts'
import { changedSources } from './changed-sources.ts'
import { claimsOf, isRepeatable } from './make-certificate.ts'

export interface Confirmation {
  readonly address: string
  readonly program: string
  /** `unrepeatable`: time or a person ended the search, then or now, and nothing contradicts what was said. */
  readonly verdict: 'confirmed' | 'refuted' | 'unrepeatable'
  /** What differs, or what this run says. */
  readonly reasons: readonly string[]
}

/** `folder`: that of the certificate. */
export async function confirmProgram(
  certified: CertifiedProgram,
  folder: string,
  session: SessionOptions,
): Promise<Confirmation> {
  const { address, program, options } = certified
  const said = { address, program } as const
  const { file, name } = addressIn(folder, address)
  const changed = changedSources(dirname(file), certified.sources)
  if (changed.length > 0) return { ...said, verdict: 'refuted', reasons: changed }
  const { yieldAt, stepTimeoutMs } = options as { yieldAt?: readonly string[]; stepTimeoutMs?: number }
  const checked = await checkFile(`${file}${name === null ? '' : `#${name}`}`, checkOptionsOf(options), {
    ...session,
    ...(yieldAt === undefined ? {} : { yieldAt }),
    ...(stepTimeoutMs === undefined ? {} : { stepTimeoutMs }),
  })
  return { ...said, ...verdictOn(certified, checked) }
}

/** A name may have a `#` of its own, and the file may be gone. */
function addressIn(folder: string, address: string): { file: string; name: string | null } {
  const { file, name } = programAddress(resolve(folder, address))
  return { file, name }
}

function verdictOn(
  certified: CertifiedProgram,
  { result, sources }: CheckedFile,
): Pick<Confirmation, 'verdict' | 'reasons'> {
  if (result === null) return { verdict: 'unrepeatable', reasons: ['it was interrupted before anything was explored'] }
  const others = otherSources(certified.sources, sources ?? certified.sources)
  if (others.length > 0) return { verdict: 'refuted', reasons: others }
  const claims = claimsOf(result)
  if (certified.repeatable && isRepeatable(result)) {
    const differences = differencesOf(certified.claims, claims)
    return { verdict: differences.length === 0 ? 'confirmed' : 'refuted', reasons: differences }
  }
  if (claims.bugs.length > 0 && certified.claims.bugs.length === 0)
    return {
      verdict: 'refuted',
      reasons: claims.bugs.map(({ kind, message }) => `a bug was found: ${kind}: ${message}`),
    }
  const ended = certified.repeatable
    ? `this run ended (${result.stopped}) before it was complete`
    : `the search that it tells of was ended (${certified.stopped}), which cannot be repeated exactly`
  return { verdict: 'unrepeatable', reasons: [`${ended}; this run says: ${result.guarantee}`] }
}

/** Files that are loaded now and were not then, or the other way round, though none has changed. */
function otherSources(then: CertifiedProgram['sources'], now: CertifiedProgram['sources']): string[] {
  const paths = (list: CertifiedProgram['sources']): Set<string> => new Set(list.map(({ path }) => path))
  const [before, after] = [paths(then), paths(now)]
  return [
    ...[...after].filter((path) => !before.has(path)).map((path) => `${path} is loaded now, and was not then`),
    ...[...before].filter((path) => !after.has(path)).map((path) => `${path} was loaded then, and is not now`),
  ]
}

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`
}

function differencesOf(then: Claims, now: Claims): string[] {
  return (Object.keys(then) as (keyof Claims)[])
    .filter((claim) => !isDeepStrictEqual(plain(then[claim]), plain(now[claim])))
    .map((claim) => `${claim}: it says ${short(then[claim])}, and is ${short(now[claim])}`)
}

/** As it is after a way through JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
