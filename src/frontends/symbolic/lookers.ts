/**
 * Which functions of `program({ … })` can be given symbolic values: threads and tasks, whose results may be some; and
 * those `after` and `outcome` that look at shared memory in no other way than by `s.NAME[INDEX]`, `s.NAME.length` and
 * `Atomics.load(s.NAME, INDEX)`, and call nothing that might look elsewhere.
 */
import {
  children,
  type FunctionNode,
  type Identifier,
  isFunction,
  type Node,
  type Program,
} from '../plain/analysis/ast.ts'
import type { Binding } from '../plain/analysis/scope.ts'
import type { Scopes } from '../plain/analysis/scopes.ts'
import { usesArguments } from '../plain/analysis/facts.ts'

export interface ProgramFunctions {
  readonly threads: ReadonlySet<FunctionNode>
  readonly lookers: ReadonlySet<FunctionNode>
  /** Those of them that result in an outcome. */
  readonly outcomes: ReadonlySet<FunctionNode>
}

export function programFunctions(program: Program, scopes: Scopes): ProgramFunctions {
  const threads = new Set<FunctionNode>()
  const lookers = new Set<FunctionNode>()
  const outcomes = new Set<FunctionNode>()
  const imported = importedFromNode(program, scopes)
  const visit = (node: Node): void => {
    for (const [name, value] of node.type === 'CallExpression' ? describedBy(node) : []) {
      if (name === 'threads' || name === 'tasks') for (const fn of functionsIn(value)) threads.add(fn)
      if (!isFunction(value) || !isPlainFunction(value) || (name !== 'after' && name !== 'outcome')) continue
      if (!onlyLooks(value, scopes, imported)) continue
      lookers.add(value)
      if (name === 'outcome') outcomes.add(value)
    }
    for (const child of children(node)) visit(child)
  }
  visit(program)
  return { threads, lookers, outcomes }
}

const isPlainFunction = (fn: FunctionNode): boolean => !fn.async && !fn.generator

/** The properties of what `program` is called with. */
function* describedBy({
  callee,
  arguments: args,
}: Extract<Node, { type: 'CallExpression' }>): Iterable<[string, Node]> {
  const [given] = args
  if (callee.type !== 'Identifier' || callee.name !== 'program' || given?.type !== 'ObjectExpression') return
  for (const one of given.properties)
    if (one.type === 'Property' && !one.computed && one.kind === 'init' && one.key.type === 'Identifier')
      yield [one.key.name, one.value]
}

/** Functions that are written there, and so have no other name. */
function functionsIn(value: Node): FunctionNode[] {
  const listed: readonly (Node | null)[] =
    value.type === 'ArrayExpression'
      ? value.elements
      : value.type === 'ObjectExpression'
        ? value.properties.map((one) => (one.type === 'Property' && one.kind === 'init' ? one.value : null))
        : []
  return listed.flatMap((one) =>
    one !== null && isFunction(one) && isPlainFunction(one) && one.id == null && !usesArguments(one) ? [one] : [],
  )
}

function onlyLooks(fn: FunctionNode, scopes: Scopes, imported: ReadonlySet<Binding>): boolean {
  if (fn.type !== 'ArrowFunctionExpression' && usesArguments(fn)) return false
  const [first] = fn.params
  const [wholes, views] = [new Set<Binding>(), new Set<Binding>()]
  const note = (name: Identifier, into: Set<Binding>): boolean => {
    const binding = scopes.bindingOf(name)
    if (binding === undefined || binding.reassigned) return false
    into.add(binding)
    return true
  }
  if (first?.type === 'Identifier') {
    if (!note(first, wholes)) return false
  } else if (first?.type === 'ObjectPattern') {
    for (const one of first.properties)
      if (one.type !== 'Property' || one.computed || one.value.type !== 'Identifier' || !note(one.value, views))
        return false
  } else if (first !== undefined) return false

  const is = (node: Node, of: ReadonlySet<Binding>): boolean => {
    const binding = node.type === 'Identifier' ? scopes.bindingOf(node) : undefined
    return binding !== undefined && of.has(binding)
  }
  const isView = (node: Node): boolean =>
    is(node, views) || (node.type === 'MemberExpression' && !node.computed && !node.optional && is(node.object, wholes))

  /** `written`: it is assigned to, or called, or deleted. */
  const isFine = (node: Node, written: boolean): boolean => {
    if (is(node, wholes) || is(node, views) || isView(node)) return false // by itself it may go anywhere
    switch (node.type) {
      case 'MemberExpression':
        if (!isView(node.object)) {
          if (mayRunCode(node.object)) return false
          break
        }
        if (node.computed) return !written && !node.optional && isFine(node.property, false)
        return node.property.type === 'Identifier' && node.property.name === 'length'
      case 'AssignmentExpression':
        return isFine(node.left, true) && isFine(node.right, false)
      case 'UpdateExpression':
        return isFine(node.argument, true)
      case 'UnaryExpression':
        return isFine(node.argument, node.operator === 'delete')
      case 'CallExpression': {
        const { callee, arguments: args } = node
        if (isAtomicLoad(node, scopes) && isView(args[0]!)) return args.slice(1).every((one) => isFine(one, false))
        return isBuiltin(callee) && args.every((one) => isFine(one, false))
      }
      case 'NewExpression':
      case 'TaggedTemplateExpression':
      case 'ImportExpression':
      case 'SpreadElement':
        return false
      default:
        break
    }
    return children(node).every((one) => isFine(one, false))
  }
  /** An import is known by what uses it, not by its declaration. */
  const isImported = (binding: Binding): boolean =>
    imported.has(binding) || (isNodes(binding.source) && !binding.reassigned)
  /** A property of something that the module keeps may be a getter that looks elsewhere. */
  const mayRunCode = (object: Node): boolean => {
    const binding = object.type === 'Identifier' ? scopes.bindingOf(object) : undefined
    return binding?.moduleLevel === true && !isImported(binding)
  }
  const isBuiltin = (callee: Node): boolean => {
    const base = callee.type === 'MemberExpression' && !callee.computed ? callee.object : callee
    if (base.type !== 'Identifier') return false
    const binding = scopes.bindingOf(base)
    return binding === undefined ? scopes.isGlobal(base) : isImported(binding)
  }
  return children(fn).every((one) => one === first || isFine(one, false))
}

function isAtomicLoad({ callee, arguments: args }: Extract<Node, { type: 'CallExpression' }>, scopes: Scopes): boolean {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return false
  const { object, property } = callee
  const isAtomics = object.type === 'Identifier' && object.name === 'Atomics' && scopes.isGlobal(object)
  return isAtomics && property.name === 'load' && args.length === 2
}

/** What `require` of Node's assertions gave. */
function importedFromNode(program: Program, scopes: Scopes): ReadonlySet<Binding> {
  const found = new Set<Binding>()
  const add = (name: Node): void => {
    const binding = name.type === 'Identifier' ? scopes.bindingOf(name) : undefined
    if (binding !== undefined && !binding.reassigned) found.add(binding)
  }
  for (const node of program.body as Node[]) {
    if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue
    for (const { id, init } of node.declarations)
      if (init !== null && isNodes(requiredBy(init))) for (const name of names(id)) add(name)
  }
  return found
}

const isNodes = (name: string | null): boolean => name !== null && /^(?:node:)?assert(?:\/strict)?$/.test(name)

/** `require('NAME')` */
export function requiredBy(node: Node): string | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require') return null
  const [name] = node.arguments
  return name?.type === 'Literal' && typeof name.value === 'string' ? name.value : null
}

const names = (id: Node): Node[] =>
  id.type === 'ObjectPattern' ? id.properties.flatMap((one) => (one.type === 'Property' ? [one.value] : [])) : [id]
