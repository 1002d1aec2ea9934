/** Atomic updates that are statements: nobody sees their results, so they can commute (`--commute unused-results`). */
import { STATEMENT } from '../../../../program/operations/atomics.ts'
import type { CallExpression, Node } from '../../analysis/ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'

const updates = new Set(['add', 'sub', 'and', 'or', 'xor'])
const statements = new WeakSet<Node>()

/** The expression of a statement is about to be emitted. */
export function noteStatement(expression: Node, fn: FunctionContext): void {
  if (expression.type === 'CallExpression' && isUpdate(expression, fn)) statements.add(expression)
}

function isUpdate({ callee, arguments: args }: CallExpression, fn: FunctionContext): boolean {
  if (
    callee.type !== 'MemberExpression' ||
    callee.computed ||
    callee.property.type !== 'Identifier' ||
    !updates.has(callee.property.name)
  )
    return false
  const { object } = callee
  const isBuiltin =
    object.type === 'Identifier' &&
    object.name === 'Atomics' &&
    fn.file.scopes.isGlobal(object) &&
    !fn.file.scopes.dynamic
  return isBuiltin && args.length === 3 && args.every(({ type }) => type !== 'SpreadElement')
}

/** What is passed to a call besides its arguments: real `Atomics` functions do not look at it. */
export function besides(call: CallExpression): Code[] {
  return statements.has(call) ? [`'${STATEMENT}'`] : []
}
