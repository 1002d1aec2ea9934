/**
 * Replaces how a property is read; a property with a value gets a getter. `made`: what reads it instead, given what it
 * is read from.
 */
export function replaceGetter(
  owner: object,
  key: string,
  made: (read: () => unknown, receiver: unknown) => () => unknown,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key)
  if (descriptor?.configurable !== true) return
  const { get, value, enumerable = false } = descriptor as PropertyDescriptor & { readonly value?: unknown }
  const replacement = {
    get [key](): unknown {
      const read = (): unknown => (get === undefined ? value : Reflect.apply(get, this, []))
      return made(read, this)()
    },
  }
  const replaced = Object.getOwnPropertyDescriptor(replacement, key)!.get!
  Object.defineProperty(owner, key, { get: replaced, set: descriptor.set, enumerable, configurable: true })
}
