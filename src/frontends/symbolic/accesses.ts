/** Code that puts symbolic values into memory, objects and arrays. */
import { STATEMENT } from '../../program/operations/atomics.ts'
import {
  type ArrayExpression,
  type AssignmentExpression,
  type CallExpression,
  children,
  type Identifier,
  type MemberExpression,
  type Node,
  type ObjectExpression,
  type UpdateExpression,
} from '../plain/analysis/ast.ts'
import type { Code } from '../plain/emit/rope.ts'
import { called, parenthesised, placed, quoted } from './code.ts'
import type { Emitter } from './emit.ts'
import { helpers } from './names.ts'

/** An object, with symbolic values in it where there are some. */
export function object(node: ObjectExpression, emit: Emitter): Code {
  const isHolding = emit.within !== null && node.properties.some((one) => isHeld(one, emit))
  const code = emit.copy(node, children(node), (one) => {
    if (one.type !== 'Property') return emit.emit(one)
    if (!isHolding || !isHeld(one, emit)) return emit.property(one)
    return one.shorthand
      ? [one.value, ':', emit.symbolic(one.value)]
      : emit.copy(one, [one.value], (value) => emit.symbolic(value))
  })
  return isHolding ? called(helpers.hold, code) : code
}

function isHeld(one: Node, emit: Emitter): boolean {
  if (one.type !== 'Property' || one.kind !== 'init' || one.computed) return false
  const isPrototype = one.key.type === 'Identifier' && one.key.name === '__proto__' && !one.shorthand
  return !isPrototype && one.key.type === 'Identifier' && emit.taint.maybe(one.value)
}

export function array(node: ArrayExpression, emit: Emitter): Code {
  const isHolding = emit.within !== null && node.elements.some((one) => one !== null && emit.taint.maybe(one))
  const code = emit.copy(node, children(node), (one) => (isHolding ? emit.symbolic(one) : emit.ordinaryPart(one)))
  return isHolding ? called(helpers.hold, code) : code
}

/** `object[key]` */
export const element = ({ object, property, start }: MemberExpression, emit: Emitter): Code =>
  placed(start, called(helpers.element, emit.symbolic(object), emit.symbolic(property)))

/** `object.property` or `object?.property` */
export function inner({ object, property, optional }: MemberExpression, emit: Emitter): Code {
  const whether = optional ? ['true'] : []
  return called(helpers.property, emit.symbolic(object), quoted((property as Identifier).name), ...whether)
}

type Logical = Extract<Node, { type: 'LogicalExpression' }>

/** The left operand, by its truth, or the right one. */
export function logical({ left, right, operator }: Logical, emit: Emitter): Code {
  const other = parenthesised(emit.symbolic(right))
  if (operator === '??' || !emit.taint.maybe(left))
    return ['(', parenthesised(emit.symbolic(left)), ` ${operator} `, other, ')']
  const [then, otherwise] = operator === '||' ? [called(helpers.kept), other] : [other, called(helpers.kept)]
  return ['(', called(helpers.keep, emit.symbolic(left)), '?', then, ':', otherwise, ')']
}

/** An assignment to an element or a property, of which nobody uses the value. */
export function put({ left, right }: AssignmentExpression, emit: Emitter): Code {
  const { object, property, computed } = left as MemberExpression
  const key = computed ? emit.symbolic(property) : quoted((property as Identifier).name)
  const sloppy = emit.isSloppy ? ['true'] : []
  return placed(left.start, called(helpers.put, emit.plain(object), key, emit.symbolic(right), ...sloppy))
}

/** `a[i] += x`, `a[i]++` */
export function updated(node: AssignmentExpression | UpdateExpression, emit: Emitter): Code {
  const isAssigned = node.type === 'AssignmentExpression'
  const { object, property, computed, start } = (isAssigned ? node.left : node.argument) as MemberExpression
  const key = computed ? emit.symbolic(property) : quoted((property as Identifier).name)
  const operator = isAssigned ? node.operator.slice(0, -1) : node.operator
  const value = isAssigned ? emit.symbolic(node.right) : '1'
  const manner = [String(!isAssigned && !node.prefix), String(emit.isSloppy)]
  return placed(start, called(helpers.update, emit.plain(object), key, quoted(operator), value, ...manner))
}

/** `isStatement`: nobody uses the result. */
export function atomic(node: CallExpression, emit: Emitter, isStatement = false): Code {
  const name = emit.taint.atomicOf(node)!
  const [view, index, ...operands] = node.arguments as [Node, Node, ...Node[]]
  const commutes = isStatement && operands.length === 1 && name !== 'store' && name !== 'exchange'
  const code = called(
    helpers.atomic,
    quoted(name),
    emit.plain(view),
    emit.plain(index),
    ...operands.map((one) => emit.symbolic(one)),
    ...(commutes ? [quoted(STATEMENT)] : []),
  )
  return placed((node.callee as MemberExpression).property.start, code)
}

export function outcome(node: Node, emit: Emitter): Code {
  if (node.type === 'ArrayExpression' && node.elements.every((one) => one?.type !== 'SpreadElement'))
    return emit.copy(node, children(node), (one) => outcome(one, emit))
  const isObject = node.type === 'ObjectExpression'
  if (isObject && node.properties.every((one) => one.type === 'Property' && one.kind === 'init' && !one.computed))
    return emit.copy(node, children(node), (one) => {
      const { value, shorthand } = one as Extract<Node, { type: 'Property' }>
      return shorthand ? [value, ':', outcome(value, emit)] : emit.copy(one, [value], (part) => outcome(part, emit))
    })
  return emit.symbolic(node)
}
