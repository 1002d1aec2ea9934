import type { AwaitExpression, Node, YieldExpression } from '../../analysis/ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { copy, givenAway, operand } from '../emit.ts'

/** A user's own yield hands out a value; only delegation meets suspensions, namely those of the inner iterator. */
export function emitYield(node: YieldExpression, fn: FunctionContext): Code {
  if (fn.mode === 'plain' && !node.delegate && node.argument !== null)
    return ['(yield ', givenAway(node.argument, fn), ')']
  if (!node.delegate || node.argument === null || fn.mode !== 'generator') return ['(', copy(node, fn), ')']
  return ['(yield* ', fn.helper('delegate'), '(', operand(node.argument, fn), ',', fn.site(node), '))']
}

/** A thread cannot wait for a promise: nothing would ever run the jobs that settle it. */
export function emitAwait(node: AwaitExpression, fn: FunctionContext): Code {
  return ['(await ', emitAwaited(node.argument, node, fn), ')']
}

export function emitAwaited(value: Node, at: Node, fn: FunctionContext): Code {
  return [fn.helper('awaits'), '(', operand(value, fn), ',', fn.site(at), ')']
}
