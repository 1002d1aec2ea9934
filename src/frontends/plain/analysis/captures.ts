/** Whether a function is the same however often it is made: it sees nothing but its own variables and the module's. */
import { children, type FunctionNode, isWithin, type Node } from './ast.ts'
import type { Scopes } from './scopes.ts'

/** What depends on where or for whom a function was made, besides variables. */
const BOUND = new Set(['ThisExpression', 'Super', 'MetaProperty', 'PrivateIdentifier'])

export function capturesNothing(node: FunctionNode, scopes: Scopes): boolean {
  return !scopes.dynamic && isFreeOf(node, node, scopes)
}

function isFreeOf(node: Node, inside: FunctionNode, scopes: Scopes): boolean {
  return children(node).every(
    (child) => !BOUND.has(child.type) && !isCaptured(child, inside, scopes) && isFreeOf(child, inside, scopes),
  )
}

/** By its own name a function can be told from others that were made at the same place. */
function isCaptured(node: Node, inside: FunctionNode, scopes: Scopes): boolean {
  const binding = node.type === 'Identifier' ? scopes.bindingOf(node) : undefined
  if (binding === undefined || binding.moduleLevel) return false
  const { within, isOwnName } = binding
  return !isWithin(within, inside) || (isOwnName && within === inside)
}
