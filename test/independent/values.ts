import { type Condition, isLocal, type Value } from './language.ts'

/** Any value as a number, so that whatever a thread has received can be stored, added to, and used as an index. */
export function numeric(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return value
    case 'bigint':
      return Number(value)
    case 'boolean':
      return value ? 1 : 0
    case 'string':
      return value.length
    case 'undefined':
      return 0
    default:
      return value === null ? 0 : 7
  }
}

/** Any value as a bigint. */
export function integral(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  const number = Math.trunc(numeric(value))
  return Number.isFinite(number) ? BigInt(number) : 0n
}

/** Any value as an index from 0 up to, but not including, n. */
export function indexOf(value: unknown, n: number): number {
  const number = Math.abs(Math.trunc(numeric(value)))
  return Number.isFinite(number) ? number % n : 0
}

export function evaluate(value: Value, locals: readonly unknown[]): unknown {
  if (isLocal(value)) return locals[value.local]
  if (!isCompound(value)) return value
  switch (value[0]) {
    case '+':
      return numeric(evaluate(value[1], locals)) + numeric(evaluate(value[2], locals))
    case '-':
      return numeric(evaluate(value[1], locals)) - numeric(evaluate(value[2], locals))
    case '*':
      return numeric(evaluate(value[1], locals)) * numeric(evaluate(value[2], locals))
    case 'mod':
      return indexOf(evaluate(value[1], locals), value[2])
    case 'list':
      return value.slice(1).map((item) => evaluate(item as Value, locals))
    case 'object':
      return { v: evaluate(value[1], locals) }
  }
}

export const isCompound = (value: Value): value is Extract<Value, readonly unknown[]> => Array.isArray(value)

export function holds([relation, left, right]: Condition, locals: readonly unknown[]): boolean {
  const a = evaluate(left, locals)
  const b = evaluate(right, locals)
  switch (relation) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return numeric(a) < numeric(b)
  }
}

/** The text of a value as a result's JSON has it: values that JSON lacks are tagged. */
export const textOf = (value: unknown): string => JSON.stringify(tagged(value))

function tagged(value: unknown): unknown {
  if (value === undefined) return { $undefined: true }
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return { $number: Object.is(value, -0) ? '-0' : String(value) }
  }
  if (Array.isArray(value)) return value.map(tagged)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tagged(inner)]))
  }
  return value
}
