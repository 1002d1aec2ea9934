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
import { isSharedWasmMemory } from '../../../../program/memory/shared-store.ts'
import { replaceMethod } from '../builtins/callbacks.ts'

const { apply, construct } = Reflect

/** `permits`: whether it may be done nevertheless, to what it is called on. */
function forbid(
  owner: object,
  name: string,
  title: string,
  why: string,
  permits: (receiver: unknown) => boolean = () => false,
): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      new Proxy(original, {
        apply: (target, receiver, args) => {
          if (running.explored && !permits(receiver)) throw refuse(`\`${title}\` inside a thread: ${why}`)
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
const GROWS =
  'sizes of shared memory are not explored, so that others would not see it grow: allocate it with its largest size in `shared`'
const evaluating = ['runInThisContext', 'runInContext', 'runInNewContext'] as const

/** Whether it is memory that no other thread can have. */
const isPrivate = (memory: unknown): boolean => !isSharedWasmMemory(memory)

export function installForbidden(): void {
  for (const name of [...evaluating, 'compileFunction', 'Script']) forbid(vm, name, `vm.${name}`, UNSEEN)
  for (const name of evaluating) forbid(vm.Script.prototype, name, `vm.Script.${name}`, UNSEEN)
  forbid(Module.prototype, '_compile', 'module._compile', UNSEEN, isCalledByNode)
  for (const name of ['binding', '_linkedBinding', 'dlopen'])
    forbid(process, name, `process.${name}`, NATIVE, isCalledByNode)
  forbid(inspector.Session.prototype, 'post', 'inspector.Session.post', UNSEEN)
  forbid(workerThreads, 'Worker', 'Worker', OUTSIDE)
  forbid(SharedArrayBuffer.prototype, 'grow', 'SharedArrayBuffer.grow', GROWS)
  const { WebAssembly: wasm } = globalThis as { WebAssembly?: { Memory: { prototype: object } } } // not with --jitless
  if (wasm !== undefined) forbid(wasm.Memory.prototype, 'grow', 'WebAssembly.Memory.grow', GROWS, isPrivate)
  syncBuiltinESMExports()
}
