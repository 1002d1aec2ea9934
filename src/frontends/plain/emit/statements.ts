import {
  type CatchClause, type ClassNode, type ExportDefaultDeclaration, isClass, isFunction, isPattern, type LabeledStatement, type Node, type SwitchStatement,
  type VariableDeclaration, type VariableDeclarator, type WithStatement,
} from '../ast.ts'
import { refersTo, suspends } from '../facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { copy, nameOf, operand, visit, visitNamed } from './emit.ts'
import { emitClass } from './classes.ts'
import { attachments, emitDeclaredFunction } from './functions.ts'
import { emitFor, emitForIn, emitForOf, emitWhile } from './loops.ts'
import { asDeclarators, declaredNames, destructure, evaluatedIn, hasCarefulPart, type Step } from './patterns.ts'
import { noteStatement } from './unused-results.ts'

const statementTypes = new Set([
  'VariableDeclaration', 'ExpressionStatement', 'BlockStatement', 'IfStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement',
  'WhileStatement', 'DoWhileStatement', 'LabeledStatement', 'SwitchStatement', 'TryStatement', 'ReturnStatement', 'ThrowStatement',
  'BreakStatement', 'ContinueStatement', 'WithStatement', 'EmptyStatement', 'DebuggerStatement', 'ExportDefaultDeclaration',
  'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportDeclaration', 'CatchClause',
])

export const isStatement = (node: Node): boolean => statementTypes.has(node.type)

/** Statements that end with a semicolon, written or not: rewritten expressions start with parentheses. */
const terminated = new Set([
  'VariableDeclaration', 'ExpressionStatement', 'DoWhileStatement', 'ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement',
  'DebuggerStatement', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ExportDefaultDeclaration', 'ImportDeclaration',
])

export function emitStatement(node: Node, fn: FunctionContext): Code {
  const outer = fn.closing
  fn.closing = null
  const code = emitBare(node, fn)
  const closed = fn.closing === null ? code : isDeclaring(node) ? [fn.closing, '=[];', code] : closing(fn.closing, code, fn)
  fn.closing = outer
  return terminated.has(node.type) && fn.file.source[node.end - 1] !== ';' ? [closed, ';'] : closed
}

/** No `try` can be put around these without hiding what they declare. Their iterators are left open if they throw. */
function isDeclaring(node: Node): boolean {
  return node.type.startsWith('Export') || isClass(node)
}

/** Closes the iterators of a destructuring that throws. */
export function closing(list: string, code: Code, fn: FunctionContext): Code {
  const error = fn.file.name('e')
  return ['{', list, '=[];try{', code, '}catch(', error, '){', fn.driven([fn.helper('fail'), '(', list, ')']), ';throw ', error, '}}']
}

function emitBare(node: Node, fn: FunctionContext): Code {
  switch (node.type) {
    case 'VariableDeclaration': return emitDeclarationStatement(node, fn)
    case 'BlockStatement': return ['{', attachments(node.body, fn, { kind: 'let' }), emitList(node.body, node.start + 1, node.end - 1, fn), '}']
    case 'WhileStatement': case 'DoWhileStatement': return emitWhile(node, [], fn)
    case 'ForStatement': return emitFor(node, [], fn)
    case 'ForInStatement': return emitForIn(node, fn)
    case 'ForOfStatement': return emitForOf(node, [], fn)
    case 'LabeledStatement': return emitLabeled(node, fn)
    case 'SwitchStatement': return emitSwitch(node, fn)
    case 'CatchClause': return emitCatch(node, fn)
    case 'WithStatement': return emitWith(node, fn)
    case 'ExportDefaultDeclaration': return emitExportDefault(node, fn)
    case 'ClassDeclaration': return emitClass(node as ClassNode, fn)
    case 'ExpressionStatement': noteStatement(node.expression, fn); return copy(node, fn)
    default: return copy(node, fn)
  }
}

/** Statements with what stands between them. */
export function emitList(body: readonly Node[], start: number, end: number, fn: FunctionContext): Code {
  const parts: Code[] = []
  let at = start
  for (const statement of body) {
    parts.push({ start: at, end: statement.start }, isFunction(statement) ? emitDeclaredFunction(statement, fn) : emitStatement(statement, fn))
    at = statement.end
  }
  parts.push({ start: at, end })
  return parts
}

/** Whether the pattern cannot be left to the engine's own destructuring. */
export function needsSteps(pattern: Node, fn: FunctionContext): boolean {
  return isPattern(pattern) && (fn.suspends ? suspends(pattern) : hasCarefulPart(pattern))
}

/** `const [x] = …` and the like, as a list of steps; null when it can stay as it is. */
export function declarationSteps(node: VariableDeclaration, fn: FunctionContext): Step[] | null {
  if (!node.declarations.some(({ id }) => needsSteps(id, fn))) return null
  return node.declarations.flatMap((declarator) => declaratorSteps(declarator, fn))
}

function declaratorSteps({ id, init }: VariableDeclarator, fn: FunctionContext): Step[] {
  if (!isPattern(id)) return [{ target: id, value: init === null ? 'undefined' : visitNamed(init, nameOf(id), fn) }]
  return patternSteps(id, operand(init!, fn), fn)
}

/** A pattern that gets a value. The temporary lives as long as the list of steps is not yet emitted completely. */
export function patternSteps(pattern: Node, value: Code, fn: FunctionContext): Step[] {
  if (!isPattern(pattern)) return [{ target: pattern, value }]
  const source = fn.keep('d')
  return [{ target: null, value: [source, '=', value] }, ...destructure(pattern, source, fn)]
}

export function emitDeclaration(node: VariableDeclaration, fn: FunctionContext): Code {
  const steps = declarationSteps(node, fn)
  if (steps !== null) return [node.kind, ' ', asDeclarators(steps, fn)]
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
  return init === null ? copy(declarator, fn) : copy(declarator, fn, new Map([[init, visitNamed(init, nameOf(id), fn)]]))
}

/** If an iterator must be closed when the declaration throws, names and values are set apart: no `try` can hold a `const`. */
function emitDeclarationStatement(node: VariableDeclaration, fn: FunctionContext): Code {
  const steps = declarationSteps(node, fn)
  const native = steps === null ? emitDeclaration(node, fn) : null
  if (native !== null && fn.closing === null) return native
  const all = steps ?? node.declarations.flatMap((declarator) => declaratorSteps(declarator, fn))
  return emitDeclaredSteps(node.kind, node.declarations.flatMap(({ id, init }) => (init === null ? [id] : [id, init])), all, fn)
}

/** `parts`: the patterns, and whatever else is evaluated in the declaration. */
export function emitDeclaredSteps(kind: string, parts: readonly Node[], steps: readonly Step[], fn: FunctionContext): Code {
  const names = steps.flatMap(({ target }) => (target === null ? [] : [target]))
  if (fn.closing === null) return names.length === 0 ? asStatements(steps) : [kind, ' ', asDeclarators(steps, fn), ';']
  const list = fn.closing
  fn.closing = null
  if (names.length === 0 || kind === 'var') return [kind === 'var' && names.length > 0 ? ['var ', join(names, ','), ';'] : '', closing(list, asStatements(steps), fn)]
  const bound = new Set(parts.flatMap(declaredNames))
  // Only what refers to the names while they are being bound needs them early, at the price of their being plain variables.
  if (parts.some((part) => evaluatedIn(part).some((node) => refersTo(node, bound)))) return ['let ', join(names, ','), ';', closing(list, asStatements(steps), fn)]
  const temps = new Map(names.map((name) => [name, fn.keep('b')]))
  const early = steps.map(({ target, value }): Step => ({ target: target === null ? null : temps.get(target)!, value }))
  return [closing(list, asStatements(early), fn), kind, ' ', join(names.map((name): Code => [name, '=', temps.get(name)!]), ','), ';']
}

function asStatements(steps: readonly Step[]): Code {
  return steps.map(({ target, value }): Code => [target === null ? '' : [target, '='], value, ';'])
}

function emitLabeled(node: LabeledStatement, fn: FunctionContext): Code {
  const labels: Code[] = []
  let inner: Node = node
  for (; inner.type === 'LabeledStatement'; inner = inner.body) labels.push(inner.label, ':')
  const body: Node = inner
  switch (body.type) {
    case 'ForOfStatement': return emitForOf(body, labels, fn)
    case 'ForStatement': return emitFor(body, labels, fn)
    case 'WhileStatement': case 'DoWhileStatement': return emitWhile(body, labels, fn)
    default: return [labels, visit(body, fn)]
  }
}

/** Functions declared in a switch exist as soon as it is entered: their twins come with the first test that is evaluated. */
function emitSwitch(node: SwitchStatement, fn: FunctionContext): Code {
  const declarations = node.cases.flatMap(({ consequent }) => consequent)
  for (const declaration of declarations) fn.file.keepPlain.add(declaration)
  const attached = attachments(declarations, fn, { end: ',' })
  const first = node.cases.find(({ test }) => test !== null)
  const cases = node.cases.map((one): Code => {
    const [begin, end] = [one.consequent[0]?.start ?? one.end, one.consequent.at(-1)?.end ?? one.end]
    const body = emitList(one.consequent, begin, end, fn)
    if (one.test === null) return ['default:', first === undefined && attached.length > 0 ? [attached, '0;'] : '', body]
    return ['case ', one === first && attached.length > 0 ? ['(', attached, operand(one.test, fn), ')'] : operand(one.test, fn), ':', body]
  })
  return ['switch(', visit(node.discriminant, fn), '){', join(cases, '\n'), '}']
}

function emitCatch(node: CatchClause, fn: FunctionContext): Code {
  if (node.param === null || !needsSteps(node.param, fn)) return copy(node, fn)
  const caught = fn.file.name('e')
  const declared = emitDeclaredSteps('let', [node.param], patternSteps(node.param, caught, fn), fn)
  return ['catch(', caught, '){', declared, visit(node.body, fn), '}']
}

function emitWith(node: WithStatement, fn: FunctionContext): Code {
  fn.file.skip(node, 'with statement')
  return ['with(', fn.helper('withGuard'), '(', operand(node.object, fn), ',', fn.site(node), '))', visit(node.body, fn)]
}

function emitExportDefault(node: ExportDefaultDeclaration, fn: FunctionContext): Code {
  const { declaration } = node
  if (isFunction(declaration) && declaration.type === 'FunctionDeclaration') return ['export default ', emitDeclaredFunction(declaration, fn)]
  return copy(node, fn, new Map([[declaration, visitNamed(declaration, declaration.type === 'ClassDeclaration' ? null : 'default', fn)]]))
}
