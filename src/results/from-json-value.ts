/** The way back from `toJsonValue`, for showing: what cannot be made again (functions, cycles) becomes a text. */
import { typedArrayTypes } from '../base/typed-arrays.ts'

type Tagged = Record<string, unknown>

const untag: Readonly<Record<string, (tagged: Tagged) => unknown>> = {
  $undefined: () => undefined,
  $bigint: ({ $bigint }) => BigInt($bigint as string),
  $number: ({ $number }) => Number($number),
  $hole: () => undefined,
  $map: ({ $map }) =>
    new Map(($map as [unknown, unknown][]).map(([key, value]) => [fromJsonValue(key), fromJsonValue(value)])),
  $set: ({ $set }) => new Set(($set as unknown[]).map(fromJsonValue)),
  $array: ({ $array, type }) => arrayOf(type as string, ($array as unknown[]).map(fromJsonValue)),
  $buffer: ({ $buffer, type }) => arrayOf(type as string, $buffer as number[]),
  $date: ({ $date }) => new Date($date === 'invalid' ? NaN : ($date as string)),
  $regexp: ({ $regexp }) => `[regular expression ${String($regexp)}]`,
  $error: ({ $error, message }) => `[${String($error)}: ${String(message)}]`,
  $boxed: ({ $boxed }) => Object(fromJsonValue($boxed)) as unknown,
  $symbol: ({ $symbol }) => Symbol($symbol as string),
  $function: ({ $function }) => `[function ${String($function)}]`,
  $cycle: () => '[circular]',
  $object: ({ $object }) =>
    Object.fromEntries(($object as [string, unknown][]).map(([key, value]) => [key, fromJsonValue(value)])),
}

export function fromJsonValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(fromJsonValue)
  const [first] = Object.keys(value)
  const make = first !== undefined && Object.hasOwn(untag, first) ? untag[first] : undefined
  return make === undefined
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fromJsonValue(part)]))
    : make(value as Tagged)
}

function arrayOf(type: string, elements: readonly unknown[]): unknown {
  const known = typedArrayTypes.find(({ name }) => name === type)
  return known === undefined
    ? Uint8Array.from(elements as number[])
    : new (known as unknown as new (from: readonly unknown[]) => unknown)(elements)
}
