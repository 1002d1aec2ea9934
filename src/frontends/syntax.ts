/** The syntax of a source, gone through without the analysis of the transform. */
import { createRequire } from 'node:module'

export type Syntax = Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
}

export const isNode = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

export const isFunctionNode = ({ type }: Syntax): boolean =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type)

/** The parser is loaded where it is needed: most checks do not ask for functions, and hardly anybody measures coverage. */
export function syntaxOf(file: string, source: string): Syntax {
  const { parseSync } = createRequire(import.meta.url)('oxc-parser') as typeof import('oxc-parser')
  return parseSync(file, source).program as unknown as Syntax
}
