import type { Node } from '../plain/analysis/ast.ts'
import type { Code } from '../plain/emit/rope.ts'

export const called = (helper: string, ...args: Code[]): Code => [
  helper,
  '(',
  args.map((arg, i) => [i === 0 ? '' : ',', arg]),
  ')',
]

/** What is made of the source there, so that it is shown as the place. */
export const placed = (start: number, code: Code): Code => [{ start, end: start }, code]

export const quoted = (text: string): string => JSON.stringify(text)
export const parenthesised = (code: Code): Code => ['(', code, ')']

export const isExpression = (node: Node): boolean =>
  /Expression$|^(?:Identifier|Literal|TemplateLiteral|ThisExpression|Super|MetaProperty)$/.test(node.type) ||
  (node.type as string) === 'ParenthesizedExpression'
