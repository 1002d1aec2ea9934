/**
 * How a program is named where a file has several: `bank.ts#transfer` for an export, `bank.ts#2` for the second of an
 * array that is exported by default.
 */
import { statSync } from 'node:fs'

export interface ProgramAddress {
  readonly file: string
  /** Null for the only one in the file. */
  readonly name: string | null
}

export function programAddress(text: string): ProgramAddress {
  const hash = text.lastIndexOf('#')
  if (hash < 0 || statSync(text, { throwIfNoEntry: false })?.isFile() === true) return { file: text, name: null }
  return { file: text.slice(0, hash), name: text.slice(hash + 1) }
}
