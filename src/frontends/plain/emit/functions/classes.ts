/** Classes: methods get twins inside the class, where private names and `super` mean what they should. */
import {
  type ClassMember,
  type ClassNode,
  type MethodDefinition,
  type Node,
  type PropertyDefinition,
  type StaticBlock,
  bodyOf,
  isMethod,
  membersOf,
} from '../../analysis/ast.ts'
import { accessesShared, isConstructor } from '../../analysis/facts.ts'
import type { FileContext } from '../file-context.ts'
import { FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { isDemandedAccessor, noteAccessor } from '../expressions/accessors.ts'
import { superCall } from '../expressions/calls.ts'
import { operand, visit, visitNamed } from '../emit.ts'
import { attachments, formOf, hasTwin, plainMethod, twinContext } from './functions.ts'
import { bareField, suspendableConstruction } from './constructors.ts'
import { privateFields } from './kept-variables.ts'
import { methodHead } from './objects.ts'
import { enclosed, region } from '../regions.ts'
import { emitList } from '../statements/statements.ts'

/** What accumulates while the members of one class are emitted. */
interface ClassEmission {
  readonly fn: FunctionContext
  readonly isDerived: boolean
  /** Its constructor and initialisers are elsewhere. */
  readonly isBare: boolean
  /** `[isStatic, key, slot, isGenerator]` per method whose twin must be moved to it. */
  readonly linked: Code[]
  readonly held: string[]
}

/** Syntax that Node does not run yet. */
function refuseUnknown(node: ClassNode, { file }: FunctionContext): void {
  for (const one of [node, ...node.body.body]) {
    if ('decorators' in one && (one.decorators as readonly Node[]).length > 0)
      throw file.fail(one, 'decorators are not run by Node: compile this file first, and check what comes of it')
    if (one.type === 'AccessorProperty')
      throw file.fail(one, '`accessor` is not known to Node: write a private field with a getter and a setter instead')
  }
}

export function emitClass(node: ClassNode, fn: FunctionContext): Code {
  refuseUnknown(node, fn)
  const { strict } = fn
  fn.strict = true
  fn.file.privateNames.push(privateNames(node, fn.file))
  const brand = brandOf(node, fn)
  fn.file.brands.push(brand)
  const suspendable = suspendableConstruction(node, fn)
  const emission: ClassEmission = {
    fn,
    isDerived: node.superClass !== null,
    isBare: suspendable?.isPrivate === true,
    linked: [],
    held: [],
  }
  const members = membersOf(node).map((member) => emitMember(member, emission))
  const heritage: Code =
    node.superClass === null ? '' : [' extends (', fn.helper('heritage'), '(', operand(node.superClass, fn), '))']
  fn.file.privateNames.pop()
  const implicit = emission.isBare || brand === null ? '' : implicitConstructor(node, fn)
  const construction: Code = [brand === null ? '' : ['static #', brand, ';'], implicit, suspendable?.members ?? '']
  const kept = privateFields(node, fn)
  fn.file.brands.pop()
  fn.strict = strict
  fn.release(...emission.held)
  const link: Code =
    emission.linked.length === 0
      ? ''
      : ['static{', fn.helper('linkClass'), '(this,[', join(emission.linked, ','), '])}']
  return [
    'class ',
    fn.file.textMark(node),
    node.id ?? '',
    heritage,
    '{',
    construction,
    link,
    kept,
    join(members, '\n'),
    '}',
  ]
}

/**
 * What a class hands to a constructor of somebody else is looked at. Where code passes gates, exploration has done so.
 */
function brandOf({ superClass }: ClassNode, fn: FunctionContext): string | null {
  if (superClass === null || fn.file.isDirect) return null
  if (superClass.type === 'Identifier' && fn.file.scopes.isOwnClass(superClass)) return null
  return fn.file.name('b')
}

/** A class without a constructor hands all arguments on. */
function implicitConstructor(node: ClassNode, fn: FunctionContext): Code {
  if (membersOf(node).some(isConstructor)) return ''
  const inner = new FunctionContext(fn.file, fn, 'plain', false, 'derived', true)
  const args = `${fn.file.prefix}a`
  return ['constructor(...', args, '){', superCall(args, node, inner), '}']
}

function privateNames(node: ClassNode, file: FileContext): Map<string, boolean> {
  const names = new Map<string, boolean>()
  for (const member of membersOf(node)) {
    if (member.type === 'StaticBlock' || member.key.type !== 'PrivateIdentifier') continue
    if (member.type === 'MethodDefinition' && isDemandedAccessor(member.kind, member.key, false))
      names.set(`${member.kind}_${member.key.name}`, hasTwin(member.value, file))
    else
      names.set(
        member.key.name,
        member.type === 'MethodDefinition' && member.kind === 'method' && hasTwin(member.value, file),
      )
  }
  return names
}

function emitMember(member: ClassMember, emission: ClassEmission): Code {
  if (member.type === 'StaticBlock') return emitStaticBlock(member, emission.fn)
  if (emission.isBare && isConstructor(member)) return ''
  if (emission.isBare && member.type === 'PropertyDefinition' && !member.static) return bareField(member)
  if (!isMethod(member)) return emitField(member, emission.fn)
  const { file } = emission.fn
  const start = member.static
    ? member.start + /^static\s*/.exec(file.source.slice(member.start, member.key.start))![0].length
    : member.start
  file.setText(member.value, { start, end: member.end })
  if (member.kind === 'method' && hasTwin(member.value, emission.fn.file)) return emitMethod(member, emission)
  noteAccessor(member.kind, member.key, member, emission.fn.file)
  if (isDemandedAccessor(member.kind, member.key, member.computed) && hasTwin(member.value, emission.fn.file))
    return emitAccessor(member, emission)
  // The others become suspendable on demand.
  const staysPlain = member.kind === 'method' || (member.kind !== 'constructor' && member.computed)
  if (staysPlain && accessesShared(bodyOf(member.value)) && !emission.fn.file.isDirect)
    emission.fn.file.skip(member, constructs[member.kind], member.value)
  const kind = member.kind === 'constructor' && emission.isDerived ? 'derived' : 'function'
  return [methodHead(member, emission.fn), plainMethod(member.value, emission.fn, kind)]
}

const constructs: Record<MethodDefinition['kind'], string> = {
  constructor: 'constructor',
  get: 'getter',
  set: 'setter',
  method: 'async method',
}

function emitMethod(member: MethodDefinition, { fn, linked, held }: ClassEmission): Code {
  const { key, value } = member
  const twin = formOf(value, twinContext(value, fn))
  const prefix = member.static ? 'static ' : ''
  if (key.type === 'PrivateIdentifier') {
    return [methodHead(member, fn), plainMethod(value, fn), '\n', prefix, '*#', fn.file.privateTwin(key.name), twin]
  }
  const slot = `${fn.helper('slot')}(${linked.length})`
  const { head, again } = methodKey(member, held, fn)
  linked.push(['[', String(member.static), ',', again, ',', slot, ',', String(value.generator), ']'])
  return [head, plainMethod(value, fn), '\n', prefix, '*[', slot, ']', twin]
}

/** A getter or setter that can be suspended. */
function emitAccessor(member: MethodDefinition, { fn, linked }: ClassEmission): Code {
  const { key, value, kind } = member
  const plain: Code = [methodHead(member, fn), plainMethod(value, fn), '\n', member.static ? 'static ' : '']
  const twin = formOf(value, twinContext(value, fn))
  if (key.type === 'PrivateIdentifier') return [plain, '*#', fn.file.privateTwin(`${kind}_${key.name}`), twin]
  const slot = `${fn.helper('slot')}(${linked.length})`
  const name: Code = key.type === 'Identifier' ? JSON.stringify(key.name) : key
  linked.push(['[', String(member.static), ',', name, ',', slot, ',false,"', kind, '"]'])
  return [plain, '*[', slot, ']', twin]
}

function methodKey(member: MethodDefinition, held: string[], fn: FunctionContext): { head: Code; again: Code } {
  const { key } = member
  if (!member.computed)
    return { head: methodHead(member, fn), again: key.type === 'Identifier' ? JSON.stringify(key.name) : key }
  const temp = fn.temp()
  held.push(temp)
  const head: Code = [
    { start: member.start, end: key.start },
    fn.file.textMark(member.value),
    temp,
    '=',
    fn.helper('propertyKey'),
    '(',
    fn.key(() => operand(key, fn)),
    ')',
    { start: key.end, end: member.value.start },
  ]
  return { head, again: temp }
}

function emitField(member: PropertyDefinition, fn: FunctionContext): Code {
  const end = (code: Code): Code => (fn.file.source[member.end - 1] === ';' ? code : [code, ';'])
  const head: Code = member.computed
    ? [
        { start: member.start, end: member.key.start },
        fn.key(() => visit(member.key, fn)),
        { start: member.key.end, end: member.value?.start ?? member.end },
      ]
    : { start: member.start, end: member.value?.start ?? member.end }
  if (member.value === null) return end(head)
  if (accessesShared(member.value) && member.static) fn.file.skip(member, 'static initialiser')
  return end([head, emitInitialiser(member, member.value, fn), { start: member.value.end, end: member.end }])
}

function emitInitialiser(member: PropertyDefinition, value: Node, fn: FunctionContext): Code {
  const inner = new FunctionContext(fn.file, fn, fn.file.isDirect ? 'direct' : 'plain', false, 'field', true)
  return enclosed(inner, () => visitNamed(value, fieldName(member), inner))
}

export function fieldName(member: PropertyDefinition): string | null {
  if (member.computed) return null
  if (member.key.type === 'PrivateIdentifier') return `#${member.key.name}`
  return member.key.type === 'Identifier'
    ? member.key.name
    : member.key.type === 'Literal'
      ? String(member.key.value)
      : null
}

function emitStaticBlock(node: StaticBlock, fn: FunctionContext): Code {
  const inner = new FunctionContext(fn.file, fn, fn.file.isDirect ? 'direct' : 'plain', false, 'function', true)
  const begin = fn.file.source.indexOf('{', node.start) + 1
  const body = region(inner, () => [attachments(node.body, inner), emitList(node.body, begin, node.end - 1, inner)])
  return ['static{', inner.header(), body, '}']
}
