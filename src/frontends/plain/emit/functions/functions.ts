/** Functions: each keeps its plain form and gets a suspendable twin beside it. */
import {
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type FunctionNode,
  isFunction,
  type Node,
  bodyOf,
} from '../../analysis/ast.ts'
import {
  accessesShared,
  bodySuspends,
  callsEval,
  callsSuper,
  containsFunction,
  refersTo,
  usesNewTarget,
} from '../../analysis/facts.ts'
import type { FileContext } from '../file-context.ts'
import { leavesNothing, onlyLooks } from '../../analysis/rounds.ts'
import { capturesNothing } from '../../analysis/captures.ts'
import { CAPTURES_NOTHING, LEAVES_NOTHING, LOOKS, SUSPENDS } from '../../../../base/function-marks.ts'
import { FunctionContext, type Mode, type OwnerKind } from '../function-context.ts'
import { isStrictBody, statementsOf } from '../../analysis/function-parts.ts'
import type { Code } from '../rope.ts'
import { emitForm } from './bodies.ts'
import { type Name, named, visit } from '../emit.ts'

export function hasTwin(node: FunctionNode, file: FileContext): boolean {
  return !file.isDirect && canSuspend(node)
}

function canSuspend(node: FunctionNode): boolean {
  return (node.async || bodySuspends(node)) && !(node.type === 'ArrowFunctionExpression' && callsSuper(node))
}

/** What gives a function its twin. */
export function twinHelper(node: FunctionNode): string {
  if (node.async) return node.generator ? 'asyncGeneratorTwin' : 'asyncTwin'
  return node.generator ? 'generatorTwin' : 'twin'
}

/** A function expression, or an arrow; `name` is what it is called if it has no name of its own. */
export function emitFunction(node: FunctionNode, fn: FunctionContext, name?: Name): Code {
  if (node.type === 'FunctionDeclaration') return emitDeclaredFunction(node, fn)
  const ownName = node.id?.name ?? name
  if (!hasTwin(node, fn.file)) {
    if (node.async && accessesShared(bodyOf(node))) fn.file.skip(node, 'async function', node)
    return name === undefined ? plainFunction(node, fn) : named(name, plainFunction(node, fn))
  }
  const pair = emitPair(node, fn, ownName)
  // The name of a function expression is known only inside its plain form, and must mean that form in the twin as well.
  return node.id !== null && refersToItself(node, node.id.name)
    ? ['(()=>{const ', node.id, '=', pair, ';return ', node.id, '})()']
    : pair
}

function refersToItself(node: FunctionNode, name: string): boolean {
  return [...node.params, bodyOf(node)].some((part) => refersTo(part, new Set([name])) || callsEval(part))
}

/** `own`: the name that the function knows itself by, as opposed to the one that it has. */
function emitPair(
  node: FunctionNode,
  fn: FunctionContext,
  name: Name | undefined,
  own: string | null = node.id?.name ?? null,
): Code {
  const twin = nameIf(name, twinFunction(node, fn))
  if (needsStub(node, fn)) return emitStub(node, name ?? '', twin, fn)
  const plain = plainFunction(node, fn, own ?? '')
  return [fn.helper(twinHelper(node)), '(', own === null ? nameIf(name, plain) : plain, ',', twin, ')']
}

const nameIf = (name: Name | undefined, code: Code): Code => (name === undefined ? code : named(name, code))

/**
 * Inside a twin, a function that contains functions gets no plain body: with both forms at each level, nested functions
 * would double the code per level. Its plain form runs the twin instead, which cannot tell who is constructed.
 */
function needsStub(node: FunctionNode, fn: FunctionContext): boolean {
  return (
    fn.suspends &&
    !node.generator &&
    containsFunction(node) &&
    (node.type === 'ArrowFunctionExpression' || !usesNewTarget(node))
  )
}

function emitStub(node: FunctionNode, name: Name, twin: Code, fn: FunctionContext): Code {
  const kind = node.async ? 'asyncStub' : node.type === 'ArrowFunctionExpression' ? 'arrowStub' : 'functionStub'
  return [
    fn.helper(kind),
    '(',
    twin,
    ',',
    typeof name === 'string' ? JSON.stringify(name) : name.key,
    ',',
    String(lengthOf(node)),
    ')',
  ]
}

/** The `length` of a function: its parameters before the first default or rest. */
export function lengthOf(node: FunctionNode): number {
  const end = node.params.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement')
  return end === -1 ? node.params.length : end
}

// --- Declarations ---------------------------------------------------------------------------------------------------

/**
 * A declared function where it stands. Its twin is attached at the start of the block, as early as the function exists.
 */
export function emitDeclaredFunction(node: FunctionNode, fn: FunctionContext): Code {
  if (node.type !== 'FunctionDeclaration') return visit(node, fn)
  if (isStubbed(node, fn) || fn.file.asVariables.has(node)) return ''
  if (node.async && accessesShared(bodyOf(node))) fn.file.skip(node, 'async function', node)
  return plainFunction(node, fn, declaredName(node, fn))
}

/**
 * A stub is a value, so it needs a name to be bound to; sloppy functions in blocks have two bindings and stay as they
 * are.
 */
function isStubbed(node: FunctionDeclaration, fn: FunctionContext): boolean {
  return node.id !== null && hasTwin(node, fn.file) && needsStub(node, fn) && fn.strict && !fn.file.keepPlain.has(node)
}

/** `export default function () {}` needs a name to be referred to by. */
function declaredName(node: FunctionDeclaration, fn: FunctionContext): string {
  return node.id?.name ?? `${fn.file.prefix}default`
}

/**
 * What attaches the twins of the functions declared in a list of statements; `kind` is how such functions are bound.
 */
export function attachments(body: readonly Node[], fn: FunctionContext, { end = ';', kind = 'var' } = {}): Code[] {
  return body.flatMap((statement) => {
    const node = declared(statement)
    if (node !== null && fn.file.asVariables.has(node)) return isLast(node, body) ? [asVariable(node, fn), end] : []
    return node === null || !hasTwin(node, fn.file) ? [] : [attachment(node, fn, kind), end]
  })
}

/** Of functions with the same name the last one counts. */
function isLast(node: FunctionDeclaration, body: readonly Node[]): boolean {
  return (
    body.findLast((statement) => declared(statement)?.id?.name === node.id!.name) ===
    body.find((statement) => declared(statement) === node)
  )
}

/** A function at the top of a body is a variable that has its value from the start. */
function asVariable(node: FunctionDeclaration, fn: FunctionContext): Code {
  const { name } = node.id!
  const value = hasTwin(node, fn.file) ? emitPair(node, fn, name, null) : named(name, plainFunction(node, fn, ''))
  return ['var ', name, '=', value]
}

function declared(statement: Node): FunctionDeclaration | null {
  if (statement.type === 'FunctionDeclaration') return statement
  const inner =
    statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
      ? (statement as unknown as { declaration: Node | null }).declaration
      : statement.type === 'LabeledStatement'
        ? statement.body
        : null
  return inner !== null && isFunction(inner) && inner.type === 'FunctionDeclaration' ? inner : null
}

function attachment(node: FunctionDeclaration, fn: FunctionContext, kind: string): Code {
  const name = node.id?.name ?? 'default'
  const twin = named(name, twinFunction(node, fn))
  if (isStubbed(node, fn)) return [kind, ' ', name, '=', emitStub(node, name, twin, fn)]
  const helper = fn.helper(twinHelper(node))
  return [helper, '(', declaredName(node, fn), ',', twin, node.id === null ? ',"default"' : '', ')']
}

// --- The two forms --------------------------------------------------------------------------------------------------

function plainFunction(node: FunctionNode, fn: FunctionContext, name = node.id?.name ?? ''): Code {
  const isArrow = node.type === 'ArrowFunctionExpression'
  const inner = new FunctionContext(fn.file, fn, unsuspended(fn), isArrow, 'function', isStrict(node, fn))
  const prefix = node.async ? 'async ' : ''
  if (!isArrow) return [prefix, 'function', node.generator ? '*' : '', ' ', name, formOf(node, inner)]
  return [prefix, plainArrow(node, inner)]
}

function plainArrow(node: ArrowFunctionExpression, inner: FunctionContext): Code {
  const { params, body, value } = emitForm(node, inner)
  return [params, '=>', value === null ? body : ['(', value, ')']]
}

function twinFunction(node: FunctionNode, fn: FunctionContext): Code {
  return ['function* ', formOf(node, twinContext(node, fn))]
}

export function twinContext(node: FunctionNode, fn: FunctionContext): FunctionContext {
  const mode: Mode = node.async ? (node.generator ? 'async generator' : 'async') : node.generator ? 'generator' : 'twin'
  return new FunctionContext(fn.file, fn, mode, node.type === 'ArrowFunctionExpression', 'function', isStrict(node, fn))
}

/** Parameters and body of a method in its plain form; `kind` says what a constructor may do with `this`. */
export function plainMethod(node: FunctionNode, fn: FunctionContext, kind: OwnerKind = 'function'): Code {
  return formOf(node, new FunctionContext(fn.file, fn, unsuspended(fn), false, kind, isStrict(node, fn)))
}

/** The mode of functions that keep their form. */
function unsuspended(fn: FunctionContext): Mode {
  return fn.file.isDirect ? 'direct' : 'plain'
}

/** `(params){body}` in the form that the context says. */
export function formOf(node: FunctionNode, inner: FunctionContext): Code {
  const { params, body } = emitForm(node, inner)
  return [params, body]
}

/**
 * In the text of functions, so that it can be told when they run: of those that pass gates, which would have a twin;
 * which only look, or leave nothing; and which are the same wherever they were made.
 */
export function markOf(node: FunctionNode, inner: FunctionContext): Code {
  const { scopes } = inner.file
  return [
    inner.isDirect && canSuspend(node) && !node.async ? SUSPENDS : '',
    onlyLooks(node, scopes) ? LOOKS : leavesNothing(node, scopes) ? LEAVES_NOTHING : '',
    inner.mode === 'plain' && capturesNothing(node, scopes) ? CAPTURES_NOTHING : '',
  ]
}

function isStrict(node: FunctionNode, fn: FunctionContext): boolean {
  return fn.strict || isStrictBody(statementsOf(node))
}
