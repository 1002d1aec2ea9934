/**
 * What a function declares, and in which of its two scopes: the specification's VarScopedDeclarations and
 * LexicallyDeclaredNames.
 */
import { children, type FunctionNode, isClass, isPattern, type Node, targetsOf, bodyOf } from './ast.ts'

export function isDirective(statement: Node): boolean {
  return statement.type === 'ExpressionStatement' && statement.directive != null
}

export function isStrictBody(body: readonly Node[]): boolean {
  return body.some((one) => one.type === 'ExpressionStatement' && one.directive === 'use strict')
}

/** The statements of a function's body; none if it is an expression. */
export function statementsOf(node: FunctionNode): readonly Node[] {
  const body = bodyOf(node)
  return body.type === 'BlockStatement' ? body.body : []
}

/** Names that a pattern binds. */
export function declaredNames(pattern: Node): string[] {
  return targetsOf(pattern).flatMap((target) => (target.type === 'Identifier' ? [target.name] : []))
}

export const parameterNames = ({ params }: FunctionNode): string[] => params.flatMap(declaredNames)

/** Then the parameters have a scope of their own, which does not see what the body declares. */
export function hasParameterExpressions({ params }: FunctionNode): boolean {
  return params.some((param) => evaluatedIn(param).length > 0)
}

/** The expressions in a pattern, outermost ones only: defaults, computed keys, targets that are no names. */
export function evaluatedIn(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return []
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : evaluatedIn(element)))
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        property.type === 'RestElement'
          ? evaluatedIn(property.argument)
          : [...(property.computed ? [property.key] : []), ...evaluatedIn(property.value)],
      )
    case 'AssignmentPattern':
      return [...evaluatedIn(pattern.left), pattern.right]
    case 'RestElement':
      return evaluatedIn(pattern.argument)
    default:
      return [pattern]
  }
}

/** `let`, `const`, `class`, and in blocks functions. */
export function lexicalNames(body: readonly Node[], ofBlock: boolean): string[] {
  return body.flatMap((statement): string[] => {
    if (statement.type === 'VariableDeclaration')
      return statement.kind === 'var' ? [] : statement.declarations.flatMap(({ id }) => declaredNames(id))
    if (statement.type === 'LabeledStatement') return lexicalNames([statement.body], ofBlock)
    if (statement.type === 'FunctionDeclaration') return ofBlock && statement.id !== null ? [statement.id.name] : []
    return isClass(statement) && statement.id !== null ? [statement.id.name] : []
  })
}

/** Functions at the top of the body that share their name with a variable, a parameter or another such function. */
export function clashingFunctions(node: FunctionNode): Node[] {
  const body = statementsOf(node)
  const functions = body.flatMap(declaredFunction)
  const names = functions.map(({ id }) => id!.name)
  const taken = new Set([...varScoped(body, true).variables, ...parameterNames(node)])
  return functions.filter(
    ({ id }, i) => taken.has(id!.name) || names.indexOf(id!.name) !== i || names.lastIndexOf(id!.name) !== i,
  )
}

/** A function that stands in a list of statements, exported or labelled or not. */
export function declaredFunction(statement: Node): FunctionNode[] {
  if (statement.type === 'LabeledStatement') return declaredFunction(statement.body)
  if (statement.type.startsWith('Export')) return children(statement).flatMap(declaredFunction)
  return statement.type === 'FunctionDeclaration' && statement.id !== null ? [statement] : []
}

export interface VarScoped {
  readonly variables: ReadonlySet<string>
  /** `var`, and functions at the top of the body. */
  readonly names: ReadonlySet<string>
  /** Functions in blocks of sloppy code, which are also assigned to a variable of the function (ECMAScript, B.3.2). */
  readonly fromBlocks: ReadonlySet<string>
}

/** What is declared for the whole function by its statements. `taken`: the parameters' names. */
export function varScoped(body: readonly Node[], strict: boolean, taken: readonly string[] = []): VarScoped {
  const search = new VarSearch(strict, new Set(taken))
  search.statements(body, [new Set(lexicalNames(body, false))], true)
  return search
}

/** `around`: the names of each block around a statement, innermost last. */
class VarSearch implements VarScoped {
  readonly variables = new Set<string>()
  readonly names = new Set<string>()
  readonly fromBlocks = new Set<string>()
  private readonly strict: boolean
  private readonly taken: ReadonlySet<string>

  constructor(strict: boolean, taken: ReadonlySet<string>) {
    this.strict = strict
    this.taken = taken
  }

  statements(body: readonly Node[], around: readonly ReadonlySet<string>[], isTop: boolean): void {
    for (const statement of body) this.statement(statement, around, isTop)
  }

  private block(body: readonly Node[], around: readonly ReadonlySet<string>[]): void {
    this.statements(body, [...around, new Set(lexicalNames(body, true))], false)
  }

  private statement(node: Node, around: readonly ReadonlySet<string>[], isTop: boolean): void {
    switch (node.type) {
      case 'VariableDeclaration':
        return node.kind === 'var' ? this.declare(node.declarations.flatMap(({ id }) => declaredNames(id))) : undefined
      case 'FunctionDeclaration':
        return this.functionDeclaration(node, around, isTop)
      case 'LabeledStatement':
      case 'ExportNamedDeclaration':
      case 'ExportDefaultDeclaration':
        return this.statements(children(node), around, isTop)
      case 'BlockStatement':
        return this.block(node.body, around)
      case 'SwitchStatement':
        return this.block(
          node.cases.flatMap(({ consequent }) => consequent),
          around,
        )
      case 'IfStatement':
        for (const branch of children(node)) this.block([branch], around)
        return
      case 'ForStatement':
        return this.loop(node.init, node.body, around)
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.loop(node.left, node.body, around)
      case 'CatchClause':
        return this.block(node.body.body, [
          ...around,
          new Set(node.param !== null && isPattern(node.param) ? declaredNames(node.param) : []),
        ])
      case 'TryStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'WithStatement':
        return this.statements(children(node), around, false)
      default:
        return // expressions declare nothing
    }
  }

  private loop(head: Node | null, body: Node, around: readonly ReadonlySet<string>[]): void {
    if (head !== null) this.statement(head, around, false)
    this.statement(body, [...around, new Set(head === null ? [] : lexicalNames([head], true))], false)
  }

  private declare(names: readonly string[]): void {
    for (const name of names) {
      this.variables.add(name)
      this.names.add(name)
    }
  }

  private functionDeclaration(node: FunctionNode, around: readonly ReadonlySet<string>[], isTop: boolean): void {
    if (node.id === null) return
    const { name } = node.id
    if (isTop) this.names.add(name)
    else if (
      !this.strict &&
      !node.async &&
      !node.generator &&
      !this.taken.has(name) &&
      !around.slice(0, -1).some((names) => names.has(name))
    )
      this.fromBlocks.add(name)
  }
}
