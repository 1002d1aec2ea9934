/** Variables that the rounds of a loop assign, and what of them a round can see from the one before. */
import { children, type FunctionNode, isFunction, isWithin, type Identifier, type Loop, type Node } from './ast.ts'
import { evaluatedIn } from './lasting-callees.ts'
import type { Binding } from './scope.ts'
import type { Scopes } from './scopes.ts'

/** A variable that outlasts a round and is assigned in it. */
export interface Assigned {
  readonly node: Identifier
  /**
   * Something else happens to it before it is assigned, or it is not always assigned: a round may see what the one
   * before has left.
   */
  readonly isBroughtOver: boolean
  /** The round may end before it is assigned: then the value of the round before is seen after the loop. */
  readonly isLate: boolean
  /** Its value can be seen where an exception has left the round. */
  readonly outlives: boolean
}

/** `parts`: what a round evaluates, in this order. */
export function assignedIn(parts: readonly Node[], loop: Loop | FunctionNode, scopes: Scopes): Assigned[] {
  const uses = new UsesInOrder(scopes).of(parts, loop)
  // What a loop assigns only where it is left, right away, no other round of it can see.
  const outer = new Set(
    uses
      .filter(({ leaving }) => !leaving || isFunction(loop))
      .filter(({ assigned, binding }) => assigned && !isInside(binding.within, loop))
      .map(({ binding }) => binding),
  )
  return [...outer].map((binding) => {
    const { node, assigned, always, late } = uses.find((use) => use.binding === binding)!
    return { node, isBroughtOver: !assigned || !always, isLate: late, outlives: binding.outlives }
  })
}

/** What a function declares is its own; what the head of a loop declares outlasts its rounds. */
const isInside = (node: Node, loop: Node): boolean => (node !== loop || isFunction(loop)) && isWithin(node, loop)

interface Use {
  readonly node: Identifier
  readonly binding: Binding
  readonly assigned: boolean
  /** Not under a condition. */
  readonly always: boolean
  /** Something that may end the round stands before. */
  readonly late: boolean
  /** In statements of which the last one ends the loop. */
  readonly leaving: boolean
}

/** Reads and assignments of variables in the order in which a round gets to them. */
class UsesInOrder {
  private readonly scopes: Scopes
  private readonly uses: Use[] = []
  private late = false
  private leaving = false
  /** How many loops, `switch`es and `try`s inside the loop are around: what is left there is not the loop. */
  private inner = 0

  constructor(scopes: Scopes) {
    this.scopes = scopes
  }

  of(parts: readonly Node[], loop: Node): readonly Use[] {
    parts.forEach((part, i) => {
      this.visit(part, true)
      if (i === 0 && parts.length > 1 && loop.type !== 'DoWhileStatement' && !isTrue(part)) this.late = true // the test may end the loop
    })
    return this.uses
  }

  private visit(node: Node, always: boolean): void {
    switch (node.type) {
      case 'Identifier':
        return this.note(node, false, always)
      case 'AssignmentExpression':
        return this.assign(node.left, node.right, node.operator !== '=', always)
      case 'UpdateExpression':
        return this.assign(node.argument, null, true, always)
      case 'VariableDeclarator':
        return node.init === null ? undefined : this.assign(node.id, node.init, false, always)
      case 'BlockStatement':
        return this.visitBlock(node, always)
      case 'IfStatement':
      case 'LogicalExpression':
      case 'ConditionalExpression':
        return children(node).forEach((child, i) => this.visit(child, always && i === 0))
      case 'SwitchStatement':
        this.inner++
        children(node).forEach((child, i) => this.visit(child, always && i === 0))
        this.inner--
        return
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'TryStatement':
        this.inner++
        for (const child of children(node)) this.visit(child, false)
        this.inner--
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'ReturnStatement':
      case 'ThrowStatement':
        for (const child of children(node)) this.visit(child, always)
        this.late = true
        return
      default:
        for (const child of evaluatedIn(node, this.scopes)) this.visit(child, always)
    }
  }

  private visitBlock(node: Node, always: boolean): void {
    const { leaving } = this
    this.leaving ||= this.inner === 0 && endsLoop((node as unknown as { body: readonly Node[] }).body)
    for (const child of children(node)) this.visit(child, always)
    this.leaving = leaving
  }

  /** `updates`: what was there before is read first. */
  private assign(target: Node, value: Node | null, updates: boolean, always: boolean): void {
    if (target.type !== 'Identifier') for (const child of children(target)) this.visit(child, always)
    else if (updates) this.note(target, false, always)
    if (value !== null) this.visit(value, always)
    if (target.type === 'Identifier') this.note(target, true, always)
  }

  private note(node: Identifier, assigned: boolean, always: boolean): void {
    const binding = this.scopes.bindingOf(node)
    if (binding !== undefined)
      this.uses.push({ node, binding, assigned, always, late: this.late, leaving: this.leaving })
  }
}

/** Whoever comes to these statements leaves the loop, at the latest with the last one. */
function endsLoop(statements: readonly Node[]): boolean {
  const last = statements.at(-1)
  return (
    last !== undefined &&
    (last.type === 'ReturnStatement' || (last.type === 'BreakStatement' && !isLabelled(last))) &&
    !statements.some(mayStay)
  )
}

const isLabelled = (node: Node): boolean => (node as unknown as { label: Node | null }).label !== null

/** It may go on with the next round, or behind a statement that is inside the loop. */
const mayStay = (node: Node): boolean =>
  node.type === 'ContinueStatement' ||
  (node.type === 'BreakStatement' && isLabelled(node)) ||
  children(node).some(mayStay)

const isTrue = (test: Node): boolean => test.type === 'Literal' && test.value === true
