/** What the syntax alone says about a function: whether it can suspend, and what it takes from around it. */
import {
  children,
  type FunctionNode,
  isClass,
  isFunction,
  isNamedKey,
  type MemberExpression,
  type MethodDefinition,
  type Node,
  bodyOf,
  membersOf,
} from './ast.ts'
import { demands } from '../demands.ts'

/** Whether evaluating this node itself, not its children, may reach a shared operation or a call. */
function suspendsItself(node: Node): boolean {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ForOfStatement':
    case 'SpreadElement':
    case 'ArrayPattern':
    case 'YieldExpression':
      return true
    case 'MemberExpression':
      return isDemanded(node, 'get') || (node.computed && !isNamedKey(node.property) && node.object.type !== 'Super')
    case 'AssignmentExpression':
      return isDemanded(node.left, 'set')
    case 'UpdateExpression':
      return isDemanded(node.argument, 'set')
    case 'ObjectPattern':
      return needsCare(node) || node.properties.some(isDemandedKey)
    default:
      return false
  }
}

/** A property that is known to have a getter or setter which may have to be suspended. */
export type NamedMember = Extract<MemberExpression, { computed: false }> & Demanded
/** Only a mark for the compiler: members of which nothing is demanded may have the same syntax. */
interface Demanded {
  readonly [DEMANDED]: true
}
declare const DEMANDED: unique symbol

export function isDemanded(node: Node, kind: 'get' | 'set'): node is NamedMember {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type === 'Super') return false
  const { property } = node
  if (property.type === 'PrivateIdentifier') return demands[kind].has(`#${property.name}`)
  return property.type === 'Identifier' && demands[kind].has(property.name)
}

/** The same in an object pattern. */
export const isDemandedKey = (property: Node): boolean =>
  property.type === 'Property' &&
  !property.computed &&
  property.key.type === 'Identifier' &&
  demands.get.has(property.key.name)

/** Object patterns that may read elements: with computed or numeric keys, or a rest. */
export function needsCare(pattern: Extract<Node, { type: 'ObjectPattern' }>): boolean {
  return pattern.properties.some(
    (property) =>
      property.type === 'RestElement' ||
      (property.computed ? !isNamedKey(property.key) : property.key.type === 'Literal' && !isNamedKey(property.key)),
  )
}

/**
 * The children that are evaluated as part of this node: not the bodies of functions, but a class's keys and heritage.
 */
function evaluated(node: Node): readonly Node[] {
  if (isFunction(node)) return []
  if (!isClass(node)) return children(node)
  const parts: Node[] = node.superClass === null ? [] : [node.superClass]
  for (const member of membersOf(node)) if (member.type !== 'StaticBlock' && member.computed) parts.push(member.key)
  return parts
}

const suspending = new WeakMap<Node, boolean>()

/** Whether evaluating the node may suspend the thread. */
export function suspends(node: Node): boolean {
  const known = suspending.get(node)
  if (known !== undefined) return known
  const result = suspendsItself(node) || evaluated(node).some(suspends)
  suspending.set(node, result)
  return result
}

/** Whether the function needs a suspendable twin. */
export function bodySuspends(node: FunctionNode): boolean {
  return node.params.some(suspends) || suspends(bodyOf(node))
}

const nesting = new WeakMap<Node, boolean>()

export function containsFunction(node: Node): boolean {
  const known = nesting.get(node)
  if (known !== undefined) return known
  const result = children(node).some((child) => isFunction(child) || isClass(child) || containsFunction(child))
  nesting.set(node, result)
  return result
}

/**
 * Whether the predicate holds for a node inside that shares `this` with it: arrows do, functions and class members do
 * not.
 */
export function somewhereInside(node: Node, test: (node: Node) => boolean): boolean {
  return children(node).some((child) => test(child) || (sharesThis(child) && somewhereInside(child, test)))
}

function sharesThis(node: Node): boolean {
  return (
    node.type !== 'FunctionExpression' &&
    node.type !== 'FunctionDeclaration' &&
    node.type !== 'PropertyDefinition' &&
    node.type !== 'StaticBlock'
  )
}

export const usesSuper = (node: Node): boolean => somewhereInside(node, ({ type }) => type === 'Super')

export const callsSuper = (node: Node): boolean =>
  somewhereInside(node, (inner) => inner.type === 'CallExpression' && inner.callee.type === 'Super')

export const usesNewTarget = (node: Node): boolean =>
  somewhereInside(node, (inner) => inner.type === 'MetaProperty' && inner.meta.name === 'new')

export const isConstructor = (member: Node): member is MethodDefinition =>
  member.type === 'MethodDefinition' && member.kind === 'constructor'

export const usesArguments = (node: Node): boolean =>
  somewhereInside(node, (inner) => inner.type === 'Identifier' && inner.name === 'arguments')

/**
 * The syntax of an element access, an iteration or `Atomics.*`: what is listed when it stands where nothing can
 * suspend.
 */
export function accessesShared(node: Node): boolean {
  if (node.type === 'MemberExpression') {
    if (node.object.type === 'Identifier' && node.object.name === 'Atomics') return true
    if (node.computed && suspendsItself(node)) return true
  }
  return !isFunction(node) && !isClass(node) && children(node).some(accessesShared)
}

/** Whether one of the names occurs in the node as a reference. */
export function refersTo(node: Node, names: ReadonlySet<string>): boolean {
  return node.type === 'Identifier' ? names.has(node.name) : children(node).some((child) => refersTo(child, names))
}

/** Whether it contains a direct eval, in a function or not. */
export function callsEval(node: Node): boolean {
  return (
    (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'eval') ||
    children(node).some(callsEval)
  )
}
