/** The nodes of the parser's syntax tree (`@oxc-project/types`) that the transform looks at, and how to walk them. */
import type * as oxc from '@oxc-project/types'
import { visitorKeys } from 'oxc-parser'

export interface At {
  readonly start: number
  readonly end: number
}

/** Also nodes of TypeScript, of which none is left when types have been stripped. */
export type Node = oxc.Node
/** All nodes of a type; the parser's types tell apart what identifiers and members are used for. */
type NodeOf<T extends Node['type'], N = Node> = N extends Node
  ? Extract<N['type'], T> extends never
    ? never
    : N
  : never

export type Identifier = NodeOf<'Identifier'>
export type Literal = NodeOf<'Literal'>
export type Super = NodeOf<'Super'>
export type MemberExpression = NodeOf<'MemberExpression'>
export type CallExpression = NodeOf<'CallExpression'>
export type NewExpression = NodeOf<'NewExpression'>
export type ChainExpression = NodeOf<'ChainExpression'>
export type ObjectExpression = NodeOf<'ObjectExpression'>
export type ArrayExpression = NodeOf<'ArrayExpression'>
export type Property = NodeOf<'Property'>
export type AssignmentExpression = NodeOf<'AssignmentExpression'>
export type UpdateExpression = NodeOf<'UpdateExpression'>
export type UnaryExpression = NodeOf<'UnaryExpression'>
export type TaggedTemplateExpression = NodeOf<'TaggedTemplateExpression'>
export type YieldExpression = NodeOf<'YieldExpression'>
export type AwaitExpression = NodeOf<'AwaitExpression'>
export type ArrayPattern = NodeOf<'ArrayPattern'>
export type ObjectPattern = NodeOf<'ObjectPattern'>
export type FunctionDeclaration = NodeOf<'FunctionDeclaration'>
export type FunctionExpression = NodeOf<'FunctionExpression'>
export type ArrowFunctionExpression = NodeOf<'ArrowFunctionExpression'>
export type FunctionNode = NodeOf<'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression'>
export type ClassNode = NodeOf<'ClassDeclaration' | 'ClassExpression'>
export type ClassMember = Exclude<oxc.ClassElement, oxc.TSIndexSignature>
export type MethodDefinition = NodeOf<'MethodDefinition'>
export type PropertyDefinition = NodeOf<'PropertyDefinition' | 'AccessorProperty'>
export type StaticBlock = NodeOf<'StaticBlock'>
export type Program = NodeOf<'Program'>
export type BlockStatement = NodeOf<'BlockStatement'>
export type VariableDeclaration = NodeOf<'VariableDeclaration'>
export type VariableDeclarator = NodeOf<'VariableDeclarator'>
export type WhileStatement = NodeOf<'WhileStatement' | 'DoWhileStatement'>
export type ForStatement = NodeOf<'ForStatement'>
export type Loop = WhileStatement | ForStatement
export type ForInOf = NodeOf<'ForOfStatement' | 'ForInStatement'>
export type LabeledStatement = NodeOf<'LabeledStatement'>
export type SwitchStatement = NodeOf<'SwitchStatement'>
export type CatchClause = NodeOf<'CatchClause'>
export type WithStatement = NodeOf<'WithStatement'>
export type ExportDefaultDeclaration = NodeOf<'ExportDefaultDeclaration'>
export type ImportDeclaration = NodeOf<'ImportDeclaration'>
export type ReturnStatement = NodeOf<'ReturnStatement'>

/** Keys that hold names, not expressions. */
function namesOnly(node: Node, key: string): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return key === 'property' && !node.computed
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return key === 'key' && !node.computed
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return key === 'label'
    case 'MetaProperty':
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true
    case 'ExportNamedDeclaration':
      return key !== 'declaration'
    case 'ImportExpression':
      return false
    default:
      return false
  }
}

const known = new WeakMap<Node, readonly Node[]>()

/** The children that can contain code, in the order of the source. */
export function children(node: Node): readonly Node[] {
  let found = known.get(node)
  if (found === undefined) known.set(node, (found = findChildren(node)))
  return found
}

function findChildren(node: Node): Node[] {
  const found: Node[] = []
  for (const key of visitorKeys[node.type] ?? []) {
    if (namesOnly(node, key)) continue
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key]
    if (Array.isArray(child))
      for (const one of child) {
        if (one !== null) found.push(one)
      }
    else if (child != null) found.push(child)
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Whether the one stands in the other, in the source, or is it. */
export const isWithin = (inner: Node, outer: Node): boolean => inner.start >= outer.start && inner.end <= outer.end

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  )
}

/** Of TypeScript's declarations without one, none is left. */
export const bodyOf = ({ body }: FunctionNode): oxc.FunctionBody | oxc.Expression => body!

export const isMethod = (member: ClassMember): member is MethodDefinition => member.type === 'MethodDefinition'

export const membersOf = ({ body: { body } }: ClassNode): readonly ClassMember[] => body as ClassMember[]

export function isClass(node: Node): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}

/** Functions and classes that get their name from where they stand. */
export function isAnonymous(node: Node): boolean {
  return (isFunction(node) || isClass(node)) && node.id === null
}

/** Names bound or targets assigned by a pattern, in order. */
export function targetsOf(pattern: Node, into: Node[] = []): Node[] {
  switch (pattern.type) {
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) targetsOf(element, into)
      return into
    case 'ObjectPattern':
      for (const property of pattern.properties)
        targetsOf(property.type === 'RestElement' ? property.argument : property.value, into)
      return into
    case 'AssignmentPattern':
      return targetsOf(pattern.left, into)
    case 'RestElement':
      return targetsOf(pattern.argument, into)
    default:
      into.push(pattern)
      return into
  }
}

export function isPattern(node: Node): node is ArrayPattern | ObjectPattern {
  return node.type === 'ArrayPattern' || node.type === 'ObjectPattern'
}

/** A key that is certainly not an element index. */
export function isNamedKey(key: Node): boolean {
  return key.type === 'Literal' && typeof key.value === 'string' && String(Number(key.value)) !== key.value
}
