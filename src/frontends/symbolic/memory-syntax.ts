/** Which syntax may access an element of shared memory, or wait for one. */
import {
  type AssignmentExpression,
  type CallExpression,
  children,
  type FunctionNode,
  isFunction,
  type Loop,
  type MemberExpression,
  type Node,
  type Program,
} from '../plain/analysis/ast.ts'
import { onlyLooks, roundOf } from '../plain/analysis/rounds.ts'
import type { Scopes } from '../plain/analysis/scopes.ts'

const ATOMICS = new Set(['load', 'store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange'])
const LOOPS = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement'])

export const isElement = (node: Node): node is MemberExpression => isElementKey(node)

function isElementKey(node: Node): boolean {
  if (node.type !== 'MemberExpression' || !node.computed || node.optional || node.object.type === 'Super') return false
  return node.property.type !== 'Literal' || typeof node.property.value === 'number'
}

/** The name of the function of `Atomics` that is called, with as many arguments as it takes. */
export function atomicOf({ callee, arguments: args, optional }: CallExpression, scopes: Scopes): string | null {
  if (optional || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null
  const { object, property } = callee
  if (object.type !== 'Identifier' || object.name !== 'Atomics' || !scopes.isGlobal(object)) return null
  if (property.type !== 'Identifier' || !ATOMICS.has(property.name)) return null
  if (args.length < 2 || args.some(({ type }) => type === 'SpreadElement')) return null
  return property.name
}

/**
 * All that is inside loops that may be spin-waits, and inside functions that these may call: what they wait for is a
 * plain value. `isOnlyCalledHere`: all calls of the function are in this file.
 */
export function waitedFor(
  program: Program,
  scopes: Scopes,
  isOnlyCalledHere: (fn: FunctionNode) => boolean,
): ReadonlySet<Node> {
  const found = new Set<Node>()
  const looking = new Set<FunctionNode>()
  let calls = false
  const visit = (node: Node, isWaiting: boolean): void => {
    if (isWaiting) found.add(node)
    if (isWaiting && node.type === 'CallExpression' && atomicOf(node, scopes) === null) calls = true
    if (isFunction(node) && onlyLooks(node, scopes)) looking.add(node)
    const waits = isWaiting || (LOOPS.has(node.type) && roundOf(node as Loop, scopes)?.looks === true)
    for (const child of children(node)) visit(child, waits)
  }
  visit(program, false)
  // A function that is waited in may be the first to call others.
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const fn of looking) if (!found.has(fn) && (calls || !isOnlyCalledHere(fn))) visit(fn, true)
  }
  return found
}

/** Whether evaluating it has no effect, and gives the same before and after an access to memory. */
export function isPure(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
      return true
    case 'UnaryExpression':
      return node.operator !== 'delete' && isPure(node.argument)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isPure(node.left as Node) && isPure(node.right)
    case 'ConditionalExpression':
      return isPure(node.test) && isPure(node.consequent) && isPure(node.alternate)
    default:
      return false
  }
}

/** `o.k = v` or `o[k] = v`, where the object is named. */
export function isPlainAssignment({ left, operator }: AssignmentExpression): boolean {
  if (operator !== '=' || left.type !== 'MemberExpression' || left.optional) return false
  if (isElementKey(left)) return true
  return isNamed(left)
}

/** `o.k`, where the object is named. */
export function isNamed(node: Node): boolean {
  if (node.type !== 'MemberExpression' || node.computed || node.optional) return false
  const { object, property } = node
  return property.type === 'Identifier' && (object.type === 'Identifier' || object.type === 'ThisExpression')
}
