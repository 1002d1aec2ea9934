/**
 * Complaints of the engine about what a program does, in its words; the transform says how the program calls it
 * (`rendering.ts`).
 */
import { siteName } from './register.ts'

export function notAFunction(callee: unknown, site: number): TypeError {
  const name = siteName(site) ?? kindOf(callee)
  return new TypeError(name.endsWith(' or its return value') ? `${name} is not iterable` : `${name} is not a function`)
}

export function notAConstructor(callee: unknown, site: number): TypeError {
  return new TypeError(`${siteName(site) ?? kindOf(callee)} is not a constructor`)
}

const isNullish = (value: unknown): boolean => value === undefined || value === null

const UNREADABLE = '(cannot read property Symbol(Symbol.iterator))'

/**
 * At a site whose name is one of these:
 * - none: only the value can be described;
 * - `...x`: the last argument of a call;
 * - `>x`: a part of x;
 * - `~x`: an argument whose default is a call of x;
 * - `x`: anything else.
 */
export function notIterable(source: unknown, site: number): TypeError {
  const name = siteName(site)
  if (name === undefined) return new TypeError(`${kindOf(source)} is not iterable ${UNREADABLE}`)
  if (name.startsWith('...')) {
    return new TypeError(
      isNullish(source)
        ? `${name.slice(3)} is not iterable (cannot read property ${String(source)})`
        : 'Spread syntax requires ...iterable[Symbol.iterator] to be a function',
    )
  }
  if (name.startsWith('~')) return new TypeError(`${name.slice(1)} is not iterable ${UNREADABLE}`)
  if (!name.startsWith('>')) return new TypeError(`${name} is not iterable`)
  const whole = name.slice(1)
  if (isNullish(source)) return cannotDestructure(source, whole, 'Symbol(Symbol.iterator)')
  return new TypeError(`${whole || kindOf(source)} is not iterable ${UNREADABLE}`)
}

/** `name`, see `emit/subjects.ts`. `property`: the first that is read, if it has a plain name. */
export function cannotDestructure(value: unknown, name: string | null | false, property: string | null): TypeError {
  if (name === false) {
    const reading = property === null ? '' : ` (reading '${property}')`
    return new TypeError(`Cannot read properties of ${String(value)}${reading}`)
  }
  const what = property === null ? '' : `property '${property}' of `
  return new TypeError(`Cannot destructure ${what}'${name || kindOf(value)}' as it is ${String(value)}.`)
}

/** As V8 describes a value whose place in the source it does not find. */
function kindOf(value: unknown): string {
  const type = typeof value
  if (type === 'string') return `string "${value as string}"`
  return value === null || type === 'number' || type === 'boolean' ? `${type} ${String(value)}` : type
}
