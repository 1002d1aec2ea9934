/**
 * How messages call what a pattern takes apart. V8 finds out from the source, with results that depend on where the
 * pattern stands.
 */
import type { Node, ObjectPattern, Property } from '../../analysis/ast.ts'
import { isPlaceless, rendered, renderedIterable, textOf } from '../../analysis/rendering.ts'

export interface Subject {
  /**
   * For object patterns. Null: only the value can be described. False: as for any property that is read of undefined or
   * null.
   */
  readonly object: string | null | false
  /** For array patterns. Null: only the value can be described. */
  readonly iterable: string | null
  /** How its parts call it, if that is something else. */
  readonly whole?: string
  /** Set for a part of something that has a name: for object patterns that read no property of a plain name. */
  readonly part?: Complaint
}

/** What is said not to be there: the object, see `Subject`, and which of its properties, if it has a plain name. */
export interface Complaint {
  readonly object: string | null | false
  readonly property: string | null
}

/** What V8 says when the pattern gets undefined or null. */
export function complaintOf(pattern: ObjectPattern, { object, part }: Subject): Complaint {
  const [first] = pattern.properties
  const property = firstName(pattern)
  if (property !== null) return { object: found((first as Property).value, object), property }
  if (first?.type === 'RestElement' && !isStored(first.argument)) return { object: false, property: null }
  if (object !== false) return { object, property: null }
  return first?.type !== 'RestElement' && part !== undefined ? part : { object: false, property: null }
}

/** What V8 takes for the object when it fails to read the first property, which goes there. */
function found(target: Node, object: Subject['object']): Subject['object'] {
  if (target.type === 'AssignmentPattern' && target.left.type === 'ObjectPattern') return rendered(target.right)
  return isStored(target) ? object : false
}

/** Whether what is read goes straight into a variable or another pattern. */
const isStored = ({ type }: Node): boolean => type !== 'AssignmentPattern' && type !== 'MemberExpression'

/** Of an array: V8 does not count it as a name. */
const isIndex = (name: string | null): boolean =>
  name !== null && String(Number(name) >>> 0) === name && name !== '4294967295'

/** The name of the first property, if it has a plain one. */
export function firstName({ properties: [first] }: ObjectPattern): string | null {
  return first === undefined || first.type === 'RestElement' ? null : plainName(first)
}

/** The name of a property that is not computed. */
function plainName({ key, computed }: Property): string | null {
  if (computed) return null
  return key.type === 'Identifier' ? key.name : String((key as { value?: unknown }).value)
}

/** What a declaration takes apart. */
export function declaredSubject(value: Node): Subject {
  return { ...assignedSubject(value), iterable: renderedIterable(value, 'pattern') }
}

/** What an assignment takes apart. */
export function assignedSubject(value: Node): Subject {
  const whole = rendered(value)
  return { object: value.type === 'ConditionalExpression' ? false : whole, whole, iterable: null }
}

export const argument: Subject = { object: null, iterable: null }
/** An argument that has a default is a conditional expression to V8. */
export function argumentOrDefault(fallback: Node): Subject {
  const isMade = fallback.type === 'CallExpression' || fallback.type === 'NewExpression'
  return {
    object: '(intermediate value)(intermediate value)(intermediate value)',
    iterable: isMade ? `~${rendered(fallback, true)}` : null,
  }
}
export const loopValue: Subject = { object: '.for', iterable: '.for' }
export const caughtValue: Subject = { object: '.catch', iterable: null }

/**
 * A part of a pattern, with the default that it may have; `whole`: what an object pattern around it takes apart, of
 * which it is that property.
 */
export function partOf(whole: Subject | null, property: Property | null, fallback: Node | null): Subject {
  if (fallback !== null) return { object: rendered(fallback), iterable: renderedIterable(fallback, 'default') }
  const object = whole === null ? false : (whole.whole ?? whole.object)
  if (property === null || object === false) return { object: false, iterable: null }
  const written = plainName(property) ?? textOf(property.key)
  return {
    object: false,
    iterable: !property.computed || isPlaceless(property.key) ? `>${object ?? ''}` : null,
    part: { object, property: isIndex(written) ? null : written },
  }
}
