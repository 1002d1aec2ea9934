import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { programAddress } from '../../base/program-address.ts'
import { version } from '../../base/version.ts'
import type { CheckOptions } from '../../checking/checker.ts'
import type { SourceFile } from '../../frontends/loader/program-sources.ts'
import {
  type Certificate,
  CERTIFICATE,
  type CertifiedProgram,
  type Claims,
  digestOfCertificate,
} from '../../results/certificate.ts'
import type { CheckResult, PassCounts } from '../../results/check-result.ts'

/** A program that was checked, and how. */
export interface CheckedForCertificate {
  readonly address: string
  readonly result: CheckResult
  readonly sources: readonly SourceFile[]
  readonly options: CheckOptions
  readonly yieldAt: readonly string[]
  readonly stepTimeoutMs: number
}

/** `folder`: where the certificate is to be, so that it can be found from there what it is about. */
export function makeCertificate(checked: readonly CheckedForCertificate[], folder: string): Certificate {
  const certificate = {
    kind: CERTIFICATE,
    schema: 1,
    heddle: version(),
    node: process.versions.node,
    made: new Date().toISOString(),
    programs: checked.map((one) => certified(one, folder)),
  } as const
  return { ...certificate, digest: digestOfCertificate(certificate) }
}

function certified(one: CheckedForCertificate, folder: string): CertifiedProgram {
  const { result, sources, options, yieldAt, stepTimeoutMs } = one
  const { file, name } = programAddress(one.address)
  const { sourceHash: _, ...asked } = options
  return {
    address: relative(folder, resolve(file)).split(sep).join('/') + (name === null ? '' : `#${name}`),
    program: result.program,
    sources: sources.map(({ path, digest }) => ({ path, digest })),
    dependencies: dependenciesOf(dirname(resolve(file)), sources),
    options: { ...asked, ...(yieldAt.length === 0 ? {} : { yieldAt }), stepTimeoutMs },
    search: result.search,
    seed: result.sampling?.seed ?? null,
    repeatable: isRepeatable(result),
    stopped: result.stopped,
    claims: claimsOf(result),
    assumptions: assumptionsOf(result, options, yieldAt),
  }
}

/** A clock and people end searches elsewhere each time. */
export const isRepeatable = ({ stopped }: CheckResult): boolean => stopped !== 'budget' && stopped !== 'interrupted'

export function claimsOf(result: CheckResult): Claims {
  const { outcome, guarantee, exhaustive, passes, outcomes, bugs, omitted, races, held, instrumented } = result
  return {
    outcome,
    guarantee: withoutFolders(guarantee),
    exhaustive,
    counts: countsOf(result),
    passes: passes.map((pass) => ({
      bounds: pass.bounds,
      ...(pass.switch === undefined ? {} : { switch: pass.switch }),
      reduction: pass.reduction,
      ...(pass.order === undefined ? {} : { order: pass.order }),
      ...countsOf(pass),
    })),
    outcomes: outcomes.map(({ value, executions }) => ({ value, executions })),
    // As they were found: what is made of them depends on the time.
    bugs: bugs.map(({ kind, message, schedule, preemptions, minimised }) => ({
      kind,
      message: withoutFolders(message),
      schedule: minimised?.found.schedule ?? schedule,
      preemptions: minimised?.found.preemptions ?? preemptions,
    })),
    omitted,
    races: races.length,
    held: held.length,
    switchPoints: instrumented.sites,
  }
}

const countsOf = (counts: PassCounts): PassCounts => ({
  executions: counts.executions,
  repeated: counts.repeated,
  blocked: counts.blocked,
  cut: counts.cut,
  truncated: counts.truncated,
  excluded: counts.excluded,
  transitions: counts.transitions,
  visited: counts.visited,
  traces: counts.traces,
  localStates: counts.localStates,
  states: counts.states,
  merged: counts.merged,
})

/** Places are named relative to the working directory, which may be another one next time. */
const withoutFolders = (text: string): string => text.replace(/[^\s()'"`]*[\\/](?=[^\s()'"`\\/]+:\d+:\d+)/g, '')

function assumptionsOf(result: CheckResult, options: CheckOptions, yieldAt: readonly string[]): string[] {
  const { races, values, cut, excluded, search, inputs } = result
  return [
    `memory is sequentially consistent${races.length === 0 ? '' : `, which JavaScript does not promise to the ${races.length} pairs of racing accesses that were seen`}`,
    'what the program takes from its environment (variables, files, package.json, tsconfig.json) is as it was',
    ...values.fixed.map(({ source, at }) => `${source}${at === null ? '' : ` at ${withoutFolders(at)}`} has one value`),
    ...Object.entries(values.explored).map(([source, list]) => `${source} has no other values than ${list.join(', ')}`),
    ...(options.seal ?? []).map((pattern) => `the code of ${pattern} is atomic`),
    ...yieldAt.map((place) => `the loop at ${place} waits for other threads`),
    ...(excluded === 0 ? [] : ['executions beyond the bounds are not covered']),
    ...(cut === 0 ? [] : [`${cut} executions were cut, and what would have followed is not covered`]),
    ...(search.commute.length === 0 ? [] : [`operations commute besides: ${search.commute.join(', ')}`]),
    ...(inputs === null ? [] : [`inputs are ${inputs.of}`]),
  ]
}

/** The packages that files were loaded from, by what their package.json says. */
function dependenciesOf(folder: string, sources: readonly SourceFile[]): CertifiedProgram['dependencies'] {
  const roots = new Set<string>()
  for (const { path } of sources) {
    const [root] = /^.*(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
    if (root !== undefined) roots.add(resolve(folder, root))
  }
  return [...roots].sort().map((root) => {
    const manifest = manifestIn(root)
    return { name: manifest.name ?? basename(root), version: manifest.version ?? null }
  })
}

function manifestIn(root: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name?: string; version?: string }
  } catch {
    return {}
  }
}
