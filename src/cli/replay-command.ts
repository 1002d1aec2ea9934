/** The command that a person can paste to run heddle once more, in the way it was run now. */
import { readFileSync } from 'node:fs'
import { basename, delimiter, dirname, relative } from 'node:path'
import type { ExploreValues } from './explore-record.ts'
import { usageError } from '../base/errors.ts'
import type { InputValues } from '../program/inputs/input-values.ts'
import { replayLine } from '../report/replay-line.ts'
import type { Bug, CheckResult } from '../results/check-result.ts'

export function replayCommand(
  file: string,
  schedule: string,
  self = invocation(),
  explore: ExploreValues = [],
  yields: readonly string[] = [],
  input: readonly string[] = [],
): string {
  return replayLine({ self, file, schedule, explore, yields, input })
}

/** What is replayed: a schedule, and the input that it was made for where that is known. */
export interface ScheduleGiven {
  readonly schedule: string
  readonly input?: InputValues
}

/** What `--schedule` was given: a schedule, or @FILE that holds one or the result of a check. */
export function scheduleGiven(text: string): ScheduleGiven {
  if (!text.startsWith('@')) return { schedule: text }
  const file = text.slice(1)
  if (file === '') throw usageError('--schedule @ expects the name of a file after the @')
  const held = contentsOf(file).trim()
  if (!held.startsWith('{')) return { schedule: held }
  const bug = firstBug(file, held)
  if (bug === null)
    throw usageError(`--schedule ${text}: the result in ${file} has no bug, so there is nothing to replay`)
  const { schedule, input } = bug
  return input === undefined ? { schedule } : { schedule, input }
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(
      `--schedule @${file}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}); it should hold a schedule or the result of a check`,
    )
  }
}

function firstBug(file: string, held: string): Bug | null {
  try {
    return (JSON.parse(held) as Partial<CheckResult>).bugs?.[0] ?? null
  } catch {
    throw usageError(
      `--schedule @${file}: ${file} is no JSON; expected a schedule (h1.…) or what \`heddle check --json\` prints`,
    )
  }
}

/** `heddle` where the shell finds it, `npx heddle` where npm started it, otherwise the path it was started by. */
export function invocation(script = process.argv[1] ?? 'heddle', env: NodeJS.ProcessEnv = process.env): string[] {
  if (env.npm_command !== undefined || env.npm_lifecycle_event !== undefined) return ['npx', 'heddle']
  const shortest = (path: string): string => {
    const short = relative(process.cwd(), path)
    return short.startsWith('..') ? path : short
  }
  if (basename(script) !== 'heddle') return ['node', shortest(script)]
  const onPath = (env.PATH ?? '').split(delimiter).includes(dirname(script))
  return [onPath ? 'heddle' : `${shortest(script).startsWith('/') ? '' : './'}${shortest(script)}`]
}
