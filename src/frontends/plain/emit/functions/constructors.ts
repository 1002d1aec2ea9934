/**
 * Constructors and field initialisers that can be suspended, on demand (`demands.ts`). The body of a constructor and the
 * initialisers become two generator methods. The runtime makes the object, runs them on it, and does what `super(…)`
 * asks for (`runtime/calls/constructions.ts`).
 */
import {
  type ClassMember,
  type ClassNode,
  isFunction,
  type Node,
  type PropertyDefinition,
  bodyOf,
  membersOf,
} from '../../analysis/ast.ts'
import { callsSuper, isConstructor, somewhereInside, suspends } from '../../analysis/facts.ts'
import { demands } from '../../demands.ts'
import { visitNamed } from '../emit.ts'
import { FunctionContext, join } from '../function-context.ts'
import { region } from '../regions.ts'
import type { Code } from '../rope.ts'
import { fieldName } from './classes.ts'
import { formOf, lengthOf } from './functions.ts'

export interface SuspendableConstruction {
  /** Private names can be given to an object by constructing the class only, which then does nothing else. */
  readonly isPrivate: boolean
  /** To stand in the class. */
  readonly members: Code
}

/** Null for classes that are constructed as they are. */
export function suspendableConstruction(node: ClassNode, fn: FunctionContext): SuspendableConstruction | null {
  if (!demands.construct || fn.file.isDirect) return null
  const members = membersOf(node)
  const constructor = members.find(isConstructor)?.value ?? null
  const fields = members.filter(isInstanceField)
  const isPrivate = members.some(isPrivateMember)
  const isDerived = node.superClass !== null
  const mayRun =
    isDerived || (constructor !== null && suspends(bodyOf(constructor))) || fields.some(initialiserSuspends)
  if (!mayRun || fields.some(({ computed }) => computed) || (isPrivate && node.id === null)) return null
  if (constructor !== null && somewhereInside(constructor, (inner) => isFunction(inner) && callsSuper(inner)))
    return null
  const described = [String(isDerived), String(isPrivate), String(constructor === null ? 0 : lengthOf(constructor))]
  const link: Code = ['static{', fn.helper('linkConstruction'), '(this,', join(described, ','), ')}']
  const body: Code =
    constructor === null
      ? ''
      : [
          '*[',
          fn.helper('CONSTRUCTOR_BODY'),
          ']',
          formOf(constructor, new FunctionContext(fn.file, fn, 'twin', false, 'constructing', true)),
          '\n',
        ]
  const initialisers: Code =
    fields.length === 0 ? '' : ['*[', fn.helper('FIELD_INITIALISERS'), ']', emitInitialisers(fields, fn), '\n']
  const plain: Code = isPrivate ? plainConstructor(node, fn) : ''
  return { isPrivate, members: [plain, body, initialisers, link] }
}

type Field = PropertyDefinition
const isInstanceField = (member: ClassMember): member is Field =>
  member.type === 'PropertyDefinition' && !(member as Field).static
const isPrivateMember = (member: ClassMember): boolean =>
  member.type !== 'StaticBlock' && !member.static && member.key.type === 'PrivateIdentifier'
const initialiserSuspends = ({ value }: Field): boolean => value !== null && suspends(value)

function emitInitialisers(fields: readonly Field[], fn: FunctionContext): Code {
  const inner = new FunctionContext(fn.file, fn, 'twin', false, 'function', true)
  const statements = region(inner, () =>
    fields.map((field): Code => {
      const value = field.value === null ? 'void 0' : ['(', visitNamed(field.value, fieldName(field), inner), ')']
      if (field.key.type === 'PrivateIdentifier') return ['this.', field.key, '=', value, ';']
      const key: Code = field.key.type === 'Identifier' ? JSON.stringify(field.key.name) : field.key
      return [inner.helper('defineField'), '(this,', key, ',', value, ');']
    }),
  )
  return ['(){', inner.header(), statements, '}']
}

/** Runs the generators, unless it is asked for nothing but the private names. */
function plainConstructor(node: ClassNode, fn: FunctionContext): Code {
  const args = `${fn.file.prefix}a`
  return [
    ...['constructor(...', args, '){if(', fn.helper('isBare'), '(', args, ')){'],
    ...[node.superClass === null ? '' : `super(...${args});`, 'return}return '],
    ...[fn.helper('constructPlainly'), '(', node.id as Node, ',', args, ',new.target)}\n'],
  ]
}

/** What is left in the class of a field when its initialiser is elsewhere. */
export function bareField(field: PropertyDefinition): Code {
  return field.key.type === 'PrivateIdentifier' ? [field.key, ';'] : ''
}

/** `super(…)` where it can be suspended. */
export function suspendableSuper(args: Code, at: Node, fn: FunctionContext): Code {
  return fn.yielded([fn.mark(at), fn.helper('superCall'), '(', fn.frameCode(), ',[', args, '],', fn.site(at), ')'])
}
