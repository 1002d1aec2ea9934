/** Reads and writes of properties: where shared elements are found. */
import { isNamedKey, type MemberExpression, type Node } from '../../analysis/ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { type Atom, atom, releaseAtoms } from '../atoms.ts'
import { copy, operand, visit } from '../emit.ts'
import { emitGetter, mayCallAccessor } from './accessors.ts'

export type ElementAccess = Extract<MemberExpression, { computed: true }>

/** Whether the access may be one to an element; static names never are. */
export function isElementAccess(node: Node): node is ElementAccess {
  return node.type === 'MemberExpression' && node.computed && !isNamedKey(node.property) && node.object.type !== 'Super'
}

export function emitMember(node: MemberExpression, fn: FunctionContext): Code {
  if (isLegacy(node))
    return copy(
      node,
      fn,
      new Map([
        [
          node.object,
          [fn.helper('legacy'), '(', operand(node.object, fn), ',"', node.property, '",', fn.site(node.property), ')'],
        ],
      ]),
    )
  if (node.object.type === 'Super') return emitSuperMember(node, fn)
  if (isElementAccess(node)) return fn.suspends ? emitElementRead(node, fn) : emitGuarded(node, fn)
  if (mayCallAccessor(node, 'get', fn)) return emitGetter(node, fn)
  if (node.property.type === 'PrivateIdentifier' && fn.file.hasPrivateTwin(node.property.name))
    return emitPrivateMethod(node, node.property.name, fn)
  return copy(node, fn)
}

/** `f.arguments` and `f.caller` of sloppy functions. */
function isLegacy(node: MemberExpression): boolean {
  return (
    !node.computed &&
    node.property.type === 'Identifier' &&
    (node.property.name === 'arguments' || node.property.name === 'caller')
  )
}

/** `super` means nothing in the twin of an arrow, which therefore asks the method around it. */
function emitSuperMember(node: MemberExpression, fn: FunctionContext): Code {
  if (fn.isDetached) return fn.superGet(superKey(node, fn))
  return node.computed ? copy(node, fn, new Map([[node.property, superKey(node, fn)]])) : copy(node, fn)
}

export function superKey(node: MemberExpression, fn: FunctionContext): Code {
  if (!node.computed) return ['"', node.property, '"']
  if (isNamedKey(node.property) || fn.isDirect) return visit(node.property, fn)
  return [fn.helper('superKey'), '(', fn.thisCode(), ',', operand(node.property, fn), ',', fn.site(node), ')']
}

export function assignToSuper(key: Code, value: Code, fn: FunctionContext): Code {
  return fn.isDetached ? fn.superSet(key, value) : ['(super[', key, ']=', value, ')']
}

/** A plain body: the access is refused if the object turns out to be shared. */
function emitGuarded(node: MemberExpression, fn: FunctionContext): Code {
  return [guarded(operand(node.object, fn), node, fn), '[', visit(node.property, fn), ']']
}

export function guarded(object: Code, at: Node, fn: FunctionContext): Code {
  return [fn.mark(at), fn.helper('guard'), '(', object, ',', fn.site(at), ')']
}

/** The object and the key of an element access, in temporaries where needed. */
export function elementAtoms(
  node: MemberExpression,
  fn: FunctionContext,
  before: readonly (Node | null)[] = [],
): [Atom, Atom] {
  const object = atom(node.object, fn, [node.property, ...before])
  const key = atom(node.property, fn, before)
  return [object, key]
}

function emitElementRead(node: MemberExpression, fn: FunctionContext): Code {
  const [object, key] = elementAtoms(node, fn)
  const code = readElement(object, key, node, fn)
  releaseAtoms(fn, object, key)
  return code
}

/** Evaluates object and key, then reads: through an operation if it is a shared element. */
export function readElement(object: Atom, key: Atom, at: Node, fn: FunctionContext): Code {
  if (!fn.suspends) return ['(', object.first, ',', key.first, ',', guarded(object.again, at, fn), '[', key.again, '])']
  if (fn.isDirect) {
    const first = key.temp === null ? object.first : [object.first, ',', key.first] // in this order; only the object is looked at
    return [
      '(',
      fn.helper('isView'),
      '(',
      first,
      ')?',
      fn.helper('get'),
      '(',
      object.again,
      ',',
      key.again,
      ',',
      fn.site(at),
      '):',
      fn.mark(at),
      object.again,
      '[',
      key.again,
      '])',
    ]
  }
  return [
    '(',
    fn.helper('isElement'),
    '(',
    object.first,
    ',',
    key.first,
    ')?',
    fn.yielded([fn.helper('read'), '(', object.again, ',', key.again, ',', fn.site(at), ')']),
    ':',
    fn.mark(at),
    object.again,
    '[',
    key.again,
    '])',
  ]
}

/**
 * Writes to an element whose object and key have been evaluated. Not parenthesised, and without the value as result.
 */
export function writeElement(object: Code, key: Code, value: Code, at: Node, fn: FunctionContext): Code {
  if (!fn.suspends) return [guarded(object, at, fn), '[', key, ']=', value]
  if (fn.isDirect) {
    const set: Code = [fn.helper('set'), '(', object, ',', key, ',', value, ',', fn.site(at), ')']
    return [fn.helper('isView'), '(', object, ')&&', set, '||(', fn.mark(at), object, '[', key, ']=', value, ')']
  }
  return [
    fn.helper('isElement'),
    '(',
    object,
    ',',
    key,
    ')?',
    fn.yielded([fn.helper('write'), '(', object, ',', key, ',', value, ',', fn.site(at), ')']),
    ':',
    fn.mark(at),
    object,
    '[',
    key,
    ']=',
    value,
  ]
}

/** A private method as a value: only now can its twin be attached, since no property leads to it. */
function emitPrivateMethod(node: MemberExpression, name: string, fn: FunctionContext): Code {
  const object = atom(node.object, fn)
  const code: Code = [
    '(',
    object.first,
    ',',
    fn.helper('link'),
    '(',
    object.again,
    '.#',
    name,
    ',',
    object.again,
    '.#',
    fn.file.privateTwin(name),
    '))',
  ]
  releaseAtoms(fn, object)
  return code
}
