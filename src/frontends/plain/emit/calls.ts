/** Calls: the callee may have a twin, may be an operation, or is simply called; the runtime finds out. */
import type { CallExpression, MemberExpression, NewExpression, Node, TaggedTemplateExpression } from '../ast.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { atom } from './atoms.ts'
import { emitChainReference } from './chains.ts'
import { copy, emitSpread, operand, unnamed, visit } from './emit.ts'
import { guarded, isElementAccess, readElement } from './members.ts'
import { besides } from './unused-results.ts'
import { copyWatched, emitArgument } from './watched.ts'

/** The runtime has call helpers for up to this many arguments; more go through an array. */
const FIXED = 4

/** What to call, and on what: code to be evaluated in this order, before the arguments. */
export interface Reference {
  readonly receiver: Code
  readonly callee: Code
  readonly temps: readonly string[]
}

export function emitCall(node: CallExpression, fn: FunctionContext): Code {
  if (node.callee.type === 'Identifier' && node.callee.name === 'eval') return emitEval(node, fn)
  if (node.callee.type === 'Super') return copy(node, fn)
  if (!fn.suspends) return emitPlainCall(node, fn)
  if (fn.isDirect && isCalledAsItIs(node.callee)) return fn.rounds > 0 ? copyWatched(node, fn) : copy(node, fn)
  return emitInvocation(reference(node.callee, fn), node.arguments, node, fn, besides(node))
}

/** Where code passes gates, callees look for themselves; but `eval` must stay what it is, so that calls by that name can be direct. */
function isCalledAsItIs(callee: Node): boolean {
  if (isElementAccess(callee) || callee.type === 'ChainExpression') return false
  return callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.property.name !== 'eval'
}

export function emitInvocation(ref: Reference, args: readonly Node[], node: Node, fn: FunctionContext, more: readonly Code[] = []): Code {
  const code = invocation(ref, [...argumentCodes(args, fn), ...more], args.some(({ type }) => type === 'SpreadElement'), node, fn)
  fn.release(...ref.temps)
  return code
}

function invocation({ receiver, callee }: Reference, args: Code[], spread: boolean, node: Node, fn: FunctionContext): Code {
  const { at, site } = callSite(node, fn)
  if (!fn.suspends) return [fn.mark(at), fn.helper('plainCall'), '(', receiver, ',', callee, ',', site, ',[', join(args, ','), '])']
  if (spread || args.length > FIXED) return fn.awaited([fn.mark(at), fn.helper('callWith'), '(', receiver, ',', callee, ',', site, ',[', join(args, ','), '])'])
  return fn.awaited([fn.mark(at), fn.helper(`call${args.length}`), '(', join([receiver, callee, ...args, site], ','), ')'])
}

function argumentCodes(args: readonly Node[], fn: FunctionContext): Code[] {
  return args.map((arg) => (arg.type === 'SpreadElement' ? emitSpread(arg.argument, fn) : fn.rounds > 0 ? emitArgument(arg, fn) : operand(arg, fn)))
}

/** Where stacks say a call is: at the name of the method, as V8 does it. */
function callSite(node: Node, fn: FunctionContext): { at: Node; site: string } {
  const callee = node.type === 'CallExpression' ? node.callee : node.type === 'TaggedTemplateExpression' ? node.tag : node
  const at = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee
  fn.file.nameSite(at.start, callee)
  return { at, site: fn.site(at) }
}

/** Evaluates a callee so that what it is called on is known. */
export function reference(callee: Node, fn: FunctionContext): Reference {
  if (callee.type === 'ChainExpression') return emitChainReference(callee, fn)
  if (callee.type !== 'MemberExpression') return { receiver: 'undefined', callee: operand(callee, fn), temps: [] }
  if (callee.object.type === 'Super') return { receiver: fn.thisCode(), callee: visit(callee, fn), temps: [] }
  return isElementAccess(callee) ? elementReference(callee, fn) : propertyReference(callee, fn)
}

function elementReference(callee: MemberExpression, fn: FunctionContext): Reference {
  const object = atom(callee.object, fn, [callee.property, callee.property])
  const key = atom(callee.property, fn)
  const read = readElement({ ...object, first: object.again }, key, callee, fn)
  return { receiver: object.first, callee: read, temps: tempsOf(object.temp, key.temp) }
}

function propertyReference(callee: MemberExpression, fn: FunctionContext): Reference {
  const object = atom(callee.object, fn)
  return { receiver: object.first, callee: propertyOf(object.again, callee, fn), temps: tempsOf(object.temp) }
}

/** A static or private property of an object that has been evaluated. */
export function propertyOf(object: Code, node: MemberExpression, fn: FunctionContext): Code {
  const { property } = node
  if (node.computed) return [object, '[', property, ']']
  if (property.type === 'PrivateIdentifier' && fn.file.hasPrivateTwin(property.name)) {
    return [fn.helper('link'), '(', object, '.', property, ',', object, '.#', fn.file.privateTwin(property.name), ')']
  }
  return [object, '.', property]
}

const tempsOf = (...temps: (string | null)[]): string[] => temps.filter((temp) => temp !== null)

/** Direct eval runs plain code, whatever the function around it is. */
function emitEval(node: CallExpression, fn: FunctionContext): Code {
  const [first, ...rest] = argumentCodes(node.arguments, fn)
  fn.file.skip(node, 'eval')
  return first === undefined ? copy(node, fn) : ['eval(', join([[fn.helper('evaluated'), '(', first, ')'], ...rest], ','), ')']
}

/** In plain bodies, `call` and `apply` are ways past the guards: array methods on views, views as argument lists. */
function emitPlainCall(node: CallExpression, fn: FunctionContext): Code {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier' || callee.object.type === 'Super') return copyCall(node, fn)
  const { name } = callee.property
  if (name !== 'call' && name !== 'apply' && name !== 'bind') return copyCall(node, fn)
  const list = node.arguments[1]
  const replaced = new Map<Node, Code>([[callee.object, [fn.helper('guardMethod'), '(', operand(callee.object, fn), ',', fn.site(node), ')']]])
  const head = copy(callee, fn, replaced)
  const whole = new Map<Node, Code>([[callee, head]])
  if (name === 'apply' && list !== undefined && list.type !== 'SpreadElement') whole.set(list, guarded(operand(list, fn), list, fn))
  return copy(node, fn, whole)
}

/** A private method that is called at once needs no twin attached. */
function copyCall(node: CallExpression, fn: FunctionContext): Code {
  const { callee } = node
  const isPrivate = callee.type === 'MemberExpression' && callee.property.type === 'PrivateIdentifier'
  return isPrivate ? copy(node, fn, new Map([[callee, copy(callee, fn)]])) : copy(node, fn)
}

export function emitNew(node: NewExpression, fn: FunctionContext): Code {
  const args = argumentCodes(node.arguments, fn)
  if (!fn.suspends || fn.isDirect || args.length === 0) return [{ start: node.start, end: node.start + 3 }, ' (', plainConstructor(node, args, fn), ')(', join(args, ','), ')']
  fn.file.nameSite(node.callee.start, node.callee)
  return fn.awaited([fn.mark(node), fn.helper('construct'), '(', operand(node.callee, fn), ',', fn.site(node.callee), ',[', join(args, ','), '])'])
}

/** A typed array made of another reads it in native code: the first argument is looked at, given the constructor. */
function plainConstructor(node: NewExpression, args: Code[], fn: FunctionContext): Code {
  const [first] = node.arguments
  if ((fn.suspends && !fn.isDirect) || first === undefined || harmless.has(first.type)) return visit(node.callee, fn)
  const type = fn.temp()
  args[0] = [fn.helper(fn.isDirect ? 'givenTo' : 'constructorArgument'), '(', type, ',', args[0]!, ',', fn.site(node), ')']
  fn.release(type)
  return [type, '=', operand(node.callee, fn)]
}

const harmless = new Set(['Literal', 'TemplateLiteral', 'ArrayExpression', 'ObjectExpression', 'ArrowFunctionExpression', 'FunctionExpression', 'SpreadElement', 'BinaryExpression'])

export function emitTaggedTemplate(node: TaggedTemplateExpression, fn: FunctionContext): Code {
  if (!fn.suspends || fn.isDirect) return copy(node, fn)
  const ref = reference(node.tag, fn)
  const strings: Code = [fn.helper('strings'), '`', join(node.quasi.quasis, '${0}'), '`']
  const values = node.quasi.expressions.map((expression) => unnamed(expression, fn))
  const code = invocation(ref, [strings, ...values], false, node, fn)
  fn.release(...ref.temps)
  return code
}

