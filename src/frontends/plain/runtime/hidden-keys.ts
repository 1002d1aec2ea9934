/** What Heddle keeps in objects of the program is not for the program to find. */
import { ARM, ORIGINAL, TWIN } from '../../../program/operations/operation.ts'
import { TAG } from '../../../program/memory/shared-tag.ts'
import { RUNTIME } from '../runtime-key.ts'
import { replaceMethod } from './builtins/callbacks.ts'
import type { Callable } from './calls/calls.ts'

const hidden = new Set<PropertyKey>([TWIN, ARM, ORIGINAL, TAG, RUNTIME])
const { apply } = Reflect
const { isView } = ArrayBuffer

/** Only functions and views have such keys. */
const mayHide = (value: unknown): boolean => typeof value === 'function' || isView(value)

function withoutHidden(owner: object, name: string): void {
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const keys = apply(original, this, args) as PropertyKey[]
        return mayHide(args[0]) ? keys.filter((key) => !hidden.has(key)) : keys
      } as Callable,
  )
}

export function installHiddenKeys(): void {
  withoutHidden(Reflect, 'ownKeys')
  withoutHidden(Object, 'getOwnPropertyNames')
  withoutHidden(Object, 'getOwnPropertySymbols')
  replaceMethod(
    Object,
    'getOwnPropertyDescriptors',
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        const descriptors = apply(original, this, args) as Record<PropertyKey, unknown>
        if (mayHide(args[0])) for (const key of hidden) delete descriptors[key]
        return descriptors
      } as Callable,
  )
}
