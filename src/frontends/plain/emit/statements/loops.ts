import { type ForInOf, type ForStatement, type Node, targetsOf, type WhileStatement } from '../../analysis/ast.ts'
import { callsEval, refersTo } from '../../analysis/facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import { declaredNames } from '../../analysis/function-parts.ts'
import { renderedIterable } from '../../analysis/rendering.ts'
import type { Code } from '../rope.ts'
import { assignable, guardedValue } from '../expressions/assignments.ts'
import { copy, iterated, operand, visit } from '../emit.ts'
import { keptBody, keptVariables } from '../functions/kept-variables.ts'
import { isElementAccess } from '../expressions/members.ts'
import { asEffect, destructurable, targetSteps } from '../expressions/patterns.ts'
import { region } from '../regions.ts'
import { loopValue } from '../expressions/subjects.ts'
import { emitWatchedLoop } from './watched-loops.ts'
import { emitAwaited } from '../functions/yields.ts'
import { emitDeclaration, emitDeclaredSteps, needsSteps, patternSteps } from './statements.ts'

export function emitWhile(node: WhileStatement, labels: readonly Code[], fn: FunctionContext): Code {
  return emitWatchedLoop(node, labels, fn) ?? [labels, copy(node, fn)]
}

export function emitFor(node: ForStatement, labels: readonly Code[], fn: FunctionContext): Code {
  return emitWatchedLoop(node, labels, fn) ?? region(fn, () => [labels, emitOrdinaryFor(node, fn)], true)
}

function emitOrdinaryFor(node: ForStatement, fn: FunctionContext): Code {
  const { init } = node
  if (init?.type !== 'VariableDeclaration') return copy(node, fn)
  return copy(node, fn, new Map<Node, Code>([[init, emitDeclaration(init, fn)], ...keptBody(node, fn)]))
}

/** The keys of an object are no shared accesses; only the target may be one. */
export function emitForIn(node: ForInOf, labels: readonly Code[], fn: FunctionContext): Code {
  return emitNative(node, labels, fn)
}

/** The loop as it is; if its target needs care, it is bound at the start of the body. */
function emitNative(node: ForInOf, labels: readonly Code[], fn: FunctionContext): Code {
  const { left } = node
  const over =
    node.type === 'ForInStatement'
      ? ['(', visit(node.right, fn), ')']
      : isAwaiting(node)
        ? emitAwaited(node.right, node, fn)
        : iterated(node.right, renderedIterable(node.right, 'loop'), fn)
  const right = guardedValue(left.type === 'VariableDeclaration' ? [] : targetsOf(left), over, node.right, fn)
  if (!needsBinding(left, fn)) {
    const target =
      left.type === 'VariableDeclaration'
        ? copy(left, fn)
        : left.type === 'Identifier'
          ? assignable(left, fn)
          : copy(left, fn)
    return [labels, copy(node, fn, new Map<Node, Code>([[node.right, right], [left, target], ...keptBody(node, fn)]))]
  }
  const value = fn.file.name('k')
  const word = node.type === 'ForInStatement' ? ' in ' : ' of '
  const loop: Code = [labels, 'for', isAwaiting(node) ? ' await' : '', '(const ', value, word]
  if (!hidesNames(node)) return [loop, right, ')', emitTurn(node, value, fn)]
  const held = fn.keep('r')
  return ['{', inDeadZone(node, [held, '=', right], fn), loop, held, ')', emitTurn(node, value, fn), '}']
}

function needsBinding(left: Node, fn: FunctionContext): boolean {
  if (left.type === 'VariableDeclaration') return needsSteps(left.declarations[0]!.id, fn)
  return needsSteps(left, fn) || (fn.suspends && isElementAccess(left))
}

/**
 * Whether the names of the loop are used, or may be, where they have no value yet: what is iterated over cannot see
 * others of their name.
 */
function hidesNames({ left, right }: ForInOf): boolean {
  if (left.type !== 'VariableDeclaration' || left.kind === 'var') return false
  return refersTo(right, new Set(declaredNames(left.declarations[0]!.id))) || callsEval(right)
}

/** Evaluates something where the names of the loop are known, but never get a value: closures may keep them. */
function inDeadZone({ left }: ForInOf, code: Code, fn: FunctionContext): Code {
  const label = fn.file.name('l')
  const names = left.type === 'VariableDeclaration' ? declaredNames(left.declarations[0]!.id) : []
  return [label, ':{', code, ';break ', label, ';let ', join(names, ','), '}']
}

/** One turn: the loop's variable or target gets its value; then the body. */
function emitTurn(node: ForInOf, value: string, fn: FunctionContext): Code {
  return ['{', region(fn, () => [bind(node.left, value, fn), keptVariables([node], fn), visit(node.body, fn)]), '}']
}

function bind(left: Node, value: string, fn: FunctionContext): Code {
  if (left.type !== 'VariableDeclaration')
    return emitDeclaredSteps('', targetSteps(left, () => value, fn).map(asEffect), fn)
  const { id } = left.declarations[0]!
  if (!needsSteps(id, fn))
    return [
      left.kind,
      ' ',
      visit(id, fn),
      '=',
      id.type === 'ObjectPattern' ? destructurable(id, value, loopValue, fn) : value,
      ';',
    ]
  return emitDeclaredSteps(left.kind, patternSteps(id, value, loopValue, fn), fn)
}

/**
 * In a twin the iteration protocol is spelled out, since any of its calls may suspend. Labels stay with the inner loop,
 * so that `continue` takes the next step and `break` closes the iterator.
 */
export function emitForOf(node: ForInOf, labels: readonly Code[], fn: FunctionContext): Code {
  if (isAwaiting(node) && fn.awaits) return emitForAwait(node, labels, fn)
  if (!fn.suspends || fn.isDirect || isAwaiting(node)) return emitNative(node, labels, fn)
  const iteration = fn.keep('i')
  const error = fn.file.name('e')
  const open: Code = [
    iteration,
    '=',
    fn.awaited([
      fn.helper('open'),
      '(',
      operand(node.right, fn),
      ',',
      fn.site(node.right, renderedIterable(node.right, 'loop')),
      ')',
    ]),
    ';',
  ]
  const step: Code = [
    fn.helper('moved'),
    '(',
    iteration,
    ',',
    fn.awaited([fn.helper('step'), '(', iteration, ')']),
    ')',
  ]
  const close: Code = [fn.helper('closed'), '(', fn.awaited([fn.helper('close'), '(', iteration, ')']), ')']
  return [
    '{',
    hidesNames(node) ? inDeadZone(node, open, fn) : open,
    'try{',
    labels,
    'while(',
    step,
    ')',
    emitTurn(node, `${iteration}.value`, fn),
    '}',
    'catch(',
    error,
    '){',
    fn.driven([fn.helper('fail'), '([', iteration, '])']),
    ';throw ',
    error,
    '}',
    'finally{if(',
    iteration,
    '.isOpen)',
    close,
    '}}',
  ]
}

/** In the twin of an async function. */
function emitForAwait(node: ForInOf, labels: readonly Code[], fn: FunctionContext): Code {
  const iteration = fn.keep('i')
  const error = fn.file.name('e')
  const site = fn.site(node.right, renderedIterable(node.right, 'loop'))
  const open: Code = [iteration, '=yield* ', fn.helper('openAsync'), '(', operand(node.right, fn), ',', site, ');']
  const step: Code = ['yield* ', fn.helper('stepAsync'), '(', iteration, ')']
  return [
    '{',
    hidesNames(node) ? inDeadZone(node, open, fn) : open,
    'try{',
    [labels, 'while(', step, ')', emitTurn(node, `${iteration}.value`, fn)],
    ['}catch(', error, '){yield* ', fn.helper('failAsync'), '(', iteration, ');throw ', error, '}'],
    ['finally{if(', iteration, '.isOpen)yield* ', fn.helper('closeAsync'), '(', iteration, ')}}'],
  ]
}

const isAwaiting = (node: ForInOf): boolean => node.type === 'ForOfStatement' && node.await
