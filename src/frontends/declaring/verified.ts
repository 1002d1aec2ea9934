/** What `verified` of `heddle/vitest` and `heddle/node-test` is while a test file is loaded for the programs in it. */
import { called, isProgram, type Program, program } from '../../program/program.ts'
import { declareProgram } from './declared-programs.ts'

/** What a test can verify: a program, or a file that holds one. */
export type VerifiedTarget = Program | string | URL | object

/** The program of a test, which it is called after unless it has a name of its own; null when it lies in another file. */
export function programOf(name: string, target: VerifiedTarget): Program | null {
  if (typeof target === 'string' || target instanceof URL) return null
  if (isProgram(target)) return called(target, name)
  return program({ name, ...target } as never)
}

const declare = (name: string, target: VerifiedTarget): void => {
  const declared = programOf(name, target)
  if (declared !== null) declareProgram(name, declared)
}

export const verified = Object.assign(declare, { only: declare, skip: declare })
