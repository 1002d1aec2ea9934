/** What `verified` of `heddle/vitest` and `heddle/node-test` is while a test file is loaded for the programs in it. */
import { program, isProgram, type Program, type ProgramDefinition, type Threads } from '../../program/program.ts'
import { declareProgram } from './declared-programs.ts'

/** A program as it is written in a test: its name is the test's, unless it has one. */
export type NamelessDefinition<S, T extends Threads<S>> = Omit<ProgramDefinition<S, T>, 'name'> & {
  readonly name?: string
}

/** What a test can verify: a program, or a file that holds one. */
export type VerifiedTarget = Program | string | URL | object

/** The program of a test, null when it lies in another file. */
export function programOf(name: string, target: VerifiedTarget): Program | null {
  if (typeof target === 'string' || target instanceof URL) return null
  if (isProgram(target)) return target
  return program({ name, ...target } as never)
}

const declare = (name: string, target: VerifiedTarget): void => {
  const declared = programOf(name, target)
  if (declared !== null) declareProgram(name, declared)
}

export const verified = Object.assign(declare, { only: declare, skip: declare })
