/** Outcomes in which symbolic values are: what they are for the input that is explored, and for all others. */
import type { InputDomains } from '../program/inputs/input-values.ts'
import { valueOfInputsText } from './condition-text.ts'
import { heldAt, isHolder } from './holders.ts'
import type { Path } from './path.ts'
import { SymbolicValue } from './symbolic-value.ts'

export interface OutcomeOfInputs {
  readonly value: unknown
  /** How it is computed from the inputs; null where it does not depend on them. */
  readonly formula: string | null
}

/** `path`: of the inputs, which have these domains; null where they are plain. */
export function outcomeOfInputs(found: unknown, path: Path | null, domains: InputDomains): OutcomeOfInputs {
  path?.ended()
  if (path === null || !hasSymbolic(found)) return { value: found, formula: null }
  // Of other objects, and those that contain themselves, there is no short text.
  if (!isTree(found)) return { value: replaced(found, (value) => value.pin()), formula: null }
  const formula = formulaOf(found, domains)
  path.outcomes.set(formula, found)
  return { value: replaced(found, ({ value }) => value), formula }
}

/** With another value in place of each symbolic one. */
export function replaced(
  found: unknown,
  by: (value: SymbolicValue) => unknown,
  made = new Map<object, object>(),
): unknown {
  if (found instanceof SymbolicValue) return by(found)
  if (!isPlainContainer(found)) return found
  const known = made.get(found)
  if (known !== undefined) return known
  const copy = (Array.isArray(found) ? [] : {}) as Record<string, unknown>
  made.set(found, copy)
  for (const [key, value] of entriesOf(found))
    Object.defineProperty(copy, key, { ...SIMPLE, value: replaced(value, by, made) })
  return copy
}

/** As assigned, also where that would do something else (`__proto__`). */
const SIMPLE = { writable: true, enumerable: true, configurable: true }

function hasSymbolic(found: unknown, within: readonly unknown[] = []): boolean {
  if (found instanceof SymbolicValue) return true
  if (!isPlainContainer(found) || within.includes(found)) return false
  return entriesOf(found).some(([, value]) => hasSymbolic(value, [...within, found]))
}

/** Arrays and plain objects in each other, and in them what is no object. */
function isTree(found: unknown, within: readonly unknown[] = []): boolean {
  if (typeof found !== 'object' || found === null || found instanceof SymbolicValue) return true
  if (!isPlainContainer(found) || within.includes(found)) return false
  return entriesOf(found).every(([, value]) => isTree(value, [...within, found]))
}

function formulaOf(found: unknown, domains: InputDomains): string {
  if (found instanceof SymbolicValue) {
    const text = valueOfInputsText(found, domains)
    return found.choices === null ? text : `one of ${text}`
  }
  if (!isPlainContainer(found)) {
    const text = plainText(found)
    return Object.hasOwn(domains, text) ? `(${text})` : text // an input may be called NaN
  }
  const parts = entriesOf(found).map(([key, value]) =>
    Array.isArray(found)
      ? formulaOf(value, domains)
      : `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${formulaOf(value, domains)}`,
  )
  return Array.isArray(found) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
}

/** Different for all values that differ. */
function plainText(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** An array of elements and nothing else, or an object with no more than properties. */
function isPlainContainer(found: unknown): found is object {
  if (typeof found !== 'object' || found === null) return false
  if (Array.isArray(found)) {
    const keys = Object.keys(found)
    return keys.length === found.length && keys.every((key, i) => key === String(i))
  }
  const prototype: unknown = Object.getPrototypeOf(found)
  return prototype === Object.prototype || prototype === null
}

/** Getters are asked for nothing but what they hold. */
const entriesOf = (found: object): [key: string, value: unknown][] =>
  Object.keys(found).map((key) => [key, isHolder(found) ? heldAt(found, key) : (found as Record<string, unknown>)[key]])
