import { children, type FunctionNode, isFunction, type Node, type Program } from '../plain/analysis/ast.ts'
import { usesArguments } from '../plain/analysis/facts.ts'
import { declaredNames } from '../plain/analysis/function-parts.ts'
import type { Binding } from '../plain/analysis/scope.ts'
import type { Scopes } from '../plain/analysis/scopes.ts'
import { requiredBy } from './lookers.ts'

export interface NamedFunctions {
  /** Functions of which all calls are known, by the binding that they are called by. */
  readonly known: ReadonlyMap<Binding, FunctionNode>
  /** Heddle's `join`. */
  readonly joins: ReadonlySet<Binding>
}

/** Functions that have a name, under which they are called, and nothing else is done with it. */
export function namedFunctions(program: Program, scopes: Scopes): NamedFunctions {
  const known = new Map<Binding, FunctionNode>()
  const joins = new Set<Binding>()
  const exported = new Set<string>()
  const candidates = new Map<Binding, FunctionNode>()
  const names = new Map<Binding, string>()
  const other = new Set<Binding>()
  const callees = new Set<Node>()
  const declarations = new Set<Node>()
  const visit = (node: Node): void => {
    if (node.type === 'ExportNamedDeclaration') {
      for (const { local } of node.specifiers) if ('name' in local) exported.add(local.name)
      for (const name of node.declaration === null ? [] : declaredBy(node.declaration)) exported.add(name)
    }
    if (node.type === 'CallExpression' && !node.optional && node.callee.type === 'Identifier') {
      if (!node.arguments.some(({ type }) => type === 'SpreadElement')) callees.add(node.callee)
    }
    if (node.type === 'VariableDeclaration' && node.kind === 'const') {
      for (const { id, init } of node.declarations) {
        if (init !== null && requiredBy(init) === 'heddle') noteJoin(id, scopes, joins)
        if (id.type !== 'Identifier' || init === null || !isFunction(init)) continue
        const binding = scopes.bindingOf(id)
        if (binding === undefined) continue
        candidates.set(binding, init)
        names.set(binding, id.name)
        declarations.add(id)
      }
    }
    if (node.type === 'Identifier') {
      const binding = scopes.bindingOf(node)
      if (binding !== undefined) {
        if (binding.source === 'heddle' && binding.imported === 'join') joins.add(binding)
        if (binding.code !== null && isFunction(binding.code)) {
          candidates.set(binding, binding.code)
          names.set(binding, node.name)
        }
        if (!callees.has(node) && !declarations.has(node)) other.add(binding)
      }
    }
    for (const child of children(node)) visit(child)
  }
  visit(program)
  for (const [binding, fn] of candidates) {
    if (other.has(binding) || binding.reassigned || fn.async || fn.generator) continue
    if (binding.moduleLevel && exported.has(names.get(binding)!)) continue
    if (fn.type !== 'ArrowFunctionExpression' && usesArguments(fn)) continue
    known.set(binding, fn)
  }
  return { known, joins }
}

function noteJoin(pattern: Node, scopes: Scopes, joins: Set<Binding>): void {
  for (const one of pattern.type === 'ObjectPattern' ? pattern.properties : []) {
    if (one.type !== 'Property' || one.computed || one.key.type !== 'Identifier' || one.key.name !== 'join') continue
    const binding = one.value.type === 'Identifier' ? scopes.bindingOf(one.value) : undefined
    if (binding !== undefined) joins.add(binding)
  }
}

/** The names of an exported declaration. */
const declaredBy = (declaration: Node): string[] =>
  declaration.type === 'VariableDeclaration'
    ? declaration.declarations.flatMap(({ id }) => declaredNames(id))
    : 'id' in declaration && declaration.id !== null && 'name' in declaration.id
      ? [declaration.id.name]
      : []
