/**
 * How messages call what a pattern takes apart. V8 finds out from the source, with results that depend on where the
 * pattern stands.
 */
import type { Node } from '../ast.ts'
import { rendered, renderedIterable } from '../rendering.ts'

export interface Subject {
  /**
   * For object patterns. Null: only the value can be described. False: as for any property that is read of undefined or
   * null.
   */
  readonly object: string | null | false
  /** For array patterns. Null: only the value can be described. */
  readonly iterable: string | null
}

/** What a declaration takes apart. */
export function declaredSubject(pattern: Node, value: Node): Subject {
  return { object: assignedSubject(pattern, value).object, iterable: renderedIterable(value, 'pattern') }
}

/** What an assignment takes apart. */
export function assignedSubject(pattern: Node, value: Node): Subject {
  const [first] = pattern.type === 'ObjectPattern' ? pattern.properties : []
  const isFound = value.type !== 'ConditionalExpression' &&
    !(first?.type === 'Property' && first.value.type === 'AssignmentPattern')
  return { object: isFound ? rendered(value) : false, iterable: null }
}

export const argument: Subject = { object: null, iterable: null }
/** An argument that has a default is a conditional expression to V8. */
export const argumentOrDefault: Subject = {
  object: '(intermediate value)(intermediate value)(intermediate value)', iterable: null,
}
export const loopValue: Subject = { object: '.for', iterable: '.for' }
export const caughtValue: Subject = { object: '.catch', iterable: null }

/** A part of a pattern, with the default that it may have; `whole`: what an object pattern around it takes apart. */
export function partOf(whole: Subject | null, fallback: Node | null): Subject {
  if (fallback !== null) return { object: rendered(fallback), iterable: null }
  return { object: false, iterable: whole === null || whole.object === false ? null : `>${whole.object ?? ''}` }
}
