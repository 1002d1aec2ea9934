/** Direct eval runs plain code, whatever the function around it is. */
import type { CallExpression } from '../../analysis/ast.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { argumentCodes, emitOrdinaryCall } from './calls.ts'

/**
 * Null for what is no direct eval. A variable may be called `eval` and mean something else, which only running the
 * program tells.
 */
export function emitEval(node: CallExpression, fn: FunctionContext): Code | null {
  const { callee } = node
  if (callee.type !== 'Identifier' || callee.name !== 'eval' || node.arguments.length === 0) return null
  fn.file.skip(node, 'eval')
  const given: Code = ['[', join(argumentCodes(node.arguments, fn), ','), ']']
  const evaluated: Code = [
    'eval(',
    fn.helper('evaluated'),
    '(',
    join([given, fn.site(node), JSON.stringify(surroundings(node, fn))], ','),
    '))',
  ]
  if (fn.file.scopes.isGlobal(callee)) return evaluated
  return ['(', fn.helper('isEval'), '(eval,', fn.site(node), ')?', evaluated, ':', emitOrdinaryCall(node, fn), ')']
}

/** What the evaluated code must know of where it is: it is transformed by itself. */
export interface Surroundings {
  /** The names that mean bindings of the module. */
  readonly moduleNames: readonly string[]
  /**
   * Where a function of Heddle's is around it: how the program's `this`, `arguments` and `new.target` are called there.
   */
  readonly lent: Lent | null
}

export interface Lent {
  readonly this: string
  readonly arguments: string
  readonly newTarget: string
}

function surroundings(node: CallExpression, fn: FunctionContext): Surroundings {
  const lent = fn.isDetached
    ? {
        this: fn.thisCode(),
        arguments: fn.argumentsCode(),
        newTarget: fn.newTargetCode(),
      }
    : null
  return { moduleNames: fn.file.isOfThread ? [] : fn.file.scopes.moduleNamesAt(node), lent }
}
