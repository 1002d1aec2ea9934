import { type ForInOf, type ForStatement, type Node, targetsOf, type WhileStatement } from '../ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { guardedValue } from './assignments.ts'
import { copy, operand, visit } from './emit.ts'
import { isElementAccess } from './members.ts'
import { asEffect, targetSteps } from './patterns.ts'
import { emitWatchedLoop } from './watched-loops.ts'
import { emitDeclaration, emitDeclaredSteps, needsSteps, patternSteps } from './statements.ts'

export function emitWhile(node: WhileStatement, labels: readonly Code[], fn: FunctionContext): Code {
  return emitWatchedLoop(node, labels, fn) ?? [labels, copy(node, fn)]
}

export function emitFor(node: ForStatement, labels: readonly Code[], fn: FunctionContext): Code {
  return emitWatchedLoop(node, labels, fn) ?? [labels, emitOrdinaryFor(node, fn)]
}

function emitOrdinaryFor(node: ForStatement, fn: FunctionContext): Code {
  const { init } = node
  if (init?.type !== 'VariableDeclaration') return copy(node, fn)
  return copy(node, fn, new Map([[init, emitDeclaration(init, fn)]]))
}

/** The keys of an object are no shared accesses; only the target may be one. */
export function emitForIn(node: ForInOf, fn: FunctionContext): Code {
  return emitNative(node, fn)
}

/** The loop as it is; if its target needs care, it is bound at the start of the body. */
function emitNative(node: ForInOf, fn: FunctionContext): Code {
  const { left } = node
  const right = guardedValue(left.type === 'VariableDeclaration' ? [] : targetsOf(left), ['(', visit(node.right, fn), ')'], node.right, fn)
  if (!needsBinding(left, fn)) return copy(node, fn, new Map([[node.right, right], [left, left.type === 'VariableDeclaration' ? copy(left, fn) : visit(left, fn)]]))
  const value = fn.file.name('k')
  const word = node.type === 'ForInStatement' ? ' in ' : ' of '
  return ['for', node.await ? ' await' : '', '(const ', value, word, right, '){', bind(left, value, fn), visit(node.body, fn), '}']
}

function needsBinding(left: Node, fn: FunctionContext): boolean {
  if (left.type === 'VariableDeclaration') return needsSteps(left.declarations[0]!.id, fn)
  return needsSteps(left, fn) || (fn.suspends && isElementAccess(left))
}

/** Gives the loop's variable or target its value for one turn; what fails in it is no matter of the loop's head. */
function bind(left: Node, value: string, fn: FunctionContext): Code {
  const { closing } = fn
  fn.closing = null
  const code = bindTurn(left, value, fn)
  fn.closing = closing
  return code
}

function bindTurn(left: Node, value: string, fn: FunctionContext): Code {
  if (left.type !== 'VariableDeclaration') return emitDeclaredSteps('', [], targetSteps(left, () => value, fn).map(asEffect), fn)
  const { id } = left.declarations[0]!
  if (!needsSteps(id, fn)) return [left.kind, ' ', visit(id, fn), '=', value, ';']
  return emitDeclaredSteps(left.kind, [id], patternSteps(id, value, fn), fn)
}

/**
 * In a twin the iteration protocol is spelled out, since any of its calls may suspend. Labels stay with the inner loop, so
 * that `continue` takes the next step and `break` closes the iterator.
 */
export function emitForOf(node: ForInOf, labels: readonly Code[], fn: FunctionContext): Code {
  if (!fn.suspends || fn.isDirect || node.await === true) return [labels, emitNative(node, fn)]
  const iteration = fn.keep('i')
  const error = fn.file.name('e')
  const open = fn.awaited([fn.helper('open'), '(', operand(node.right, fn), ',', fn.site(node.right), ')'])
  const step: Code = [fn.helper('moved'), '(', iteration, ',', fn.awaited([fn.helper('step'), '(', iteration, ')']), ')']
  const close: Code = [fn.helper('closed'), '(', fn.awaited([fn.helper('close'), '(', iteration, ')']), ')']
  return [
    '{', iteration, '=', open, ';try{', labels, 'while(', step, '){', bind(node.left, `${iteration}.value`, fn), visit(node.body, fn), '}}',
    'catch(', error, '){', fn.driven([fn.helper('fail'), '([', iteration, '])']), ';throw ', error, '}',
    'finally{if(', iteration, '.isOpen)', close, '}}',
  ]
}
