import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { usageError } from '../../base/errors.ts'

/** How bytes get to the disk. Tests put one in its place that is full. */
export const disk: {
  write: (descriptor: number, bytes: Buffer, offset: number, length: number, position: number) => number
} = { write: writeSync }

/** Writes all of it, which may take more than one call, or throws. */
export function writeAll(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += disk.write(descriptor, bytes, done, bytes.length - done, position + done)
}

/** Makes or replaces a file, in place only once it is whole: whatever happens, there is either one or the other. */
export function replaceFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.new`
  try {
    const descriptor = openSync(temporary, 'w')
    try {
      writeAll(descriptor, Buffer.from(content), 0)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** What the file system refuses is for the caller to change. */
export function fileError(what: 'read' | 'write', thing: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall === undefined && (error as NodeJS.ErrnoException).code === undefined)
    return error
  const full = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
  const then = full ? '. What was verified before is in the set; make room, and go on with --resume' : ''
  return usageError(`cannot ${what} ${thing}: ${(error as Error).message}${then}`)
}
