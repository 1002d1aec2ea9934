/**
 * Statements one after the other that keep nothing but variables, as far as the syntax says: where such a statement
 * begins, the code goes on in the same way whenever it came to the first of them in the same way and the variables that
 * may still be seen have the same values, whatever was received in between. So they are like rounds of a loop.
 */
import { children, type Identifier, isFunction, isWithin, type Node } from './ast.ts'
import { suspends } from './facts.ts'
import { lastingCallees } from './lasting-callees.ts'
import { isKnownOnlyIn, keepsVariablesOnly } from './rounds.ts'
import type { Binding } from './scope.ts'
import type { Scopes } from './scopes.ts'

/** Where a statement begins, or the last one has ended. */
export interface StepStart {
  /** Of the first of the statements. */
  readonly isFirst: boolean
  /** What is called until the next step begins, to be looked at now; null after the last one. */
  readonly callees: readonly Node[] | null
  /** Variables that were assigned since the first step began, and whose values may be seen. */
  readonly kept: readonly Identifier[]
}

/**
 * By the number of the statement before which a step begins. `block` is what declares the variables of the statements;
 * `isBody` if they are the body of a function, which is not inside a loop of it.
 */
export function stepsOf(
  statements: readonly Node[],
  block: Node,
  isBody: boolean,
  scopes: Scopes,
): ReadonlyMap<number, StepStart> {
  const starts = new Map<number, StepStart>()
  if (scopes.dynamic || statements.filter(suspends).length < 2) return starts
  const seen = new Seen(statements, block, isBody, scopes)
  const lastSuspending = statements.findLastIndex(suspends)
  let last = 0
  for (let first = 0; first < statements.length; first = Math.max(last, first) + 1) {
    last = endOfRun(statements, first, scopes)
    const begins = beginningsOf(statements, first, last, lastSuspending)
    if (begins.length > 1) new Run(statements, seen, scopes).add(begins, last, starts)
  }
  return starts
}

/** The number behind the last statement of those that keep variables only; that of the first one if there are none. */
function endOfRun(statements: readonly Node[], first: number, scopes: Scopes): number {
  if (!suspends(statements[first]!)) return first
  let end = first
  while (end < statements.length && isStep(statements[end]!, scopes)) end++
  return end
}

/** What it calls is looked at before it begins, so its name must mean the same there. */
const isStep = (statement: Node, scopes: Scopes): boolean =>
  keepsVariablesOnly(statement, scopes) &&
  !lastingCallees(statement, scopes).some((callee) => isKnownOnlyIn(statement, callee, scopes))

/** Where steps begin, or the last one has ended: something may have been received since the one before, and may still be. */
const beginningsOf = (statements: readonly Node[], first: number, end: number, lastSuspending: number): number[] => [
  first,
  ...Array.from({ length: end - first }, (_, i) => first + i + 1).filter(
    (at) => suspends(statements[at - 1]!) && at <= lastSuspending,
  ),
]

/** Statements one after the other, of which each is looked at once. */
class Run {
  private readonly statements: readonly Node[]
  private readonly seen: Seen
  private readonly scopes: Scopes
  /** Since the first step began. */
  private readonly assigned = new Map<Binding, Identifier>()

  constructor(statements: readonly Node[], seen: Seen, scopes: Scopes) {
    this.statements = statements
    this.seen = seen
    this.scopes = scopes
  }

  add(begins: readonly number[], end: number, starts: Map<number, StepStart>): void {
    for (const [i, at] of begins.entries()) {
      const next = begins[i + 1] ?? end
      const inside = this.statements.slice(at, next)
      const kept = [...this.assigned].filter(([binding]) => this.seen.isSeenFrom(at, binding)).map(([, node]) => node)
      const callees = at < end ? inside.flatMap((one) => lastingCallees(one, this.scopes)) : null
      starts.set(at, { isFirst: i === 0, callees, kept })
      for (const statement of inside) this.findAssigned(statement, statement)
    }
  }

  /** What a statement declares itself, in blocks inside of it, is gone after it. */
  private findAssigned(node: Node, statement: Node): void {
    const target = targetOf(node)
    const binding = target?.type === 'Identifier' ? this.scopes.bindingOf(target) : undefined
    if (binding !== undefined && !isWithin(binding.within, statement)) this.assigned.set(binding, target as Identifier)
    for (const child of children(node)) this.findAssigned(child, statement)
  }
}

/** Which variables may still be seen. */
class Seen {
  private readonly block: Node
  private readonly isBody: boolean
  /** Numbers of the last statements that use them. */
  private readonly lastUse = new Map<Binding, number>()

  constructor(statements: readonly Node[], block: Node, isBody: boolean, scopes: Scopes) {
    this.block = block
    this.isBody = isBody
    for (const [i, statement] of statements.entries()) this.findUsed(statement, i, scopes)
  }

  isSeenFrom(at: number, binding: Binding): boolean {
    return (this.lastUse.get(binding) ?? -1) >= at || this.isSeenElsewhere(binding)
  }

  private findUsed(node: Node, number: number, scopes: Scopes): void {
    const binding = node.type === 'Identifier' ? scopes.bindingOf(node) : undefined
    if (binding !== undefined) this.lastUse.set(binding, number)
    for (const child of children(node)) this.findUsed(child, number, scopes)
  }

  /** By code that does not stand behind the statements: of a function, or around them. */
  private isSeenElsewhere({ captured, outlives, within }: Binding): boolean {
    if (captured) return true
    if (within === this.block) return false
    return !this.isBody || !isFunction(within) || outlives
  }
}

function targetOf(node: Node): Node | null {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left
    case 'UpdateExpression':
      return node.argument
    case 'VariableDeclarator':
      return node.id
    default:
      return null
  }
}
