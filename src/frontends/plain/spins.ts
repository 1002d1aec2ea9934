/** Recognises loops that only look at shared memory until they like what they see: running a round again changes nothing. */
import { children, type Node } from './ast.ts'
import { suspends } from './facts.ts'

export type Loop = Extract<Node, { type: 'WhileStatement' | 'DoWhileStatement' | 'ForStatement' }>

/** Whether a round of the loop has no effect but shared operations, so that only other threads can end the loop. */
export function isSpin(loop: Loop): boolean {
  const { test, body, update } = loop as unknown as { test: Node | null; body: Node; update?: Node | null }
  if (update != null) return false
  const round = loop.type === 'DoWhileStatement' ? [body, test!] : test === null ? [body] : [test, body]
  return round.some(suspends) && round.every(isHarmless) && assignsAnew(round)
}

const harmless = new Set([
  'Identifier', 'Literal', 'ThisExpression', 'MemberExpression', 'ChainExpression', 'BinaryExpression', 'LogicalExpression', 'ConditionalExpression',
  'SequenceExpression', 'TemplateLiteral', 'TemplateElement', 'EmptyStatement', 'BlockStatement', 'ExpressionStatement', 'IfStatement',
  'BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement', 'VariableDeclaration', 'VariableDeclarator',
])

function isHarmless(node: Node): boolean {
  const itself = harmless.has(node.type) || (node.type === 'UnaryExpression' && node.operator !== 'delete') ||
    (node.type === 'CallExpression' && looks(node.callee)) ||
    (node.type === 'AssignmentExpression' && node.operator === '=' && node.left.type === 'Identifier')
  return itself && children(node).every(isHarmless)
}

/** Calls that are reads, or writes only when the loop ends. */
function looks(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'yieldNow'
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Atomics' &&
    callee.property.type === 'Identifier' && (callee.property.name === 'load' || callee.property.name === 'compareExchange')
}

/** A variable may be assigned in each round, but must not bring anything over from the round before. */
function assignsAnew(round: readonly Node[]): boolean {
  const uses = round.flatMap((part) => usesIn(part, true))
  return uses.every((use, i) => !use.assigned || (use.always && !uses.slice(0, i).some((other) => other.name === use.name)))
}

interface Use { readonly name: string; readonly assigned: boolean; readonly always: boolean }

/** Reads and assignments of names in the order of evaluation. `always`: not under a condition. */
function usesIn(node: Node, always: boolean): Use[] {
  if (node.type === 'Identifier') return [{ name: node.name, assigned: false, always }]
  if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') {
    return [...usesIn(node.right, always), { name: node.left.name, assigned: true, always }]
  }
  if (node.type === 'VariableDeclarator') return node.init === null ? [] : usesIn(node.init, always)
  const conditional = node.type === 'IfStatement' || node.type === 'LogicalExpression' || node.type === 'ConditionalExpression'
  return children(node).flatMap((child, i) => usesIn(child, always && (!conditional || i === 0)))
}
