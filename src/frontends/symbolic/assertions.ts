/** Assertions of Node: what they compare, and what their messages show. */
import { type CallExpression, children, type Node } from '../plain/analysis/ast.ts'
import { COMPARISONS } from '../../symbolic/comparisons.ts'
import type { Code } from '../plain/emit/rope.ts'
import { called } from './code.ts'
import type { Emitter } from './emit.ts'
import { caughtName, helpers } from './names.ts'

const LOOKING_AT_ERRORS = new Set(['throws', 'doesNotThrow', 'rejects', 'doesNotReject'])

/** By which a function is called; '' where it has none. */
function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  const isNamed = callee.type === 'MemberExpression' && !callee.computed && callee.object.type === 'Identifier'
  return isNamed && callee.property.type === 'Identifier' ? callee.property.name : ''
}

/** `assert.equal(a, b)` asks whether they are equal, and no more than that, as long as it is the one of Node. */
export function assertion(node: CallExpression, emit: Emitter): Code | null {
  const { callee, arguments: args, optional } = node
  if (optional || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null
  const { object, property } = callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier' || !Object.hasOwn(COMPARISONS, property.name))
    return null
  const [first, second] = args
  if (first === undefined || second === undefined || args.some(({ type }) => type === 'SpreadElement')) return null
  if (!emit.taint.maybe(first) && !emit.taint.maybe(second)) return null
  const one = called(helpers.first, [emit.plain(object), '.', property], emit.symbolic(first), emit.symbolic(second))
  return emit.copy(node, children(node), (part) =>
    part === callee
      ? emit.callee(part)
      : part === first
        ? one
        : part === second
          ? called(helpers.second)
          : argument(node, part, emit),
  )
}

/** Who catches an error may look at its message. */
export function caught(node: Extract<Node, { type: 'CatchClause' }>, emit: Emitter): Code {
  const { param, body } = node
  if (param === null) return emit.copy(node, [body], (one) => emit.emit(one))
  const name = param.type === 'Identifier' ? param.name : caughtName
  const head: Code = [called(helpers.caught, name), ';']
  const parts: Code = param.type === 'Identifier' ? [] : ['let ', emit.target(param), '=', caughtName, ';']
  return emit.copy(node, [param, body], (one) => {
    if (one === param) return name
    const rest = emit.copy({ start: body.start + 1, end: body.end }, body.body, (part) => emit.emit(part))
    return ['{', head, parts, rest]
  })
}

/**
 * An argument of a function that is not known; it may be what is to throw, or the message of an assertion, made of text
 * and values.
 */
export function argument(call: CallExpression, node: Node, emit: Emitter): Code {
  const { callee, arguments: args } = call
  if (node === args[0] && node.type !== 'SpreadElement' && LOOKING_AT_ERRORS.has(nameOf(callee)))
    return called(helpers.thrower, emit.callee(callee), emit.plain(node))
  const isName = callee.type === 'Identifier'
  const isMethod =
    callee.type === 'MemberExpression' && !callee.computed && !callee.optional && callee.object.type === 'Identifier'
  const shown = partsOf(node)
  if (node.type === 'Literal' || node !== args.at(-1) || args.length < 2 || call.optional) return emit.plain(node)
  if ((!isName && !isMethod) || !shown.some((one) => emit.taint.maybe(one))) return emit.plain(node)
  const assertion = emit.callee(callee)
  return emit.copy(node, shown, (one) =>
    emit.taint.maybe(one) ? called(helpers.shown, assertion, emit.symbolic(one)) : emit.plain(one),
  )
}

/** Of a text the values that it is made of, besides other text; nothing of what may be something else. */
function partsOf(node: Node): readonly Node[] {
  if (node.type === 'TemplateLiteral') return node.expressions
  if (node.type !== 'BinaryExpression' || !isText(node)) return []
  return [node.left as Node, node.right].flatMap((one) => (isText(one) ? partsOf(one) : [one]))
}

function isText(node: Node): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string'
  if (node.type === 'TemplateLiteral') return true
  return node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left as Node) || isText(node.right))
}
