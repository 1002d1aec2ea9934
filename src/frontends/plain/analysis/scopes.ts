/** Which binding an identifier means: needed to see assignments to module-level ones, and names that never change. */
import {
  type CatchClause,
  children,
  type ClassNode,
  type FunctionNode,
  type Identifier,
  isClass,
  isFunction,
  type Node,
  type Program,
  targetsOf,
  bodyOf,
  type ImportDeclaration,
} from './ast.ts'
import { usesArguments } from './facts.ts'
import {
  declaredFunction,
  hasParameterExpressions,
  isStrictBody,
  parameterNames,
  statementsOf,
  varScoped,
} from './function-parts.ts'
import { type Binding, Scope } from './scope.ts'

export class Scopes {
  /** Only of references and assignment targets; undefined for globals. */
  private readonly bindings = new Map<Identifier, Binding | undefined>()
  private readonly assigned: [Identifier, Scope][] = []
  /** Assigned by an expression, not where they are declared: that fails where they have no value yet, or are constant. */
  private readonly targets = new Set<Identifier>()
  /** Where code is evaluated in place: the names that mean bindings of the module there. */
  private readonly moduleNames = new Map<Node, readonly string[]>()
  /** Every name in the file, however it is written. */
  readonly names = new Set<string>()
  /** Private methods and accessors: what is private besides is no more than data. */
  readonly privateCode = new Set<string>()
  /** Sloppy code may use `yield` as a name, which no twin could. */
  yieldName: Identifier | null = null
  /** Sloppy direct eval, `with`: names may mean anything. */
  dynamic = false

  constructor(program: Program, strict: boolean) {
    const scope = new Scope(null, program, { strict })
    this.hoist(program.body, scope)
    this.lexical(program.body, scope, true)
    for (const node of program.body) this.walk(node, scope)
    for (const [identifier, from] of this.assigned) {
      const binding = from.find(identifier.name)
      if (binding !== undefined) binding.reassigned = true
    }
    for (const [name, { captured, moduleLevel, isArguments, isOwnName, within }] of scope.declared) {
      if (!captured || moduleLevel || isArguments || isOwnName) continue
      this.captured.set(within, [...(this.captured.get(within) ?? []), name])
    }
  }
  private readonly captured = new Map<Node, string[]>()

  /** The names that this node declares, and that functions inside of it use. */
  capturedIn(node: Node): readonly string[] {
    return this.captured.get(node) ?? []
  }

  bindingOf(identifier: Identifier): Binding | undefined {
    return this.bindings.get(identifier)
  }

  /** Whether assigning it here may fail. */
  mayRefuse(identifier: Identifier): boolean {
    return this.targets.has(identifier)
  }

  /** Used here, and declared nowhere in the file. */
  isGlobal(identifier: Identifier): boolean {
    return this.bindings.has(identifier) && this.bindings.get(identifier) === undefined
  }

  /** Means a function that the file declares. */
  isFunction(identifier: Identifier): boolean {
    const code = this.codeOf(identifier)
    return code !== null && isFunction(code)
  }

  /** Means a class that the file declares, which inherits from no class of somebody else. */
  isOwnClass(identifier: Identifier): boolean {
    const code = this.codeOf(identifier)
    if (code === null || !isClass(code)) return false
    const { superClass } = code
    if (superClass === null) return true
    return (
      superClass.type === 'Identifier' && this.bindings.get(superClass)?.code !== code && this.isOwnClass(superClass)
    )
  }

  private codeOf(identifier: Identifier): FunctionNode | ClassNode | null {
    return this.isStable(identifier) ? this.bindings.get(identifier)!.code : null
  }

  isImportFrom(identifier: Identifier, source: string): boolean {
    return this.bindings.get(identifier)?.source === source
  }

  /** What it is imported as from node:worker_threads, `*` if it is the namespace. */
  importFromWorkerThreads(identifier: Identifier): string | null {
    const binding = this.bindings.get(identifier)
    return /^(node:)?worker_threads$/.test(binding?.source ?? '') ? binding!.imported : null
  }

  /**
   * `arguments` where nobody has declared a variable of that name: the function's object, or at the top that of the
   * module's function.
   */
  isArguments(identifier: Identifier): boolean {
    return identifier.name === 'arguments' && (this.bindings.get(identifier)?.isArguments ?? true)
  }

  /** The value cannot change between two evaluations. */
  isStable(identifier: Identifier): boolean {
    const binding = this.bindings.get(identifier)
    return binding !== undefined && !binding.reassigned && !this.dynamic
  }

  /** The names that mean bindings of the module at a direct eval. */
  moduleNamesAt(call: Node): readonly string[] {
    return this.moduleNames.get(call) ?? []
  }

  /** What is known in the whole function, or program. */
  private hoist(body: readonly Node[], scope: Scope, taken: readonly string[] = []): void {
    const { names, variables, fromBlocks } = varScoped(body, scope.strict, taken)
    for (const declared of body.flatMap(declaredFunction))
      scope.declare(declared.id!.name, { code: variables.has(declared.id!.name) ? null : declared })
    for (const name of names) if (!scope.names.has(name)) scope.declare(name)
    for (const name of fromBlocks) {
      scope.declare(name)
      scope.names.get(name)!.reassigned = true
    }
  }

  /** Functions at the top of a function are known in all of it, those in blocks in the block. */
  private lexical(body: readonly Node[], scope: Scope, isTop = false): void {
    for (const statement of body)
      if (!isTop || declaredFunction(statement).length === 0) this.lexicalOf(statement, scope)
  }

  private lexicalOf(node: Node, scope: Scope): void {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) declarePattern(id, scope, { constant: node.kind === 'const' })
    } else if ((isFunction(node) || isClass(node)) && node.id !== null && node.type.endsWith('Declaration')) {
      scope.declare(node.id.name, { code: node })
    } else if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers)
        scope.declare(specifier.local.name, {
          source: node.source.value,
          imported: importedName(specifier),
        })
    } else if (node.type === 'LabeledStatement') {
      this.lexicalOf(node.body, scope)
    } else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration') {
      for (const child of children(node)) this.lexicalOf(child, scope)
    }
  }

  private walk(node: Node, scope: Scope): void {
    if (isFunction(node)) return this.walkFunction(node, scope)
    if (isClass(node)) return this.walkClass(node, scope)
    switch (node.type) {
      case 'Identifier':
        return this.use(node, scope)
      case 'MethodDefinition':
      case 'AccessorProperty':
        if (node.key.type === 'PrivateIdentifier') this.privateCode.add(node.key.name)
        break
      case 'BlockStatement':
        return this.walkBlock(node.body, new Scope(scope, node))
      case 'StaticBlock':
        return this.walkStaticBlock(node.body, new Scope(scope, node, { isResumed: false, isSeenThrough: true }))
      case 'SwitchStatement':
        return this.walkSwitch(node, scope)
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.walkFor(node, scope)
      case 'CatchClause':
        return this.walkCatch(node, scope)
      case 'TryStatement':
        return this.walkTry(node, scope)
      case 'VariableDeclaration':
        if (node.kind === 'var' && scope.isResumed)
          for (const { id, init } of node.declarations) if (init !== null) this.assign(id, scope)
        break
      case 'AssignmentExpression':
        this.assign(node.left, scope)
        for (const target of targetsOf(node.left)) if (target.type === 'Identifier') this.targets.add(target)
        break
      case 'UpdateExpression':
        this.assign(node.argument, scope)
        break
      case 'WithStatement':
        this.dynamic = true
        break
      case 'CallExpression':
        if (node.callee.type === 'Identifier' && node.callee.name === 'eval') this.evaluatesIn(node, scope)
        break
      default:
        break
    }
    for (const child of children(node)) this.walk(child, scope)
  }

  private use(node: Identifier, scope: Scope): void {
    this.names.add(node.name)
    this.bindings.set(node, scope.use(node.name))
    if (node.name === 'yield') this.yieldName = node
  }

  private evaluatesIn(call: Node, scope: Scope): void {
    this.dynamic = true
    this.moduleNames.set(
      call,
      [...scope.visible()].flatMap(([name, { moduleLevel }]) => (moduleLevel ? [name] : [])),
    )
  }

  private assign(pattern: Node, scope: Scope): void {
    for (const target of targetsOf(pattern)) if (target.type === 'Identifier') this.assigned.push([target, scope])
  }

  private walkBlock(body: readonly Node[], scope: Scope, isTop = false): void {
    this.lexical(body, scope, isTop)
    for (const child of body) this.walk(child, scope)
  }

  private walkStaticBlock(body: readonly Node[], scope: Scope): void {
    this.hoist(body, scope)
    this.walkBlock(body, scope, true)
  }

  private walkSwitch(node: Extract<Node, { type: 'SwitchStatement' }>, parent: Scope): void {
    this.walk(node.discriminant, parent)
    const scope = new Scope(parent, node)
    for (const { consequent } of node.cases) this.lexical(consequent, scope)
    for (const child of node.cases) this.walk(child, scope)
  }

  private walkFor(
    node: Extract<Node, { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' }>,
    parent: Scope,
  ): void {
    const scope = new Scope(parent, node)
    const head = node.type === 'ForStatement' ? node.init : node.left
    if (head !== null && head.type === 'VariableDeclaration') this.lexicalOf(head, scope)
    else if (head !== null && node.type !== 'ForStatement') {
      this.assign(head, scope)
      for (const target of targetsOf(head)) if (target.type === 'Identifier') this.targets.add(target)
    }
    // Each turn of `for (var x of …)` assigns x again.
    if (head?.type === 'VariableDeclaration' && head.kind === 'var')
      for (const { id } of head.declarations) this.assign(id, scope)
    for (const child of children(node)) this.walk(child, scope)
  }

  private walkTry(node: Node, parent: Scope): void {
    const scope = new Scope(parent, node, { isSeenThrough: true })
    for (const child of children(node)) this.walk(child, scope)
  }

  private walkCatch(node: CatchClause, parent: Scope): void {
    const scope = new Scope(parent, node)
    if (node.param !== null) declarePattern(node.param, scope)
    for (const child of children(node)) this.walk(child, scope)
  }

  /**
   * Parameters with expressions have a scope of their own, which the body's is inside of (ECMAScript, 10.2.11, step
   * 28).
   */
  private walkFunction(node: FunctionNode, parent: Scope): void {
    const strict = parent.strict || isStrictBody(statementsOf(node))
    const named = new Scope(parent, node, { strict })
    if (node.id !== null) this.names.add(node.id.name)
    if (node.type === 'FunctionExpression' && node.id !== null) named.declare(node.id.name, { isOwnName: true })
    const isArrow = node.type === 'ArrowFunctionExpression'
    const outer = new Scope(named, node, { strict, isResumed: node.generator, isSeenThrough: true, isFunction: true })
    for (const param of node.params) declarePattern(param, outer, { outlives: true }) // `arguments` may stand for it
    const inner = hasParameterExpressions(node) ? new Scope(outer, node) : outer
    this.hoist(statementsOf(node), inner, parameterNames(node))
    if (!isArrow) outer.declare('arguments', { isArguments: true })
    for (const param of node.params) this.walk(param, outer)
    const body = bodyOf(node)
    if (body.type === 'BlockStatement') this.walkBlock(body.body, new Scope(inner, body), true)
    else this.walk(body, inner)
    // Sloppy functions can assign their parameters through `arguments`.
    if (!isArrow && !strict && usesArguments(node))
      for (const name of parameterNames(node)) outer.names.get(name)!.reassigned = true
  }

  private walkClass(node: ClassNode, parent: Scope): void {
    const scope = new Scope(parent, node, { strict: true, isSeenThrough: true })
    if (node.id !== null) {
      this.names.add(node.id.name)
      scope.declare(node.id.name, { code: node })
    }
    if (node.superClass !== null) this.walk(node.superClass, scope)
    for (const member of node.body.body) this.walk(member, scope)
  }
}

function declarePattern(pattern: Node, scope: Scope, manner: Partial<Binding> = {}): void {
  for (const target of targetsOf(pattern)) if (target.type === 'Identifier') scope.declare(target.name, manner)
}

/** By which name the module exports it; `*` for all of it, null for the default and for names that are strings. */
function importedName(specifier: ImportDeclaration['specifiers'][number]): string | null {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : null
  return imported?.type === 'Identifier' ? imported.name : null
}
