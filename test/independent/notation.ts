import { type IndependentProgram, isLocal } from './language.ts'

/** A program as it is written in a test: an expression that gives it back, with the locals `r0`, `r1`, … in scope. */
export function print(program: IndependentProgram): string {
  return printed(program, 0)
}

const WIDTH = 110

function printed(value: unknown, indent: number): string {
  const short = inline(value)
  if (indent + short.length <= WIDTH && !hasBlocks(value)) return short
  const pad = ' '.repeat(indent + 2)
  const close = ' '.repeat(indent)
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${pad}${printed(item, indent + 2)},\n`).join('')}${close}]`
  if (typeof value === 'object' && value !== null && !isLocal(value)) {
    return `{\n${Object.entries(value)
      .map(([key, item]) => `${pad}${keyText(key)}: ${printed(item, indent + 2)},\n`)
      .join('')}${close}}`
  }
  return short
}

/** The program itself and its threads are spread over lines also where they would fit into one. */
const hasBlocks = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLocal(value)

function inline(value: unknown): string {
  if (isLocal(value)) return `r${value.local}`
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${keyText(key)}: ${inline(item)}`)
      .join(', ')} }`
  }
  return String(value)
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const keyText = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key))
