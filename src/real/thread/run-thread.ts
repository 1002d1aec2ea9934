import { programError } from '../../base/errors.ts'
import type { Operation } from '../../program/operations/operation.ts'
import { type Argument, started } from '../../program/threads/start-thread.ts'
import type { Self, ThreadEntry, ThreadGenerator } from '../../program/program.ts'

const GeneratorFunction: unknown = Object.getPrototypeOf(function* () {
  /* only its prototype is wanted */
})

export const isGeneratorFunction = (body: object): boolean => Object.getPrototypeOf(body) === GeneratorFunction

/**
 * Runs a thread here and now: plain functions as they are, generator threads by performing what they yield. Of an async
 * function, only to its first `await`: its promise is the result.
 */
export function runThread(entry: ThreadEntry, shared: unknown, self: Self, argument: Argument, op: Operation): unknown {
  const returned = started(entry, entry.body, shared, self, argument)
  if (isGeneratorFunction(entry.body)) return drive(returned as ThreadGenerator, self.name, op)
  op.checkNotForgotten()
  return returned
}

function drive(generator: ThreadGenerator, name: string, op: Operation): unknown {
  let step = generator.next()
  while (step.done !== true) {
    if (step.value !== op)
      throw programError(`thread ${name} yielded something that is not an operation; write \`yield* ops.…(…)\``)
    op.received()
    step = generator.next(op.spec.real(op))
  }
  op.checkNotForgotten()
  return step.value
}
