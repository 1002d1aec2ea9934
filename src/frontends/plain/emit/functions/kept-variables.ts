/**
 * Variables that functions keep beyond the block that declares them. Where that block was entered while a module was
 * loaded, they are the module's as much as what it declares at its top, and no object leads to them.
 */
import { type ClassNode, isClass, isFunction, membersOf, type Node } from '../../analysis/ast.ts'
import { visit } from '../emit.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'

/** What tells of those that are declared by one of these nodes, at the start of a block; '' if there are none. */
export function keptVariables(nodes: readonly Node[], fn: FunctionContext): Code {
  const noted = notedVariables(nodes, fn)
  return noted === '' ? '' : [noted, ';']
}

/** The body of a loop or of a `catch`, if functions keep what its head declares; it can be no block. */
export function keptBody(node: Node & { readonly body: Node }, fn: FunctionContext): Map<Node, Code> {
  const kept = keptVariables([node], fn)
  return new Map(kept === '' ? [] : [[node.body, ['{', kept, visit(node.body, fn), '}']]])
}

/** A value that is exported without a name. What is named by its export, a function or class, is code. */
export function keptExport(node: Node, value: Code, fn: FunctionContext): Code {
  if (!isLoaded(fn) || isFunction(node) || isClass(node)) return value
  return [fn.helper('keepExport'), '(', value, ',', fn.file.keptPlace(node), ')']
}

/** What tells of them, as an expression. */
export function notedVariables(nodes: readonly Node[], fn: FunctionContext): Code {
  const names = isLoaded(fn) ? nodes.flatMap((node) => fn.file.scopes.capturedIn(node)) : []
  if (names.length === 0) return ''
  const readers = join(
    names.map((name) => `()=>${name}`),
    ',',
  )
  const place = fn.file.keptPlace(nodes[0]!)
  return [loading(fn), fn.helper('keepVariables'), '([', readers, '],', JSON.stringify(names), ',', place, ')']
}

/** Private fields of a class, of which only its own code can read the values. */
export function privateFields(node: ClassNode, fn: FunctionContext): Code {
  const names = membersOf(node).flatMap((member) =>
    member.type === 'PropertyDefinition' && member.key.type === 'PrivateIdentifier' ? [member.key.name] : [],
  )
  if (names.length === 0 || !isLoaded(fn)) return ''
  const values = join(
    names.map((name) => `#${name} in o?o.#${name}:void 0`),
    ',',
  )
  return ['static{', loading(fn), fn.helper('keepPrivate'), '(this,(o)=>[', values, '])}']
}

/** Suspendable code runs in threads only. */
const isLoaded = (fn: FunctionContext): boolean =>
  fn.mode === 'plain' && !fn.file.isOfThread && fn.file.moduleNames === null

const loading = (fn: FunctionContext): string => `${fn.helper('loading')}.on&&`
