import { readFileSync } from 'node:fs'
import { isFunctionNode, isNode, type Syntax, syntaxOf } from './syntax.ts'

/** A function with a name of its own or of what it is assigned to, and its lines, from 1. */
export interface FunctionLines {
  /** `push`, and `Queue.push` where it is in a class or an object that has a name. */
  readonly names: readonly string[]
  readonly from: number
  readonly to: number
}

/** All functions of a file that have names. A file that cannot be read or parsed has none. */
export function functionLines(file: string): FunctionLines[] {
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch {
    return []
  }
  const found: FunctionLines[] = []
  const lineOf = (offset: number): number => source.slice(0, offset).split('\n').length
  const visit = (node: Syntax, name: string | null, owner: string | null): void => {
    const own = nameOf(node.id) ?? name
    if (isFunctionNode(node) && own !== null)
      found.push({
        names: owner === null ? [own] : [own, `${owner}.${own}`],
        from: lineOf(node.start),
        to: lineOf(node.end),
      })
    const holder = node.type.startsWith('Class') && node.type !== 'ClassBody' ? own : owner
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child))
          visit(child, givenBy(node, key) ?? (passesName(node) ? own : null), ownerOf(node, own, holder))
  }
  visit(syntaxOf(file, source), null, null)
  return found
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && ['Identifier', 'PrivateIdentifier'].includes(node.type)
    ? `${node.type === 'PrivateIdentifier' ? '#' : ''}${String(node.name)}`
    : null

/** What a declaration, an assignment or a member calls the value in it. */
function givenBy(node: Syntax, key: string): string | null {
  if (node.type === 'VariableDeclarator' && key === 'init') return nameOf(node.id)
  if (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type) && key === 'value')
    return nameOf(node.key)
  if (node.type === 'AssignmentExpression' && key === 'right')
    return nameOf(node.left) ?? (isNode(node.left) ? nameOf(node.left.property) : null)
  return null
}

const passesName = ({ type }: Syntax): boolean => ['ObjectExpression', 'ClassBody', 'TSAsExpression'].includes(type)

const ownerOf = (node: Syntax, own: string | null, holder: string | null): string | null =>
  node.type === 'ObjectExpression' ? (own ?? holder) : isFunctionNode(node) ? null : holder
