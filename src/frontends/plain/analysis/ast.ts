/** The part of ESTree that the transform looks at, and how to walk it. */
import { visitorKeys } from 'oxc-parser'

export interface At {
  readonly start: number
  readonly end: number
}

export interface Identifier extends At {
  readonly type: 'Identifier'
  readonly name: string
}
export interface PrivateIdentifier extends At {
  readonly type: 'PrivateIdentifier'
  readonly name: string
}
export interface Literal extends At {
  readonly type: 'Literal'
  readonly value: unknown
  readonly raw: string | null
}
export interface ThisExpression extends At {
  readonly type: 'ThisExpression'
}
export interface Super extends At {
  readonly type: 'Super'
}
export interface MetaProperty extends At {
  readonly type: 'MetaProperty'
  readonly meta: Identifier
  readonly property: Identifier
}
export interface MemberExpression extends At {
  readonly type: 'MemberExpression'
  readonly object: Node
  readonly property: Node
  readonly computed: boolean
  readonly optional: boolean
}
export interface CallExpression extends At {
  readonly type: 'CallExpression'
  readonly callee: Node
  readonly arguments: readonly Node[]
  readonly optional: boolean
}
export interface NewExpression extends At {
  readonly type: 'NewExpression'
  readonly callee: Node
  readonly arguments: readonly Node[]
}
export interface ChainExpression extends At {
  readonly type: 'ChainExpression'
  readonly expression: Node
}
export interface SpreadElement extends At {
  readonly type: 'SpreadElement'
  readonly argument: Node
}
export interface ArrayExpression extends At {
  readonly type: 'ArrayExpression'
  readonly elements: readonly (Node | null)[]
}
export interface ObjectExpression extends At {
  readonly type: 'ObjectExpression'
  readonly properties: readonly (Property | SpreadElement)[]
}
export interface Property extends At {
  readonly type: 'Property'
  readonly kind: 'init' | 'get' | 'set'
  readonly key: Node
  readonly value: Node
  readonly method: boolean
  readonly shorthand: boolean
  readonly computed: boolean
}
export interface AssignmentExpression extends At {
  readonly type: 'AssignmentExpression'
  readonly operator: string
  readonly left: Node
  readonly right: Node
}
export interface UpdateExpression extends At {
  readonly type: 'UpdateExpression'
  readonly operator: '++' | '--'
  readonly prefix: boolean
  readonly argument: Node
}
export interface UnaryExpression extends At {
  readonly type: 'UnaryExpression'
  readonly operator: string
  readonly argument: Node
}
export interface TaggedTemplateExpression extends At {
  readonly type: 'TaggedTemplateExpression'
  readonly tag: Node
  readonly quasi: TemplateLiteral
}
export interface TemplateLiteral extends At {
  readonly type: 'TemplateLiteral'
  readonly quasis: readonly At[]
  readonly expressions: readonly Node[]
}
export interface YieldExpression extends At {
  readonly type: 'YieldExpression'
  readonly argument: Node | null
  readonly delegate: boolean
}
export interface AwaitExpression extends At {
  readonly type: 'AwaitExpression'
  readonly argument: Node
}
export interface ArrayPattern extends At {
  readonly type: 'ArrayPattern'
  readonly elements: readonly (Node | null)[]
}
export interface ObjectPattern extends At {
  readonly type: 'ObjectPattern'
  readonly properties: readonly (Property | RestElement)[]
}
export interface AssignmentPattern extends At {
  readonly type: 'AssignmentPattern'
  readonly left: Node
  readonly right: Node
}
export interface RestElement extends At {
  readonly type: 'RestElement'
  readonly argument: Node
}

interface FunctionLike extends At {
  readonly id: Identifier | null
  readonly params: readonly Node[]
  readonly body: Node
  readonly async: boolean
  readonly generator: boolean
}
export interface FunctionDeclaration extends FunctionLike {
  readonly type: 'FunctionDeclaration'
}
export interface FunctionExpression extends FunctionLike {
  readonly type: 'FunctionExpression'
}
export interface ArrowFunctionExpression extends FunctionLike {
  readonly type: 'ArrowFunctionExpression'
  readonly expression: boolean
}
export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression

export interface ClassNode extends At {
  readonly type: 'ClassDeclaration' | 'ClassExpression'
  readonly id: Identifier | null
  readonly superClass: Node | null
  readonly body: ClassBody
}
export interface ClassBody extends At {
  readonly type: 'ClassBody'
  readonly body: readonly ClassMember[]
}
export type ClassMember = MethodDefinition | PropertyDefinition | StaticBlock
export interface MethodDefinition extends At {
  readonly type: 'MethodDefinition'
  readonly kind: 'constructor' | 'method' | 'get' | 'set'
  readonly key: Node
  readonly value: FunctionExpression
  readonly computed: boolean
  readonly static: boolean
}
export interface PropertyDefinition extends At {
  readonly type: 'PropertyDefinition' | 'AccessorProperty'
  readonly key: Node
  readonly value: Node | null
  readonly computed: boolean
  readonly static: boolean
}
export interface StaticBlock extends At {
  readonly type: 'StaticBlock'
  readonly body: readonly Node[]
}

export interface Program extends At {
  readonly type: 'Program'
  readonly body: readonly Node[]
}
export interface BlockStatement extends At {
  readonly type: 'BlockStatement'
  readonly body: readonly Node[]
}
export interface ExpressionStatement extends At {
  readonly type: 'ExpressionStatement'
  readonly expression: Node
  readonly directive?: string | null
}
export interface VariableDeclaration extends At {
  readonly type: 'VariableDeclaration'
  readonly kind: 'var' | 'let' | 'const' | 'using' | 'await using'
  readonly declarations: readonly VariableDeclarator[]
}
export interface VariableDeclarator extends At {
  readonly type: 'VariableDeclarator'
  readonly id: Node
  readonly init: Node | null
}
export interface WhileStatement extends At {
  readonly type: 'WhileStatement' | 'DoWhileStatement'
  readonly test: Node
  readonly body: Node
}
export interface ForStatement extends At {
  readonly type: 'ForStatement'
  readonly init: Node | null
  readonly test: Node | null
  readonly update: Node | null
  readonly body: Node
}
export type Loop = WhileStatement | ForStatement
export interface ForInOf extends At {
  readonly type: 'ForOfStatement' | 'ForInStatement'
  readonly left: Node
  readonly right: Node
  readonly body: Node
  readonly await?: boolean
}
export interface LabeledStatement extends At {
  readonly type: 'LabeledStatement'
  readonly label: Identifier
  readonly body: Node
}
export interface SwitchStatement extends At {
  readonly type: 'SwitchStatement'
  readonly discriminant: Node
  readonly cases: readonly SwitchCase[]
}
export interface SwitchCase extends At {
  readonly type: 'SwitchCase'
  readonly test: Node | null
  readonly consequent: readonly Node[]
}
export interface CatchClause extends At {
  readonly type: 'CatchClause'
  readonly param: Node | null
  readonly body: BlockStatement
}
export interface WithStatement extends At {
  readonly type: 'WithStatement'
  readonly object: Node
  readonly body: Node
}
export interface ExportDefaultDeclaration extends At {
  readonly type: 'ExportDefaultDeclaration'
  readonly declaration: Node
}
export interface ImportDeclaration extends At {
  readonly type: 'ImportDeclaration'
  readonly source: { readonly value: string }
  readonly specifiers: readonly { readonly type: string; readonly local: Identifier; readonly imported?: Node }[]
}
export interface ReturnStatement extends At {
  readonly type: 'ReturnStatement'
  readonly argument: Node | null
}

/** Nodes that are treated alike: copied, with their children visited. */
export interface OtherNode extends At {
  readonly type:
    | 'BinaryExpression'
    | 'LogicalExpression'
    | 'ConditionalExpression'
    | 'SequenceExpression'
    | 'ImportExpression'
    | 'ParenthesizedExpression'
    | 'IfStatement'
    | 'TryStatement'
    | 'ThrowStatement'
    | 'EmptyStatement'
    | 'DebuggerStatement'
    | 'BreakStatement'
    | 'ContinueStatement'
    | 'TemplateElement'
    | 'ExportNamedDeclaration'
    | 'ExportAllDeclaration'
}

export type Node =
  | Identifier
  | PrivateIdentifier
  | Literal
  | ThisExpression
  | Super
  | MetaProperty
  | MemberExpression
  | CallExpression
  | NewExpression
  | ChainExpression
  | SpreadElement
  | ArrayExpression
  | ObjectExpression
  | Property
  | AssignmentExpression
  | UpdateExpression
  | UnaryExpression
  | TaggedTemplateExpression
  | TemplateLiteral
  | YieldExpression
  | AwaitExpression
  | ArrayPattern
  | ObjectPattern
  | AssignmentPattern
  | RestElement
  | FunctionNode
  | ClassNode
  | ClassBody
  | ClassMember
  | Program
  | BlockStatement
  | ExpressionStatement
  | VariableDeclaration
  | VariableDeclarator
  | WhileStatement
  | ForStatement
  | ForInOf
  | LabeledStatement
  | SwitchStatement
  | SwitchCase
  | CatchClause
  | WithStatement
  | ExportDefaultDeclaration
  | ImportDeclaration
  | ReturnStatement
  | OtherNode

/** Keys that hold names, not expressions. */
function namesOnly(node: Node, key: string): boolean {
  switch (node.type) {
    case 'MemberExpression':
      return key === 'property' && !node.computed
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return key === 'key' && !node.computed
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return key === 'label'
    case 'MetaProperty':
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true
    case 'ExportNamedDeclaration':
      return key !== 'declaration'
    case 'ImportExpression':
      return false
    default:
      return false
  }
}

const known = new WeakMap<Node, readonly Node[]>()

/** The children that can contain code, in the order of the source. */
export function children(node: Node): readonly Node[] {
  let found = known.get(node)
  if (found === undefined) known.set(node, (found = findChildren(node)))
  return found
}

function findChildren(node: Node): Node[] {
  const found: Node[] = []
  for (const key of visitorKeys[node.type] ?? []) {
    if (namesOnly(node, key)) continue
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null | undefined>)[key]
    if (Array.isArray(child))
      for (const one of child) {
        if (one !== null) found.push(one)
      }
    else if (child != null) found.push(child)
  }
  return found.sort((a, b) => a.start - b.start)
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  )
}

export function isClass(node: Node): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}

/** Functions and classes that get their name from where they stand. */
export function isAnonymous(node: Node): boolean {
  return (isFunction(node) || isClass(node)) && node.id === null
}

/** Names bound or targets assigned by a pattern, in order. */
export function targetsOf(pattern: Node, into: Node[] = []): Node[] {
  switch (pattern.type) {
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) targetsOf(element, into)
      return into
    case 'ObjectPattern':
      for (const property of pattern.properties)
        targetsOf(property.type === 'RestElement' ? property.argument : property.value, into)
      return into
    case 'AssignmentPattern':
      return targetsOf(pattern.left, into)
    case 'RestElement':
      return targetsOf(pattern.argument, into)
    default:
      into.push(pattern)
      return into
  }
}

export function isPattern(node: Node): node is ArrayPattern | ObjectPattern {
  return node.type === 'ArrayPattern' || node.type === 'ObjectPattern'
}

/** A key that is certainly not an element index. */
export function isNamedKey(key: Node): boolean {
  return key.type === 'Literal' && typeof key.value === 'string' && String(Number(key.value)) !== key.value
}
