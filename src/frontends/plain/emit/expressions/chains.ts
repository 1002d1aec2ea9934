/** Optional chains: conditions that end the whole chain, then the access itself. */
import type { CallExpression, ChainExpression, MemberExpression, Node, UnaryExpression } from '../../analysis/ast.ts'
import type { FunctionContext } from '../function-context.ts'
import { staysAsWritten } from '../../analysis/rendering.ts'
import type { Code } from '../rope.ts'
import { atom, atomOf, type Atom } from '../atoms.ts'
import { copyWithArguments, emitInvocation, propertyOf, type Reference, reference } from './calls.ts'
import { copy, operand, visit } from '../emit.ts'
import { isElementAccess, readElement } from './members.ts'

/** One chain under way: the tests that come first, and the temporaries that live until its end. */
class Chain {
  readonly fn: FunctionContext
  /** Each is `(t=…)==null`. */
  readonly tests: Code[] = []
  readonly temps: string[] = []

  constructor(fn: FunctionContext) {
    this.fn = fn
  }

  hold(code: Code): Atom {
    const temp = this.fn.temp()
    this.temps.push(temp)
    return { first: [temp, '=', code], again: temp, temp: null }
  }

  /** The value of a link of the chain; after an optional one, everything hangs on its not being nullish. */
  value(node: Node): Code {
    if (node.type === 'MemberExpression') return this.member(node)
    if (node.type === 'CallExpression') return this.call(node)
    return operand(node, this.fn)
  }

  private base(node: Node, optional: boolean): Atom {
    const value = this.value(node)
    if (!optional) return this.hold(value)
    const held = this.hold(value)
    this.tests.push(['(', held.first, ')==null'])
    return atomOf(held.again)
  }

  private member(node: MemberExpression): Code {
    if (node.object.type === 'Super') return visit(node, this.fn)
    return this.access(this.base(node.object, node.optional), node)
  }

  access(object: Atom, node: MemberExpression): Code {
    if (!isElementAccess(node)) return ['(', object.first, ',', propertyOf(object.again, node, this.fn), ')']
    const key = atom(node.property, this.fn)
    if (key.temp !== null) this.temps.push(key.temp)
    return readElement(object, key, node, this.fn)
  }

  private call(node: CallExpression): Code {
    return emitInvocation(this.callee(node.callee, node.optional), node.arguments, node, this.fn)
  }

  /** The callee of a call in the chain, with what it is called on. */
  private callee(node: Node, optional: boolean): Reference {
    if (!optional) return this.linked(node)
    const callee = this.hold('') // before the code for it is made, which must not use the same temporary
    const ref = this.linked(node)
    const receiver = this.hold(ref.receiver)
    this.temps.push(...ref.temps)
    this.tests.push(['(', receiver.first, ',', callee.again, '=', ref.callee, ')==null'])
    return { receiver: receiver.again, callee: callee.again, temps: [] }
  }

  /** The receiver's code only ever assigns a temporary that is held, or is a constant. */
  private linked(node: Node): Reference {
    if (node.type === 'CallExpression') return { receiver: 'void 0', callee: this.value(node), temps: [] }
    if (node.type !== 'MemberExpression' || node.object.type === 'Super') return reference(node, this.fn)
    const object = this.base(node.object, node.optional)
    return { receiver: object.first, callee: this.access(atomOf(object.again), node), temps: [] }
  }

  finish(value: Code, otherwise: string): Code {
    this.fn.release(...this.temps)
    return ['(', this.tests.map((test): Code => [test, '?', otherwise, ':']), value, ')']
  }

  delete(node: MemberExpression): Code {
    const object = this.base(node.object, node.optional)
    return [
      '(',
      object.first,
      ',delete ',
      object.again,
      node.computed ? ['[', visit(node.property, this.fn), ']'] : ['.', node.property],
      ')',
    ]
  }
}

export function emitChain(node: ChainExpression, fn: FunctionContext): Code {
  if (fn.isDirect && !hasCarefulLink(node.expression, fn)) return copyLinks(node.expression, fn)
  const chain = new Chain(fn)
  return chain.finish(chain.value(node.expression), 'void 0')
}

/** A chain as it is written, but for the arguments of its calls. */
function copyLinks(node: Node, fn: FunctionContext): Code {
  if (node.type === 'CallExpression') return copyWithArguments(node, fn, [[node.callee, copyLinks(node.callee, fn)]])
  return node.type === 'MemberExpression'
    ? copy(node, fn, new Map([[node.object, copyLinks(node.object, fn)]]))
    : visit(node, fn)
}

/**
 * Whether a link of the chain is more than its source says, so that code which passes gates cannot keep the chain as it
 * is.
 */
function hasCarefulLink(node: Node, fn: FunctionContext): boolean {
  if (node.type === 'CallExpression') return hasCarefulLink(node.callee, fn)
  if (node.type !== 'MemberExpression')
    return !staysAsWritten(node) && node.type !== 'ThisExpression' && node.type !== 'Super'
  const isPrivate = node.property.type === 'PrivateIdentifier' && fn.file.hasPrivateTwin(node.property.name)
  return isPrivate || isElementAccess(node) || hasCarefulLink(node.object, fn)
}

/** `(a?.b)(x)` is called on `a`. */
export function emitChainReference(node: ChainExpression, fn: FunctionContext): Reference {
  const { expression } = node
  if (expression.type !== 'MemberExpression' || expression.object.type === 'Super')
    return {
      receiver: 'void 0',
      callee: emitChain(node, fn),
      temps: [],
    }
  const receiver = fn.temp()
  const callee = fn.temp()
  const chain = new Chain(fn)
  const base = chain.value(expression.object)
  const access = chain.access(atomOf(receiver), expression)
  const nullish: Code = expression.optional ? [receiver, '==null?void 0:'] : ''
  const value = chain.finish(['(', receiver, '=', base, ',', nullish, access, ')'], `(${receiver}=void 0)`)
  return { receiver: ['(', callee, '=', value, ',', receiver, ')'], callee, temps: [receiver, callee] }
}

export function emitDelete(node: UnaryExpression, fn: FunctionContext): Code {
  const { argument } = node
  if (argument.type === 'ChainExpression' && argument.expression.type === 'MemberExpression') {
    const chain = new Chain(fn)
    return chain.finish(chain.delete(argument.expression), 'true')
  }
  if (argument.type !== 'MemberExpression' || argument.object.type === 'Super') return copy(node, fn)
  if (!argument.computed) return copy(node, fn, new Map([[argument, copy(argument, fn)]]))
  // Deleting reads nothing: the member itself is not to become an access.
  return ['delete ', operand(argument.object, fn), '[', visit(argument.property, fn), ']']
}
