/** What plain data must look like to be taken for something, and what is wrong with it first. */

export type Fields = Record<string, unknown>

/** What a field must be, and how that is said. */
export type Shape =
  | readonly [expects: string, is: (value: unknown) => boolean]
  | readonly [shape: Shapes]
  | { readonly list: Shapes }
export type Shapes = Readonly<Record<string, Shape>>

export interface Wrong {
  readonly path: string
  readonly expects: string
  readonly value: unknown
}

export function firstWrong(value: Fields, shapes: Shapes): Wrong | null {
  for (const [name, shape] of Object.entries(shapes)) {
    const wrong = wrongIn(value[name], shape, name)
    if (wrong !== null) return wrong
  }
  return null
}

function wrongIn(value: unknown, shape: Shape, path: string): Wrong | null {
  if ('list' in shape) {
    if (!Array.isArray(value)) return { path, expects: 'a list', value }
    for (const [i, one] of value.entries()) {
      const wrong = wrongIn(one, [shape.list], `${path}[${i}]`)
      if (wrong !== null) return wrong
    }
    return null
  }
  if (shape.length === 2) return shape[1](value) ? null : { path, expects: shape[0], value }
  if (!isRecord(value)) return { path, expects: 'an object', value }
  const wrong = firstWrong(value, shape[0])
  return wrong === null ? null : { ...wrong, path: `${path}.${wrong.path}` }
}

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fits = (value: unknown, shapes: Shapes): boolean => isRecord(value) && firstWrong(value, shapes) === null
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')

export const text: Shape = ['a text', (value) => typeof value === 'string']
export const textOrNull: Shape = ['a text or null', (value) => value === null || typeof value === 'string']
export const number: Shape = ['a number', (value) => typeof value === 'number']
export const numberOrNull: Shape = ['a number or null', (value) => value === null || typeof value === 'number']
export const yesOrNo: Shape = ['true or false', (value) => typeof value === 'boolean']
export const texts: Shape = ['a list of texts', isTexts]

export const oneOf = (...values: readonly string[]): Shape => [
  `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  (value) => values.includes(value as string),
]

/** It may be missing. */
export const optional = ([expects, is]: Extract<Shape, readonly [string, unknown]>): Shape => [
  expects,
  (value) => value === undefined || is(value),
]

export const optionalTexts = optional(['a list of texts', isTexts])
export const optionalText = optional(['a text', (value) => typeof value === 'string'])

/** An object by any names. */
export const everyField = (expects: string, is: (value: unknown) => boolean) =>
  [expects, (value: unknown) => isRecord(value) && Object.values(value).every(is)] as const

export const nullOr = (expects: string, shapes: Shapes): Shape => [
  `${expects} or null`,
  (value) => value === null || fits(value, shapes),
]

export const optionalObject = (expects: string, shapes: Shapes): Shape =>
  optional([expects, (value) => fits(value, shapes)])

export const optionalList = (shapes: Shapes): Shape =>
  optional(['a list', (value) => Array.isArray(value) && value.every((one) => fits(one, shapes))])

export const listOf = (count: number, shapes: Shapes): Shape => [
  `a list of ${count}`,
  (value) => Array.isArray(value) && value.length === count && value.every((one) => fits(one, shapes)),
]

/** How a value of another kind is named. */
export const nameOf = (value: unknown): string =>
  value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
