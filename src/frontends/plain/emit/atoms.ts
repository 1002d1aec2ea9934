/** Operands that are used more than once: as they are when they cannot change in between, otherwise in a temporary. */
import type { Node } from '../analysis/ast.ts'
import type { FunctionContext } from './function-context.ts'
import type { Code } from './rope.ts'
import { unnamed, visit } from './emit.ts'

export interface Atom {
  /** Evaluates it; to be used exactly once, and first. */
  readonly first: Code
  readonly again: Code
  readonly temp: string | null
}

/**
 * Evaluating it has no effect and cannot be told from evaluating it earlier or later, as long as nothing else happens.
 */
export function isAtomic(node: Node): boolean {
  return (
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'ThisExpression' ||
    (node.type === 'UnaryExpression' && node.operator === '-' && node.argument.type === 'Literal')
  )
}

/** `before`: what is evaluated between the first use and the others. */
export function atom(node: Node, fn: FunctionContext, before: readonly (Node | null)[] = []): Atom {
  const stable =
    isAtomic(node) &&
    (node.type !== 'Identifier' ||
      fn.file.scopes.isStable(node) ||
      before.every((other) => other === null || isAtomic(other)))
  return stable
    ? atomOf(isNumber(node) ? ['(', visit(node, fn), ')'] : visit(node, fn))
    : temporary(unnamed(node, fn), fn)
}

/** `5.p` is no member access. */
const isNumber = (node: Node): boolean =>
  node.type === 'UnaryExpression' || (node.type === 'Literal' && typeof node.value === 'number')

export function atomOf(code: Code): Atom {
  return { first: code, again: code, temp: null }
}

export function temporary(code: Code, fn: FunctionContext): Atom {
  const temp = fn.temp()
  return { first: [temp, '=', code], again: temp, temp }
}

export function releaseAtoms(fn: FunctionContext, ...atoms: Atom[]): void {
  for (const { temp } of atoms) if (temp !== null) fn.release(temp)
}
