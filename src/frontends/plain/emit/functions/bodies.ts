/** Parameters and bodies of functions, in the form that the context says. */
import { type FunctionNode, bodyOf } from '../../analysis/ast.ts'
import { usesArguments } from '../../analysis/facts.ts'
import { leavesNothing, onlyLooks } from '../../analysis/rounds.ts'
import { FunctionContext, join } from '../function-context.ts'
import { clashingFunctions, isDirective, parameterNames, statementsOf } from '../../analysis/function-parts.ts'
import type { Code } from '../rope.ts'
import { givenAway, operand } from '../emit.ts'
import { keptVariables, notedVariables } from './kept-variables.ts'
import { attachments } from './functions.ts'
import { emitParams } from './params.ts'
import { region } from '../regions.ts'
import { emitList } from '../statements/statements.ts'
import { WatchedSteps } from '../statements/watched-steps.ts'

export interface Form {
  /** With parentheses. */
  readonly params: Code
  /** With braces. */
  readonly body: Code
  /** The body of an arrow that needs no braces. */
  readonly value: Code | null
}

export function emitForm(node: FunctionNode, inner: FunctionContext): Form {
  const { scopes } = inner.file
  const call = inner.mode === 'twin' && leavesNothing(node, scopes) ? inner.keep('c') : null
  inner.watched = call !== null || (inner.suspends && onlyLooks(node, scopes))
  if (inner.watched) inner.rounds++
  let params: Code = ''
  let value: Code | null = null
  const inside = region(inner, () => {
    const { code, moved, apart } = emitParams(node, inner)
    params = code
    if (apart !== null) return [moved, emitApart(node, apart, inner)]
    const body = bodyOf(node)
    if (body.type === 'BlockStatement') return [moved, emitStatements(node, inner)]
    const noted = notedVariables([node], inner)
    const given = inner.mode === 'plain' ? givenAway(body, inner) : operand(body, inner)
    value = noted === '' ? given : ['(', noted, ',', given, ')']
    return [moved, 'return ', value, ';']
  })
  const directives = statementsOf(node)
    .filter(isDirective)
    .map((one): Code => [{ start: one.start, end: one.end }, ';'])
  const entered = inner.mode === 'plain' ? [inner.file.entered(node), entersAsync(node, inner)].join('') : ''
  const isPlain = entered === '' && inner.declared.size === 0 && node.params.every(({ type }) => type === 'Identifier')
  return {
    params,
    body: ['{', directives, inner.header(), entered, emitCallee(node, inner), watchedCall(inside, call, inner), '}'],
    value: isPlain ? value : null,
  }
}

/** It says when it begins, and when it ends, by whichever way. Whoever resumes its caller knows what it returned. */
function watchedCall(inside: Code, call: string | null, fn: FunctionContext): Code {
  if (call === null) return inside
  return [call, '=', fn.helper('callBegins'), '();try{', inside, '}finally{', fn.helper('callEnds'), '(', call, ')}']
}

/** In a thread, the twin is meant: only builtins call the plain form of an async function there. */
function entersAsync(node: FunctionNode, fn: FunctionContext): string {
  return node.async ? `if(${fn.helper('entersAsync')}(${fn.site(node)}))return;` : ''
}

/**
 * Sloppy functions know themselves as `arguments.callee`: that is to be the function that the program knows, not its
 * twin.
 */
function emitCallee(node: FunctionNode, fn: FunctionContext): Code {
  const isMapped =
    !fn.strict && !fn.isArrow && fn.suspends && !fn.isDirect && node.params.every(({ type }) => type === 'Identifier')
  if (!isMapped || !usesArguments(node) || parameterNames(node).includes('arguments')) return ''
  return [fn.helper('callee'), '(arguments);']
}

/** What stands between the braces, without the directives. */
function emitStatements(node: FunctionNode, fn: FunctionContext): Code {
  const body = bodyOf(node)
  if (body.type !== 'BlockStatement')
    return ['return ', fn.mode === 'plain' ? givenAway(body, fn) : operand(body, fn), ';']
  const statements = statementsOf(node)
  for (const declared of clashingFunctions(node)) fn.file.asVariables.add(declared)
  const start = statements.findLast(isDirective)?.end ?? body.start + 1
  const others = statements.filter((one) => !isDirective(one))
  return [
    keptVariables([node, body], fn),
    attachments(statements, fn),
    emitList(others, start, body.end - 1, fn, new WatchedSteps(others, body, true, fn)),
  ]
}

/** The body in a function of its own, inside of which nothing of it can be seen from the parameters. */
function emitApart(node: FunctionNode, names: readonly string[], fn: FunctionContext): Code {
  const own = new FunctionContext(fn.file, fn, fn.mode, true, 'function', fn.strict)
  const inside = region(own, () => emitStatements(node, own))
  const body: Code = ['{', own.header(), inside, '}']
  const given = join(names, ',')
  if (fn.mode === 'async') return ['return yield*(function*(', given, ')', body, ')(', given, ');']
  if (fn.mode === 'twin')
    return ['return ', fn.yielded([fn.helper('within'), '((function*(', given, ')', body, ')(', given, '))']), ';']
  const call: Code = ['(', node.async ? 'async' : '', '(', given, ')=>', body, ')(', given, ')']
  return fn.mode === 'plain' && !fn.isArrow
    ? ['return ', fn.helper('given'), '(', call, ',new.target);']
    : ['return ', call, ';']
}
