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
import { called, isExpression, parenthesised, quoted } from './code.ts'
import { helpers, parameterName } from './names.ts'
import { parameterIn, type Taint } from './taint.ts'

const ASSERTIONS = new Set(['equal', 'strictEqual'])

export class Emitter {
  private readonly taint: Taint
  private readonly source: string
  /** The function whose code it is. */
  private within: FunctionNode | null = null

  constructor(taint: Taint, source: string) {
    this.taint = taint
    this.source = source
  }

  /** The text of a node, in which children are what `emitted` makes of them. */
  private copy(node: At, parts: readonly Node[], emitted: (child: Node) => Code): Code {
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
  private emit(node: Node): Code {
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
          return one === node.right ? this.plain(one) : this.emit(one)
        })
      case 'VariableDeclarator':
        return this.declarator(node)
      case 'ReturnStatement': {
        const isKept = this.within !== null && this.taint.isKnown(this.within)
        return this.copy(node, children(node), (one) => (isKept ? this.symbolic(one) : this.plain(one)))
      }
      case 'SwitchStatement':
        return this.switchOf(node)
      case 'CatchClause':
        return this.copy(node, children(node), (one) => (one === node.param ? this.target(one) : this.emit(one)))
      default:
        return isExpression(node) ? this.plain(node) : this.copy(node, children(node), (one) => this.emit(one))
    }
  }

  /** Nobody looks at the value. Where no semicolon ends the line before, it must not begin with a parenthesis. */
  private statement(node: Node): Code {
    if (node.type === 'SequenceExpression') return ['void ', this.symbolic(node)]
    if (!this.taint.maybe(node)) return this.symbolic(node)
    if (node.type === 'AssignmentExpression') return this.assigned(node)
    if (node.type === 'UpdateExpression') return this.incremented(node)
    return ['void ', parenthesised(this.symbolic(node))]
  }

  /** The expression where its value may be symbolic. */
  private symbolic(node: Node): Code {
    if (!this.taint.maybe(node) && node.type !== 'AssignmentExpression' && node.type !== 'CallExpression')
      return this.ordinary(node)
    switch (node.type) {
      case 'Identifier':
        return node
      case 'MemberExpression':
        return this.taint.isSource(node) ? this.read(node) : this.ordinary(node)
      case 'BinaryExpression':
        return called(helpers.binary, quoted(node.operator), this.symbolic(node.left), this.symbolic(node.right))
      case 'UnaryExpression':
        return called(helpers.unary, quoted(node.operator), this.symbolic(node.argument))
      case 'LogicalExpression': {
        const left = node.operator === '??' ? this.symbolic(node.left) : this.plain(node.left)
        return ['(', parenthesised(left), ` ${node.operator} `, parenthesised(this.symbolic(node.right)), ')']
      }
      case 'ConditionalExpression': {
        const { test, consequent, alternate } = node
        const [then, otherwise] = [consequent, alternate].map((one) => parenthesised(this.symbolic(one)))
        return ['(', parenthesised(this.test(test)), '?', then!, ':', otherwise!, ')']
      }
      case 'SequenceExpression':
        return ['(', node.expressions.map((one, i) => [i === 0 ? '' : ',', this.symbolic(one)]), ')']
      case 'AssignmentExpression':
        return this.taint.maybe(node) ? parenthesised(this.assigned(node)) : this.assigned(node)
      case 'UpdateExpression':
        return this.update(node)
      case 'CallExpression':
        return this.call(node)
      default:
        return this.ordinary(node)
    }
  }

  /** The expression where its value must be a plain one. */
  private plain(node: Node): Code {
    if (node.type === 'MemberExpression') return this.ordinary(node) // whoever reads an input plainly pins it
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
        return this.copy(node, children(node), (one) => (one.type === 'Property' ? this.property(one) : this.emit(one)))
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
          one === node.callee ? this.callee(one) : this.argument(node, one),
        )
      case 'AssignmentPattern':
      case 'ArrayPattern':
      case 'ObjectPattern':
      case 'RestElement':
        return this.target(node)
      default:
        return this.copy(node, children(node), (one) => (isExpression(one) ? this.plain(one) : this.emit(one)))
    }
  }

  /** What is assigned to: names stand for themselves, all else in it is plain. */
  private target(node: Node): Code {
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

  private property(node: Extract<Node, { type: 'Property' }>): Code {
    if (node.shorthand && node.value.type === 'Identifier' && this.taint.isTainted(node.value))
      return [node.value, ':', this.plain(node.value)]
    return this.copy(node, children(node), (one) => this.emit(one))
  }

  /** A method keeps its object; a function that a variable holds is no symbolic value, but may be in one that can be. */
  private callee(node: Node): Code {
    return node.type === 'Identifier' && !this.taint.isTainted(node) ? node : this.plain(node)
  }

  private read({ object, property, computed }: MemberExpression): Code {
    const name = object as Identifier
    const key = computed ? this.plain(property) : quoted((property as Identifier).name)
    const plainly = computed ? [name, '[', key, ']'] : [name, '.', property]
    return ['(', called(helpers.is, name), '?', called(helpers.at, name, key), ':', plainly, ')']
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
      const before = binary === '??' ? left : this.plain(left)
      return [left, '=', before, ` ${binary} `, parenthesised(this.symbolic(right))]
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
    const math = this.taint.maybe(node) ? this.taint.mathOf(node) : null
    if (math !== null && isUnderstoodOfOne(math)) return called(helpers.unary, quoted(math), this.symbolic(args[0]!))
    if (math !== null)
      return args
        .slice(1)
        .reduce(
          (before: Code, one) => called(helpers.binary, quoted(math), before, this.symbolic(one)),
          this.symbolic(args[0]!),
        )
    const known = this.taint.calleeOf(node)
    if (known !== null)
      return this.copy(node, args, (one) => {
        const param = known.params[args.indexOf(one as never)]
        const isKept = param !== undefined && parameterIn(param) !== null && this.taint.isEligible(parameterIn(param)!)
        return isKept ? this.symbolic(one) : this.plain(one)
      })
    return this.assertion(node) ?? this.ordinary(node)
  }

  /** `assert.equal(a, b)` asks whether they are equal, and no more than that, as long as it is the one of Node. */
  private assertion(node: CallExpression): Code | null {
    const { callee, arguments: args, optional } = node
    if (optional || callee.type !== 'MemberExpression' || callee.computed || callee.optional) return null
    const { object, property } = callee
    if (object.type !== 'Identifier' || property.type !== 'Identifier' || !ASSERTIONS.has(property.name)) return null
    const [first, second] = args
    if (first === undefined || second === undefined || args.some(({ type }) => type === 'SpreadElement')) return null
    if (!this.taint.maybe(first) && !this.taint.maybe(second)) return null
    const one = called(helpers.first, [this.plain(object), '.', property], this.symbolic(first), this.symbolic(second))
    return this.copy(node, children(node), (part) =>
      part === callee
        ? this.callee(part)
        : part === first
          ? one
          : part === second
            ? called(helpers.second)
            : this.argument(node, part),
    )
  }

  /** An argument of a function that is not known; it may be the message of an assertion, made by a template. */
  private argument(call: CallExpression, node: Node): Code {
    const { callee, arguments: args } = call
    const isName = callee.type === 'Identifier'
    const isMethod =
      callee.type === 'MemberExpression' && !callee.computed && !callee.optional && callee.object.type === 'Identifier'
    if (node.type !== 'TemplateLiteral' || node !== args.at(-1) || args.length < 2 || call.optional)
      return this.plain(node)
    if ((!isName && !isMethod) || !node.expressions.some((one) => this.taint.maybe(one))) return this.plain(node)
    const assertion = this.callee(callee)
    return this.copy(node, node.expressions, (one) =>
      this.taint.maybe(one) ? called(helpers.shown, assertion, this.symbolic(one)) : this.plain(one),
    )
  }

  private declarator(node: Extract<Node, { type: 'VariableDeclarator' }>): Code {
    const { id, init } = node
    if (init === null) return this.target(id)
    if (id.type === 'Identifier')
      return this.copy(node, [id, init], (one) =>
        one === id ? id : this.taint.isEligible(id) ? this.symbolic(one) : this.plain(one),
      )
    if (this.taint.isSimple(id) && init.type === 'Identifier' && this.taint.isTainted(init))
      return this.parted(id, init)
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
        called(helpers.is, object),
        '?',
        called(helpers.at, object, quoted(key.name)),
        ':',
        object,
        `.${key.name})`,
      ]
    })
  }

  private switchOf(node: SwitchStatement): Code {
    const { discriminant, cases } = node
    const isNamed = discriminant.type === 'Identifier' && this.taint.isTainted(discriminant)
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
    const outer = this.within
    this.within = node
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
    return [code, { start: body.end, end: body.type === 'BlockStatement' || parted.length === 0 ? node.end : body.end }]
  }

  private block(node: FunctionNode, body: Extract<Node, { type: 'BlockStatement' }>, parted: readonly number[]): Code {
    if (parted.length === 0) return this.emit(body)
    const rest = this.copy({ start: body.start + 1, end: body.end }, body.body, (part) => this.emit(part))
    return ['{', this.takenApart(node, parted), rest]
  }

  /** The body of an arrow function: parentheses around it go, where it becomes that of a statement. */
  private expression(node: FunctionNode, body: Node, parted: readonly number[], head: (end: number) => Code): Code {
    const value = this.taint.isKnown(node) ? this.symbolic(body) : this.plain(body)
    if (parted.length === 0) return [head(body.start), value]
    const arrow = this.source.lastIndexOf('=>', body.start - 1) + 2
    return [head(arrow), '{', this.takenApart(node, parted), 'return ', parenthesised(value), '}']
  }

  private takenApart(node: FunctionNode, parted: readonly number[]): Code {
    return parted.map((i) => ['var ', this.parted(node.params[i] as ObjectPattern, parameterName(i)), ';'])
  }
}
