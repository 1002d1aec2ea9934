/**
 * Inside loops whose rounds are watched, whatever could run code of the program unseen, or change what is not shared,
 * is told to the runtime first: property accesses, which may be getters; conversions of operands and arguments, which
 * may be objects with methods for that; methods, which may be any function; and elements that are written.
 */
import {
  type AssignmentExpression,
  type CallExpression,
  children,
  type MemberExpression,
  type Node,
} from '../../analysis/ast.ts'
import { isLastingCallee } from '../../analysis/lasting-callees.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { emitAssignment, emitUpdate, isConverting } from '../expressions/assignments.ts'
import { atomOf, releaseAtoms, temporary } from '../atoms.ts'
import { mayCallAccessor, readThroughGetter } from '../expressions/accessors.ts'
import type { Reference } from '../expressions/calls.ts'
import { copy, operand } from '../emit.ts'
import { elementAtoms, isElementAccess, readElement } from '../expressions/members.ts'

/** Null for what needs no watching. */
export function emitWatched(node: Node, fn: FunctionContext): Code | null {
  switch (node.type) {
    case 'MemberExpression':
      if (node.property.type === 'PrivateIdentifier') return null // a field: other loops are not watched
      return isElementAccess(node) ? emitElement(node, fn) : emitProperty(node, fn)
    case 'BinaryExpression':
      return converts(node) ? emitConverted(node, fn) : null
    case 'UnaryExpression':
      return ['+', '-', '~'].includes(node.operator) ? emitConverted(node, fn) : null
    case 'TemplateLiteral':
      return emitConverted(node, fn)
    case 'UpdateExpression':
      return node.argument.type === 'Identifier'
        ? ['(', converted(node.argument, fn), ',', emitUpdate(node, fn), ')']
        : null
    case 'AssignmentExpression':
      return emitCompound(node, fn)
    default:
      return null
  }
}

function emitProperty(node: MemberExpression, fn: FunctionContext): Code {
  const { object } = node
  if (mayCallAccessor(node, 'get', fn)) {
    const held = temporary(operand(object, fn), fn)
    const read = readThroughGetter(held.again, node.property, fn)
    releaseAtoms(fn, held)
    return ['(', fn.helper('looked'), '(', held.first, ',', keyOf(node), '),', read, ')']
  }
  return copy(node, fn, new Map([[object, [fn.helper('looked'), '(', operand(object, fn), ',', keyOf(node), ')']]]))
}

const keyOf = ({ property, computed }: MemberExpression): Code =>
  property.type === 'Identifier' && !computed ? JSON.stringify(property.name) : property

function emitElement(node: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = elementAtoms(node, fn)
  const read = readElement(atomOf(object.again), atomOf(key.again), node, fn)
  releaseAtoms(fn, object, key)
  return ['(', fn.helper('looked'), '(', object.first, ',', key.first, '),', read, ')']
}

/** Operands that are compared by identity, or with null, are not converted. */
function converts(node: Node): boolean {
  const { operator } = node as unknown as { operator: string }
  return (
    operator !== '===' &&
    operator !== '!==' &&
    !(operator.endsWith('=') && children(node).some(isNull) && (operator === '==' || operator === '!='))
  )
}

const isNull = (node: Node): boolean => node.type === 'Literal' && node.raw === 'null'

function emitConverted(node: Node, fn: FunctionContext): Code {
  const parts = children(node).filter((part) => part.type !== 'TemplateElement' && !isPrimitive(part))
  return copy(node, fn, new Map(parts.map((part): [Node, Code] => [part, converted(part, fn)])))
}

/** `x += y` converts both; elements are looked at where they are written. */
function emitCompound(node: AssignmentExpression, fn: FunctionContext): Code | null {
  if (node.left.type !== 'Identifier' || !isConverting(node)) return null
  return ['(', converted(node.left, fn), ',', emitAssignment(node, fn), ')']
}

const converted = (node: Node, fn: FunctionContext): Code => [fn.helper('converted'), '(', operand(node, fn), ')']

const primitives = new Set(['Literal', 'TemplateLiteral', 'UnaryExpression', 'BinaryExpression'])

/** The values of these are never objects, whatever their operands are. A literal may be a regular expression. */
function isPrimitive(node: Node): boolean {
  return (
    primitives.has(node.type) && !(node.type === 'Literal' && typeof node.value === 'object' && node.raw !== 'null')
  )
}

/**
 * An argument: builtins that look convert what is not a view of shared memory. `callee`: the name of what is called, if
 * it may be a function of the program, which is watched itself, and converts nothing by being called.
 */
export function emitArgument(node: Node, fn: FunctionContext, callee: Node | null = null): Code {
  if (isPrimitive(node)) return operand(node, fn)
  if (callee === null) return converted(node, fn)
  return [fn.helper('passed'), '(', operand(callee, fn), ',', operand(node, fn), ')']
}

/** The name that a call calls its function by, if it is one of the program and always the same function. */
export function namedCallee(node: Node, { file: { scopes } }: FunctionContext): Node | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null
  return isLastingCallee(node.callee, scopes) && !scopes.isGlobal(node.callee) ? node.callee : null
}

/** A method that is found in each round: whatever function it is then. */
export function emitMethod(
  { receiver, callee, temps }: Reference,
  node: MemberExpression,
  fn: FunctionContext,
): Reference {
  return {
    receiver: [fn.helper('looked'), '(', receiver, ',', keyOf(node), ')'],
    callee: [fn.helper('called'), '(', callee, ')'],
    temps,
  }
}

/** To be evaluated before an element is written. */
export function beforeWriting(object: Code, key: Code, fn: FunctionContext): Code {
  return fn.rounds === 0 ? '' : [fn.helper('stored'), '(', object, ',', key, '),']
}

/** Calls that stay as they are written, but for their arguments. */
export function copyWatched(node: CallExpression, fn: FunctionContext): Code {
  const callee = namedCallee(node, fn)
  return copy(node, fn, new Map(node.arguments.map((arg): [Node, Code] => [arg, emitArgument(arg, fn, callee)])))
}
