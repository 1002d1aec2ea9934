/**
 * Shared memory that a program allocates itself. What `new SharedArrayBuffer` and a shared `new WebAssembly.Memory`
 * make while `shared` runs is adopted: the n-th of one call is the n-th of every other, as with what `mem` makes. Code
 * that allocates its own memory therefore works as it is.
 */
import { noteOrigin } from './foreign-memory.ts'
import { refuse } from '../operations/operation.ts'
import { running } from '../context/execution-context.ts'
import { exemptBuffer } from './shared-tag.ts'
import {
  bufferOf,
  bufferShape,
  memoryShape,
  NativeSharedArrayBuffer,
  NativeWasmMemory,
  type SharedStore,
  type StoreShape,
} from './shared-store.ts'

/** Serves the allocations of one call of `shared`; `type` is the class that is constructed. */
export type Adopter = (shape: StoreShape, type: Function) => SharedStore

let adopter: Adopter | null = null

interface Replacement {
  readonly owner: object
  readonly name: string
  readonly native: Function
  readonly replaced: Function
}

const NativeProxy = Proxy

function replacement(
  owner: object,
  name: string,
  native: Function,
  shapeOf: (args: readonly unknown[]) => StoreShape | null,
  title: string,
): Replacement {
  const replaced: Function = new NativeProxy(native, {
    construct(target, args: unknown[], newTarget): object {
      const type = newTarget === replaced ? target : newTarget
      const shape = running.explored || adopter !== null ? shapeOf(args) : null
      if (shape !== null && running.explored)
        throw refuse(`a thread makes a ${title} itself: allocate it in \`shared\`, so that all threads know it`)
      if (shape !== null) return adopter!(shape, type)
      const made = Reflect.construct(target, args, type) as SharedStore
      // What a module of one thread makes, no other thread can know.
      if (running.supplied.evaluating) exemptBuffer(bufferOf(made))
      else noteOrigin(bufferOf(made))
      return made
    },
  })
  return { owner, name, native, replaced }
}

const replacements = [
  replacement(globalThis, 'SharedArrayBuffer', NativeSharedArrayBuffer, bufferShape, 'SharedArrayBuffer'),
]
if (NativeWasmMemory !== undefined) {
  const owner = (globalThis as unknown as { WebAssembly: object }).WebAssembly
  replacements.push(replacement(owner, 'Memory', NativeWasmMemory, memoryShape, 'shared WebAssembly.Memory'))
}

let installed = false

function put(isOurs: boolean): void {
  installed = isOurs
  for (const { owner, name, native, replaced } of replacements) {
    const value = isOurs ? replaced : native
    Object.defineProperty(owner, name, { value, writable: true, configurable: true })
    Object.defineProperty(native.prototype, 'constructor', { value, writable: true, configurable: true })
  }
}

/** In a realm that is there to run a program, before the program is loaded: its modules may keep the constructors. */
export function installAdoption(): void {
  if (!installed) put(true)
}

/** Elsewhere, the constructors are replaced for the time of the call only. */
export function adopting<T>(by: Adopter, action: () => T): T {
  const [before, wasInstalled] = [adopter, installed]
  adopter = by
  if (!wasInstalled) put(true)
  try {
    return action()
  } finally {
    adopter = before
    if (!wasInstalled) put(false)
  }
}
