/**
 * Programs that a file declares as tests instead of exporting them (`heddle/vitest`, `heddle/node-test`), by the full
 * names of these tests. They are found by loading the test file once more, in a realm in which nothing is tested.
 */
import { programError } from '../../base/errors.ts'
import type { Program } from '../../program/program.ts'

type Declared = Map<string, Program | 'several'>

const byFile = new Map<string, Declared>()
let current: Declared = new Map()
let suites: readonly string[] = []

/** What is declared from now on belongs to this file. */
export function declareIn(file: string): void {
  current = byFile.get(file) ?? new Map<string, Program | 'several'>()
  byFile.set(file, current)
}

/** As vitest and node:test spell the name of a test in suites. */
export const fullName = (names: readonly string[]): string => names.join(' > ')

export function declareProgram(name: string, program: Program): void {
  const full = fullName([...suites, name])
  current.set(full, current.has(full) ? 'several' : program)
}

/** What `body` declares belongs to a suite of that name. */
export function inSuite(name: string, body: () => void): void {
  const outer = suites
  suites = [...outer, name]
  try {
    body()
  } finally {
    suites = outer
  }
}

/** What is declared while modules are evaluated again. */
export function declaredBy(evaluate: () => void): Map<string, Program> {
  const outer = current
  current = new Map()
  try {
    evaluate()
    return distinct(current)
  } finally {
    current = outer
  }
}

export const declaredIn = (file: string): Map<string, Program> => distinct(byFile.get(file) ?? new Map())

/** Two of one name cannot be told apart: which of them was verified would be left to chance. */
function distinct(declared: Declared): Map<string, Program> {
  const found = new Map<string, Program>()
  for (const [name, program] of declared) {
    if (program === 'several')
      throw programError(`two programs are declared as '${name}': give their tests different names`)
    found.set(name, program)
  }
  return found
}
