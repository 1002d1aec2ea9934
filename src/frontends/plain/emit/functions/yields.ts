import type { AwaitExpression, Node, YieldExpression } from '../../analysis/ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { copy, givenAway, operand } from '../emit.ts'

/** A user's own yield hands out a value; only delegation meets suspensions, namely those of the inner iterator. */
export function emitYield(node: YieldExpression, fn: FunctionContext): Code {
  if (fn.mode === 'plain' && !node.delegate && node.argument !== null)
    return ['(yield ', givenAway(node.argument, fn), ')']
  if (fn.mode === 'async generator') return emitAsyncYield(node, fn)
  if (!node.delegate || node.argument === null || fn.mode !== 'generator') return ['(', copy(node, fn), ')']
  return ['(yield* ', fn.helper('delegate'), '(', operand(node.argument, fn), ',', fn.site(node), '))']
}

/** Async generators await what they yield. */
function emitAsyncYield({ argument, delegate, ...node }: YieldExpression, fn: FunctionContext): Code {
  const value = argument === null ? 'void 0' : operand(argument, fn)
  const site = fn.site(node as Node)
  if (delegate) return ['(yield* ', fn.helper('delegateAsync'), '(', value, ',', site, '))']
  return ['(yield ', fn.helper('yielding'), '(', awaitedCode(value, site, fn), '))']
}

const awaitedCode = (value: Code, site: string, fn: FunctionContext): Code => [
  'yield ',
  fn.helper('awaiting'),
  '(',
  value,
  ',',
  site,
  ')',
]

/** Async generators await what they return. */
export const emitAsyncReturn = (value: Node, fn: FunctionContext): Code => [
  'return(',
  awaitedCode(operand(value, fn), fn.site(value), fn),
  ');',
]

/** In its twin, what is awaited is left to the jobs of the thread; elsewhere, a thread cannot wait for it. */
export function emitAwait(node: AwaitExpression, fn: FunctionContext): Code {
  if (fn.awaits) return ['(', awaitedCode(operand(node.argument, fn), fn.site(node), fn), ')']
  return ['(await ', emitAwaited(node.argument, node, fn), ')']
}

export function emitAwaited(value: Node, at: Node, fn: FunctionContext): Code {
  return [fn.helper('awaits'), '(', operand(value, fn), ',', fn.site(at), ')']
}
