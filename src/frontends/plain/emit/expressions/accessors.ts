/** Properties whose getters or setters can be suspended, as the program has turned out to need it (`demands.ts`). */
import { isFunction, type MemberExpression, type Node, type Property } from '../../analysis/ast.ts'
import { isDemanded, isDemandedKey, type NamedMember } from '../../analysis/facts.ts'
import { demands } from '../../demands.ts'
import { releaseAtoms, temporary } from '../atoms.ts'
import { unnamed } from '../emit.ts'
import type { FileContext } from '../file-context.ts'
import type { FunctionContext } from '../function-context.ts'
import { hasTwin } from '../functions/functions.ts'
import type { Code } from '../rope.ts'

/** Whether reading (or writing) it here may suspend. */
export function mayCallAccessor(node: Node, kind: 'get' | 'set', fn: FunctionContext): node is NamedMember {
  if (!fn.suspends || fn.isDirect || !isDemanded(node, kind)) return false
  const { property } = node
  return property.type !== 'PrivateIdentifier' || fn.file.hasPrivateTwin(`${kind}_${property.name}`)
}

/** In patterns. */
export const mayCallGetter = (property: Property, fn: FunctionContext): boolean =>
  fn.suspends && !fn.isDirect && isDemandedKey(property)

/** Reads a property of an object that has been evaluated. */
export function readThroughGetter(object: Code, property: Node, fn: FunctionContext): Code {
  const site = fn.site(property)
  if (property.type === 'PrivateIdentifier')
    return fn.yielded([fn.helper('entering'), '(', object, '.#', getter(property.name, fn), '(),', site, ')'])
  const found = fn.temp()
  fn.release(found)
  return [
    ...['((', found, '=', fn.helper('getterOf'), '(', object, ',"', property, '"))===void 0?'],
    ...[fn.mark(property), object, '.', property, ':'],
    fn.yielded([fn.helper('entering'), '(', found, '.call(', object, '),', site, ')']),
    ')',
  ]
}

const getter = (name: string, fn: FunctionContext): string => fn.file.privateTwin(`get_${name}`)

/** Writes a value that has been evaluated, to an object that has been as well. Not parenthesised. */
export function writeThroughSetter(object: Code, property: Node, value: Code, fn: FunctionContext): Code {
  const site = fn.site(property)
  if (property.type === 'PrivateIdentifier') {
    const setter = fn.file.privateTwin(`set_${property.name}`)
    return fn.yielded([fn.helper('entering'), '(', object, '.#', setter, '(', value, '),', site, ')'])
  }
  const found = fn.temp()
  fn.release(found)
  return [
    ...['(', found, '=', fn.helper('setterOf'), '(', object, ',"', property, '"))===void 0?'],
    ...[fn.mark(property), object, '.', property, '=', value, ':'],
    fn.yielded([fn.helper('entering'), '(', found, '.call(', object, ',', value, '),', site, ')']),
  ]
}

/** `o.p`, where it stands. */
export function emitGetter(node: MemberExpression, fn: FunctionContext): Code {
  const object = temporary(unnamed(node.object, fn), fn)
  const code: Code = ['(', object.first, ',', readThroughGetter(object.again, node.property, fn), ')']
  releaseAtoms(fn, object)
  return code
}

/** `o.p = …`, `o.p += …` and `o.p ??= …`; `operator` without its `=`. */
export function emitSetter(left: MemberExpression, operator: string, right: Node, fn: FunctionContext): Code {
  const object = temporary(unnamed(left.object, fn), fn)
  const value = fn.temp()
  const read = operator === '' ? '' : readOf(object.again, left, fn)
  const given = unnamed(right, fn)
  const write = writeOf(object.again, left, value, fn)
  fn.release(value)
  releaseAtoms(fn, object)
  if (operator === '') return ['(', object.first, ',', value, '=', given, ',', write, ',', value, ')']
  const begin: Code = ['(', object.first, ',']
  if (['??', '||', '&&'].includes(operator))
    return [begin, '(', value, '=', read, ')', operator, '(', value, '=', given, ',', write, ',', value, '))']
  return [begin, value, '=', read, ',', value, '=', value, operator, given, ',', write, ',', value, ')']
}

/** `o.p++` */
export function emitSetterUpdate(
  argument: MemberExpression,
  operator: string,
  prefix: boolean,
  fn: FunctionContext,
): Code {
  const object = temporary(unnamed(argument.object, fn), fn)
  const [updated, old] = [fn.temp(), fn.temp()]
  const read = readOf(object.again, argument, fn)
  const write = writeOf(object.again, argument, updated, fn)
  fn.release(updated, old)
  releaseAtoms(fn, object)
  const step = prefix ? [operator, updated] : [updated, operator]
  return ['(', object.first, ',', updated, '=', read, ',', old, '=', step, ',', write, ',', old, ')']
}

/** One of the two may be an ordinary access. */
function readOf(object: Code, node: MemberExpression, fn: FunctionContext): Code {
  return mayCallAccessor(node, 'get', fn) ? readThroughGetter(object, node.property, fn) : [object, '.', node.property]
}

function writeOf(object: Code, node: MemberExpression, value: Code, fn: FunctionContext): Code {
  return mayCallAccessor(node, 'set', fn)
    ? writeThroughSetter(object, node.property, value, fn)
    : [object, '.', node.property, '=', value]
}

/** Whether a getter or setter of this name gets a twin. */
export function isDemandedAccessor(kind: string, key: Node, computed: boolean): boolean {
  if ((kind !== 'get' && kind !== 'set') || computed) return false
  if (key.type === 'PrivateIdentifier') return demands[kind].has(`#${key.name}`)
  return demands[kind].has(key.type === 'Identifier' ? key.name : String((key as { value?: unknown }).value))
}

/** Tells the runtime which accessors there are, should one of them turn out to be needed. */
export function noteAccessor(
  kind: string,
  key: Node,
  { value, computed }: { readonly value: Node; readonly computed: boolean },
  file: FileContext,
): void {
  if ((kind !== 'get' && kind !== 'set') || computed || !isFunction(value) || !hasTwin(value, file)) return
  if (key.type === 'PrivateIdentifier') file.accessors.add(`${kind} #${key.name}`)
  else if (key.type === 'Identifier') file.accessors.add(`${kind} ${key.name}`)
}

/** What reads a property of a pattern, whose value is in a temporary. */
export const patternValue = (source: string, property: Property, fn: FunctionContext): Code =>
  readThroughGetter(source, property.key, fn)
