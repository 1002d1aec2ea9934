/** Assignments and updates. `op=` and `++` on an element are a read and a write. */
import {
  type ArrayPattern,
  type AssignmentExpression,
  type Identifier,
  isPattern,
  type MemberExpression,
  type Node,
  type ObjectPattern,
  targetsOf,
  type UpdateExpression,
} from '../../analysis/ast.ts'
import { convertsKeysTwice } from '../../engine.ts'
import type { FunctionContext } from '../function-context.ts'
import { staysAsWritten } from '../../analysis/rendering.ts'
import type { Code } from '../rope.ts'
import { type Atom, isAtomic, releaseAtoms, temporary } from '../atoms.ts'
import { copy, nameOf, operand, unnamed, visit, visitNamed } from '../emit.ts'
import { elementAtoms, isElementAccess, readElement, superKey, writeElement } from './members.ts'
import { emitSetter, emitSetterUpdate, mayCallAccessor } from './accessors.ts'
import { destructure } from './patterns.ts'
import { needsName, needsSteps, takenApart } from '../statements/statements.ts'
import { assignedSubject } from './subjects.ts'
import { beforeWriting, emitArgument } from '../statements/watched.ts'

export function emitAssignment(node: AssignmentExpression, fn: FunctionContext): Code {
  const { left } = node
  if (mayCallAccessor(left, 'set', fn) || (node.operator !== '=' && mayCallAccessor(left, 'get', fn)))
    return emitSetter(left, node.operator.slice(0, -1), node.right, fn)
  if (isPrivate(left))
    return copy(
      node,
      fn,
      new Map<Node, Code>([
        [left, copy(left, fn)],
        [node.right, visit(node.right, fn)],
      ]),
    )
  if (isPattern(left)) return emitPatternAssignment(left, node, fn)
  if (left.type === 'MemberExpression' && left.object.type === 'Super' && fn.isDetached)
    return emitSuperAssignment(node, left, fn)
  if (fn.suspends && isElementAccess(left))
    return node.operator === '=' ? emitElementAssignment(node, left, fn) : emitCompound(node, left, fn)
  const isWatched = left.type === 'Identifier' && fn.rounds > 0 && isConverting(node)
  const value = isWatched
    ? emitArgument(node.right, fn)
    : visitNamed(node.right, isConverting(node) ? null : nameOf(left), fn)
  const replaced = new Map<Node, Code>([[node.right, guardedValue([left], value, node.right, fn)]])
  if (mayCallAccessor(left, 'get', fn)) replaced.set(left, copy(left, fn)) // which is not read
  if (isConversion(left)) {
    replaced.set(left, [
      fn.helper('convertible'),
      '(',
      operand(left.object, fn),
      ',',
      fn.site(left),
      ').',
      left.property,
    ])
  }
  return left.type === 'Identifier'
    ? withoutEffect(left, node.operator === '=', (target) => copy(node, fn, replaced.set(left, target)), fn)
    : copy(node, fn, replaced)
}

/** `x += y` and the like, which convert both; the others give a function the name of what they assign it to. */
export const isConverting = ({ operator }: AssignmentExpression): boolean =>
  !['=', '??=', '||=', '&&='].includes(operator)

/** `view.toString = …` would be called where nobody sees it. */
function isConversion(node: Node): node is MemberExpression {
  return (
    node.type === 'MemberExpression' &&
    !node.computed &&
    node.object.type !== 'Super' &&
    node.property.type === 'Identifier' &&
    conversions.has(node.property.name)
  )
}
const conversions = new Set(['toString', 'valueOf', 'toLocaleString', 'toJSON'])

/**
 * In sloppy code, assigning the name of a function expression inside of it does nothing: something else is assigned
 * instead.
 */
export function assignable(target: Identifier, fn: FunctionContext): Code {
  return hasNoEffect(target, fn) ? fn.keep('o') : target
}

function hasNoEffect(target: Identifier, fn: FunctionContext): boolean {
  return !fn.strict && fn.file.scopes.bindingOf(target)?.isOwnName === true
}

function withoutEffect(
  target: Identifier,
  isSimple: boolean,
  assign: (target: Code) => Code,
  fn: FunctionContext,
): Code {
  const other = assignable(target, fn)
  return other === target || isSimple ? assign(other) : ['(', other, '=', target, ',', assign(other), ')']
}

/** A module-level binding belongs to no thread: assigning it inside one is refused, once the value is there. */
export function guardedValue(targets: readonly Node[], value: Code, right: Node, fn: FunctionContext): Code {
  const target = targets.find((node) => node.type === 'Identifier' && isModuleLevel(node, fn))
  if (target === undefined || target.type !== 'Identifier') return value
  const isDeclared = fn.file.moduleNames !== null || fn.file.scopes.bindingOf(target) !== undefined
  const helper = isDeclared ? 'assigns' : fn.strict ? 'assignsGlobal' : 'assignsUndeclared'
  return [
    fn.helper(helper),
    '(',
    isAtomic(right) ? value : ['(', value, ')'],
    ',',
    JSON.stringify(nameOf(target)),
    ',',
    fn.site(target),
    ')',
  ]
}

function isModuleLevel(node: Identifier, fn: FunctionContext): boolean {
  const binding = fn.file.scopes.bindingOf(node)
  if (fn.file.moduleNames !== null) return binding === undefined && fn.file.moduleNames.includes(node.name)
  if (fn.owner.kind === 'program' && !fn.isArrow) return false
  return binding === undefined || (binding.moduleLevel && !fn.file.isOfThread)
}

function emitElementAssignment(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = elementAtoms(left, fn, [node.right])
  const isSimple = isAtomic(node.right) && key.temp === null
  const value = isAtomic(node.right)
    ? { first: operand(node.right, fn), again: operand(node.right, fn), temp: null }
    : temporary(unnamed(node.right, fn), fn)
  const written = fn.rounds === 0 ? value.again : [fn.helper('converted'), '(', value.again, ')']
  const write = writeElement(object.again, key.again, written, left, fn)
  releaseAtoms(fn, object, key, value)
  // What is evaluated first must also fail first: a name may be in its dead zone.
  const isHeld = ({ temp }: Atom): boolean => temp !== null || !isSimple
  const evaluated = [object, key, value].filter(isHeld).map(({ first }): Code => [first, ','])
  return ['(', evaluated, beforeWriting(object.again, key.again, fn), write, ',', value.again, ')']
}

const isLogical = (operator: string): boolean => operator === '??' || operator === '||' || operator === '&&'

function emitCompound(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const operator = node.operator.slice(0, -1)
  const [object, key] = updatedAtoms(left, [node.right], fn)
  const value = fn.temp()
  const read = readElement(object, key, left, fn)
  const write = writeElement(object.again, key.again, value, left, fn)
  const right = fn.rounds === 0 ? unnamed(node.right, fn) : emitArgument(node.right, fn)
  const before = beforeWriting(object.again, key.again, fn)
  fn.release(value)
  releaseAtoms(fn, object, key)
  const assigned: Code = [value, '=', right, ',', before, write, ',', value]
  if (isLogical(operator)) return ['((', value, '=', read, ')', operator, '(', assigned, '))']
  return ['(', value, '=', read, ',', value, '=', value, operator, right, ',', before, write, ',', value, ')']
}

/** As a target, a private method needs no twin attached: assigning it fails. */
const isPrivate = (node: Node): boolean =>
  node.type === 'MemberExpression' && node.property.type === 'PrivateIdentifier'

/** Object and key of an element that is read and then written. */
function updatedAtoms(node: MemberExpression, before: readonly Node[], fn: FunctionContext): [Atom, Atom] {
  const [object, key] = elementAtoms(node, fn, before)
  if (convertsKeysTwice || node.property.type === 'Literal') return [object, key]
  const temp = key.temp ?? fn.temp()
  return [object, { first: [temp, '=', fn.helper('propertyKey'), '(', key.first, ')'], again: temp, temp }]
}

export function emitUpdate(node: UpdateExpression, fn: FunctionContext): Code {
  const { argument } = node
  if (argument.type === 'Identifier') {
    if (isModuleLevel(argument, fn))
      return ['(', guardedValue([argument], argument, argument, fn), ',', copy(node, fn), ')']
    return withoutEffect(argument, false, (target) => copy(node, fn, new Map([[argument, target]])), fn)
  }
  if (argument.type === 'MemberExpression' && argument.object.type === 'Super' && fn.isDetached)
    return emitSuperUpdate(node, argument, fn)
  if (mayCallAccessor(argument, 'set', fn) || mayCallAccessor(argument, 'get', fn))
    return emitSetterUpdate(argument, node.operator, node.prefix, fn)
  if (isPrivate(argument)) return copy(node, fn, new Map([[argument, copy(argument, fn)]]))
  if (!fn.suspends || !isElementAccess(argument)) return copy(node, fn)
  return emitElementUpdate(node, argument, fn)
}

function emitElementUpdate(node: UpdateExpression, argument: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = updatedAtoms(argument, [], fn)
  const updated = fn.temp()
  const old = fn.temp()
  const read = readElement(object, key, argument, fn)
  const write = writeElement(object.again, key.again, updated, argument, fn)
  const before = beforeWriting(object.again, key.again, fn)
  fn.release(updated, old)
  releaseAtoms(fn, object, key)
  // The native operator on a temporary converts to a number or a bigint exactly once.
  return [
    '(',
    updated,
    '=',
    read,
    ',',
    old,
    '=',
    node.prefix ? [node.operator, updated] : [updated, node.operator],
    ',',
    before,
    write,
    ',',
    old,
    ')',
  ]
}

function emitSuperAssignment(node: AssignmentExpression, left: MemberExpression, fn: FunctionContext): Code {
  const key = fn.temp()
  const operator = node.operator.slice(0, -1)
  const right = unnamed(node.right, fn)
  fn.release(key)
  const before: Code = ['(', key, '=', superKey(left, fn), ',']
  if (isLogical(operator)) return [before, fn.superGet(key), operator, fn.superSet(key, right), ')']
  return [before, fn.superSet(key, operator === '' ? right : ['(', fn.superGet(key), operator, right, ')']), ')']
}

function emitSuperUpdate(node: UpdateExpression, argument: MemberExpression, fn: FunctionContext): Code {
  const [key, value, old] = [fn.temp(), fn.temp(), fn.temp()]
  fn.release(key, value, old)
  return [
    '(',
    key,
    '=',
    superKey(argument, fn),
    ',',
    value,
    '=',
    fn.superGet(key),
    ',',
    old,
    '=',
    node.prefix ? [node.operator, value] : [value, node.operator],
    ',',
    fn.superSet(key, value),
    ',',
    old,
    ')',
  ]
}

/** Destructured by the engine. The value of the whole is what was destructured, whatever has looked at it. */
function emitNativePattern(left: ArrayPattern | ObjectPattern, node: AssignmentExpression, fn: FunctionContext): Code {
  const { right } = node
  const isWrapped = left.type === 'ArrayPattern' && !staysAsWritten(right)
  const value = isWrapped ? fn.temp() : null
  const source =
    value === null
      ? takenApart(left, right, assignedSubject(right), fn)
      : [fn.helper('iterable'), '(', value, ',', fn.site(right, assignedSubject(right).iterable), ')']
  const assigned = copy(node, fn, new Map([[right, guardedValue(targetsOf(left), source, right, fn)]]))
  if (value === null) return assigned
  fn.release(value)
  return ['(', value, '=', operand(right, fn), ',', assigned, ',', value, ')']
}

function emitPatternAssignment(
  left: ArrayPattern | ObjectPattern,
  node: AssignmentExpression,
  fn: FunctionContext,
): Code {
  const { right } = node
  if (
    !needsSteps(left, fn) &&
    !needsName(left, right) &&
    !targetsOf(left).some((target) => target.type === 'Identifier' && hasNoEffect(target, fn))
  ) {
    return emitNativePattern(left, node, fn)
  }
  const value = fn.temp()
  const steps = destructure(left, value, assignedSubject(right), fn)
  fn.release(value)
  return [
    '(',
    value,
    '=',
    operand(right, fn),
    ',',
    steps.map((step): Code => [step.target === null ? '' : [step.target, '='], step.value, ',']),
    value,
    ')',
  ]
}
