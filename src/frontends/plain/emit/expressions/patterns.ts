/** Destructuring, taken apart into reads and assignments in the order that the specification gives. */
import {
  type ArrayPattern,
  isNamedKey,
  isPattern,
  type Node,
  type ObjectPattern,
  type Property,
} from '../../analysis/ast.ts'
import { needsCare } from '../../analysis/facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { assignable, guardedValue } from './assignments.ts'
import { type Atom, atomOf } from '../atoms.ts'
import { nameOf, operand, visit, visitNamed } from '../emit.ts'
import {
  assignToSuper,
  elementAtoms,
  guarded,
  isElementAccess,
  readElement,
  superKey,
  writeElement,
} from './members.ts'
import { mayCallAccessor, mayCallGetter, patternValue, writeThroughSetter } from './accessors.ts'
import { complaintOf, firstName, partOf, type Subject } from './subjects.ts'

/** One step: an effect (`target` is null), or a value for a name. */
export interface Step {
  readonly target: Code | null
  readonly value: Code
}

/** Whether a plain body must take the pattern apart: it may read elements where no guard can be put. */
export function hasCarefulPart(pattern: Node): boolean {
  switch (pattern.type) {
    case 'ObjectPattern':
      return (
        needsCare(pattern) ||
        pattern.properties.some((p) => hasCarefulPart(p.type === 'RestElement' ? p.argument : p.value))
      )
    case 'ArrayPattern':
      return pattern.elements.some((element) => element !== null && hasCarefulPart(element))
    case 'AssignmentPattern':
      return hasCarefulPart(pattern.left)
    case 'RestElement':
      return hasCarefulPart(pattern.argument)
    default:
      return false
  }
}

/** `source` is the name of a temporary that holds the value. */
export function destructure(
  pattern: ArrayPattern | ObjectPattern,
  source: string,
  subject: Subject,
  fn: FunctionContext,
): Step[] {
  return pattern.type === 'ArrayPattern'
    ? arraySteps(pattern, source, subject, fn)
    : objectSteps(pattern, source, subject, fn)
}

const effect = (value: Code): Step => ({ target: null, value })

/** An assignment to a name that exists already. */
export const asEffect = ({ target, value }: Step): Step => effect(target === null ? value : [target, '=', value])

/** A place to assign to: evaluated before the value is. */
interface Place {
  readonly before: Code
  assign(value: Code): Step[]
  readonly temps: readonly string[]
}

function placeOf(target: Node, subject: Subject, fn: FunctionContext): Place {
  if (isPattern(target))
    return {
      before: '',
      temps: [],
      assign: (value) => nested(target, value, subject, fn),
    }
  if (target.type === 'Identifier') {
    return {
      before: '',
      temps: [],
      assign: (value) => [{ target: assignable(target, fn), value: guardedValue([target], value, target, fn) }],
    }
  }
  if (isElementAccess(target)) return elementPlace(target, fn)
  return propertyPlace(target, fn)
}

function nested(pattern: ArrayPattern | ObjectPattern, value: Code, subject: Subject, fn: FunctionContext): Step[] {
  const source = fn.temp()
  const steps = [effect([source, '=', value]), ...destructure(pattern, source, subject, fn)]
  fn.release(source)
  return steps
}

function elementPlace(target: Extract<Node, { type: 'MemberExpression' }>, fn: FunctionContext): Place {
  const [object, key] = elementAtoms(target, fn, [target])
  const value = fn.temp()
  const temps = [object.temp, key.temp, value].filter((temp) => temp !== null)
  return {
    before: [object.first, ',', key.first, ','],
    temps,
    assign: (code) => [
      effect(['(', value, '=', code, ',', writeElement(object.again, key.again, value, target, fn), ')']),
    ],
  }
}

/** A static or private property: its object is evaluated first. */
function propertyPlace(target: Node, fn: FunctionContext): Place {
  if (target.type !== 'MemberExpression')
    return { before: '', temps: [], assign: (value) => [effect(['(', visit(target, fn), '=', value, ')'])] }
  if (target.object.type === 'Super') return superPlace(target, fn)
  const object = fn.temp()
  if (mayCallAccessor(target, 'set', fn)) {
    const value = fn.temp()
    return {
      before: [object, '=', operand(target.object, fn), ','],
      temps: [object, value],
      assign: (code) => [
        effect(['(', value, '=', code, ',', writeThroughSetter(object, target.property, value, fn), ')']),
      ],
    }
  }
  const property: Code = target.computed ? ['[', target.property, ']'] : ['.', target.property]
  return {
    before: [object, '=', operand(target.object, fn), ','],
    temps: [object],
    assign: (value) => [effect([object, property, '=', value])],
  }
}

function superPlace(target: Extract<Node, { type: 'MemberExpression' }>, fn: FunctionContext): Place {
  const key = fn.temp()
  return {
    before: [key, '=', superKey(target, fn), ','],
    temps: [key],
    assign: (value) => [effect(assignToSuper(key, value, fn))],
  }
}

/**
 * The steps for one target with its default, given how to get the value: emitted once the place holds its temporaries.
 */
export function targetSteps(
  element: Node,
  value: () => Code,
  fn: FunctionContext,
  whole: Subject | null = null,
  property: Property | null = null,
): Step[] {
  const target = element.type === 'AssignmentPattern' ? element.left : element
  const fallback = element.type === 'AssignmentPattern' ? element.right : null
  const place = placeOf(target, partOf(whole, property, fallback), fn)
  const given = fallback === null ? value() : withDefault(value(), fallback, nameOf(target), fn)
  const steps = place.assign(given)
  fn.release(...place.temps)
  const [first, ...rest] = steps
  // The place is evaluated before the value: put it in front of the first step, which is the one that gets the value.
  return place.before === '' ? steps : [effect(['(', place.before, '0)']), first!, ...rest]
}

function withDefault(value: Code, fallback: Node, name: string | null, fn: FunctionContext): Code {
  const t = fn.temp()
  fn.release(t)
  return ['((', t, '=', value, ')===void 0?', '(', visitNamed(fallback, name, fn), ')', ':', t, ')']
}

function objectSteps(pattern: ObjectPattern, source: string, subject: Subject, fn: FunctionContext): Step[] {
  // As V8 does it: undefined and null fail when the first property is read, once its target is evaluated, if it has a
  // plain name.
  const first = firstName(pattern)
  const checked = destructurable(pattern, source, subject, fn)
  const steps: Step[] = first !== null ? [] : [effect(checked)]
  const keys: Code[] = []
  const held: string[] = []
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = (): Code =>
        fn.awaited([fn.helper('restOf'), '(', source, ',[', join(keys, ','), '],', fn.site(property), ')'])
      steps.push(...targetSteps(property.argument, rest, fn))
    } else {
      const key = propertyKey(property, fn)
      if (key.temp !== null) {
        steps.push(effect(key.first))
        held.push(key.temp)
      }
      keys.push(isStaticName(property) ? keyText(property) : key.again)
      const check: Code =
        first !== null && property === pattern.properties[0] && complaintOf(pattern, subject).object !== false
          ? [source, '??', checked, ',']
          : ''
      steps.push(
        ...targetSteps(
          property.value,
          () => ['(', check, propertyValue(property, source, key, fn), ')'],
          fn,
          subject,
          property,
        ),
      )
    }
  }
  fn.release(...held)
  return steps
}

const isStaticName = (property: Property): boolean =>
  !property.computed && (property.key.type !== 'Literal' || isNamedKey(property.key))

/** The value, if it is neither undefined nor null. */
export function destructurable(pattern: ObjectPattern, value: Code, subject: Subject, fn: FunctionContext): Code {
  const { object, property } = complaintOf(pattern, fn.isInKey ? { object: false, iterable: null } : subject)
  return [fn.helper('destructurable'), '(', value, ',', JSON.stringify(object), ',', JSON.stringify(property), ')']
}

function keyText(property: Property): Code {
  return property.key.type === 'Identifier' ? JSON.stringify(property.key.name) : property.key
}

function propertyKey(property: Property, fn: FunctionContext): Atom {
  if (!property.computed || property.key.type === 'Literal') return atomOf(property.key)
  const temp = fn.temp()
  return {
    first: [temp, '=', fn.helper('propertyKey'), '(', fn.key(() => operand(property.key, fn)), ')'],
    again: temp,
    temp,
  }
}

function propertyValue(property: Property, source: string, key: Atom, fn: FunctionContext): Code {
  if (mayCallGetter(property, fn)) return patternValue(source, property, fn)
  if (isStaticName(property))
    return property.key.type === 'Identifier' ? [source, '.', property.key] : [source, '[', property.key, ']']
  if (!fn.suspends) return [guarded(source, property, fn), '[', key.again, ']']
  return readElement(atomOf(source), atomOf(key.again), property, fn)
}

function arraySteps(pattern: ArrayPattern, source: string, subject: Subject, fn: FunctionContext): Step[] {
  const iteration = fn.temp()
  const tracked = canFail(pattern, fn) ? fn.tracked() : null
  const steps: Step[] = [
    effect([
      iteration,
      '=',
      fn.awaited([fn.helper('open'), '(', source, ',', fn.site(pattern, subject.iterable), ')']),
    ]),
  ]
  if (tracked !== null) steps.push(effect([tracked, '.push(', iteration, ')']))
  const next = (): Code => [
    fn.helper('valueOf'),
    '(',
    iteration,
    ',',
    fn.awaited([fn.helper('step'), '(', iteration, ')']),
    ')',
  ]
  for (const element of pattern.elements) {
    if (element === null) steps.push(effect(next()))
    else if (element.type === 'RestElement') {
      steps.push(...targetSteps(element.argument, () => fn.awaited([fn.helper('remaining'), '(', iteration, ')']), fn))
    } else steps.push(...targetSteps(element, next, fn))
  }
  if (tracked !== null) steps.push(effect([tracked, '.pop()']))
  steps.push(effect([fn.helper('closed'), '(', fn.awaited([fn.helper('close'), '(', iteration, ')']), ')']))
  fn.release(iteration)
  return steps
}

/** Whether anything but the iterator itself can throw on the way: then the iterator must be closed. */
function canFail(pattern: ArrayPattern, { file: { scopes } }: FunctionContext): boolean {
  const isSafe = (target: Node): boolean => target.type === 'Identifier' && !scopes.mayRefuse(target)
  return pattern.elements.some((element) => {
    if (element === null) return false
    if (element.type === 'AssignmentPattern') return !isSafe(element.left) || element.right.type !== 'Literal'
    return !isSafe(element.type === 'RestElement' ? element.argument : element)
  })
}

/** Declarators `name = value`, where effects are evaluated with the value that follows them. */
export function asDeclarators(steps: readonly Step[], fn: FunctionContext): Code {
  const declarators: Code[] = []
  let effects: Code[] = []
  const lastTarget = steps.findLastIndex(({ target }) => target !== null)
  const trailing = steps.slice(lastTarget + 1).map(({ value }) => value)
  if (lastTarget === -1) return ['{}=(', join([...trailing, '{}'], ','), ')']
  for (const [i, { target, value }] of steps.slice(0, lastTarget + 1).entries()) {
    if (target === null) effects.push(value)
    else {
      declarators.push([
        target,
        '=',
        i === lastTarget ? withTrailing([...effects, value], trailing, fn) : sequence([...effects, value]),
      ])
      effects = []
    }
  }
  return join(declarators, ',')
}

function sequence(parts: readonly Code[]): Code {
  return parts.length === 1 ? parts[0]! : ['(', join(parts, ','), ')']
}

function withTrailing(parts: readonly Code[], trailing: readonly Code[], fn: FunctionContext): Code {
  if (trailing.length === 0) return sequence(parts)
  const t = fn.keep('v') // the trailing steps use temporaries that were released by now
  return ['(', t, '=', sequence(parts), ',', join(trailing, ','), ',', t, ')']
}
