/**
 * What the rounds of a loop can do at most, as far as the syntax says. If all they can do is to look at shared memory,
 * the loop may be a spin-wait: a round that does not end it has changed nothing, and only other threads can end it. If
 * they keep nothing from round to round but a few variables, and change nothing else but shared memory, it can be told
 * whether the loop goes round in circles.
 *
 * What the values do that a round meets (getters, conversions, functions that are not what they are called) is watched
 * when it runs (`runtime/rounds.ts`).
 */
import {
  bodyOf,
  type FunctionNode,
  type Identifier,
  isWithin,
  type Loop,
  type MemberExpression,
  type Node,
} from './ast.ts'
import { suspends } from './facts.ts'
import { evaluatedIn, isLastingCallee, isMethod, isPlainMember, lastingCallees } from './lasting-callees.ts'
import { type Assigned, assignedIn } from './round-variables.ts'
import type { Binding } from './scope.ts'
import type { Scopes } from './scopes.ts'

export interface Round {
  /** Whether all that it does may be to look. */
  readonly looks: boolean
  /** What it calls that is the same in each round, to be looked at when the loop begins. */
  readonly callees: readonly Node[]
  /** Variables that it assigns, and whose values of the round before may be seen. */
  readonly kept: readonly Identifier[]
  /** Whether the head of the loop declares variables, or has an update. */
  readonly counts: boolean
}

/**
 * Whether all that a function can do is to look, apart from what is watched when it runs: it assigns nothing but its own
 * variables. Then a loop that calls it may be a spin-wait.
 */
export const onlyLooks = (node: FunctionNode, scopes: Scopes): boolean => effectOfCalls(node, scopes) === Effect.none

/**
 * Whether all that a call of the function can leave behind is what it returns and what it does to shared memory, apart
 * from what is watched when it runs: a call is like a loop of one round then, which keeps the result.
 */
export const leavesNothing = (node: FunctionNode, scopes: Scopes): boolean =>
  effectOfCalls(node, scopes) !== Effect.unknown

/** Asked for in each form of a function, and for its marks; the scopes of a node are always the same. */
function effectOfCalls(node: FunctionNode, scopes: Scopes): Effect {
  let effect = effects.get(node)
  if (effect === undefined) effects.set(node, (effect = findEffectOfCalls(node, scopes)))
  return effect
}
const effects = new WeakMap<FunctionNode, Effect>()

function findEffectOfCalls(node: FunctionNode, scopes: Scopes): Effect {
  const body = bodyOf(node)
  const isOrdinary =
    !node.async &&
    !node.generator &&
    !scopes.dynamic &&
    node.params.every(({ type }) => type === 'Identifier') &&
    suspends(body)
  if (!isOrdinary) return Effect.unknown
  const effect = effectOf(body, scopes)
  if (effect === Effect.unknown) return effect
  return assignedIn([body], node, scopes).length === 0 ? effect : Effect.unknown
}

/** Null when the loop is an ordinary one, of whose rounds nothing can be told. */
export function roundOf(loop: Loop, scopes: Scopes): Round | null {
  const { test, body, update, init } = loop as unknown as {
    test: Node | null
    body: Node
    update?: Node | null
    init?: Node | null
  }
  if (scopes.dynamic) return null
  const counts = update != null || init?.type === 'VariableDeclaration'
  const parts =
    loop.type === 'DoWhileStatement' ? [body, test!] : [test, body, update].filter((part): part is Node => part != null)
  if (!parts.some(suspends)) return null
  const effect = worst(parts.map((part) => effectOf(part, scopes)))
  if (effect === Effect.unknown) return null
  const assigned = assignedIn(parts, loop, scopes)
  const callees = parts.flatMap((part) => lastingCallees(part, scopes))
  if (callees.some((callee) => isKnownOnlyIn(loop, callee, scopes))) return null
  return {
    looks: !counts && effect === Effect.none && !assigned.some(({ isBroughtOver }) => isBroughtOver),
    callees,
    kept: assigned.filter(mayBeSeen).map(({ node }) => node),
    counts,
  }
}

/** Whether a statement is like a round of a loop of which something can be told: whatever it leaves is variables. */
export const keepsVariablesOnly = (statement: Node, scopes: Scopes): boolean =>
  effectOf(statement, scopes) !== Effect.unknown

/** Where the loop, or statement, begins, the name of what it calls would mean something else. */
export function isKnownOnlyIn(loop: Node, callee: Node, scopes: Scopes): boolean {
  const base = isMethod(callee) ? callee.object : callee
  const binding = base.type === 'Identifier' ? scopes.bindingOf(base) : undefined
  return binding !== undefined && isWithin(binding.within, loop)
}

const mayBeSeen = ({ isBroughtOver, isLate, outlives }: Assigned): boolean => isBroughtOver || isLate || outlives

/** Of a round, apart from variables and from what is watched when it runs. */
const Effect = { none: 0, shared: 1, unknown: 2 } as const
type Effect = (typeof Effect)[keyof typeof Effect]

const worst = (effects: readonly Effect[]): Effect => Math.max(Effect.none, ...effects) as Effect

function effectOf(node: Node, scopes: Scopes): Effect {
  const own = ownEffect(node, scopes)
  return own === Effect.unknown
    ? own
    : worst([own, ...evaluatedIn(node, scopes).map((child) => effectOf(child, scopes))])
}

const harmless = new Set([
  'Literal',
  'ThisExpression',
  'LogicalExpression',
  'ConditionalExpression',
  'SequenceExpression',
  'TemplateLiteral',
  'TemplateElement',
  'EmptyStatement',
  'BlockStatement',
  'ExpressionStatement',
  'IfStatement',
  'BreakStatement',
  'ContinueStatement',
  'ReturnStatement',
  'ThrowStatement',
  // A loop inside is part of the round around it, and may be a spin-wait of its own.
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'SwitchStatement',
  'SwitchCase',
  'LabeledStatement',
])

/** A spin-wait has none of them: whether a round was fruitless would be hard to tell. */
const nested = new Set(['TryStatement'])

/** What the node itself does, apart from its children. */
function ownEffect(node: Node, scopes: Scopes): Effect {
  switch (node.type) {
    case 'Identifier':
      return none(!scopes.isGlobal(node) || constants.has(node.name))
    case 'MemberExpression':
      return none((isPlainMember(node) && !isLegacy(node)) || isPrivateField(node, scopes))
    case 'UnaryExpression':
      return none(node.operator !== 'delete')
    case 'BinaryExpression':
      return none(!['in', 'instanceof'].includes((node as unknown as { operator: string }).operator))
    case 'CallExpression':
      return callEffect(node, scopes)
    case 'AssignmentExpression':
      return assignmentEffect(node.left, scopes)
    case 'UpdateExpression':
      return assignmentEffect(node.argument, scopes)
    case 'VariableDeclaration':
      return none(node.kind === 'var' || node.kind === 'let' || node.kind === 'const')
    case 'VariableDeclarator':
      return none(node.id.type === 'Identifier')
    case 'CatchClause':
      return node.param === null || node.param.type === 'Identifier' ? Effect.shared : Effect.unknown
    default:
      return nested.has(node.type) ? Effect.shared : none(harmless.has(node.type))
  }
}

/** `f.arguments` and `f.caller` are refused, for which they must be emitted as everywhere. */
const isLegacy = ({ property, computed }: MemberExpression): boolean =>
  !computed && property.type === 'Identifier' && ['arguments', 'caller'].includes(property.name)

/** Reading it runs no code: it is no accessor of any class in this file, and private names are not known elsewhere. */
const isPrivateField = ({ property }: MemberExpression, scopes: Scopes): boolean =>
  property.type === 'PrivateIdentifier' && !scopes.privateCode.has(property.name)

const none = (isHarmless: boolean): Effect => (isHarmless ? Effect.none : Effect.unknown)

/** Other globals may be getters of the global object. */
const constants = new Set(['undefined', 'NaN', 'Infinity'])

function callEffect(node: Extract<Node, { type: 'CallExpression' }>, scopes: Scopes): Effect {
  if (node.optional) return Effect.unknown
  return none(isLastingCallee(node.callee, scopes) || isMethod(node.callee))
}

const isOwnVariable = (binding: Binding | undefined): boolean =>
  binding !== undefined && !binding.moduleLevel && !binding.constant

/** Elements that are not shared are noticed when it runs. */
function assignmentEffect(target: Node, scopes: Scopes): Effect {
  if (target.type === 'Identifier') return none(isOwnVariable(scopes.bindingOf(target)))
  return isPlainMember(target) && target.computed ? Effect.shared : Effect.unknown
}
