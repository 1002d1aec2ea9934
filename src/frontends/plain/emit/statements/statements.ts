import {
  type ArrayPattern,
  type BlockStatement,
  type CatchClause,
  children,
  type ClassNode,
  type ExportDefaultDeclaration,
  isFunction,
  isPattern,
  type LabeledStatement,
  type Node,
  type ObjectPattern,
  type ReturnStatement,
  type SwitchStatement,
  targetsOf,
  type VariableDeclaration,
  type VariableDeclarator,
  type WithStatement,
} from '../../analysis/ast.ts'
import { suspends } from '../../analysis/facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import { staysAsWritten } from '../../analysis/rendering.ts'
import type { Code } from '../rope.ts'
import { copy, givenAway, iterated, nameOf, operand, visit, visitNamed } from '../emit.ts'
import { emitClass } from '../functions/classes.ts'
import { emitAsyncReturn } from '../functions/yields.ts'
import { keptBody, keptExport, keptVariables } from '../functions/kept-variables.ts'
import { attachments, emitDeclaredFunction } from '../functions/functions.ts'
import { emitFor, emitForIn, emitForOf, emitWhile } from './loops.ts'
import { isElementAccess } from '../expressions/members.ts'
import { asDeclarators, destructurable, destructure, hasCarefulPart, type Step } from '../expressions/patterns.ts'
import { region } from '../regions.ts'
import { caughtValue, declaredSubject, type Subject } from '../expressions/subjects.ts'
import { noteStatement } from '../expressions/unused-results.ts'
import { WatchedSteps } from './watched-steps.ts'

const statementTypes = new Set([
  'VariableDeclaration',
  'ExpressionStatement',
  'BlockStatement',
  'IfStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'LabeledStatement',
  'SwitchStatement',
  'TryStatement',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
  'WithStatement',
  'EmptyStatement',
  'DebuggerStatement',
  'ExportDefaultDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportDeclaration',
  'CatchClause',
])

export const isStatement = (node: Node): boolean => statementTypes.has(node.type)

/** Statements that end with a semicolon, written or not: rewritten expressions start with parentheses. */
const terminated = new Set([
  'VariableDeclaration',
  'ExpressionStatement',
  'DoWhileStatement',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
  'DebuggerStatement',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'ImportDeclaration',
])

export function emitStatement(node: Node, fn: FunctionContext): Code {
  const code = emitBare(node, fn)
  return terminated.has(node.type) && fn.file.source[node.end - 1] !== ';' ? [code, ';'] : code
}

function emitBare(node: Node, fn: FunctionContext): Code {
  switch (node.type) {
    case 'VariableDeclaration':
      return emitDeclarationStatement(node, fn)
    case 'BlockStatement':
      return emitBlock(node, fn)
    case 'WhileStatement':
    case 'DoWhileStatement':
      return emitWhile(node, [], fn)
    case 'IfStatement':
      return emitIf(node, fn)
    case 'ForStatement':
      return emitFor(node, [], fn)
    case 'ForInStatement':
      return emitForIn(node, [], fn)
    case 'ForOfStatement':
      return emitForOf(node, [], fn)
    case 'LabeledStatement':
      return emitLabeled(node, fn)
    case 'SwitchStatement':
      return emitSwitch(node, fn)
    case 'CatchClause':
      return emitCatch(node, fn)
    case 'WithStatement':
      return emitWith(node, fn)
    case 'ExportDefaultDeclaration':
      return emitExportDefault(node, fn)
    case 'ClassDeclaration':
      return emitClass(node as ClassNode, fn)
    case 'ReturnStatement':
      return emitReturn(node, fn)
    case 'ThrowStatement':
      return emitThrow(node, fn)
    case 'ExpressionStatement':
      noteStatement(node.expression, fn)
      return copy(node, fn)
    default:
      return copy(node, fn)
  }
}

function emitReturn(node: ReturnStatement, fn: FunctionContext): Code {
  if (node.argument !== null && fn.mode === 'async generator') return emitAsyncReturn(node.argument, fn)
  return node.argument === null || fn.mode !== 'plain'
    ? copy(node, fn)
    : ['return ', givenAway(node.argument, fn), endOf(node, fn)]
}

function emitThrow(node: Node, fn: FunctionContext): Code {
  const [thrown] = children(node)
  return fn.mode !== 'plain' ? copy(node, fn) : ['throw ', givenAway(thrown!, fn), endOf(node, fn)]
}

const endOf = (node: Node, fn: FunctionContext): string => (fn.file.source[node.end - 1] === ';' ? ';' : '')

function emitBlock(node: BlockStatement, fn: FunctionContext): Code {
  const { body, start, end } = node
  const inside = region(fn, () => [
    attachments(body, fn, { kind: 'let' }),
    emitList(body, start + 1, end - 1, fn, new WatchedSteps(body, node, false, fn)),
  ])
  return ['{', keptVariables([node], fn), inside, '}']
}

/** Statements with what stands between them. */
export function emitList(
  body: readonly Node[],
  start: number,
  end: number,
  fn: FunctionContext,
  steps: WatchedSteps | null = null,
): Code {
  const parts: Code[] = []
  let at = start
  for (const [i, statement] of body.entries()) {
    parts.push(
      { start: at, end: statement.start },
      steps?.before(i) ?? '',
      isFunction(statement) ? emitDeclaredFunction(statement, fn) : emitStatement(statement, fn),
    )
    at = statement.end
  }
  parts.push(steps?.end(body.length) ?? '', { start: at, end })
  return parts
}

/**
 * Whether the pattern cannot be left to the engine's own destructuring: where code passes gates, iterators of shared
 * memory look for themselves.
 */
export function needsSteps(pattern: Node, fn: FunctionContext): boolean {
  if (!isPattern(pattern)) return false
  if (hasNamedDefault(pattern)) return true
  return fn.suspends && !fn.isDirect
    ? suspends(pattern)
    : hasCarefulPart(pattern) || (fn.isDirect && targetsOf(pattern).some(isElementAccess))
}

/** Whether it cannot for the sake of what would be said about the value, which is no longer as it was written. */
export function needsName(pattern: Node, value: Node | null): boolean {
  return (
    value !== null &&
    !staysAsWritten(value) &&
    value.type !== 'ObjectExpression' &&
    pattern.type === 'ObjectPattern' &&
    pattern.properties.some((property) => property.type === 'Property' && isPattern(property.value))
  )
}

/** A default that may give its name to another value. */
export function hasNamedDefault(part: Node): boolean {
  switch (part.type) {
    case 'AssignmentPattern':
      return (part.left.type === 'ArrayPattern' && !staysAsWritten(part.right)) || hasNamedDefault(part.left)
    case 'Property':
      return hasNamedDefault(part.value)
    case 'ArrayPattern':
    case 'ObjectPattern':
    case 'RestElement':
      return children(part).some(hasNamedDefault)
    default:
      return false
  }
}

/** `const [x] = …` and the like, as a list of steps; null when it can stay as it is. */
function declarationSteps(node: VariableDeclaration, fn: FunctionContext): Step[] | null {
  if (!node.declarations.some(({ id, init }) => needsSteps(id, fn) || needsName(id, init))) return null
  return node.declarations.flatMap((declarator) => declaratorSteps(declarator, fn))
}

function declaratorSteps({ id, init }: VariableDeclarator, fn: FunctionContext): Step[] {
  if (!isPattern(id)) return [{ target: id, value: init === null ? 'void 0' : visitNamed(init, nameOf(id), fn) }]
  return patternSteps(id, operand(init!, fn), declaredSubject(init!), fn)
}

/** A pattern that gets a value. The temporary lives as long as the list of steps is not yet emitted completely. */
export function patternSteps(pattern: Node, value: Code, subject: Subject, fn: FunctionContext): Step[] {
  if (!isPattern(pattern)) return [{ target: pattern, value }]
  const source = fn.keep('d')
  return [{ target: null, value: [source, '=', value] }, ...destructure(pattern, source, subject, fn)]
}

function emitDeclarationStatement(node: VariableDeclaration, fn: FunctionContext): Code {
  const steps = declarationSteps(node, fn)
  return steps === null ? copyDeclaration(node, fn) : emitDeclaredSteps(node.kind, steps, fn)
}

/** In the head of a loop. */
export function emitDeclaration(node: VariableDeclaration, fn: FunctionContext): Code {
  const steps = declarationSteps(node, fn)
  return steps === null ? copyDeclaration(node, fn) : [node.kind, ' ', asDeclarators(steps, fn)]
}

function copyDeclaration(node: VariableDeclaration, fn: FunctionContext): Code {
  const parts: Code[] = []
  let at = node.start
  for (const declarator of node.declarations) {
    parts.push({ start: at, end: declarator.start }, emitDeclarator(declarator, fn))
    at = declarator.end
  }
  return [parts, { start: at, end: node.end }]
}

function emitDeclarator(declarator: VariableDeclarator, fn: FunctionContext): Code {
  const { id, init } = declarator
  if (init === null) return copy(declarator, fn)
  return copy(
    declarator,
    fn,
    new Map([
      [init, isPattern(id) ? takenApart(id, init, declaredSubject(init), fn) : visitNamed(init, nameOf(id), fn)],
    ]),
  )
}

/** Never undefined, null or not iterable; for object patterns inside, as it is written. */
const isLiteralObject = ({ type }: Node): boolean => type === 'ObjectExpression' || type === 'ArrayExpression'

/**
 * A value that the engine itself takes apart: if it cannot be, what is said about it must not be about transformed
 * code.
 */
export function takenApart(
  pattern: ArrayPattern | ObjectPattern,
  value: Node,
  subject: Subject,
  fn: FunctionContext,
): Code {
  if (staysAsWritten(value) || isLiteralObject(value)) return visit(value, fn)
  return pattern.type === 'ArrayPattern'
    ? iterated(value, subject.iterable, fn)
    : destructurable(pattern, operand(value, fn), subject, fn)
}

/** The steps of a declaration as a statement. */
export function emitDeclaredSteps(kind: string, steps: readonly Step[], fn: FunctionContext): Code {
  return steps.some(({ target }) => target !== null) ? [kind, ' ', asDeclarators(steps, fn), ';'] : asStatements(steps)
}

function asStatements(steps: readonly Step[]): Code {
  return steps.map(({ target, value }): Code => [target === null ? '' : [target, '='], value, ';'])
}

/** `if (x) function f() {}` of sloppy code stands for the function in a block (ECMAScript, B.3.3). */
function emitIf(node: Node, fn: FunctionContext): Code {
  const functions = children(node)
    .filter(isFunction)
    .filter(({ type }) => type === 'FunctionDeclaration')
  if (fn.strict && functions.length > 0) {
    throw fn.file.fail(functions[0]!, 'in strict code, a function is declared at the top of a body or in a block')
  }
  return copy(
    node,
    fn,
    new Map(functions.map((child) => [child, ['{', attachments([child], fn), emitDeclaredFunction(child, fn), '}']])),
  )
}

function emitLabeled(node: LabeledStatement, fn: FunctionContext): Code {
  const labels: Code[] = []
  let inner: Node = node
  for (; inner.type === 'LabeledStatement'; inner = inner.body) labels.push(inner.label, ':')
  const body: Node = inner
  switch (body.type) {
    case 'ForOfStatement':
      return emitForOf(body, labels, fn)
    case 'ForStatement':
      return emitFor(body, labels, fn)
    case 'ForInStatement':
      return emitForIn(body, labels, fn)
    case 'WhileStatement':
    case 'DoWhileStatement':
      return emitWhile(body, labels, fn)
    default:
      return [labels, visit(body, fn)]
  }
}

function emitSwitch(node: SwitchStatement, fn: FunctionContext): Code {
  const discriminant = visit(node.discriminant, fn)
  return region(fn, () => ['switch(', discriminant, '){', join(emitCases(node, fn), '\n'), '}'], true)
}

/**
 * Functions declared in a switch exist as soon as it is entered: their twins come with the first test that is
 * evaluated.
 */
function emitCases(node: SwitchStatement, fn: FunctionContext): Code[] {
  const declarations = node.cases.flatMap(({ consequent }) => consequent)
  for (const declaration of declarations) fn.file.keepPlain.add(declaration)
  const attached = attachments(declarations, fn, { end: ',' })
  const first = node.cases.find(({ test }) => test !== null)
  return node.cases.map((one): Code => {
    const [begin, end] = [one.consequent[0]?.start ?? one.end, one.consequent.at(-1)?.end ?? one.end]
    const body = emitList(one.consequent, begin, end, fn)
    if (one.test === null) return ['default:', first === undefined && attached.length > 0 ? [attached, '0;'] : '', body]
    return [
      'case ',
      one === first && attached.length > 0 ? ['(', attached, operand(one.test, fn), ')'] : operand(one.test, fn),
      ':',
      body,
    ]
  })
}

function emitCatch(node: CatchClause, fn: FunctionContext): Code {
  if (node.param === null || !needsSteps(node.param, fn)) return copy(node, fn, keptBody(node, fn))
  const [param, caught] = [node.param, fn.file.name('e')]
  return [
    'catch(',
    caught,
    '){',
    region(fn, () => [
      emitDeclaredSteps('let', patternSteps(param, caught, caughtValue, fn), fn),
      keptVariables([node], fn),
      visit(node.body, fn),
    ]),
    '}',
  ]
}

function emitWith(node: WithStatement, fn: FunctionContext): Code {
  fn.file.skip(node, 'with statement')
  return [
    'with(',
    fn.helper('withGuard'),
    '(',
    operand(node.object, fn),
    ',',
    fn.site(node),
    '))',
    visit(node.body, fn),
  ]
}

function emitExportDefault(node: ExportDefaultDeclaration, fn: FunctionContext): Code {
  const { declaration } = node
  if (isFunction(declaration) && declaration.type === 'FunctionDeclaration')
    return ['export default ', emitDeclaredFunction(declaration, fn)]
  const isClassDeclaration = declaration.type === 'ClassDeclaration'
  const value = visitNamed(declaration, isClassDeclaration ? null : 'default', fn)
  return copy(node, fn, new Map([[declaration, isClassDeclaration ? value : keptExport(declaration, value, fn)]]))
}
