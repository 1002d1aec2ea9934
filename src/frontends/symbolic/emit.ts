/**
 * The source of a file for symbolic inputs: the same code, but that operators, conditions and reads that may meet a
 * symbolic value go through functions of the runtime. Symbolic values stay in variables: everywhere else `heddle$of`
 * makes plain ones of them, and what is not listed here counts as everywhere else.
 */
import {
  type AssignmentExpression,
  type At,
  bodyOf,
  type CallExpression,
  children,
  type FunctionNode,
  type Identifier,
  isFunction,
  type MemberExpression,
  type Node,
  type ObjectPattern,
  type Program,
  type SwitchStatement,
  type UpdateExpression,
} from '../plain/analysis/ast.ts'
import type { Code } from '../plain/emit/rope.ts'
import { isUnderstood, isUnderstoodOfOne } from '../../symbolic/operators.ts'
import { array, atomic, element, inner, logical, object, outcome, put, updated } from './accesses.ts'
import { argument, assertion, caught } from './assertions.ts'
import { called, isExpression, parenthesised, quoted } from './code.ts'
import { isPlainAssignment } from './memory-syntax.ts'
import { helpers, parameterName } from './names.ts'
import { parameterIn, type Taint } from './taint.ts'

export class Emitter {
  readonly taint: Taint
  private readonly source: string
  /** Code in which what cannot be assigned is left as it is. */
  readonly isSloppy: boolean
  /** The function whose code it is. */
  within: FunctionNode | null = null
  /** In an `after` or `outcome` that looks at memory through the runtime only. */
  private isLooking = false

  constructor(taint: Taint, source: string, isSloppy = false) {
    this.taint = taint
    this.source = source
    this.isSloppy = isSloppy
  }

  /** The text of a node, in which children are what `emitted` makes of them. */
  copy(node: At, parts: readonly Node[], emitted: (child: Node) => Code): Code {
    const code: Code[] = []
    let at = node.start
    for (const part of parts) {
      code.push({ start: at, end: part.start }, emitted(part))
      at = part.end
    }
    code.push({ start: at, end: node.end })
    return code
  }

  /** All of a file. */
  program({ body }: Program): Code {
    return this.copy({ start: 0, end: this.source.length }, body as Node[], (one) => this.emit(one))
  }

  /** A statement, or anything whose children are plain. */
  emit(node: Node): Code {
    if (isFunction(node)) return this.functionOf(node)
    switch (node.type) {
      case 'ExpressionStatement':
        return this.copy(node, [node.expression], (one) => this.statement(one))
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
        return this.copy(node, children(node), (one) => (one === node.test ? this.test(one) : this.emit(one)))
      case 'ForStatement':
        return this.copy(node, children(node), (one) => {
          if (one === node.test) return this.test(one)
          return one === node.body || one.type === 'VariableDeclaration' ? this.emit(one) : this.symbolic(one)
        })
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.copy(node, children(node), (one) => {
          if (one === node.left) return one.type === 'VariableDeclaration' ? this.emit(one) : this.target(one)
          if (one !== node.right) return this.emit(one)
          const isIterated = node.type === 'ForOfStatement' && this.taint.isIterated(node)
          return isIterated ? called(helpers.each, this.plain(one)) : this.plain(one)
        })
      case 'VariableDeclarator':
        return this.declarator(node)
      case 'ReturnStatement':
        return this.copy(node, children(node), (one) => this.returned(one))
      case 'SwitchStatement':
        return this.switchOf(node)
      case 'CatchClause':
        return caught(node, this)
      default:
        return isExpression(node) ? this.plain(node) : this.copy(node, children(node), (one) => this.emit(one))
    }
  }

  /** Nobody looks at the value. Where no semicolon ends the line before, it must not begin with a parenthesis. */
  private statement(node: Node): Code {
    if (node.type === 'SequenceExpression') return ['void ', this.symbolic(node)]
    if (node.type === 'AssignmentExpression' && isPlainAssignment(node) && this.taint.isPut(node))
      return put(node, this)
    if (!this.taint.maybe(node)) return this.symbolic(node)
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier') return this.assigned(node)
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier') return this.incremented(node)
    if (node.type === 'CallExpression' && this.taint.atomicOf(node) !== null) return atomic(node, this, true)
    if (node.type === 'AssignmentExpression' || node.type === 'UpdateExpression') return this.symbolic(node)
    return ['void ', parenthesised(this.symbolic(node))]
  }

  /** The expression where its value may be symbolic. */
  symbolic(node: Node): Code {
    if (!this.taint.maybe(node) && node.type !== 'AssignmentExpression' && node.type !== 'CallExpression')
      return this.ordinary(node)
    switch (node.type) {
      case 'Identifier':
        return node
      case 'MemberExpression':
        if (this.taint.isElement(node)) return element(node, this)
        if (this.taint.isInner(node)) return inner(node, this)
        return this.taint.isSource(node) ? this.read(node) : this.ordinary(node)
      case 'ChainExpression':
        return inner(node.expression as MemberExpression, this)
      case 'BinaryExpression':
        return called(helpers.binary, quoted(node.operator), this.symbolic(node.left), this.symbolic(node.right))
      case 'UnaryExpression':
        return called(helpers.unary, quoted(node.operator), this.symbolic(node.argument))
      case 'LogicalExpression':
        return logical(node, this)
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node
        const [then, otherwise] = [consequent, alternate].map((one) => parenthesised(this.symbolic(one)))
        return ['(', parenthesised(this.test(test)), '?', then!, ':', otherwise!, ')']
      }
      case 'SequenceExpression':
        return ['(', node.expressions.map((one, i) => [i === 0 ? '' : ',', this.symbolic(one)]), ')']
      case 'AssignmentExpression':
        if (node.left.type !== 'Identifier' && this.taint.maybe(node)) return updated(node, this)
        return this.taint.maybe(node) ? parenthesised(this.assigned(node)) : this.assigned(node)
      case 'UpdateExpression':
        return node.argument.type === 'Identifier' ? this.update(node) : updated(node, this)
      case 'CallExpression':
        return this.call(node)
      default:
        return this.ordinary(node)
    }
  }

  /** The expression where its value must be a plain one. */
  plain(node: Node): Code {
    // Whoever reads an input or memory plainly pins it; not where nobody sees that memory is read.
    if (node.type === 'MemberExpression' && !(this.isLooking && this.taint.isElement(node))) return this.ordinary(node)
    return this.taint.maybe(node) ? called(helpers.of, this.symbolic(node)) : this.symbolic(node)
  }

  /** Where only its truth counts. */
  private test(node: Node): Code {
    if (!this.taint.maybe(node)) return this.truthOf(node)
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      return ['(', parenthesised(this.test(node.left)), ` ${node.operator} `, parenthesised(this.test(node.right)), ')']
    return called(helpers.if, this.symbolic(node))
  }

  /** Inside of what is no symbolic value itself, there may be conditions. */
  private truthOf(node: Node): Code {
    if (node.type === 'LogicalExpression' && node.operator !== '??')
      return this.copy(node, children(node), (one) => this.test(one))
    return this.symbolic(node)
  }

  /** Anything that is not symbolic by itself: its parts are plain. */
  private ordinary(node: Node): Code {
    if (isFunction(node)) return this.functionOf(node)
    switch (node.type) {
      case 'Identifier':
        return node
      case 'Property':
        return this.property(node)
      case 'ObjectExpression':
        return object(node, this)
      case 'ArrayExpression':
        return array(node, this)
      case 'UnaryExpression':
        if (node.operator === 'typeof' && this.taint.maybe(node.argument))
          return called(helpers.type, this.symbolic(node.argument))
        return this.copy(node, children(node), (one) => (node.operator === '!' ? this.test(one) : this.plain(one)))
      case 'ConditionalExpression':
        return this.copy(node, children(node), (one) => (one === node.test ? this.test(one) : this.symbolic(one)))
      case 'SequenceExpression': // wherever it is moved to, it is one expression
        return parenthesised(this.copy(node, children(node), (one) => this.symbolic(one)))
      case 'UpdateExpression':
        return this.copy(node, children(node), (one) => this.target(one))
      case 'ChainExpression':
        return this.copy(node, children(node), (one) => this.ordinary(one))
      case 'CallExpression':
        return this.copy(node, children(node), (one) =>
          one === node.callee ? this.callee(one) : argument(node, one, this),
        )
      case 'AssignmentPattern':
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        return this.target(node)
      default:
        return this.copy(node, children(node), (one) => this.ordinaryPart(one))
    }
  }

  ordinaryPart(node: Node): Code {
    return isExpression(node) ? this.plain(node) : this.emit(node)
  }

  /** What is assigned to: names stand for themselves, all else in it is plain. */
  target(node: Node): Code {
    switch (node.type) {
      case 'Identifier':
        return node
      case 'AssignmentPattern':
        return this.copy(node, children(node), (one) => (one === node.left ? this.target(one) : this.plain(one)))
      case 'ArrayPattern':
      case 'RestElement':
        return this.copy(node, children(node), (one) => this.target(one))
      case 'ObjectPattern':
        return this.copy(node, children(node), (one) =>
          one.type === 'Property'
            ? this.copy(one, children(one), (part) => (part === one.value ? this.target(part) : this.plain(part)))
            : this.target(one),
        )
      default:
        return this.ordinary(node)
    }
  }

  property(node: Extract<Node, { type: 'Property' }>): Code {
    const { value, key, method } = node
    if (isFunction(value) && this.taint.functions.lookers.has(value))
      return [key, ':', called(helpers.looks, [method ? 'function' : '', this.functionOf(value)])]
    if (node.shorthand && node.value.type === 'Identifier' && this.taint.isTainted(node.value))
      return [node.value, ':', this.plain(node.value)]
    return this.copy(node, children(node), (one) => this.emit(one))
  }

  /** A method keeps its object; a function that a variable holds is no symbolic value, but may be in one that can be. */
  callee(node: Node): Code {
    return node.type === 'Identifier' && !this.taint.isTainted(node) ? node : this.plain(node)
  }

  private read({ object, property }: MemberExpression): Code {
    const name = quoted((property as Identifier).name)
    const of = this.taint.maybe(object) ? called(helpers.for, object, name) : object
    return ['(', called(helpers.is, object, name), '?', called(helpers.at, object, name), ':', [of, '.', property], ')']
  }

  /** What a function returns: threads and known functions may return symbolic values, an outcome may have some in it. */
  private returned(node: Node): Code {
    const { within, taint } = this
    if (within !== null && taint.functions.outcomes.has(within)) return outcome(node, this)
    return within !== null && taint.returnsSymbolic(within) ? this.symbolic(node) : this.plain(node)
  }

  private assigned(node: AssignmentExpression): Code {
    const { left, right, operator } = node
    if (left.type !== 'Identifier' || !this.taint.isEligible(left))
      return this.copy(node, [left, right], (one) => (one === left ? this.target(one) : this.plain(one)))
    if (operator === '=') return this.copy(node, [left, right], (one) => (one === left ? left : this.symbolic(one)))
    if (!this.taint.isTainted(left))
      return this.copy(node, [left, right], (one) => (one === left ? left : this.plain(one)))
    const binary = operator.slice(0, -1)
    if (!isUnderstood(binary)) {
      // What is not assigned, such as a constant, must not be: `a ||= b` is `a || (a = b)`.
      const changed = parenthesised([left, '=', this.symbolic(right)])
      if (binary === '??') return [left, ' ?? ', changed]
      const [then, otherwise] = binary === '||' ? [left, changed] : [changed, left]
      return [called(helpers.if, left), '?', then, ':', otherwise]
    }
    return [left, '=', called(helpers.binary, quoted(binary), left, this.symbolic(right))]
  }

  private update(node: UpdateExpression): Code {
    const assigned = this.incremented(node)
    return node.prefix ? parenthesised(assigned) : called(helpers.before, node.argument, assigned)
  }

  private incremented({ argument, operator }: UpdateExpression): Code {
    return [argument, '=', called(helpers.increment, argument, operator === '++' ? '1' : '-1')]
  }

  private call(node: CallExpression): Code {
    const { arguments: args } = node
    const name = this.taint.maybe(node) ? this.taint.builtinOf(node) : null
    if (name !== null && isUnderstoodOfOne(name)) return called(helpers.unary, quoted(name), this.symbolic(args[0]!))
    if (name !== null)
      return args
        .slice(1)
        .reduce(
          (before: Code, one) => called(helpers.binary, quoted(name), before, this.symbolic(one)),
          this.symbolic(args[0]!),
        )
    if (this.taint.atomicOf(node) !== null) return atomic(node, this)
    if (this.taint.isJoin(node)) return called(helpers.join, node.callee, this.plain(args[0]!))
    const known = this.taint.calleeOf(node)
    if (known !== null)
      return this.copy(node, args, (one) => {
        const param = known.params[args.indexOf(one as never)]
        const isKept = param !== undefined && parameterIn(param) !== null && this.taint.isEligible(parameterIn(param)!)
        return isKept ? this.symbolic(one) : this.plain(one)
      })
    return assertion(node, this) ?? this.ordinary(node)
  }

  private declarator(node: Extract<Node, { type: 'VariableDeclarator' }>): Code {
    const { id, init } = node
    if (init === null) return this.target(id)
    if (id.type === 'Identifier')
      return this.copy(node, [id, init], (one) =>
        one === id ? id : this.taint.isEligible(id) ? this.symbolic(one) : this.plain(one),
      )
    if (this.taint.isParted(id, init)) return this.parted(id, init)
    const pairs = this.taint.pairsOf(node)
    if (pairs?.some(([, value]) => this.taint.maybe(value)))
      return pairs.map(([name, value], i) => [i === 0 ? '' : ',', name, '=', parenthesised(this.symbolic(value))])
    return this.copy(node, [id, init], (one) => (one === id ? this.target(one) : this.plain(one)))
  }

  /** `{ a, b: c } = object` as `a = object.a, c = object.b`. */
  private parted(pattern: ObjectPattern, object: Code): Code {
    return pattern.properties.map((one, i) => {
      const { key, value } = one as { key: Identifier; value: Identifier }
      return [
        i === 0 ? '' : ',',
        value,
        '=(',
        called(helpers.is, object, quoted(key.name)),
        '?',
        called(helpers.at, object, quoted(key.name)),
        ':',
        called(helpers.for, object, quoted(key.name)),
        `.${key.name})`,
      ]
    })
  }

  private switchOf(node: SwitchStatement): Code {
    const { discriminant, cases } = node
    const isNamed =
      discriminant.type === 'Identifier' &&
      this.taint.isTainted(discriminant) &&
      cases.every(({ test }) => test === null || this.taint.isStill(test)) // it is looked at for each of them
    return this.copy(node, [discriminant, ...cases], (one) => {
      if (one === discriminant) return isNamed ? 'true' : this.plain(one)
      const { test } = one as SwitchStatement['cases'][number]
      return this.copy(one, children(one), (part) => {
        if (part !== test) return this.emit(part)
        if (!isNamed) return this.plain(part)
        return called(helpers.if, called(helpers.binary, quoted('==='), discriminant, this.symbolic(part)))
      })
    })
  }

  private functionOf(node: FunctionNode): Code {
    const { within: outer, isLooking } = this
    this.within = node
    this.isLooking ||= this.taint.functions.lookers.has(node)
    const parted = this.taint.partedParameters(node)
    const body = bodyOf(node)
    const heads = node.params.map((param, i) => (parted.includes(i) ? parameterName(i) : this.target(param)))
    const head = (end: number): Code =>
      this.copy({ start: node.start, end }, node.params, (one) => heads[node.params.indexOf(one as never)]!)
    const code =
      body.type === 'BlockStatement'
        ? [head(body.start), this.block(node, body, parted)]
        : this.expression(node, body, parted, head)
    this.within = outer
    this.isLooking = isLooking
    return [code, { start: body.end, end: body.type === 'BlockStatement' || parted.length === 0 ? node.end : body.end }]
  }

  private block(node: FunctionNode, body: Extract<Node, { type: 'BlockStatement' }>, parted: readonly number[]): Code {
    if (parted.length === 0) return this.emit(body)
    const rest = this.copy({ start: body.start + 1, end: body.end }, body.body, (part) => this.emit(part))
    return ['{', this.takenApart(node, parted), rest]
  }

  /** The body of an arrow function: parentheses around it go, where it becomes that of a statement. */
  private expression(node: FunctionNode, body: Node, parted: readonly number[], head: (end: number) => Code): Code {
    const value = this.returned(body)
    if (parted.length === 0) return [head(body.start), value]
    const arrow = this.source.lastIndexOf('=>', body.start - 1) + 2
    return [head(arrow), '{', this.takenApart(node, parted), 'return ', parenthesised(value), '}']
  }

  private takenApart(node: FunctionNode, parted: readonly number[]): Code {
    return parted.map((i) => ['var ', this.parted(node.params[i] as ObjectPattern, parameterName(i)), ';'])
  }
}
