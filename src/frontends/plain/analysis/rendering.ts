/**
 * How V8 writes an expression into a message: `o.p(...).q is not a function`. In transformed code it would write what
 * the transform made of it, so such messages are composed here from what the program says.
 */
import { children, isClass, isFunction, type Literal, type Node, bodyOf } from './ast.ts'

const UNKNOWN = '(intermediate value)'

/** `inIteration`: calls are written without their parentheses when it is their value that cannot be iterated. */
export function rendered(node: Node, inIteration = false): string {
  const text = (one: Node | null): string => (one === null ? UNKNOWN : rendered(one, inIteration))
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'PrivateIdentifier':
      return `#${node.name}`
    case 'ThisExpression':
      return 'this'
    case 'Literal':
      return renderedLiteral(node)
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? `"${cookedText(node.quasis[0]!)}"` : node.expressions.map(text).join('')
    case 'ArrayExpression':
      return `[${node.elements.map(text).join(',')}]`
    case 'ObjectExpression':
      return `{${UNKNOWN.repeat(node.properties.length)}}`
    case 'SpreadElement':
      return `(...${text(node.argument)})`
    case 'MemberExpression':
      return renderedMember(node, inIteration)
    case 'CallExpression':
      return `${text(node.callee)}${inIteration ? '' : '(...)'}`
    case 'TaggedTemplateExpression':
      return `${text(node.tag)}${inIteration ? '' : '(...)'}`
    case 'NewExpression':
      return inIteration ? text(node.callee) : UNKNOWN
    case 'ConditionalExpression':
      return UNKNOWN.repeat(3)
    case 'AssignmentExpression':
      return text(node.left)
    case 'UpdateExpression':
      return `(${node.prefix ? node.operator : ''}${text(node.argument)}${node.prefix ? '' : node.operator})`
    case 'UnaryExpression':
      return renderedUnary(node.operator, node.argument, inIteration)
    case 'BinaryExpression':
    case 'LogicalExpression':
      return renderedBinary(node, inIteration)
    case 'SequenceExpression':
      return `(${children(node).map(text).join(' , ')})`
    case 'ArrayPattern':
      return `[${node.elements.map(text).join(',')}]`
    case 'ObjectPattern':
      return `{${UNKNOWN.repeat(node.properties.length)}}`
    case 'MetaProperty':
      return node.meta.name === 'new' ? '.new.target' : UNKNOWN
    default:
      return renderedFunction(node)
  }
}

/**
 * The body of a function shows through, one value per statement, where V8 has parsed it: that is when the function is
 * in parentheses.
 */
function renderedFunction(node: Node): string {
  if (!isFunction(node) || isClass(node)) return UNKNOWN
  const body = bodyOf(node)
  const statements = body.type === 'BlockStatement' ? body.body.length : 1
  return UNKNOWN.repeat(Math.max(statements + (node.generator ? 1 : 0), 1))
}

function renderedLiteral({ value, raw }: Literal): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'bigint' || (raw !== null && /n$/.test(raw) && typeof value !== 'boolean')) return UNKNOWN
  return raw !== null && raw.startsWith('/') ? raw : String(value)
}

const cookedText = (quasi: unknown): string => (quasi as { value?: { cooked?: string | null } }).value?.cooked ?? ''

/** A key that is a string literal is written like a name. */
function nameIn(key: Node, computed: boolean): string | null {
  if (!computed) return key.type === 'Identifier' ? key.name : null
  return textOf(key)
}

/** A string that is written as one. */
export function textOf(key: Node): string | null {
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  return key.type === 'TemplateLiteral' && key.expressions.length === 0 ? cookedText(key.quasis[0]!) : null
}

function renderedMember(node: Extract<Node, { type: 'MemberExpression' }>, inIteration: boolean): string {
  const object = node.object.type === 'Super' ? UNKNOWN : rendered(node.object, inIteration)
  const name = nameIn(node.property, node.computed)
  if (name !== null) return `${object}${node.optional ? '?' : ''}.${name}`
  return `${object}${node.optional ? '?.' : ''}[${rendered(node.property, inIteration)}]`
}

function renderedUnary(operator: string, argument: Node, inIteration: boolean): string {
  const number = folded(operator, numberOf(argument))
  if (number !== null) return String(number)
  if (argument.type === 'Literal' && operator === '!') return String(!argument.value)
  return `(${operator}${/^[a-z]/.test(operator) ? ' ' : ''}${rendered(argument, inIteration)})`
}

/** Operators on number literals are evaluated when the source is read. */
function numberOf(node: Node): number | null {
  if (node.type === 'Literal' && typeof node.value === 'number') return node.value
  if (node.type === 'UnaryExpression') return folded(node.operator, numberOf(node.argument))
  if (node.type !== 'BinaryExpression') return null
  const { operator, left, right } = node as Binary
  const [first, second] = [numberOf(left), numberOf(right)]
  return first === null || second === null ? null : (arithmetic[operator]?.(first, second) ?? null)
}

function folded(operator: string, number: number | null): number | null {
  if (number === null) return null
  return operator === '-' ? -number : operator === '+' ? number : operator === '~' ? ~number : null
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
  '|': (a, b) => a | b,
  '&': (a, b) => a & b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
}

type Binary = Node & { readonly operator: string; readonly left: Node; readonly right: Node }

/** Chains of one operator are one expression, except for comparisons; `!=` is the negation of `==`. */
function renderedBinary(node: Node, inIteration: boolean): string {
  const number = numberOf(node)
  if (number !== null) return String(number)
  const { operator, left, right } = node as Binary
  const [first, second] = [rendered(left, inIteration), rendered(right, inIteration)]
  if (operator === '!=' || operator === '!==') return `(!(${first} ${operator.replace('!', '=')} ${second}))`
  const isChain =
    left.type === node.type && (left as Binary).operator === operator && !comparisons.has(operator) && operator !== '**'
  return `(${isChain ? first.slice(1, -1) : first} ${operator} ${second})`
}

const comparisons = new Set(['==', '===', '<', '>', '<=', '>=', 'in', 'instanceof'])

/** How names end at a call whose value is iterated at once. */
export const OR_ITS_VALUE = ' is not a function or its return value'

/** Where something is iterated: V8 looks for the place of the failure, and finds it or not. */
export type IterationKind = 'loop' | 'spread' | 'pattern' | 'default'

/** What is said not to be iterable; null where V8 can only say what kind of value it is. */
export function renderedIterable(node: Node, kind: IterationKind): string | null {
  if (kind !== 'pattern' && isJoined(node)) return renderedTail(node)
  const isCall =
    node.type === 'CallExpression' ||
    node.type === 'TaggedTemplateExpression' ||
    (kind === 'default' && node.type === 'NewExpression')
  const isAtStart =
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    (node.type === 'CallExpression' && node.callee.type === 'Identifier')
  if (kind === 'default' && (isPlaceless(node) || isPlaceOfOperand(node))) return null
  if (kind === 'pattern' ? !isAtStart : node.type === 'ConditionalExpression' || node.type === 'ChainExpression')
    return null
  if (kind === 'loop' && node.type === 'ObjectExpression') return null
  return isCall
    ? `${rendered(node.type === 'TaggedTemplateExpression' ? node.tag : node.callee, true)}${OR_ITS_VALUE}`
    : rendered(node, true)
}

const isJoined = ({ type }: Node): boolean => type === 'LogicalExpression' || type === 'SequenceExpression'

/** An expression that has its value from its last part: V8 finds that part instead, if it has a place in its code. */
function renderedTail(node: Node): string | null {
  const parts = children(node)
  const last = parts.at(-1)!
  const isPair = node.type === 'SequenceExpression' && parts.length === 2
  const isCall = last.type === 'CallExpression'
  if (isJoined(last)) return renderedTail(last)
  if (isPair) return `${rendered(node, true)}${isCall ? OR_ITS_VALUE : ''}`
  if (isCall) return `~${rendered(last.callee, true)}`
  return parts.every(({ type }) => type === 'Identifier' || type === 'Literal') ? rendered(node, true) : null
}

/** What V8 has no place for in its code: it is known when the source is read, or made without a step that can fail. */
export function isPlaceless(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
    case 'ThisExpression':
      return true
    case 'TemplateLiteral':
      return node.expressions.length === 0
    case 'UnaryExpression':
      return numberOf(node) !== null || (['!', 'void'].includes(node.operator) && node.argument.type === 'Literal')
    case 'BinaryExpression':
      return numberOf(node) !== null
    case 'ArrayExpression':
      return node.elements.length === 0
    case 'ObjectExpression':
      return node.properties.length === 0
    default:
      return isFunction(node) || isClass(node)
  }
}

/** Operators that cannot fail have no place of their own. Neither have objects, whatever is put into them. */
function isPlaceOfOperand(node: Node): boolean {
  if (node.type === 'UnaryExpression') return !['-', '+', '~'].includes(node.operator)
  return node.type === 'ObjectExpression'
}

/** What the transform leaves as it is, so that V8 writes it as the program does. */
export function staysAsWritten(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return !node.computed && !node.optional && node.property.type === 'Identifier' && staysAsWritten(node.object)
  return node.type === 'Identifier' || node.type === 'Literal'
}

/** The last argument of a call, if it is the only one that is spread, is treated apart. */
export function renderedSpread(argument: Node, args: readonly Node[]): string | null {
  const isLast =
    args.filter(({ type }) => type === 'SpreadElement').length === 1 && args.at(-1)!.type === 'SpreadElement'
  return isLast ? `...${rendered(argument)}` : null
}
