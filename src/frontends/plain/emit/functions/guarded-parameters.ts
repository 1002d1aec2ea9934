/**
 * Parameters of generator functions are evaluated by the call, where nothing can suspend or be moved. Object patterns
 * in them that may read elements look at what was passed, right before they read from it.
 */
import type { FunctionNode, Node, ObjectPattern, Property } from '../../analysis/ast.ts'
import { needsCare } from '../../analysis/facts.ts'
import { type FunctionContext, join } from '../function-context.ts'
import { parameterNames } from '../../analysis/function-parts.ts'
import type { Code } from '../rope.ts'
import { nameOf } from '../emit.ts'
import { guarded } from '../expressions/members.ts'
import { keptExpression } from './params.ts'

/** How to get from the arguments to a part of one; null where only running the program would tell. */
type Path = readonly (string | number | null)[]

export function guardedParameter(param: Node, index: number, node: FunctionNode, inner: FunctionContext): Code {
  if (!parameterNames(node).includes('arguments')) return guardedPart(param, [index], inner)
  throw inner.file.fail(
    param,
    'a parameter is called `arguments`, by which what was passed would be looked at: rename it',
  )
}

function guardedPart(part: Node, path: Path, fn: FunctionContext): Code {
  switch (part.type) {
    case 'AssignmentPattern':
      return [
        guardedPart(part.left, path, fn),
        '=',
        guarded(keptExpression(part.right, nameOf(part.left), fn), part.right, fn),
      ]
    case 'RestElement':
      return ['...', guardedPart(part.argument, path, fn)]
    case 'ArrayPattern': {
      const elements = part.elements.map(
        (element, i): Code => (element === null ? '' : guardedPart(element, [...path, i], fn)),
      )
      return ['[', join(elements, ','), part.elements.at(-1) === null ? ',' : '', ']']
    }
    case 'ObjectPattern':
      return guardedObject(part, path, fn)
    default:
      return part
  }
}

/** The guard comes with the first key, as late as possible. */
function guardedObject(pattern: ObjectPattern, path: Path, fn: FunctionContext): Code {
  const guard: Code = needsCare(pattern)
    ? [fn.helper('guardPath'), '(arguments,', JSON.stringify(path), ',', fn.site(pattern), '),']
    : ''
  const properties = pattern.properties.map((property, i): Code => {
    const before = i === 0 ? guard : ''
    if (property.type !== 'RestElement')
      return [keyWith(before, property, fn), ':', guardedPart(property.value, [...path, nameOfKey(property)], fn)]
    const unused: Code = before === '' ? '' : ['[(', before, fn.helper('SUSPEND'), ')]:', fn.file.name('u'), ',']
    return [unused, '...', guardedPart(property.argument, path, fn)]
  })
  return ['{', join(properties, ','), '}']
}

function keyWith(before: Code, { key, computed }: Property, fn: FunctionContext): Code {
  if (computed) return ['[(', before, keptExpression(key, null, fn), ')]']
  return before === '' ? key : ['[(', before, key.type === 'Identifier' ? JSON.stringify(key.name) : key, ')]']
}

function nameOfKey({ key, computed }: Property): string | null {
  return computed ? null : key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null
}
