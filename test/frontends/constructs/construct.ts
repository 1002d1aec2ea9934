/**
 * A construct of the language as a small program: the body of a function that is given shared memory and helpers
 * (`oracle/in-realm.ts`).
 */
import { parameters } from '../oracle/in-realm.ts'

export interface Construct {
  readonly name: string
  /** What `main` does. */
  readonly code: string
  /** What stands before it at the top of the file. */
  readonly top?: string
  /** In both modes unless it says otherwise. */
  readonly only?: 'sloppy' | 'strict'
  /** Set where the construct cannot be supported: what the refusal says. */
  readonly refused?: RegExp
  /** Set where it can be explored, but not run under gates. */
  readonly ungated?: RegExp
}

export type Entry = string | Omit<Construct, 'name'>

export function group(title: string, entries: Readonly<Record<string, Entry>>): Construct[] {
  return Object.entries(entries).map(([name, entry]) => ({
    name: `${title}: ${name}`,
    ...(typeof entry === 'string' ? { code: entry } : entry),
  }))
}

/** The construct as a file of its own, once per mode. */
export function filesOf({ code, top, only }: Construct): { readonly mode: string; readonly source: string }[] {
  const modes = only === undefined ? ['sloppy', 'strict'] : [only]
  return modes.map((mode) => ({
    mode,
    source: `${
      mode === 'strict'
        ? `'use strict';
    `
        : ''
    }${top ?? ''}\nexports.main = function main(${parameters}) {\n${code}\n}\n`,
  }))
}
