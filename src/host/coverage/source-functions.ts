/** The functions of a source, with the ranges that V8 gives them. */
import { isFunctionNode, isNode, type Syntax, syntaxOf } from '../../frontends/syntax.ts'

export interface SourceFunction {
  readonly name: string
  readonly start: number
  readonly end: number
  /** Where code is its own: what is around that may be executed where a function is made of it. */
  readonly body: { readonly start: number; readonly end: number }
}

/** Outer ones before those in them. */
export function sourceFunctions(file: string, source: string): SourceFunction[] {
  const found: SourceFunction[] = []
  const visit = (node: Syntax, parent: Syntax | null): void => {
    // A declaration without a body is one of types.
    if (isFunctionNode(node) && isNode(node.body)) found.push(rangeOf(node, parent, source))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node)
  }
  visit(syntaxOf(file, source), null)
  return found
}

/** A method begins with its name, or with what is before that, such as `get` or `async`; but not with `static`. */
function rangeOf(node: Syntax, parent: Syntax | null, source: string): SourceFunction {
  const isMethod =
    parent?.type === 'MethodDefinition' ||
    (parent?.type === 'Property' && (parent.method === true || parent.kind !== 'init'))
  const whole = isMethod ? parent! : node
  const body = node.body as Syntax
  const before = isMethod ? (/^static\s+/.exec(source.slice(whole.start, whole.end))?.[0].length ?? 0) : 0
  const named = [node.id, parent?.key, parent?.id].find((one): one is Syntax => isNode(one) && 'name' in one)
  const brace = body.type === 'BlockStatement' ? 1 : 0
  return {
    name: named === undefined ? '' : String(named.name),
    start: whole.start + before,
    end: whole.end,
    body: { start: body.start + brace, end: body.end - brace },
  }
}
