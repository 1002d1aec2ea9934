/**
 * What a thread must not do, whatever it is given: it would leave the thread, or run code that nobody has transformed.
 */
import inspector from 'node:inspector'
import Module, { syncBuiltinESMExports } from 'node:module'
import vm from 'node:vm'
import workerThreads from 'node:worker_threads'
import { refuse } from '../../../../program/operations/operation.ts'
import { running } from '../../../../program/context/execution-context.ts'
import { isCalledByNode } from '../../../../program/program-frame.ts'
import { replaceMethod } from '../builtins/callbacks.ts'

const { apply, construct } = Reflect

/** `byNode`: Node's own code may do it. */
function forbid(owner: object, name: string, title: string, why: string, byNode = false): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      new Proxy(original, {
        apply: (target, receiver, args) => {
          if (running.explored && !(byNode && isCalledByNode())) throw refuse(`\`${title}\` inside a thread: ${why}`)
          return apply(target, receiver, args as unknown[])
        },
        construct: (target, args, newTarget) => {
          if (running.explored) throw refuse(`\`new ${title}\` inside a thread: ${why}`)
          return construct(target, args as unknown[], newTarget as Function) as object
        },
      }),
  )
}

const UNSEEN =
  'the code that it evaluates is not transformed, so what it does to shared memory would not be seen; ' +
  'use eval or new Function, or write it in a file'
const NATIVE = 'what native code does to shared memory would not be seen; load it at the top of a file'
const OUTSIDE = 'what it does would be no part of the exploration; start a thread with spawn, from an entry of `tasks`'
const evaluating = ['runInThisContext', 'runInContext', 'runInNewContext'] as const

export function installForbidden(): void {
  for (const name of [...evaluating, 'compileFunction', 'Script']) forbid(vm, name, `vm.${name}`, UNSEEN)
  for (const name of evaluating) forbid(vm.Script.prototype, name, `vm.Script.${name}`, UNSEEN)
  forbid(Module.prototype, '_compile', 'module._compile', UNSEEN, true)
  for (const name of ['binding', '_linkedBinding', 'dlopen']) forbid(process, name, `process.${name}`, NATIVE, true)
  forbid(inspector.Session.prototype, 'post', 'inspector.Session.post', UNSEEN)
  forbid(workerThreads, 'Worker', 'Worker', OUTSIDE)
  syncBuiltinESMExports()
}
