import { inspect } from 'node:util'
import { HeddleError, internalError, programError } from '../../base/errors.ts'
import { adopting } from './adoption.ts'
import { freezeShared } from './freeze-shared.ts'
import type { Layout } from './layout.ts'
import { attach } from './mem.ts'
import type { Program } from '../program.ts'
import { lastArgument } from '../threads/start-thread.ts'

export interface SharedCall {
  readonly value: unknown
  /** What `mem` made for it. */
  readonly made: ReadonlySet<object>
  /**
   * Whether nothing in the value can change, so that it can be used again; otherwise `shared` must be called for each
   * run.
   */
  readonly reusable: boolean
}

/** One call of `shared`, from blank memory: the first one allocates, all others attach. */
export function callShared(program: Program, layout: Layout): SharedCall {
  const { name, shared } = program
  if (program.inputs !== null && program.input === null)
    throw internalError(`program '${name}' is executed without values of its inputs`)
  layout.blank()
  const { mem, made, adopt, end } = attach(layout)
  let value: unknown
  try {
    value = adopting(adopt, () => shared(mem, ...lastArgument(program)))
  } catch (error) {
    if (error instanceof HeddleError) throw error
    throw programError(
      `\`shared\` of program '${name}' threw: ${error instanceof Error ? (error.stack ?? error.message) : inspect(error)}`,
    )
  }
  if (value instanceof Promise)
    throw programError(`\`shared\` of program '${name}' must not be async: it returned a promise`)
  end(value)
  return { value, made, reusable: freezeShared(value, made).onlyMade }
}
