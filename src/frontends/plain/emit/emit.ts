/** The heart of the transform: what becomes of each kind of node, in the form that `fn` says. */
import {
  children,
  type Identifier,
  isAnonymous,
  isClass,
  isFunction,
  isPattern,
  type Node,
  type Property,
} from '../analysis/ast.ts'
import type { FunctionContext } from './function-context.ts'
import { renderedIterable, staysAsWritten } from '../analysis/rendering.ts'
import type { Code } from './rope.ts'
import { emitAssignment, emitUpdate } from './expressions/assignments.ts'
import { emitCall, emitNew, emitTaggedTemplate } from './expressions/calls.ts'
import { emitChain, emitDelete } from './expressions/chains.ts'
import { emitClass } from './functions/classes.ts'
import { emitFunction } from './functions/functions.ts'
import { emitObject } from './functions/objects.ts'
import { emitMember } from './expressions/members.ts'
import { emitStatement, isStatement, takenApart } from './statements/statements.ts'
import { partOf } from './expressions/subjects.ts'
import { emitWatched } from './statements/watched.ts'
import { emitAwait, emitYield } from './functions/yields.ts'

export function visit(node: Node, fn: FunctionContext): Code {
  const code = visited(node, fn)
  if (!fn.file.yieldingBodies.has(node) || !fn.suspends) return code
  const yielded = fn.awaited([fn.helper('call0'), '(void 0,', fn.helper('yieldNow'), ',', fn.site(node), ')'])
  return ['{', yielded, ';', code, '}']
}

function visited(node: Node, fn: FunctionContext): Code {
  if (isFunction(node)) return emitFunction(node, fn)
  if (isClass(node)) return emitClass(node, fn)
  if (isStatement(node)) return emitStatement(node, fn)
  const watched = fn.rounds > 0 ? emitWatched(node, fn) : null
  if (watched !== null) return watched
  switch (node.type) {
    case 'Identifier':
      return emitIdentifier(node, fn)
    case 'ThisExpression':
      return fn.isDetached ? fn.thisCode() : node
    case 'MetaProperty':
      return node.meta.name === 'new' && fn.isDetached ? fn.newTargetCode() : node
    case 'MemberExpression':
      return emitMember(node, fn)
    case 'ChainExpression':
      return emitChain(node, fn)
    case 'CallExpression':
      return emitCall(node, fn)
    case 'NewExpression':
      return emitNew(node, fn)
    case 'TaggedTemplateExpression':
      return emitTaggedTemplate(node, fn)
    case 'SpreadElement':
      return emitSpread(node.argument, fn)
    case 'ObjectExpression':
      return emitObject(node, fn)
    case 'AssignmentExpression':
      return emitAssignment(node, fn)
    case 'UpdateExpression':
      return emitUpdate(node, fn)
    case 'UnaryExpression':
      return node.operator === 'delete' ? emitDelete(node, fn) : copy(node, fn)
    case 'YieldExpression':
      return emitYield(node, fn)
    case 'AwaitExpression':
      return emitAwait(node, fn)
    case 'Property':
      return node.shorthand ? emitShorthand(node, fn) : emitProperty(node, fn)
    case 'AssignmentPattern':
      return copy(node, fn, new Map([[node.right, emitDefault(node, fn)]]))
    default:
      return copy(node, fn)
  }
}

/** The node as it is written, with what its children have become. */
export function copy(node: Node, fn: FunctionContext, replaced?: ReadonlyMap<Node, Code>): Code {
  const parts: Code[] = []
  let at = node.start
  for (const child of children(node)) {
    if (child.start < at) continue // a shorthand's key and value are the same piece of source
    parts.push({ start: at, end: child.start }, replaced?.get(child) ?? visit(child, fn))
    at = child.end
  }
  parts.push({ start: at, end: node.end })
  return parts
}

const selfContained = new Set(['Identifier', 'Literal', 'ThisExpression', 'TemplateLiteral', 'ArrayExpression'])

/** An expression that can stand as an operand or argument anywhere, except as the start of a statement. */
export function operand(node: Node, fn: FunctionContext): Code {
  const code = visit(node, fn)
  return selfContained.has(node.type) ? code : ['(', code, ')']
}

const withoutMemory = new Set([
  'Literal',
  'TemplateLiteral',
  'BinaryExpression',
  'UnaryExpression',
  'UpdateExpression',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

/** What a plain body returns, throws or yields: native code may have called it, and look into that. */
export function givenAway(node: Node, fn: FunctionContext): Code {
  if (withoutMemory.has(node.type)) return operand(node, fn)
  const target = fn.isArrow || fn.kind === 'program' || fn.kind === 'field' ? '' : ',new.target'
  return [fn.helper('given'), '(', operand(node, fn), target, ')']
}

/** An expression whose value, when it is an anonymous function or class, takes this name. */
export function visitNamed(node: Node, name: string | null, fn: FunctionContext): Code {
  if (name === null || !isAnonymous(node)) return visit(node, fn)
  return isFunction(node) ? emitFunction(node, fn, name) : named(name, visit(node, fn))
}

/** An expression that is moved into a temporary, which must not give its name to an anonymous function. */
export function unnamed(node: Node, fn: FunctionContext): Code {
  return isAnonymous(node) ? ['(0,', visit(node, fn), ')'] : operand(node, fn)
}

/** What names a function: its place in the source, or a property key that has been evaluated. */
export type Name = string | { readonly key: Code }

/** Gives an anonymous function or class its name without binding it. */
export function named(name: Name, code: Code): Code {
  if (typeof name !== 'string') return ['({[', name.key, ']:', code, '})[', name.key, ']']
  const key = name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)
  return ['({', key, ':', code, '})[', JSON.stringify(name), ']']
}

export function nameOf(target: Node): string | null {
  return target.type === 'Identifier' ? target.name : null
}

function emitIdentifier(node: Identifier, fn: FunctionContext): Code {
  if (node.name === 'eval' && fn.file.scopes.isGlobal(node)) return fn.helper('indirectEval')
  const imported = fn.isDirect ? null : fn.file.scopes.importFromWorkerThreads(node)
  if (imported === 'threadId') return [fn.helper('threadIdAt'), '(', node, ',', fn.site(node), ')']
  if (imported === '*') return [node, '.default'] // whose properties look for themselves
  return node.name === 'arguments' && fn.isDetached ? emitArguments(node, fn) : node
}

/** In the twin of an arrow, which is a function with `arguments` of its own. */
function emitArguments(node: Identifier, fn: FunctionContext): Code {
  const binding = fn.file.scopes.bindingOf(node)
  if (fn.file.scopes.isArguments(node) && binding?.reassigned !== true) return fn.argumentsCode()
  throw fn.file.fail(node, '`arguments` is used as a variable, in an arrow that may have to be suspended: rename it')
}

/** The default of a part of a pattern that is left to the engine. */
export function emitDefault(
  { left, right }: Extract<Node, { type: 'AssignmentPattern' }>,
  fn: FunctionContext,
  subject = partOf(null, null, right),
): Code {
  return isPattern(left) ? takenApart(left, right, subject, fn) : visitNamed(right, nameOf(left), fn)
}

function emitProperty(node: Property, fn: FunctionContext): Code {
  return node.computed ? copy(node, fn, new Map([[node.key, fn.key(() => visit(node.key, fn))]])) : copy(node, fn)
}

function emitShorthand(node: Extract<Node, { type: 'Property' }>, fn: FunctionContext): Code {
  if (node.value.type !== 'Identifier') return visit(node.value, fn)
  const code = emitIdentifier(node.value, fn)
  return code === node.value ? node.value : [node.value, ':', code]
}

/** `...iterable` in an array or in arguments; `name` is how messages call it, `inPlace` as for `iterated`. */
export function emitSpread(
  argument: Node,
  fn: FunctionContext,
  name: string | null = renderedIterable(argument, 'spread'),
  inPlace = fn.isDirect,
): Code {
  if (!fn.suspends || fn.isDirect)
    return ['...', iterated(argument, name, fn, inPlace || name?.startsWith('...') !== true)]
  return ['...', fn.awaited([fn.helper('spread'), '(', operand(argument, fn), ',', fn.site(argument, name), ')'])]
}

/**
 * Something that is iterated natively: if it cannot be, what is said about it must not be about transformed code.
 * `inPlace`: by what iterates it originally.
 */
export function iterated(node: Node, name: string | null, fn: FunctionContext, inPlace = true): Code {
  return inPlace && staysAsWritten(node)
    ? operand(node, fn)
    : [fn.helper('iterable'), '(', operand(node, fn), ',', fn.site(node, name), ')']
}
