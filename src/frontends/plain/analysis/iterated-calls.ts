/**
 * Calls whose value is iterated at once. V8 looks for the iteration where such a call fails, and takes it for the cause:
 * `f is not a function or its return value is not iterable`.
 */
import { children, isFunction, type Node } from './ast.ts'
import { rendered } from './rendering.ts'

/** By call: how messages call what is iterated. */
export function iteratedCalls(program: Node): ReadonlyMap<Node, string> {
  const found = new Map<Node, string>()
  const visit = (node: Node): void => {
    for (const iterated of iteratedBy(node)) {
      const call = callIn(iterated)
      if (call !== null) found.set(call, call === iterated ? rendered(calleeOf(call), true) : rendered(iterated, true))
    }
    for (const child of children(node)) {
      const isParameter = isFunction(node) && child.type === 'AssignmentPattern'
      if (isParameter) for (const part of children(child)) visit(part)
      else visit(child)
    }
  }
  visit(program)
  return found
}

type Call = Extract<Node, { type: 'CallExpression' | 'TaggedTemplateExpression' }>

const calleeOf = (call: Call): Node => (call.type === 'CallExpression' ? call.callee : call.tag)

/** The call that gives the value: the expression itself, or the last of two parts that V8 gives the same place. */
function callIn(node: Node): Call | null {
  if (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression') return node
  if (node.type !== 'SequenceExpression' && node.type !== 'LogicalExpression') return null
  const [first, last, ...more] = children(node)
  const isPair = more.length === 0 && first!.type !== node.type
  return isPair && last!.type === 'CallExpression' && last!.callee.type === 'Identifier' ? last! : null
}

function iteratedBy(node: Node): readonly Node[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return node.id.type === 'ArrayPattern' && node.init !== null ? [node.init] : []
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return node.left.type === 'ArrayPattern' ? [node.right] : []
    case 'ForOfStatement':
      return [node.right]
    case 'ArrayExpression':
      return node.elements.flatMap((element) => (element?.type === 'SpreadElement' ? [element.argument] : []))
    default:
      return []
  }
}
