/**
 * How a program is named where a file has several: `bank.ts#transfer` for an export, `bank.ts#2` for the second of an
 * array that is exported by default. Names may have a `#` themselves, and so may files.
 */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface ProgramAddress {
  readonly file: string
  /** Null for the only one in the file. */
  readonly name: string | null
}

export function programAddress(text: string): ProgramAddress {
  if (isFile(text)) return { file: text, name: null }
  const hashes = [...text.matchAll(/#/g)].map(({ index }) => index)
  const hash = hashes.findLast((at) => isFile(text.slice(0, at))) ?? hashes[0]
  return hash === undefined ? { file: text, name: null } : { file: text.slice(0, hash), name: text.slice(hash + 1) }
}

/** The folder of the program's file, to which the paths of its sources are relative. */
export const folderOf = (address: string): string => dirname(resolve(programAddress(address).file))

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
