/** Which binding an identifier means: needed to see assignments to module-level ones, and names that never change. */
import {
  type CatchClause, children, type ClassNode, type FunctionNode, type Identifier, isClass, isFunction, type Node, type Program, targetsOf,
} from './ast.ts'

export interface Binding {
  readonly moduleLevel: boolean
  /** Declared with `const`. */
  readonly constant: boolean
  /** Where it is known: it is made anew each time that this is entered. */
  readonly within: Node
  /** Assigned anywhere, apart from its declaration. */
  reassigned: boolean
  /** Used somewhere where its value can be seen after an exception has left what assigns it: by another function, or around a `try`. */
  outlives: boolean
  /** The declaration of a function or class, if that is all that declares it. */
  code: FunctionNode | ClassNode | null
  /** Where it is imported from. */
  readonly source: string | null
}

class Scope {
  readonly parent: Scope | null
  readonly isFunction: boolean
  readonly node: Node
  /** What is outside sees what was assigned inside, whatever way that is left: a function, a class, a block of a `try`. */
  private readonly isSeenThrough: boolean
  readonly names = new Map<string, Binding>()

  constructor(parent: Scope | null, isFunction: boolean, node: Node, isSeenThrough = isFunction) {
    this.parent = parent
    this.isFunction = isFunction
    this.node = node
    this.isSeenThrough = isSeenThrough
  }

  declare(name: string, constant: boolean, { outlives = false, code = null, source = null }: Partial<Binding> = {}): void {
    const known = this.names.get(name)
    if (known !== undefined) known.code = known.code === code ? code : null
    else {
      const moduleLevel = this.parent === null
      this.names.set(name, { moduleLevel, constant, within: this.node, reassigned: false, outlives, code, source })
    }
  }

  find(name: string): Binding | undefined {
    return this.names.get(name) ?? this.parent?.find(name)
  }

  /** The same for a name that is used here. */
  use(name: string): Binding | undefined {
    const own = this.names.get(name)
    if (own !== undefined || this.parent === null) return own
    const binding = this.parent.use(name)
    if (binding !== undefined && this.isSeenThrough) binding.outlives = true
    return binding
  }

  get hoistTarget(): Scope {
    return this.isFunction || this.parent === null ? this : this.parent.hoistTarget
  }
}

export class Scopes {
  /** Only of references and assignment targets; undefined for globals. */
  private readonly bindings = new Map<Identifier, Binding | undefined>()
  private readonly assigned: [Identifier, Scope][] = []
  /** The identifiers that declare a name, as opposed to those that assign or use it. */
  private readonly declarations = new Set<Identifier>()
  /** Sloppy code may use `yield` as a name, which no twin could. */
  yieldName: Identifier | null = null
  /** Sloppy direct eval, `with`: names may mean anything. */
  dynamic = false

  constructor(program: Program) {
    const scope = new Scope(null, true, program)
    this.hoist(program, scope)
    this.lexical(program.body, scope)
    for (const node of program.body) this.walk(node, scope)
    for (const [identifier, from] of this.assigned) {
      const binding = from.find(identifier.name)
      if (binding !== undefined) binding.reassigned = true
    }
  }

  bindingOf(identifier: Identifier): Binding | undefined {
    return this.bindings.get(identifier)
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
    return code.superClass === null || (code.superClass.type === 'Identifier' && this.isOwnClass(code.superClass))
  }

  private codeOf(identifier: Identifier): FunctionNode | ClassNode | null {
    return this.isStable(identifier) ? this.bindings.get(identifier)!.code : null
  }

  isImportFrom(identifier: Identifier, source: string): boolean {
    return this.bindings.get(identifier)?.source === source
  }

  isDeclaration(identifier: Identifier): boolean {
    return this.declarations.has(identifier)
  }

  /** The value cannot change between two evaluations. */
  isStable(identifier: Identifier): boolean {
    const binding = this.bindings.get(identifier)
    return binding !== undefined && !binding.reassigned && !this.dynamic
  }

  /** `var` and, in the body of a function, function declarations. */
  private hoist(node: Node, scope: Scope): void {
    for (const child of children(node)) {
      if (child.type === 'VariableDeclaration' && child.kind === 'var') {
        for (const { id } of child.declarations) this.declarePattern(id, scope, false)
      }
      if (child.type === 'FunctionDeclaration' && child.id !== null) scope.declare(child.id.name, false, { code: child })
      if (!isFunction(child) && !isClass(child)) this.hoist(child, scope)
    }
  }

  private lexical(body: readonly Node[], scope: Scope): void {
    for (const statement of body) this.lexicalOf(statement, scope)
  }

  private lexicalOf(node: Node, scope: Scope): void {
    if (node.type === 'VariableDeclaration' && node.kind !== 'var') {
      for (const { id } of node.declarations) this.declarePattern(id, scope, node.kind === 'const')
    } else if ((isFunction(node) || isClass(node)) && node.id !== null && node.type.endsWith('Declaration')) {
      scope.declare(node.id.name, false, { code: node })
    } else if (node.type === 'ImportDeclaration') {
      for (const { local } of node.specifiers) scope.declare(local.name, false, { source: node.source.value })
    } else if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration') {
      for (const child of children(node)) this.lexicalOf(child, scope)
    }
  }

  private declarePattern(pattern: Node, scope: Scope, constant: boolean, outlives = false): void {
    for (const target of targetsOf(pattern)) {
      if (target.type !== 'Identifier') continue
      scope.declare(target.name, constant, { outlives })
      this.declarations.add(target)
    }
  }

  private walk(node: Node, scope: Scope): void {
    if (isFunction(node)) return this.walkFunction(node, scope)
    if (isClass(node)) return this.walkClass(node, scope)
    switch (node.type) {
      case 'Identifier':
        this.bindings.set(node, scope.use(node.name))
        if (node.name === 'yield') this.yieldName = node
        return
      case 'BlockStatement': case 'StaticBlock': return this.walkBlock(node.body, node, scope)
      case 'SwitchStatement': return this.walkSwitch(node, scope)
      case 'ForStatement': case 'ForInStatement': case 'ForOfStatement': return this.walkFor(node, scope)
      case 'CatchClause': return this.walkCatch(node, scope)
      case 'TryStatement': return this.walkTry(node, scope)
      case 'AssignmentExpression': this.assign(node.left, scope); break
      case 'UpdateExpression': this.assign(node.argument, scope); break
      case 'WithStatement': this.dynamic = true; break
      case 'CallExpression': if (node.callee.type === 'Identifier' && node.callee.name === 'eval') this.dynamic = true; break
      default: break
    }
    for (const child of children(node)) this.walk(child, scope)
  }

  private assign(pattern: Node, scope: Scope): void {
    for (const target of targetsOf(pattern)) if (target.type === 'Identifier') this.assigned.push([target, scope])
  }

  private walkBlock(body: readonly Node[], node: Node, parent: Scope): void {
    const scope = new Scope(parent, node.type === 'StaticBlock', node)
    if (node.type === 'StaticBlock') this.hoist(node, scope)
    this.lexical(body, scope)
    for (const child of body) this.walk(child, scope)
  }

  private walkSwitch(node: Extract<Node, { type: 'SwitchStatement' }>, parent: Scope): void {
    this.walk(node.discriminant, parent)
    const scope = new Scope(parent, false, node)
    for (const { consequent } of node.cases) this.lexical(consequent, scope)
    for (const child of node.cases) this.walk(child, scope)
  }

  private walkFor(node: Extract<Node, { type: 'ForStatement' | 'ForInStatement' | 'ForOfStatement' }>, parent: Scope): void {
    const scope = new Scope(parent, false, node)
    const head = node.type === 'ForStatement' ? node.init : node.left
    if (head !== null && head.type === 'VariableDeclaration') this.lexicalOf(head, scope)
    else if (head !== null && node.type !== 'ForStatement') this.assign(head, scope)
    // Each turn of `for (var x of …)` assigns x again.
    if (head?.type === 'VariableDeclaration' && head.kind === 'var') for (const { id } of head.declarations) this.assign(id, scope)
    for (const child of children(node)) this.walk(child, scope)
  }

  private walkTry(node: Node, parent: Scope): void {
    const scope = new Scope(parent, false, node, true)
    for (const child of children(node)) this.walk(child, scope)
  }

  private walkCatch(node: CatchClause, parent: Scope): void {
    const scope = new Scope(parent, false, node)
    if (node.param !== null) this.declarePattern(node.param, scope, false)
    for (const child of children(node)) this.walk(child, scope)
  }

  private walkFunction(node: FunctionNode, parent: Scope): void {
    const named = new Scope(parent, false, node)
    if (node.type === 'FunctionExpression' && node.id !== null) named.declare(node.id.name, false)
    const scope = new Scope(named, true, node)
    for (const param of node.params) this.declarePattern(param, scope, false, true) // `arguments` may stand for it
    if (node.type !== 'ArrowFunctionExpression') scope.declare('arguments', false)
    this.hoist(node, scope)
    for (const param of node.params) this.walk(param, scope)
    this.walk(node.body, scope)
  }

  private walkClass(node: ClassNode, parent: Scope): void {
    const scope = new Scope(parent, false, node, true)
    if (node.id !== null) scope.declare(node.id.name, false, { code: node })
    if (node.superClass !== null) this.walk(node.superClass, scope)
    for (const member of node.body.body) this.walk(member, scope)
  }
}
