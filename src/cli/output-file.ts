/** Files that a command writes in its end, tried before it begins: a search may take hours. */
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { usageError } from '../base/errors.ts'

/** Throws when it cannot be written, or holds what nobody wants to lose. What is there stays as it is. */
export function refuseUnwritable(option: string, file: string): void {
  const existed = existsSync(file)
  if (existed && /\.[cm]?[jt]sx?$/.test(file))
    throw usageError(`${option} ${file} would replace that source file; write ${option} FILE, and then what to check`)
  try {
    closeSync(openSync(file, 'a'))
    if (!existed) rmSync(file)
  } catch (error) {
    throw unwritable(option, file, error)
  }
}

export function refuseTwice(files: readonly (readonly [option: string, file: string])[]): void {
  for (const [i, [option, file]] of files.entries()) {
    const other = files.slice(0, i).find(([, before]) => resolve(before) === resolve(file))
    if (other !== undefined) throw usageError(`--${other[0]} and --${option} name the same file, ${file}: give two`)
  }
}

export function writeOutput(option: string, file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw unwritable(option, file, error)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder; expected the name of a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
}

function unwritable(option: string, file: string, error: unknown): Error {
  const { code = String(error) } = error as NodeJS.ErrnoException
  return usageError(`${option} ${file} cannot be written: ${reasons[code] ?? code}`)
}
