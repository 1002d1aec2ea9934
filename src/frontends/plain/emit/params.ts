/** Parameters. Those whose evaluation may suspend are received under other names and taken apart in the body. */
import { type FunctionNode, type Node } from '../ast.ts'
import { containsFunction, suspends } from '../facts.ts'
import { FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { nameOf, operand, visit, visitNamed } from './emit.ts'
import { declaredNames, hasCarefulPart, type Step } from './patterns.ts'
import { emitDeclaredSteps, patternSteps } from './statements.ts'

export interface Params {
  /** With parentheses. */
  readonly code: Code
  /** What the body must start with. */
  readonly moved: Code
}

export function emitParams(node: FunctionNode, inner: FunctionContext): Params {
  const from = firstMoved(node, inner)
  const names = node.params.slice(from).map(() => inner.file.name('p'))
  const kept = node.params.slice(0, from).map((param) => visit(param, contextFor(node, inner)))
  const received = node.params.slice(from).map((param, i) => receive(param, names[i]!))
  const code: Code = ['(', join([...kept, ...received], ','), ')']
  if (names.length === 0) return { code, moved: '' }
  const steps = node.params.slice(from).flatMap((param, i) => unpack(param, names[i]!, inner))
  const bound = node.params.slice(from).flatMap(declaredNames)
  return { code, moved: emitDeclaredSteps(bodyDeclares(node.body, bound) ? 'var' : 'let', node.params.slice(from), steps, inner) }
}

/** A generator function's parameters are evaluated by the call, which cannot suspend: there they stay plain. */
function contextFor(node: FunctionNode, inner: FunctionContext): FunctionContext {
  return staysPlain(node, inner) ? new FunctionContext(inner.file, inner.parent, 'plain', inner.isArrow, 'field', inner.strict) : inner
}

const staysPlain = (node: FunctionNode, inner: FunctionContext): boolean => inner.mode === 'generator' || (inner.isDirect && node.generator)

/** From the first parameter that must be moved on, all are: later ones may refer to it. */
function firstMoved(node: FunctionNode, inner: FunctionContext): number {
  if (staysPlain(node, inner)) return node.params.length
  const at = node.params.findIndex((param) => containsFunction(param) || hasCarefulPart(param) || (inner.suspends && suspends(param)))
  return at === -1 ? node.params.length : at
}

/** Defaults and rests stay visible in the parameter list: `length` counts what is before them. */
function receive(param: Node, name: string): Code {
  if (param.type === 'RestElement') return ['...', name]
  return param.type === 'AssignmentPattern' ? [name, '=undefined'] : name
}

function unpack(param: Node, name: string, inner: FunctionContext): Step[] {
  if (param.type === 'RestElement') return patternSteps(param.argument, name, inner)
  if (param.type !== 'AssignmentPattern') return patternSteps(param, name, inner)
  const fallback = nameOf(param.left) === null ? operand(param.right, inner) : ['(', visitNamed(param.right, nameOf(param.left), inner), ')']
  return patternSteps(param.left, [name, '===undefined?', fallback, ':', name], inner)
}

/** Whether the body has a `var` or a function of one of these names, which `let` would collide with. */
function bodyDeclares(body: Node, names: readonly string[]): boolean {
  const wanted = new Set(names)
  const search = (node: Node): boolean => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') return node.declarations.some(({ id }) => declaredNames(id).some((n) => wanted.has(n)))
    if (node.type === 'FunctionDeclaration') return node.id !== null && wanted.has(node.id.name)
    return searchable(node).some(search)
  }
  return searchable(body).some(search)
}

function searchable(node: Node): Node[] {
  return node.type.endsWith('Statement') || node.type === 'SwitchCase' || node.type === 'CatchClause' ? statementsIn(node) : []
}

function statementsIn(node: Node): Node[] {
  const values = Object.values(node) as unknown[]
  return values.flat().filter((value): value is Node => value !== null && typeof value === 'object' && typeof (value as Node).type === 'string')
}
