/** The code of a thread, as the generator that a controlled thread runs. */
import { programError } from '../base/errors.ts'
import { TWIN } from '../program/operations/operation.ts'
import { realm } from '../program/context/realm.ts'
import type { Self, ThreadEntry, ThreadGenerator } from '../program/program.ts'
import { type Argument, started } from '../program/threads/start-thread.ts'

/** What a spawned thread is given is its own. */
export function cloned(argument: { readonly value: unknown } | null): { readonly value: unknown } | null {
  return argument === null ? null : { value: structuredClone(argument.value) }
}

export function isGenerator(value: unknown): value is ThreadGenerator {
  return value !== null && typeof value === 'object' && typeof (value as ThreadGenerator).next === 'function'
}

export function notAnOperation(thread: string): Error {
  return programError(`thread ${thread} yielded something that is not an operation; write \`yield* ops.…(…)\``)
}

export function* stackOverflow(): ThreadGenerator {
  throw new RangeError('Maximum call stack size exceeded')
}

const GeneratorFunction = Object.getPrototypeOf(function* () {
  /* only its prototype is wanted */
})

export function generatorOf(entry: ThreadEntry, shared: unknown, self: Self, argument: Argument): ThreadGenerator {
  const body = entry.body as ThreadEntry['body'] & { [TWIN]?: (...args: unknown[]) => ThreadGenerator }
  if (Object.getPrototypeOf(body) === GeneratorFunction)
    return started(entry, body, shared, self, argument) as ThreadGenerator
  const twin = body[TWIN]
  if (twin !== undefined) return started(entry, twin, shared, self, argument) as ThreadGenerator
  if (realm.transformed) return plainly(entry, shared, self, argument)
  throw programError(
    `thread ${entry.name} is plain code that was not transformed, so its shared accesses cannot be controlled; ` +
      "check the file instead of the program object (`heddle check FILE`, or check('file.ts')), declare it as a test with `verified` of " +
      'heddle/vitest or heddle/node-test, or write it as a generator thread',
  )
}

/** In transformed code, a function without a twin is one that cannot suspend. */
function* plainly(entry: ThreadEntry, shared: unknown, self: Self, argument: Argument): ThreadGenerator {
  return started(entry, entry.body, shared, self, argument)
}
