/** What test runners offer, where nothing is tested: suites are entered, since they may declare programs, and that is all. */
import { programError } from '../../base/errors.ts'
import { inSuite } from './declared-programs.ts'

/** Can be called, asked for anything and called again, and does nothing. */
export interface Nothing {
  (...args: readonly unknown[]): Nothing
  readonly [name: string]: Nothing
}

export const nothing: Nothing = new Proxy((() => undefined) as unknown as Nothing, {
  apply: () => nothing,
  // A promise would call `then`, and wait for ever.
  get: (_, key) => (key === 'then' ? undefined : nothing),
})

/** `describe(name, options?, body)`: the body is the last function, the name may be that of a function or class. */
function suite(name: unknown, ...rest: readonly unknown[]): void {
  const body = [name, ...rest].findLast((one) => typeof one === 'function') as (() => void) | undefined
  const called = typeof name === 'function' ? name.name : String(name)
  if (body !== undefined) inSuite(called, () => body())
}

/** Suites for each of several cases have names that only the runner makes. */
const each = (): (() => void) => () => undefined

export const describe = Object.assign(
  (...args: Parameters<typeof suite>) => suite(...args),
  Object.fromEntries(
    ['only', 'skip', 'todo', 'concurrent', 'sequential', 'shuffle'].map((variant) => [variant, suite]),
  ),
  { skipIf: () => suite, runIf: () => suite, each, for: each },
)

/** For what changes modules, functions and prototypes: without that, a program would be another than the one that was meant. */
export const refusing = (name: string, runner: string): unknown =>
  new Proxy(
    {},
    {
      get: (_, key) => {
        throw programError(
          `${name}.${String(key)} of ${runner} is used where Heddle loads the programs of a test file, in which nothing is tested or replaced; ` +
            'move the program to a file of its own',
        )
      },
    },
  )
