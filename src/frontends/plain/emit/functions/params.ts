/** Parameters. Those whose evaluation may suspend are received under other names and taken apart in the body. */
import { type FunctionNode, type Node, bodyOf } from '../../analysis/ast.ts'
import { callsEval, refersTo, suspends } from '../../analysis/facts.ts'
import { FunctionContext, join } from '../function-context.ts'
import {
  declaredNames,
  evaluatedIn,
  lexicalNames,
  parameterNames,
  statementsOf,
  varScoped,
} from '../../analysis/function-parts.ts'
import type { Code } from '../rope.ts'
import { copy, emitDefault, nameOf, operand, visitNamed } from '../emit.ts'
import { markOf } from './functions.ts'
import { guardedParameter } from './guarded-parameters.ts'
import { hasCarefulPart, type Step } from '../expressions/patterns.ts'
import { enclosed } from '../regions.ts'
import { emitDeclaredSteps, hasNamedDefault, patternSteps } from '../statements/statements.ts'
import { argument, argumentOrDefault, type Subject } from '../expressions/subjects.ts'

type Default = Extract<Node, { type: 'AssignmentPattern' }>

export interface Params {
  /** With parentheses. */
  readonly code: Code
  /** What the body must start with. */
  readonly moved: Code
  /**
   * Set if the body needs a function of its own, since it declares names that mean something else in the parameters:
   * those that it is given, because a variable of a parameter's name begins with the parameter's value (ECMAScript,
   * 10.2.11, step 28).
   */
  readonly apart: readonly string[] | null
}

export function emitParams(node: FunctionNode, inner: FunctionContext): Params {
  const from = firstMoved(node, inner)
  const moved = node.params.slice(from)
  const names = moved.map(() => inner.file.name('p'))
  const kept = node.params.slice(0, from).map((param, i) => keep(param, i, node, inner))
  const received = moved.map((param, i) => receive(param, names[i]!))
  const unmapped = isUnmapped(node, moved, inner) ? [`...${inner.file.name('p')}`] : []
  const marks: Code = [inner.file.textMark(node), markOf(node, inner)]
  const code: Code = ['(', marks, join([...kept, ...received, ...unmapped], ','), ')']
  if (names.length === 0) return { code, moved: '', apart: null }
  const steps = moved.flatMap((param, i) => unpack(param, names[i]!, inner))
  return { code, moved: emitDeclaredSteps('let', steps, inner), apart: setApart(node, moved, inner) }
}

/**
 * From the first parameter with anything to evaluate on, all are moved if one must be: they may refer to each other.
 */
function firstMoved({ params, generator }: FunctionNode, inner: FunctionContext): number {
  // A generator function's parameters are evaluated by the call, which cannot suspend: there they stay plain.
  const needed =
    !generator &&
    params.some(
      (param) =>
        hasCarefulPart(param) ||
        ((inner.mode === 'twin' || inner.mode === 'async') && suspends(param)) ||
        hasNamedDefault(param),
    )
  const at = needed ? params.findIndex(({ type }) => type !== 'Identifier') : -1
  return at === -1 ? params.length : at
}

/**
 * A parameter that stays where it is. Its expressions cannot declare anything in the body, which sees them but they do
 * not see it.
 */
function keep(param: Node, index: number, node: FunctionNode, inner: FunctionContext): Code {
  if (node.generator && hasCarefulPart(param)) return guardedParameter(param, index, node, inner)
  if (param.type !== 'AssignmentPattern') return keptPart(param, inner)
  return keptDefault(param, inner, argumentOrDefault(param.right))
}

function keptPart(part: Node, inner: FunctionContext): Code {
  switch (part.type) {
    case 'AssignmentPattern':
      return keptDefault(part, inner)
    case 'ArrayPattern':
    case 'ObjectPattern':
    case 'RestElement':
      return copy(part, inner, new Map(partsOf(part).map((child) => [child, keptPart(child, inner)])))
    case 'Property': {
      if (part.shorthand) return keptPart(part.value, inner)
      const key: [Node, Code][] = part.computed ? [[part.key, keptExpression(part.key, null, inner)]] : []
      return copy(part, inner, new Map([...key, [part.value, keptPart(part.value, inner)]]))
    }
    default:
      return part
  }
}

function keptDefault(part: Default, inner: FunctionContext, subject?: Subject): Code {
  return [keptPart(part.left, inner), '=', ...kept(inner, (own) => emitDefault(part, own, subject))]
}

function partsOf(pattern: Node): readonly Node[] {
  if (pattern.type === 'ArrayPattern') return pattern.elements.filter((element) => element !== null)
  return pattern.type === 'ObjectPattern'
    ? pattern.properties
    : pattern.type === 'RestElement'
      ? [pattern.argument]
      : []
}

/** `name`: what the value is called if it is an anonymous function. */
export function keptExpression(expression: Node, name: string | null, inner: FunctionContext): Code {
  return kept(inner, (own) => visitNamed(expression, name, own))
}

function kept(inner: FunctionContext, emit: (own: FunctionContext) => Code): Code[] {
  const own = new FunctionContext(
    inner.file,
    inner,
    inner.isDirect ? 'direct' : 'plain',
    inner.isArrow,
    inner.kind === 'constructing' || inner.kind === 'derived' ? inner.kind : 'field',
    inner.strict,
  )
  return ['(', enclosed(own, () => emit(own)), ')']
}

/**
 * Beside a pattern, `arguments` does not stand for the parameters in sloppy code either (ECMAScript, 10.2.11, step 22);
 * where none is left, something else must say so.
 */
function isUnmapped(node: FunctionNode, moved: readonly Node[], inner: FunctionContext): boolean {
  return !inner.strict && !inner.isArrow && moved.length > 0 && node.params.every(({ type }) => !notSimple.has(type))
}
const notSimple = new Set(['AssignmentPattern', 'RestElement'])

/** Defaults and rests stay visible in the parameter list: `length` counts what is before them. */
function receive(param: Node, name: string): Code {
  if (param.type === 'RestElement') return ['...', name]
  return param.type === 'AssignmentPattern' ? [name, '=void 0'] : name
}

function unpack(param: Node, name: string, inner: FunctionContext): Step[] {
  if (param.type === 'RestElement') return patternSteps(param.argument, name, argument, inner)
  if (param.type !== 'AssignmentPattern') return patternSteps(param, name, argument, inner)
  const fallback =
    nameOf(param.left) === null
      ? operand(param.right, inner)
      : ['(', visitNamed(param.right, nameOf(param.left), inner), ')']
  return patternSteps(param.left, [name, '===void 0?', fallback, ':', name], argumentOrDefault(param.right), inner)
}

function setApart(node: FunctionNode, moved: readonly Node[], inner: FunctionContext): readonly string[] | null {
  const body = statementsOf(node)
  const parameters = parameterNames(node)
  const { names, fromBlocks } = varScoped(body, inner.strict, parameters)
  const declared = new Set([...names, ...fromBlocks, ...lexicalNames(body, false)])
  const expressions = node.params.flatMap(evaluatedIn)
  const isMeant =
    expressions.some((expression) => refersTo(expression, declared)) ||
    moved.flatMap(declaredNames).some((name) => names.has(name))
  const isDynamic = expressions.some(callsEval) || (expressions.length > 0 && !inner.strict && callsEval(bodyOf(node)))
  if (!isMeant && !isDynamic) return null
  return [...names].filter((name) => parameters.includes(name) || (name === 'arguments' && !inner.isArrow))
}
