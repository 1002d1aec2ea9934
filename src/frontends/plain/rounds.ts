/**
 * Recognises loops that only look at shared memory until they like what they see: a round that does not end the loop has changed nothing, so
 * that only other threads can end it. The syntax says what a round can do at most; what the values do that it meets (getters, conversions,
 * functions that are not what they are called) is watched when it runs (`runtime/spins.ts`).
 */
import { children, type Identifier, type Node } from './ast.ts'
import { suspends } from './facts.ts'
import type { Binding, Scopes } from './scopes.ts'

export type Loop = Extract<Node, { type: 'WhileStatement' | 'DoWhileStatement' | 'ForStatement' }>

export interface Round {
  /** What it calls, which must turn out to be no more than a look. */
  readonly callees: readonly Node[]
  /** Variables that it assigns, and whose values of the round before may be seen: they must not change. */
  readonly kept: readonly Identifier[]
}

/** What a round of the loop does, if all of it can be done again without a trace; null when the loop is an ordinary one. */
export function roundOf(loop: Loop, scopes: Scopes): Round | null {
  const { test, body, update, init } = loop as unknown as { test: Node | null; body: Node; update?: Node | null; init?: Node | null }
  if (update != null || init?.type === 'VariableDeclaration' || scopes.dynamic) return null
  const parts = loop.type === 'DoWhileStatement' ? [body, test!] : test === null ? [body] : [test, body]
  if (!parts.some(suspends) || !parts.every((part) => isHarmless(part, scopes))) return null
  const kept = keptBy(parts, loop, scopes)
  return kept === null ? null : { callees: parts.flatMap(calleesIn), kept }
}

const harmless = new Set([
  'Literal', 'ThisExpression', 'LogicalExpression', 'ConditionalExpression', 'SequenceExpression', 'TemplateLiteral', 'TemplateElement',
  'EmptyStatement', 'BlockStatement', 'ExpressionStatement', 'IfStatement', 'BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement',
])

function isHarmless(node: Node, scopes: Scopes): boolean {
  return allows(node, scopes) && evaluatedIn(node).every((child) => isHarmless(child, scopes))
}

/** Whether the node itself does nothing, apart from what its children do and what is watched at run time. */
function allows(node: Node, scopes: Scopes): boolean {
  switch (node.type) {
    case 'Identifier': return isConstantOrLocal(node, scopes)
    case 'MemberExpression': return node.object.type !== 'Super' && node.property.type !== 'PrivateIdentifier'
    case 'UnaryExpression': return node.operator !== 'delete'
    case 'BinaryExpression': return !['in', 'instanceof'].includes((node as unknown as { operator: string }).operator)
    case 'CallExpression': return !node.optional && isLastingCallee(node.callee, scopes)
    case 'AssignmentExpression': return node.operator === '=' && node.left.type === 'Identifier' && isLocal(node.left, scopes)
    case 'VariableDeclaration': return node.kind === 'var' || node.kind === 'let' || node.kind === 'const'
    case 'VariableDeclarator': return node.id.type === 'Identifier'
    default: return harmless.has(node.type)
  }
}

/** What a callee is called on is looked at when the loop begins, and not in each round. */
function evaluatedIn(node: Node): readonly Node[] {
  return node.type === 'CallExpression' ? node.arguments : children(node)
}

/** Globals other than these may be getters of the global object. */
const constants = new Set(['undefined', 'NaN', 'Infinity'])

const isConstantOrLocal = (node: Identifier, scopes: Scopes): boolean => (scopes.isGlobal(node) ? constants.has(node.name) : true)

function isLocal(node: Identifier, scopes: Scopes): boolean {
  return scopes.bindingOf(node)?.moduleLevel === false
}

/** A callee that is the same function in each round, as far as nothing but rounds happens: a name, or a property of what has a name. */
function isLastingCallee(callee: Node, scopes: Scopes): boolean {
  const base = callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier' ? callee.object : callee
  return base.type === 'Identifier' && base.name !== 'arguments' && base.name !== 'eval' && (scopes.isGlobal(base) || scopes.isStable(base))
}

function calleesIn(node: Node): Node[] {
  const inside = evaluatedIn(node).flatMap(calleesIn)
  return node.type === 'CallExpression' ? [node.callee, ...inside] : inside
}

// --- Variables ------------------------------------------------------------------------------------------------------

interface Use {
  readonly node: Identifier
  readonly binding: Binding
  readonly assigned: boolean
  /** Not under a condition. */
  readonly always: boolean
  /** The round may have been left before. */
  readonly late: boolean
}

/**
 * A variable that outlasts a round may be assigned in it if no round brings it over from the one before: the first thing that happens to it
 * is that it is assigned. Its old value can be seen all the same where the round ends before that; then it is to be compared. Null if
 * a variable is brought over, as a counter is.
 */
function keptBy(parts: readonly Node[], loop: Loop, scopes: Scopes): Identifier[] | null {
  const uses = new UsesInOrder(scopes).of(parts, loop)
  const kept: Identifier[] = []
  for (const { binding, node, assigned } of uses) {
    if (!assigned || isInside(binding.within, loop)) continue
    const first = uses.find((use) => use.binding === binding)!
    if (!first.assigned || !first.always) return null
    if ((first.late || binding.outlives) && first.node === node) kept.push(node)
  }
  return kept
}

const isInside = (node: Node, loop: Loop): boolean => node !== loop && node.start >= loop.start && node.end <= loop.end

const isTrue = (test: Node): boolean => test.type === 'Literal' && test.value === true

/** Reads and assignments of variables in the order in which a round gets to them. */
class UsesInOrder {
  private readonly scopes: Scopes
  private readonly uses: Use[] = []
  /** Something that ends the round stands before. */
  private late = false

  constructor(scopes: Scopes) {
    this.scopes = scopes
  }

  of(parts: readonly Node[], loop: Loop): readonly Use[] {
    parts.forEach((part, i) => {
      this.visit(part, true)
      if (i === 0 && parts.length > 1 && loop.type !== 'DoWhileStatement' && !isTrue(part)) this.late = true // the test may end the loop
    })
    return this.uses
  }

  private visit(node: Node, always: boolean): void {
    switch (node.type) {
      case 'Identifier': return this.note(node, false, always)
      case 'AssignmentExpression':
        this.visit(node.right, always)
        return this.note(node.left as Identifier, true, always)
      case 'VariableDeclarator':
        if (node.init === null) return
        this.visit(node.init, always)
        return this.note(node.id as Identifier, true, always)
      case 'IfStatement': case 'LogicalExpression': case 'ConditionalExpression':
        return children(node).forEach((child, i) => this.visit(child, always && i === 0))
      case 'BreakStatement': case 'ContinueStatement': case 'ReturnStatement': case 'ThrowStatement':
        for (const child of children(node)) this.visit(child, always)
        this.late = true
        return
      default: for (const child of evaluatedIn(node)) this.visit(child, always)
    }
  }

  private note(node: Identifier, assigned: boolean, always: boolean): void {
    const binding = this.scopes.bindingOf(node)
    if (binding !== undefined) this.uses.push({ node, binding, assigned, always, late: this.late })
  }
}
