/** Which process of which machine something belongs to, so that another process can tell whether it is still there. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /**
   * Where process numbers mean the same: since the machine was started, and in the same container. Null where that
   * cannot be told.
   */
  readonly space: string | null
  /**
   * When the process was started, in some notation: numbers of processes are used again. Null where that cannot be
   * told.
   */
  readonly started: string | null
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, host: hostname(), space: processSpace(), started: startOf(process.pid) }
}

/**
 * Whether the process is there; null when it may be on another machine or in another container, of which nothing is
 * known here.
 */
export function isAlive({ pid, host, space, started }: ProcessIdentity): boolean | null {
  if (host !== hostname()) return null
  const here = processSpace()
  if (space !== null && here !== null && space !== here) return bootOf(space) === bootOf(here) ? null : false
  if (!answers(pid)) return false
  const start = startOf(pid)
  return started === null || start === null || start === started
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // somebody else's
  }
}

function processSpace(): string | null {
  return attempt(
    () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
  )
}

const bootOf = (space: string): string => space.split(' ')[0]!

/**
 * Differs between two processes that have the same number one after the other; 'ended' for one that nobody has asked
 * about yet.
 */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') return attempt(() => startInStat(readFileSync(`/proc/${pid}/stat`, 'utf8')))
  if (process.platform === 'win32') return null
  return attempt(
    () =>
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || null,
  )
}

/**
 * The name of the program, in parentheses, may hold anything; the state comes after it, and the start is the 20th
 * number from there.
 */
function startInStat(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19]!
}

function attempt<T>(action: () => T): T | null {
  try {
    return action()
  } catch {
    return null
  }
}
