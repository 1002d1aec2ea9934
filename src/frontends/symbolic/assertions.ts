/** Assertions of Node: what they compare, and what their messages show. */
import { type CallExpression, children, type Node } from '../plain/analysis/ast.ts'
import type { Code } from '../plain/emit/rope.ts'
import { called } from './code.ts'
import type { Emitter } from './emit.ts'
import { helpers } from './names.ts'

const ASSERTIONS = new Set(['equal', 'strictEqual'])

/** `assert.equal(a, b)` asks whether they are equal, and no more than that, as long as it is the one of Node. */
export function assertion(node: CallExpression, emit: Emitter): Code | null {
  const { callee, arguments: args, optional } = node
  if (optional || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null
  const { object, property } = callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier' || !ASSERTIONS.has(property.name)) return null
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

/** An argument of a function that is not known; it may be the message of an assertion, made by a template. */
export function argument(call: CallExpression, node: Node, emit: Emitter): Code {
  const { callee, arguments: args } = call
  const isName = callee.type === 'Identifier'
  const isMethod =
    callee.type === 'MemberExpression' && !callee.computed && !callee.optional && callee.object.type === 'Identifier'
  if (node.type !== 'TemplateLiteral' || node !== args.at(-1) || args.length < 2 || call.optional)
    return emit.plain(node)
  if ((!isName && !isMethod) || !node.expressions.some((one) => emit.taint.maybe(one))) return emit.plain(node)
  const assertion = emit.callee(callee)
  return emit.copy(node, node.expressions, (one) =>
    emit.taint.maybe(one) ? called(helpers.shown, assertion, emit.symbolic(one)) : emit.plain(one),
  )
}
