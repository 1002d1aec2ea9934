/** Expressions as JSON: a list of nodes, each after those that it is made of, and the expression itself last. */
import type { InputDomains } from '../program/inputs/input-values.ts'
import type { Expr, Expressions, Operator } from './expressions.ts'
import { scalarsOf, variableOf } from './symbolic-inputs.ts'

/** A constant (as text, since it may have any size), a variable by its name, or an operator with numbers of nodes. */
export type EncodedNode = readonly ['const' | 'var', string] | readonly [Operator, ...number[]]
export type EncodedExpr = readonly EncodedNode[]

export function encodeExpr(expr: Expr): EncodedExpr {
  const nodes: EncodedNode[] = []
  const numbers = new Map<Expr, number>()
  const add = (one: Expr): number => {
    const known = numbers.get(one)
    if (known !== undefined) return known
    const node: EncodedNode =
      one.kind === 'const'
        ? ['const', String(one.value)]
        : one.kind === 'var'
          ? ['var', one.name]
          : [one.kind, ...one.args.map(add)]
    numbers.set(one, nodes.length)
    return nodes.push(node) - 1
  }
  add(expr)
  return nodes
}

/** `invalid`: what is thrown for anything that is no expression over these inputs. */
export class ExprDecoder {
  private readonly expressions: Expressions
  private readonly variables: ReadonlyMap<string, Expr>
  private readonly invalid: (why: string) => Error

  constructor(domains: InputDomains, expressions: Expressions, invalid: (why: string) => Error) {
    this.expressions = expressions
    this.invalid = invalid
    this.variables = new Map(
      [...scalarsOf(domains)].map(([name, domain]) => [name, variableOf(name, domain, expressions)]),
    )
  }

  decode(encoded: EncodedExpr): Expr {
    const made: Expr[] = []
    for (const node of encoded) made.push(this.node(node, made))
    const last = made.at(-1)
    if (last === undefined) throw this.invalid('a condition is empty')
    return last
  }

  private node(node: EncodedNode, made: readonly Expr[]): Expr {
    const [kind, ...rest] = node
    if (kind === 'const' && /^-?\d+$/.test(String(rest[0]))) return this.expressions.constant(BigInt(rest[0]!))
    if (kind === 'var') {
      const variable = this.variables.get(String(rest[0]))
      if (variable === undefined) throw this.invalid(`a condition is about ${rest[0]}, which is no input`)
      return variable
    }
    const args = rest.map((number) => made[number as number])
    if (ARITIES.get(kind) !== args.length || args.includes(undefined))
      throw this.invalid('a condition cannot be understood')
    return this.expressions.apply(kind as Operator, ...(args as Expr[]))
  }
}

const BINARY: readonly Operator[] = [
  ...(['add', 'sub', 'mul', 'rem', 'floor', 'and', 'or', 'xor', 'shl', 'shr', 'ushr', 'lt', 'le', 'eq'] as const),
]
const ARITIES: ReadonlyMap<string, number> = new Map<string, number>([
  ...BINARY.map((kind) => [kind, 2] as const),
  ['int32', 1],
  ['not', 1],
  ['ite', 3],
])
