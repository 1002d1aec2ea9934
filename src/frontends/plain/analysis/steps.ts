/**
 * Statements one after the other that keep nothing but variables, as far as the syntax says: where such a statement
 * begins, the code goes on in the same way whenever it came to the first of them in the same way and the variables that
 * may still be seen have the same values, whatever was received in between. So they are like rounds of a loop.
 */
import { children, type Identifier, isFunction, type Node } from './ast.ts'
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
  let last = 0
  for (let first = 0; first < statements.length; first = Math.max(last, first) + 1) {
    last = endOfRun(statements, first, scopes)
    if (last > first) addRun(starts, statements, first, last, new Kept(statements, block, isBody, scopes))
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

function addRun(
  starts: Map<number, StepStart>,
  statements: readonly Node[],
  first: number,
  end: number,
  kept: Kept,
): void {
  let begins = first
  for (let at = first + 1; at <= end; at++) {
    // Something may have been received since, and may still be.
    if (!suspends(statements[at - 1]!) || !statements.slice(at).some(suspends)) continue
    starts.set(begins, kept.startOf(first, begins, at))
    begins = at
  }
  if (begins === first) return
  const next = begins < end ? end : null
  starts.set(begins, kept.startOf(first, begins, next))
}

class Kept {
  private readonly statements: readonly Node[]
  private readonly block: Node
  private readonly isBody: boolean
  private readonly scopes: Scopes

  constructor(statements: readonly Node[], block: Node, isBody: boolean, scopes: Scopes) {
    this.statements = statements
    this.block = block
    this.isBody = isBody
    this.scopes = scopes
  }

  /** Of a run that begins with the statement `first`, where the statement `at` begins; the next step begins at `next`. */
  startOf(first: number, at: number, next: number | null): StepStart {
    const { statements, scopes } = this
    const inside = next === null ? [] : statements.slice(at, next)
    const callees = inside.flatMap((one) => lastingCallees(one, scopes))
    return {
      isFirst: at === first,
      callees: next === null ? null : callees,
      kept: this.seenAfter(statements.slice(first, at), statements.slice(at)),
    }
  }

  private seenAfter(before: readonly Node[], after: readonly Node[]): readonly Identifier[] {
    const assigned = new Map<Binding, Identifier>()
    for (const statement of before) this.findAssigned(statement, statement, assigned)
    if (assigned.size === 0) return []
    const used = new Set<Binding>()
    for (const statement of after) this.findUsed(statement, used)
    return [...assigned]
      .filter(([binding]) => used.has(binding) || this.isSeenElsewhere(binding))
      .map(([, node]) => node)
  }

  /** What a statement declares itself, in blocks inside of it, is gone after it. */
  private findAssigned(node: Node, statement: Node, into: Map<Binding, Identifier>): void {
    const target = targetOf(node)
    const binding = target?.type === 'Identifier' ? this.scopes.bindingOf(target) : undefined
    if (binding !== undefined && !isWithin(binding.within, statement)) into.set(binding, target as Identifier)
    for (const child of children(node)) this.findAssigned(child, statement, into)
  }

  private findUsed(node: Node, into: Set<Binding>): void {
    const binding = node.type === 'Identifier' ? this.scopes.bindingOf(node) : undefined
    if (binding !== undefined) into.add(binding)
    for (const child of children(node)) this.findUsed(child, into)
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

const isWithin = (inner: Node, outer: Node): boolean => inner.start >= outer.start && inner.end <= outer.end
