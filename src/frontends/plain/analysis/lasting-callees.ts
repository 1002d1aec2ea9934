/**
 * Which functions a loop calls that are the same in each round, as far as nothing but rounds happens: they are looked
 * at when it begins.
 */
import { children, type MemberExpression, type Node } from './ast.ts'
import type { Scopes } from './scopes.ts'

/** Neither of `super`, nor private: what the property is can be found without evaluating it. */
export const isPlainMember = (node: Node): node is MemberExpression =>
  node.type === 'MemberExpression' && node.object.type !== 'Super' && node.property.type !== 'PrivateIdentifier'

export const isMethod = (callee: Node): callee is MemberExpression => isPlainMember(callee) && !callee.computed

/** A name that is never assigned, or a property of what has one. */
export function isLastingCallee(callee: Node, scopes: Scopes): boolean {
  const base = isMethod(callee) ? callee.object : callee
  return (
    base.type === 'Identifier' &&
    base.name !== 'arguments' &&
    base.name !== 'eval' &&
    (scopes.isGlobal(base) || scopes.isStable(base))
  )
}

/** What evaluating the node evaluates in each round. */
export function evaluatedIn(node: Node, scopes: Scopes): readonly Node[] {
  if (node.type !== 'CallExpression') return children(node)
  return isLastingCallee(node.callee, scopes) ? node.arguments : [...children(node.callee), ...node.arguments]
}

export function lastingCallees(node: Node, scopes: Scopes): Node[] {
  const inside = evaluatedIn(node, scopes).flatMap((child) => lastingCallees(child, scopes))
  return node.type === 'CallExpression' && isLastingCallee(node.callee, scopes) ? [node.callee, ...inside] : inside
}
