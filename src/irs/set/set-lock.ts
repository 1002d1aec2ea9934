/**
 * One writer at a time for a set. The lock is a folder beside it, with one file that says who has it. It is taken by
 * renaming a folder with such a file to its name, which works only if there is none or an empty one. The file has a
 * name that nobody else uses: so whoever finds that its process is gone removes that file and no other, even if
 * somebody has taken the lock in between.
 */
import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { usageError } from '../../base/errors.ts'
import { fileError } from './disk.ts'
import { isAlive, type ProcessIdentity, thisProcess } from './process-identity.ts'

interface Holder extends ProcessIdentity {
  readonly since: string
}

export interface SetLock {
  release(): void
}

/** Throws, with who has it, when somebody else writes the set. */
export function lockSet(set: string): SetLock {
  try {
    return take(lockOf(set), set)
  } catch (error) {
    throw fileError('write', `the admissible set ${set}`, error)
  }
}

/** The same for all names of the set's folder. */
function lockOf(set: string): string {
  const full = resolve(set)
  return join(realpathSync(dirname(full)), `${basename(full)}.lock`)
}

function take(lock: string, set: string): SetLock {
  const id = randomUUID()
  const prepared = `${lock}.${id}`
  mkdirSync(prepared)
  try {
    const holder: Holder = { ...thisProcess(), since: new Date().toISOString() }
    writeFileSync(join(prepared, id), JSON.stringify(holder))
    for (let tries = 0; !renamed(prepared, lock, tries === MOST_TRIES); tries++) clear(lock, set)
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true })
    throw error
  }
  return {
    release: () => {
      rmSync(join(lock, id), { force: true })
      removeEmpty(lock)
    },
  }
}

/** Each one follows on somebody who has given the lock back meanwhile. */
const MOST_TRIES = 100

function renamed(prepared: string, lock: string, isLast: boolean): boolean {
  removeEmpty(lock) // not every system replaces an empty folder
  try {
    renameSync(prepared, lock)
    return true
  } catch (error) {
    if (!isLast && isOneOf(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES')) return false
    throw error
  }
}

/** Removes what a process that is gone has left, or throws. */
function clear(lock: string, set: string): void {
  for (const id of namesIn(lock)) {
    const holder = holderIn(join(lock, id))
    if (holder !== null && isAlive(holder) !== false) throw taken(set, lock, holder)
    rmSync(join(lock, id), { force: true })
  }
}

function taken(set: string, lock: string, { pid, host, since }: Holder): Error {
  const who = pid === process.pid && host === thisProcess().host ? `this process (${pid})` : `process ${pid} on ${host}`
  const elsewhere = host === thisProcess().host ? '' : `. If that is not so any more, remove ${lock}`
  return usageError(
    `${set} is being written by ${who}, since ${since}: wait until it has ended, or write another set${elsewhere}`,
  )
}

/** Null when it is gone by now, or was never written whole: then nobody has the lock by it. */
function holderIn(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isOneOf(error, 'ENOENT')) return []
    throw error
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (!isOneOf(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES')) throw error
  }
}

const isOneOf = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')
