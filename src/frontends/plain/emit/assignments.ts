/** Assignments and updates. `op=` and `++` on an element are a read and a write. */
import {
  type ArrayPattern, type AssignmentExpression, type Identifier, isPattern, type MemberExpression, type Node, type ObjectPattern, targetsOf,
  type UpdateExpression,
} from '../ast.ts'
import { suspends } from '../facts.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { isAtomic, releaseAtoms, temporary } from './atoms.ts'
import { copy, nameOf, operand, unnamed, visitNamed } from './emit.ts'
import { elementAtoms, isElementAccess, readElement, superKey, writeElement } from './members.ts'
import { destructure, hasCarefulPart } from './patterns.ts'
import { beforeWriting, emitArgument } from './watched.ts'

export function emitAssignment(node: AssignmentExpression, fn: FunctionContext): Code {
  const { left } = node
  if (isPattern(left)) return emitPatternAssignment(left, node, fn)
  if (left.type === 'MemberExpression' && left.object.type === 'Super' && fn.isDetached) return emitSuperAssignment(node, left, fn)
  if (fn.suspends && isElementAccess(left)) return node.operator === '=' ? emitElementAssignment(node, left, fn) : emitCompound(node, left, fn)
  const isNaming = ['=', '??=', '||=', '&&='].includes(node.operator)
  const value = visitNamed(node.right, isNaming ? nameOf(left) : null, fn)
  return copy(node, fn, new Map([[node.right, guardedValue([left], value, node.right, fn)]]))
}

/** A module-level binding belongs to no thread: assigning it inside one is refused, once the value is there. */
export function guardedValue(targets: readonly Node[], value: Code, right: Node, fn: FunctionContext): Code {
  const target = targets.find((node) => node.type === 'Identifier' && (isModuleLevel(node, fn) || isConstant(node, fn)))
  if (target === undefined || target.type !== 'Identifier') return value
  const helper = isConstant(target, fn) ? 'constant' : fn.file.scopes.bindingOf(target) === undefined && fn.strict ? 'assignsGlobal' : 'assigns'
  return [fn.helper(helper), '(', isAtomic(right) ? value : ['(', value, ')'], ',', JSON.stringify(nameOf(target)), ',', fn.site(target), ')']
}

export function isModuleLevel(node: Identifier, fn: FunctionContext): boolean {
  if (fn.owner.kind === 'program' && !fn.isArrow) return false
  const binding = fn.file.scopes.bindingOf(node)
  return binding === undefined || binding.moduleLevel
}

/** A constant may have become a variable, when its declaration had to be taken apart. */
function isConstant(node: Identifier, fn: FunctionContext): boolean {
  const { scopes } = fn.file
  return fn.suspends && scopes.bindingOf(node)?.constant === true && !scopes.isDeclaration(node)
}

function emitElementAssignment(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = elementAtoms(left, fn, [node.right])
  const value = isAtomic(node.right) ? { first: operand(node.right, fn), again: operand(node.right, fn), temp: null } : temporary(unnamed(node.right, fn), fn)
  const written = fn.rounds === 0 ? value.again : [fn.helper('converted'), '(', value.again, ')']
  const write = writeElement(object.again, key.again, written, left, fn)
  releaseAtoms(fn, object, key, value)
  const evaluated = [object, key, value].filter(({ temp }) => temp !== null).map(({ first }): Code => [first, ','])
  return ['(', evaluated, beforeWriting(object.again, key.again, fn), write, ',', value.again, ')']
}

function emitCompound(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const operator = node.operator.slice(0, -1)
  const isLogical = operator === '??' || operator === '||' || operator === '&&'
  const [object, key] = elementAtoms(left, fn, [node.right])
  const value = fn.temp()
  const read = readElement(object, { ...key, first: key.temp === null ? key.first : [key.temp, '=', fn.helper('propertyKey'), '(', key.first, ')'] }, left, fn)
  const write = writeElement(object.again, key.again, value, left, fn)
  const right = fn.rounds === 0 ? unnamed(node.right, fn) : emitArgument(node.right, fn)
  const before = beforeWriting(object.again, key.again, fn)
  fn.release(value)
  releaseAtoms(fn, object, key)
  if (isLogical) return ['((', value, '=', read, ')', operator, '(', value, '=', right, ',', before, write, ',', value, '))']
  return ['(', value, '=', read, ',', value, '=', value, operator, right, ',', before, write, ',', value, ')']
}

export function emitUpdate(node: UpdateExpression, fn: FunctionContext): Code {
  const { argument } = node
  if (argument.type === 'Identifier' && (isModuleLevel(argument, fn) || isConstant(argument, fn))) {
    return ['(', guardedValue([argument], argument, argument, fn), ',', copy(node, fn), ')']
  }
  if (argument.type === 'MemberExpression' && argument.object.type === 'Super' && fn.isDetached) return emitSuperUpdate(node, argument, fn)
  if (!fn.suspends || !isElementAccess(argument)) return copy(node, fn)
  return emitElementUpdate(node, argument, fn)
}

function emitElementUpdate(node: UpdateExpression, argument: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = elementAtoms(argument, fn)
  const updated = fn.temp()
  const old = fn.temp()
  const read = readElement(object, { ...key, first: key.temp === null ? key.first : [key.temp, '=', fn.helper('propertyKey'), '(', key.first, ')'] }, argument, fn)
  const write = writeElement(object.again, key.again, updated, argument, fn)
  const before = beforeWriting(object.again, key.again, fn)
  fn.release(updated, old)
  releaseAtoms(fn, object, key)
  // The native operator on a temporary converts to a number or a bigint exactly once.
  return ['(', updated, '=', read, ',', old, '=', node.prefix ? [node.operator, updated] : [updated, node.operator], ',', before, write, ',', old, ')']
}

function emitSuperAssignment(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const key = fn.temp()
  const operator = node.operator.slice(0, -1)
  const right = unnamed(node.right, fn)
  const value: Code = operator === '' ? right : ['(', fn.superGet(key), operator, right, ')']
  fn.release(key)
  return ['(', key, '=', superKey(left, fn), ',', fn.superSet(key, value), ')']
}

function emitSuperUpdate(node: UpdateExpression, argument: MemberExpression, fn: FunctionContext): Code {
  const [key, value, old] = [fn.temp(), fn.temp(), fn.temp()]
  fn.release(key, value, old)
  return [
    '(', key, '=', superKey(argument, fn), ',', value, '=', fn.superGet(key), ',', old, '=', node.prefix ? [node.operator, value] : [value, node.operator],
    ',', fn.superSet(key, value), ',', old, ')',
  ]
}

function emitPatternAssignment(left: ArrayPattern | ObjectPattern, node: AssignmentExpression, fn: FunctionContext): Code {
  const { right } = node
  if (fn.suspends ? !suspends(left) : !hasCarefulPart(left)) {
    return copy(node, fn, new Map([[right, guardedValue(targetsOf(left), operand(right, fn), right, fn)]]))
  }
  const value = fn.temp()
  const steps = destructure(left, value, fn)
  fn.release(value)
  return ['(', value, '=', operand(right, fn), ',', steps.map((step): Code => [step.target === null ? '' : [step.target, '='], step.value, ',']), value, ')']
}
