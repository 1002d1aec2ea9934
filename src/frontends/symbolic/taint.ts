/**
 * Which variables may hold a symbolic value, or an object of the inputs. Values come from parameters after the first
 * one, which is where inputs are handed over, and from elements of shared memory; they flow through variables, operators,
 * properties, elements, and calls of functions of which every call is known. Nothing else is ever given one (`emit.ts`).
 */
import {
  type AssignmentExpression,
  bodyOf,
  type CallExpression,
  children,
  type ForInOf,
  type FunctionNode,
  type Identifier,
  isFunction,
  type MemberExpression,
  type Node,
  type ObjectPattern,
  type Program,
  type VariableDeclaration,
  type VariableDeclarator,
} from '../plain/analysis/ast.ts'
import { usesArguments } from '../plain/analysis/facts.ts'
import type { Binding } from '../plain/analysis/scope.ts'
import type { Scopes } from '../plain/analysis/scopes.ts'
import { statementsOf, varScoped } from '../plain/analysis/function-parts.ts'
import { isUnderstood, isUnderstoodOfOne } from '../../symbolic/operators.ts'
import { type ProgramFunctions, programFunctions } from './lookers.ts'
import { atomicOf, isElement, isNamed, isPlainAssignment, isPure, waitedFor } from './memory-syntax.ts'
import { namedFunctions } from './named-functions.ts'

export class Taint {
  private readonly scopes: Scopes
  private readonly tainted = new Set<Binding>()
  /** Functions of which all calls are known, by the binding that they are called by. */
  private readonly known: ReadonlyMap<Binding, FunctionNode>
  private readonly knownFunctions: ReadonlySet<FunctionNode>
  private readonly returning = new Set<FunctionNode>()
  /** Parameters that `arguments` may stand for. */
  private readonly aliased = new Set<Binding>()
  private changed = true
  /** Names of properties that may hold a symbolic value. */
  private readonly held = new Set<string>()
  /** Those of getters and setters, which may be suspended: they are used as they are written. */
  private readonly accessors = new Set<string>()
  /** Accesses in loops that wait. */
  private readonly waited: ReadonlySet<Node>
  /** Variables of arrays that were made with symbolic values. */
  private readonly lists = new Set<Binding>()
  /** Heddle's `join`. */
  private readonly joins: ReadonlySet<Binding>
  readonly functions: ProgramFunctions

  constructor(program: Program, scopes: Scopes) {
    this.scopes = scopes
    this.functions = programFunctions(program, scopes)
    const { known, joins } = namedFunctions(program, scopes)
    this.known = known
    this.knownFunctions = new Set(known.values())
    this.joins = joins
    this.waited = waitedFor(program, scopes, (fn) => this.isKnown(fn) || this.isProgramFunction(fn))
    this.noteNames(program)
    while (this.changed) {
      this.changed = false
      this.walk(program, null)
    }
  }

  // --- What is asked ---

  /** Whether the value may be symbolic, where it is emitted as one. */
  maybe(node: Node): boolean {
    switch (node.type) {
      case 'Identifier':
        return this.isTainted(node)
      case 'MemberExpression':
        return this.isSource(node) || this.isInner(node) || this.isElement(node)
      case 'ChainExpression':
        return this.isOptional(node.expression)
      case 'BinaryExpression':
        return isUnderstood(node.operator) && (this.maybe(node.left) || this.maybe(node.right))
      case 'UnaryExpression':
        return isUnderstoodOfOne(node.operator) && this.maybe(node.argument)
      case 'LogicalExpression':
        return this.maybe(node.right) || this.maybe(node.left)
      case 'ConditionalExpression':
        return this.maybe(node.consequent) || this.maybe(node.alternate)
      case 'SequenceExpression':
        return this.maybe(node.expressions.at(-1)!)
      case 'AssignmentExpression':
        return node.left.type === 'Identifier' ? this.isTainted(node.left) : this.isUpdate(node)
      case 'UpdateExpression':
        return node.argument.type === 'Identifier' ? this.isTainted(node.argument) : this.isUpdated(node.argument)
      case 'CallExpression': {
        if (this.atomicOf(node) !== null || this.isJoin(node)) return true
        if (this.builtinOf(node) !== null) return node.arguments.some((one) => this.maybe(one))
        const callee = this.calleeOf(node)
        return callee !== null && this.returning.has(callee)
      }
      default:
        return false
    }
  }

  isTainted(identifier: Identifier): boolean {
    const binding = this.scopes.bindingOf(identifier)
    return binding !== undefined && this.tainted.has(binding)
  }

  /** Whether a property that is read may be one of the inputs, or be held: of something that can be evaluated twice. */
  isSource({ object, property, computed, optional }: MemberExpression): boolean {
    if (optional || computed || property.type !== 'Identifier') return false
    if (object.type !== 'Identifier') return object.type === 'ThisExpression' && this.held.has(property.name)
    return this.isTainted(object) || this.held.has(property.name)
  }

  /** The same of anything else, which is asked for once. */
  isInner({ object, property, computed, optional }: MemberExpression): boolean {
    if (optional || computed || property.type !== 'Identifier' || !this.held.has(property.name)) return false
    return object.type !== 'Identifier' && object.type !== 'ThisExpression' && object.type !== 'Super'
  }

  /** `object?.property`, and no more. */
  isOptional(node: Node): boolean {
    return node.type === 'MemberExpression' && node.optional && this.isSource({ ...node, optional: false })
  }

  /** What is gone through may be an array in which symbolic values are, and each is given a variable. */
  isIterated(loop: ForInOf): boolean {
    const { left, right } = loop
    if (loop.type !== 'ForOfStatement' || loop.await || left.type !== 'VariableDeclaration') return false
    if (left.declarations[0]!.id.type !== 'Identifier') return false
    if (right.type === 'ArrayExpression') return this.isList(right)
    if ((right as Node).type === 'MemberExpression') return this.isSource(right as MemberExpression)
    const binding = right.type === 'Identifier' ? this.scopes.bindingOf(right) : undefined
    return binding !== undefined && (this.tainted.has(binding) || this.lists.has(binding))
  }

  /** An element of an array, which may be shared memory. */
  isElement(node: Node): node is MemberExpression {
    return isElement(node) && !this.waited.has(node)
  }

  /** `a[i] += x`, where it does not matter whether x is evaluated before a[i] is read. */
  isUpdate({ left, right, operator }: AssignmentExpression): boolean {
    return this.isUpdated(left as Node, right) && isUnderstood(operator.slice(0, -1)) && isPure(right)
  }

  private isUpdated(node: Node, by: Node | null = null): boolean {
    const isOne: boolean = this.isElement(node)
    if (isOne || node.type !== 'MemberExpression' || node.computed || node.optional) return isOne
    return (this.isSource(node) || (isNamed(node) && by !== null && this.maybe(by))) && !this.isAccessor(node)
  }

  /** Of an assignment to a property or an element: whether what is put may be symbolic, or where. */
  isPut({ left, right }: AssignmentExpression): boolean {
    if (this.isAccessor(left as Node)) return false
    return this.maybe(right) || (this.isElement(left as Node) && this.maybe((left as MemberExpression).property))
  }

  private isAccessor(node: Node): boolean {
    if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return false
    return this.accessors.has(node.property.name)
  }

  /** Whether evaluating it changes no variable: no code runs but this. */
  isStill(node: Node): boolean {
    if (node.type !== 'MemberExpression') return isPure(node)
    // A getter of what the module keeps has not got hold of variables of a function.
    const binding = node.object.type === 'Identifier' ? this.scopes.bindingOf(node.object) : undefined
    return binding?.moduleLevel === true && !node.computed
  }

  atomicOf(call: CallExpression): string | null {
    return this.waited.has(call) ? null : atomicOf(call, this.scopes)
  }

  isJoin({ callee, arguments: args, optional }: CallExpression): boolean {
    const binding = callee.type === 'Identifier' ? this.scopes.bindingOf(callee) : undefined
    return binding !== undefined && this.joins.has(binding) && !optional && args.length === 1
  }

  private isProgramFunction(fn: FunctionNode): boolean {
    return this.functions.threads.has(fn) || this.functions.lookers.has(fn)
  }

  /** Whether what the function returns may be symbolic. */
  returnsSymbolic(fn: FunctionNode): boolean {
    return this.isKnown(fn) || this.functions.threads.has(fn)
  }

  /** The function that is called, if all of its calls are known. */
  calleeOf({ callee, optional }: CallExpression): FunctionNode | null {
    if (optional || callee.type !== 'Identifier') return null
    const binding = this.scopes.bindingOf(callee)
    return binding === undefined ? null : (this.known.get(binding) ?? null)
  }

  isKnown(fn: FunctionNode): boolean {
    return this.knownFunctions.has(fn)
  }

  /** A function of numbers that is the language's, with arguments that it is understood for. */
  builtinOf({ callee, arguments: args, optional }: CallExpression): string | null {
    if (optional || args.some(({ type }) => type === 'SpreadElement')) return null
    const name = this.globalName(callee)
    if (name === null || !/\w/.test(name)) return null
    if (isUnderstoodOfOne(name)) return args.length === 1 ? name : null
    if (!isUnderstood(name)) return null
    return args.length === 2 || (/^Math[.](?:max|min)$/.test(name) && args.length > 2) ? name : null
  }

  /** `NAME`, or `NAME.PROPERTY`, of what no code of the file declares. */
  private globalName(node: Node): string | null {
    if (node.type === 'Identifier') return this.scopes.isGlobal(node) ? node.name : null
    if (node.type !== 'MemberExpression' || node.computed || node.optional || node.object.type !== 'Identifier')
      return null
    const owner = this.globalName(node.object)
    return owner === null || node.property.type !== 'Identifier' ? null : `${owner}.${node.property.name}`
  }

  /** A variable that can be given a symbolic value. */
  isEligible(identifier: Identifier): boolean {
    const binding = this.scopes.bindingOf(identifier)
    return binding !== undefined && this.canHold(binding)
  }

  /** Whether a pattern takes only properties, and only into variables: then it can be taken apart one by one. */
  isSimple(pattern: Node): pattern is ObjectPattern {
    return (
      pattern.type === 'ObjectPattern' &&
      pattern.properties.length > 0 &&
      pattern.properties.every(
        (one) =>
          one.type === 'Property' &&
          !one.computed &&
          one.key.type === 'Identifier' &&
          one.value.type === 'Identifier' &&
          this.isEligible(one.value),
      )
    )
  }

  /** Whether properties that a declaration takes may be symbolic, and can be taken one by one. */
  isParted(pattern: Node, init: Node): pattern is ObjectPattern {
    if (init.type !== 'Identifier' || !this.isSimple(pattern)) return false
    const keys = pattern.properties.map((one) => ((one as { key: Node }).key as Identifier).name)
    return this.isTainted(init) || keys.some((key) => this.held.has(key))
  }

  /** The parameters whose patterns are taken apart in the body; none where that would change what names mean. */
  partedParameters(fn: FunctionNode): readonly number[] {
    if (fn.async || fn.generator) return []
    if (!fn.params.every((param) => param.type === 'Identifier' || this.isSimple(param))) return []
    const inBody = varScoped(statementsOf(fn), true).names
    const parted = [...fn.params.keys()].filter((i) => i > 0 && fn.params[i]!.type === 'ObjectPattern')
    const names = parted.flatMap((i) => boundBy(fn.params[i] as ObjectPattern).map(({ name }) => name))
    return names.some((name) => [...inBody].includes(name)) ? [] : parted
  }

  // --- What is found ---

  private canHold(binding: Binding): boolean {
    const { moduleLevel, isArguments, isOwnName, code, source } = binding
    return !moduleLevel && !isArguments && !isOwnName && code === null && source === null && !this.aliased.has(binding)
  }

  private taint(identifier: Identifier): void {
    const binding = this.scopes.bindingOf(identifier)
    if (binding === undefined || !this.canHold(binding) || this.tainted.has(binding)) return
    this.tainted.add(binding)
    this.changed = true
  }

  private walk(node: Node, within: FunctionNode | null): void {
    if (isFunction(node)) {
      this.walkParameters(node)
      const body = bodyOf(node)
      if (body.type !== 'BlockStatement' && this.maybe(body)) this.returns(node)
      for (const child of children(node)) this.walk(child, node)
      return
    }
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init === null) break
        if (node.id.type === 'Identifier') this.noteList(node.id, node.init)
        if (node.id.type === 'Identifier' && this.maybe(node.init)) this.taint(node.id)
        else if (this.isParted(node.id, node.init)) for (const name of boundBy(node.id)) this.taint(name)
        else for (const [name, value] of this.pairsOf(node) ?? []) if (this.maybe(value)) this.taint(name)
        break
      case 'AssignmentExpression':
        if (node.left.type === 'Identifier' && this.maybe(node.right)) this.taint(node.left)
        else if (isPlainAssignment(node) && this.maybe(node.right)) this.holds((node.left as MemberExpression).property)
        else if (isNamed(node.left as Node) && this.isUpdate(node)) this.holds((node.left as MemberExpression).property)
        break
      case 'ForOfStatement':
        if (this.isIterated(node)) this.taint((node.left as VariableDeclaration).declarations[0]!.id as Identifier)
        break
      case 'Property':
        if (node.kind === 'init' && !node.computed && this.maybe(node.value)) this.holds(node.key)
        break
      case 'ReturnStatement':
        if (within !== null && node.argument !== null && this.maybe(node.argument)) this.returns(within)
        break
      case 'CallExpression': {
        const callee = this.calleeOf(node)
        callee?.params.forEach((param, i) => {
          const name = parameterIn(param)
          if (name !== null && node.arguments[i] !== undefined && this.maybe(node.arguments[i])) this.taint(name)
        })
        break
      }
      default:
        break
    }
    for (const child of children(node)) this.walk(child, within)
  }

  private isList(node: Node): boolean {
    return node.type === 'ArrayExpression' && node.elements.some((one) => one !== null && this.maybe(one))
  }

  private noteList(name: Identifier, init: Node): void {
    const binding = this.scopes.bindingOf(name)
    if (!this.isList(init) || binding === undefined || this.lists.has(binding)) return
    this.lists.add(binding)
    this.changed = true
  }

  private holds(key: Node): void {
    if (key.type !== 'Identifier' || this.held.has(key.name) || this.accessors.has(key.name)) return
    this.held.add(key.name)
    this.changed = true
  }

  /** `const [a, b] = [x, y]`: each name with its value. */
  pairsOf({ id, init }: VariableDeclarator): [Identifier, Node][] | null {
    if (id.type !== 'ArrayPattern' || init?.type !== 'ArrayExpression') return null
    const { elements } = init
    if (elements.length === 0 || elements.length !== id.elements.length) return null
    const pairs = id.elements.map((name, i) => [name, elements[i]] as const)
    const isSimple = pairs.every(
      ([name, value]) =>
        name?.type === 'Identifier' && this.isEligible(name) && value != null && value.type !== 'SpreadElement',
    )
    return isSimple ? (pairs as unknown as [Identifier, Node][]) : null
  }

  private walkParameters(fn: FunctionNode): void {
    fn.params.forEach((param, i) => {
      if (i > 0 && param.type === 'Identifier') this.taint(param)
    })
    for (const i of this.partedParameters(fn))
      for (const name of boundBy(fn.params[i] as ObjectPattern)) this.taint(name)
  }

  private returns(fn: FunctionNode): void {
    if (this.returning.has(fn) || !this.isKnown(fn)) return
    this.returning.add(fn)
    this.changed = true
  }

  private noteNames(node: Node): void {
    if (isFunction(node) && node.type !== 'ArrowFunctionExpression' && usesArguments(node)) {
      for (const param of node.params) {
        const binding = param.type === 'Identifier' ? this.scopes.bindingOf(param) : undefined
        if (binding !== undefined) this.aliased.add(binding)
      }
    }
    const isAccessor = (node.type === 'Property' || node.type === 'MethodDefinition') && /^[gs]et$/.test(node.kind)
    if (isAccessor && node.key.type === 'Identifier') this.accessors.add(node.key.name)
    for (const child of children(node)) this.noteNames(child)
  }
}

/** The variables of a simple pattern. */
const boundBy = (pattern: ObjectPattern): Identifier[] =>
  pattern.properties.map((one) => (one as { value: Identifier }).value)

/** The variable of a parameter that can be given anything. */
export const parameterIn = (param: Node): Identifier | null => (param.type === 'Identifier' ? param : null)
