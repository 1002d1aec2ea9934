/** Object literals: their methods become functions with twins, named as methods are. */
import {
  isNamedKey,
  type Node,
  type ObjectExpression,
  type Property,
  bodyOf,
  type FunctionExpression,
} from '../../analysis/ast.ts'
import { accessesShared, usesSuper } from '../../analysis/facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { copy, operand, visit } from '../emit.ts'
import { emitFunction, formOf, hasTwin, plainMethod, twinContext, twinHelper } from './functions.ts'
import { isDemandedAccessor, noteAccessor } from '../expressions/accessors.ts'
import { guarded } from '../expressions/members.ts'

export function emitObject(node: ObjectExpression, fn: FunctionContext): Code {
  const linked: Code[] = []
  const accessors: Code[] = []
  const twins: Code[] = []
  const held: string[] = []
  const properties = node.properties.map((property) => {
    if (property.type === 'SpreadElement') return emitObjectSpread(property.argument, fn)
    if (property.kind !== 'init' || property.method) fn.file.setText(property.value, property)
    if (property.kind !== 'init') return emitAccessor(property, accessors, twins, fn)
    if (!property.method) return emitValue(property, fn, held)
    if (property.value.type !== 'FunctionExpression' || !hasTwin(property.value, fn.file))
      return emitPlainMethod(property, fn)
    return usesSuper(property.value)
      ? emitSuperMethod(property, linked, twins, held, fn)
      : emitMethod(property, held, fn)
  })
  fn.release(...held)
  const literal: Code = ['{', join([...properties, ...twins], ','), '}']
  const withMethods: Code =
    linked.length === 0 ? literal : [fn.helper('linkObject'), '(', literal, ',[', join(linked, ','), '])']
  return accessors.length === 0
    ? withMethods
    : [fn.helper('linkAccessors'), '(', withMethods, ',[', join(accessors, ','), '])']
}

function emitObjectSpread(argument: Node, fn: FunctionContext): Code {
  if (!fn.suspends) return ['...', guarded(operand(argument, fn), argument, fn)]
  return ['...', fn.awaited([fn.helper('spreadObject'), '(', operand(argument, fn), ',', fn.site(argument), ')'])]
}

/** The key in a literal; a computed one is converted once and kept, for it also names the function. */
interface Key {
  readonly first: Code
  readonly again: Code
}

const isProto = (key: Node): boolean =>
  (key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null) === '__proto__'

function keyOf(property: Property, held: string[], fn: FunctionContext, mark = ''): Key {
  if (!property.computed) {
    const again: Code = property.key.type === 'Identifier' ? JSON.stringify(property.key.name) : property.key
    return { first: isProto(property.key) ? '["__proto__"]' : property.key, again }
  }
  if (isNamedKey(property.key)) return { first: ['[', mark, property.key, ']'], again: property.key }
  const temp = fn.temp()
  held.push(temp)
  return {
    first: ['[', mark, temp, '=', fn.helper('propertyKey'), '(', fn.key(() => operand(property.key, fn)), ')]'],
    again: temp,
  }
}

function emitValue(property: Property, fn: FunctionContext, held: string[]): Code {
  const { value } = property
  if (isPrototype(property)) {
    return [property.key, ':', fn.helper('prototypeValue'), '(', operand(value, fn), ',', fn.site(value), ')']
  }
  if (value.type !== 'FunctionExpression' && value.type !== 'ArrowFunctionExpression') return visit(property, fn)
  if (value.id !== null || !hasTwin(value, fn.file)) return copy(property, fn)
  const key = keyOf(property, held, fn)
  return [key.first, ':', emitFunction(value, fn, { key: key.again })]
}

/** `__proto__: value`, which is no property but what the object inherits from. */
function isPrototype({ key, computed, shorthand }: Property): boolean {
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : null
  return !computed && !shorthand && name === '__proto__'
}

/**
 * Not as a method of this literal but of one of its own: a property that is overridden later must not get this twin.
 */
function emitMethod(property: Property, held: string[], fn: FunctionContext): Code {
  const key = keyOf(property, held, fn)
  const value = property.value as FunctionExpression
  const again = property.computed ? ['[', fn.file.textMark(value), key.again, ']'] : key.first
  const plain: Code = ['({', methodPrefix(value), again, plainMethod(value, fn), '})[', key.again, ']']
  const twin: Code = ['({*', again, formOf(value, twinContext(value, fn)), '})[', key.again, ']']
  return [key.first, ':', fn.helper(twinHelper(value)), '(', plain, ',', twin, ')']
}

/** `super` needs the literal itself: the twin is made in it under a key of our own, and moved afterwards. */
function emitSuperMethod(property: Property, linked: Code[], twins: Code[], held: string[], fn: FunctionContext): Code {
  const value = property.value as FunctionExpression
  const key = keyOf(property, held, fn, fn.file.textMark(value))
  const slot = `${fn.helper('slot')}(${twins.length})`
  twins.push(['*[', slot, ']', formOf(value, twinContext(value, fn))])
  linked.push(['[', key.again, ',', slot, ',', String(value.generator), ']'])
  return [methodPrefix(value), key.first, plainMethod(value, fn)]
}

const methodPrefix = ({ async, generator }: FunctionExpression): string =>
  (async ? 'async ' : '') + (generator ? '*' : '')

function emitPlainMethod(property: Property, fn: FunctionContext): Code {
  const value = property.value as FunctionExpression
  if (value.async && accessesShared(bodyOf(value))) fn.file.skip(property, 'async method', value)
  return [methodHead(property, fn), plainMethod(value, fn)]
}

function emitAccessor(property: Property, accessors: Code[], twins: Code[], fn: FunctionContext): Code {
  const value = property.value as FunctionExpression
  const { kind, key, computed } = property
  noteAccessor(kind, key, property, fn.file)
  if (isDemandedAccessor(kind, key, computed) && hasTwin(value, fn.file)) {
    const slot = `${fn.helper('slot')}(${twins.length})`
    twins.push(['*[', slot, ']', formOf(value, twinContext(value, fn))])
    accessors.push(['[', key.type === 'Identifier' ? JSON.stringify(key.name) : key, ',', slot, ',"', kind, '"]'])
    return [methodHead(property, fn), plainMethod(value, fn)]
  }
  if (computed && accessesShared(bodyOf(value)))
    fn.file.skip(property, property.kind === 'get' ? 'getter' : 'setter', value)
  return [methodHead(property, fn), plainMethod(value, fn)]
}

/** Everything before the parameters. */
export function methodHead(
  node: { start: number; key: Node; value: Node; computed: boolean },
  fn: FunctionContext,
): Code {
  if (!node.computed) return { start: node.start, end: node.value.start }
  return [
    { start: node.start, end: node.key.start },
    fn.file.textMark(node.value),
    fn.key(() => visit(node.key, fn)),
    { start: node.key.end, end: node.value.start },
  ]
}
