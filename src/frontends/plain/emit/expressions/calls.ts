/** Calls: the callee may have a twin, may be an operation, or is simply called; the runtime finds out. */
import {
  type CallExpression,
  isFunction,
  type MemberExpression,
  type NewExpression,
  type Node,
  type TaggedTemplateExpression,
} from '../../analysis/ast.ts'
import { demands } from '../../demands.ts'
import { suspendableSuper } from '../functions/constructors.ts'
import { type FunctionContext, join } from '../function-context.ts'
import { isLastingCallee, isMethod } from '../../analysis/lasting-callees.ts'
import { OR_ITS_VALUE, rendered, renderedSpread, staysAsWritten } from '../../analysis/rendering.ts'
import type { Code } from '../rope.ts'
import { type Atom, atom, atomOf, releaseAtoms } from '../atoms.ts'
import { emitChainReference } from './chains.ts'
import { emitEval } from './evaluations.ts'
import { copy, emitSpread, operand, unnamed, visit } from '../emit.ts'
import { guarded, isElementAccess, readElement } from './members.ts'
import { mayCallAccessor, readThroughGetter } from './accessors.ts'
import { besides } from './unused-results.ts'
import { copyWatched, emitArgument, emitMethod, namedCallee } from '../statements/watched.ts'

/** The runtime has call helpers for up to this many arguments; more go through an array. */
const FIXED = 4

/** What to call, and on what: code to be evaluated in this order, before the arguments. */
export interface Reference {
  readonly receiver: Code
  readonly callee: Code
  readonly temps: readonly string[]
}

export function emitCall(node: CallExpression, fn: FunctionContext): Code {
  const evaluation = emitEval(node, fn)
  if (evaluation !== null) return evaluation
  return emitOrdinaryCall(node, fn)
}

export function emitOrdinaryCall(node: CallExpression, fn: FunctionContext): Code {
  if (node.callee.type === 'Super') return emitSuper(node, fn)
  if (!fn.suspends) return emitPlainCall(node, fn)
  if (fn.isDirect && isCalledAsItIs(node.callee) && !isMoved(node, fn) && !isWatchedCallee(node.callee, fn))
    return fn.rounds > 0 ? copyWatched(node, fn) : copyWithArguments(node, fn)
  return emitInvocation(watchedReference(node.callee, fn), node.arguments, node, fn, besides(node))
}

function watchedReference(callee: Node, fn: FunctionContext): Reference {
  const found = reference(callee, fn)
  if (!isWatchedCallee(callee, fn)) return found
  return isMethod(callee)
    ? emitMethod(found, callee, fn)
    : { ...found, callee: [fn.helper('called'), '(', found.callee, ')'] }
}

/** Callees that last are looked at when a loop begins; those of a function that may be called there, when it runs. */
const isWatchedCallee = (callee: Node, fn: FunctionContext): boolean =>
  fn.rounds > 0 && (fn.watched || (isMethod(callee) && !isLastingCallee(callee, fn.file.scopes)))

/**
 * Where code passes gates, callees look for themselves; but what is said about those that are no functions must not be
 * about transformed code, and `eval` must stay what it is, so that calls by that name can be direct.
 */
function isCalledAsItIs(callee: Node): boolean {
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'eval')
    return false
  return staysAsWritten(callee) || isFunction(callee) || isThisOrSuper(callee)
}

/** Keys of patterns do not stay keys, and what is iterated at once is not for long. */
const isMoved = (node: Node, fn: FunctionContext): boolean => fn.isInKey || fn.file.iteratedCalls.has(node)

function isThisOrSuper(callee: Node): boolean {
  const { type } = callee
  if (type === 'MemberExpression') return !isElementAccess(callee) && !callee.optional && isThisOrSuper(callee.object)
  return type === 'ThisExpression' || type === 'Super'
}

/** As it is written, but for what is said about arguments that cannot be spread. */
export function copyWithArguments(node: CallExpression, fn: FunctionContext, replaced: [Node, Code][] = []): Code {
  const spread = node.arguments.flatMap((arg): [Node, Code][] =>
    arg.type === 'SpreadElement'
      ? [[arg, emitSpread(arg.argument, fn, renderedSpread(arg.argument, node.arguments))]]
      : [],
  )
  return copy(node, fn, new Map([...spread, ...replaced]))
}

export function emitInvocation(
  ref: Reference,
  args: readonly Node[],
  node: Node,
  fn: FunctionContext,
  more: readonly Code[] = [],
): Code {
  const code = invocation(
    ref,
    [...argumentCodes(args, fn, fn.isDirect, namedCallee(node, fn)), ...more],
    args.some(({ type }) => type === 'SpreadElement'),
    node,
    fn,
  )
  fn.release(...ref.temps)
  return code
}

function invocation(
  { receiver, callee }: Reference,
  args: Code[],
  spread: boolean,
  node: Node,
  fn: FunctionContext,
): Code {
  const { at, site } = callSite(node, fn)
  if (!fn.suspends)
    return [fn.mark(at), fn.helper('plainCall'), '(', receiver, ',', callee, ',', site, ',[', join(args, ','), '])']
  if (spread || args.length > FIXED)
    return fn.awaited([
      fn.mark(at),
      fn.helper('callWith'),
      '(',
      receiver,
      ',',
      callee,
      ',',
      site,
      ',[',
      join(args, ','),
      '])',
    ])
  return fn.awaited([
    fn.mark(at),
    fn.helper(`call${args.length}`),
    '(',
    join([receiver, callee, ...args, site], ','),
    ')',
  ])
}

/** `inPlace`: they stay arguments of a call. `callee`: see `emitArgument`. */
export function argumentCodes(
  args: readonly Node[],
  fn: FunctionContext,
  inPlace = fn.isDirect,
  callee: Node | null = null,
): Code[] {
  return args.map((arg) => {
    if (arg.type === 'SpreadElement') return emitSpread(arg.argument, fn, renderedSpread(arg.argument, args), inPlace)
    return fn.rounds > 0 ? emitArgument(arg, fn, callee) : operand(arg, fn)
  })
}

/** Where stacks say a call is: at the name of the method, as V8 does it. */
function callSite(node: Node, fn: FunctionContext): { at: Node; site: string } {
  const callee =
    node.type === 'CallExpression' ? node.callee : node.type === 'TaggedTemplateExpression' ? node.tag : node
  const at = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee
  const iterated = fn.file.iteratedCalls.get(node)
  return { at, site: fn.site(at, iterated === undefined ? rendered(callee) : `${iterated}${OR_ITS_VALUE}`) }
}

/** Evaluates a callee so that what it is called on is known. */
export function reference(callee: Node, fn: FunctionContext): Reference {
  if (callee.type === 'ChainExpression') return emitChainReference(callee, fn)
  if (callee.type !== 'MemberExpression') return { receiver: 'void 0', callee: operand(callee, fn), temps: [] }
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
  if (mayCallAccessor(node, 'get', fn)) return readThroughGetter(object, property, fn)
  if (property.type === 'PrivateIdentifier' && fn.file.hasPrivateTwin(property.name)) {
    return [fn.helper('link'), '(', object, '.', property, ',', object, '.#', fn.file.privateTwin(property.name), ')']
  }
  return [object, '.', property]
}

const tempsOf = (...temps: (string | null)[]): string[] => temps.filter((temp) => temp !== null)

/** In plain bodies the runtime looks at the callee, and at what native code is handed. */
function emitPlainCall(node: CallExpression, fn: FunctionContext): Code {
  const { callee } = node
  const isMethod = callee.type === 'MemberExpression'
  if (callee.type === 'ChainExpression') return emitInvocation(reference(callee, fn), node.arguments, node, fn)
  const isAsWritten = staysAsWritten(callee) && !isMethod && !fn.file.iteratedCalls.has(node)
  if (isOwnCallee(callee, fn) || (isAsWritten && node.arguments.every(isHarmless))) return copyCall(node, fn)
  const { at, site } = callSite(node, fn)
  const helper = fn.helper('callable')
  const args = (): Code => join(plainArguments(node, fn), ',')
  if (!isMethod) return [helper, '(', operand(callee, fn), ',', site, ')', fn.mark(at), '(', args(), ')']
  const object = callee.object.type === 'Super' ? atomOf(fn.thisCode()) : atom(callee.object, fn, [callee.property])
  const method = callee.object.type === 'Super' ? visit(callee, fn) : propertyIn(object, callee, fn)
  releaseAtoms(fn, object)
  const rest: Code = node.arguments.length === 0 ? '' : [',', args()]
  return [helper, '((', object.first, ',', method, '),', site, ').', fn.mark(at), 'call(', object.again, rest, ')']
}

function propertyIn(object: Atom, callee: MemberExpression, fn: FunctionContext): Code {
  if (!isElementAccess(callee)) return propertyOf(object.again, callee, fn)
  return [guarded(object.again, callee, fn), '[', visit(callee.property, fn), ']']
}

/** A view as the list of `apply` is refused where it stands. */
function plainArguments({ callee, arguments: args }: CallExpression, fn: FunctionContext): Code[] {
  const codes = argumentCodes(args, fn)
  const [, list] = args
  const name = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null
  if (name === 'apply' && list !== undefined && list.type !== 'SpreadElement') codes[1] = guarded(codes[1]!, list, fn)
  return codes
}

/**
 * Certainly a function of the program, or Heddle's: a private method, what the file declares as a function, `ops.…`.
 */
function isOwnCallee(callee: Node, fn: FunctionContext): boolean {
  if (callee.type === 'Identifier') return fn.file.scopes.isFunction(callee)
  if (callee.type !== 'MemberExpression') return isFunction(callee)
  return callee.property.type === 'PrivateIdentifier' || (!callee.computed && isHeddles(callee.object, fn))
}

function isHeddles(node: Node, fn: FunctionContext): boolean {
  if (node.type === 'Identifier') return fn.file.scopes.isImportFrom(node, 'heddle')
  return node.type === 'MemberExpression' && !node.computed && isHeddles(node.object, fn)
}

/** A private method that is called at once needs no twin attached. */
function copyCall(node: CallExpression, fn: FunctionContext): Code {
  const { callee } = node
  const isPrivate = callee.type === 'MemberExpression' && callee.property.type === 'PrivateIdentifier'
  return copyWithArguments(node, fn, isPrivate ? [[callee, copy(callee, fn)]] : [])
}

export function emitNew(node: NewExpression, fn: FunctionContext): Code {
  const args = argumentCodes(node.arguments, fn, fn.isDirect && node.arguments[0]?.type !== 'SpreadElement')
  if (!fn.suspends || fn.isDirect || (args.length === 0 && !isDate(node.callee, fn) && !demands.construct))
    return [
      { start: node.start, end: node.start + 3 },
      ' (',
      plainConstructor(node, args, fn),
      ')(',
      join(args, ','),
      ')',
    ]
  return fn.awaited([
    fn.mark(node),
    fn.helper('construct'),
    '(',
    operand(node.callee, fn),
    ',',
    fn.site(node.callee, rendered(node.callee)),
    ',[',
    join(args, ','),
    '])',
  ])
}

const isIntrinsic = (callee: Node, fn: FunctionContext): boolean =>
  callee.type === 'Identifier' &&
  callee.name in globalThis &&
  callee.name !== 'Promise' &&
  fn.file.scopes.isGlobal(callee)

/** `new Date()` asks for the time, which may be a choice. */
const isDate = (callee: Node, fn: FunctionContext): boolean =>
  callee.type === 'Identifier' && callee.name === 'Date' && fn.file.scopes.isGlobal(callee)

/** Constructors may read in native code what they are given: it is looked at, given the constructor. */
function plainConstructor(node: NewExpression, args: Code[], fn: FunctionContext): Code {
  const [first] = node.arguments
  const site = fn.site(node, rendered(node.callee))
  const isAsWritten = staysAsWritten(node.callee) && (fn.isDirect || isIntrinsic(node.callee, fn))
  const callee: Code = isAsWritten
    ? visit(node.callee, fn)
    : [fn.helper('constructible'), '(', operand(node.callee, fn), ',', site, ')']
  if (first === undefined || (fn.suspends && !fn.isDirect)) return callee
  if (fn.isDirect ? isLiteral(first) : node.arguments.every(isHarmless)) return callee
  const type = fn.temp()
  if (fn.isDirect && first.type !== 'SpreadElement') {
    args[0] = [fn.helper('givenTo'), '(', type, ',', args[0]!, ',', site, ')']
  } else {
    const helper = fn.helper(fn.isDirect ? 'allGivenTo' : 'constructorArguments')
    args.splice(0, args.length, ['...', helper, '(', type, ',[', join([...args], ','), '],', site, ')'])
  }
  fn.release(type)
  return [type, '=', fn.helper('constructible'), '(', operand(node.callee, fn), ',', site, ')']
}

/** No typed array, and no iterator over one. */
const isLiteral = ({ type }: Node): boolean => literals.has(type)
const functions = ['ArrowFunctionExpression', 'FunctionExpression']
const primitives = ['Literal', 'TemplateLiteral', 'BinaryExpression']
const literals = new Set([...primitives, 'ArrayExpression', 'ObjectExpression', ...functions])

/** Nothing that shared memory could be in. */
const isHarmless = ({ type }: Node): boolean => withoutMemory.has(type)
const withoutMemory = new Set([...primitives, 'UnaryExpression', 'UpdateExpression', ...functions])

function emitSuper(node: CallExpression, fn: FunctionContext): Code {
  if (fn.owner.kind === 'constructing') return suspendableSuper(join(argumentCodes(node.arguments, fn), ','), node, fn)
  if (fn.file.brands.at(-1) == null) return copy(node, fn)
  return superCall(['[', join(argumentCodes(node.arguments, fn), ','), ']'], node, fn)
}

/** `super(...args)` in the innermost class, whose private name tells it from those that inherit from it. */
export function superCall(args: Code, at: Node, fn: FunctionContext): Code {
  const { file } = fn
  const type = `${file.prefix}c`
  const isHere = `(${type})=>#${file.brands.at(-1)} in ${type}`
  const given = [fn.newTargetCode(), isHere, args, fn.site(at)]
  return [fn.mark(at), 'super(...', fn.helper('superArguments'), '(', join(given, ','), '))']
}

export function emitTaggedTemplate(node: TaggedTemplateExpression, fn: FunctionContext): Code {
  if (fn.isDirect && isCalledAsItIs(node.tag) && !isMoved(node, fn)) return copy(node, fn)
  const ref = reference(node.tag, fn)
  if (!fn.suspends) {
    fn.release(...ref.temps)
    const given = [ref.receiver, ref.callee, callSite(node, fn).site]
    return [fn.mark(node), fn.helper('plainTag'), '(', join(given, ','), ')', visit(node.quasi, fn)]
  }
  const strings: Code = [fn.helper('strings'), '`', join(node.quasi.quasis, '${0}'), '`']
  const values = node.quasi.expressions.map((expression) => unnamed(expression, fn))
  const code = invocation(ref, [strings, ...values], false, node, fn)
  fn.release(...ref.temps)
  return code
}
