/** What a test that verifies a program does, whatever runs it. */
import { assertVerified } from '../api/assert-verified.ts'
import type { CheckApiOptions } from '../api/check.ts'
import { usageError } from '../base/errors.ts'
import { programOf, type VerifiedTarget } from '../frontends/declaring/verified.ts'
import type { Program, ProgramDefinition, ProgramOfDeclared, Threads } from '../program/program.ts'

export interface VerifiedOptions extends CheckApiOptions {
  /** The runner's, in milliseconds: it is the budget of the search, unless `budgetMs` is given. */
  readonly timeout?: number
}

/** Declares a test that passes when a program is verified as far as asked, and fails with the report when it is not. */
export interface Verified<R> extends VerifiedTest<R> {
  readonly only: VerifiedTest<R>
  readonly skip: VerifiedTest<R>
}

export interface VerifiedTest<R> {
  /** A program, or the path or URL of the file that exports it; a path is relative to the working directory. */
  (name: string, target: Program | string | URL, options?: VerifiedOptions): R
  /** A program that is written here; it is called as the test is. */
  <S, const T extends Threads<S>>(name: string, definition: ProgramDefinition<S, T>, options?: VerifiedOptions): R
  <S, const T>(name: string, definition: ProgramOfDeclared<S, T>, options?: VerifiedOptions): R
}

/** What a runner knows of the test that it runs. */
export interface RunningTest {
  /** Null when the runner does not tell. */
  readonly file: string | null
  /** With the names of its suites, as runners spell it. */
  readonly fullName: string
  /** In milliseconds; 0 or Infinity for none. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  readonly print: (text: string) => void
}

/** A share of the test's time is for loading the program and for the report. */
const SEARCHING = 0.8

/** What is wrong with a declaration is said when it is made, at its place. */
export function checkDeclaration(name: unknown, target: VerifiedTarget): void {
  if (typeof name !== 'string' || name === '')
    throw usageError(`verified expects the name of the test first, got ${String(name)}`)
  if (target === null || (typeof target !== 'object' && typeof target !== 'string'))
    throw usageError(
      `verified('${name}'): expected a program, the path or URL of a file that exports one, or { shared, threads, … }, got ${target === null ? 'null' : typeof target}`,
    )
  programOf(name, target)
}

/**
 * A program that the test file makes is found by loading that file once more, in the worker in which it is checked, where
 * it is transformed: here it is not.
 */
export async function runVerifiedTest(
  target: VerifiedTarget,
  options: VerifiedOptions,
  test: RunningTest,
): Promise<void> {
  const { timeout: _, ...search } = options
  const limited = Number.isFinite(test.timeout) && test.timeout > 0
  const { guarantee, executions } = await assertVerified(addressOf(target, test), {
    ...(limited ? { budgetMs: Math.max(1, test.timeout * SEARCHING) } : {}),
    ...(test.signal === undefined ? {} : { signal: test.signal }),
    ...search,
  })
  test.print(`${guarantee} (${executions.toLocaleString('en-US')} executions)`)
}

function addressOf(target: VerifiedTarget, { file, fullName }: RunningTest): string | URL {
  if (typeof target === 'string' || target instanceof URL) return target
  if (file !== null) return `${file}#${fullName}`
  throw usageError(
    `verified('${fullName}'): the runner does not tell in which file this test is, so the program in it cannot be loaded; ` +
      'export the program from a file of its own and name that',
  )
}
