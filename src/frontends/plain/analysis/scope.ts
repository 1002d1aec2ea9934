/** One scope, and what is declared in it. */
import type { ClassNode, FunctionNode, Node } from './ast.ts'

export interface Binding {
  readonly moduleLevel: boolean
  /** Declared with `const`. */
  readonly constant: boolean
  /** The object that every function but an arrow has by that name. */
  readonly isArguments: boolean
  /** The name of a function expression, which is known inside it only and cannot be assigned. */
  readonly isOwnName: boolean
  /** Where it is known: it is made anew each time that this is entered. */
  readonly within: Node
  /** Assigned anywhere, apart from its declaration. */
  reassigned: boolean
  /**
   * Used somewhere where its value can be seen after an exception has left what assigns it: by another function, or
   * around a `try`.
   */
  outlives: boolean
  /** Used by a function inside of what declares it. */
  captured: boolean
  /** The declaration of a function or class, if that is all that declares it. */
  code: FunctionNode | ClassNode | null
  /** Where it is imported from, and as what, if that is a name or all of it (`*`). */
  readonly source: string | null
  readonly imported: string | null
}

export class Scope {
  readonly parent: Scope | null
  readonly node: Node
  readonly strict: boolean
  /** Of a generator function: its variables may change whenever it is resumed. */
  readonly isResumed: boolean
  /**
   * What is outside sees what was assigned inside, whatever way that is left: a function, a class, a block of a `try`.
   */
  private readonly isSeenThrough: boolean
  /** The scope of a function's own variables. */
  private readonly isFunction: boolean
  readonly names = new Map<string, Binding>()
  /** All that is declared in the file. */
  readonly declared: [string, Binding][]

  constructor(
    parent: Scope | null,
    node: Node,
    {
      strict = parent?.strict ?? false,
      isResumed = parent?.isResumed ?? false,
      isSeenThrough = false,
      isFunction = false,
    } = {},
  ) {
    this.isFunction = isFunction
    this.declared = parent?.declared ?? []
    this.parent = parent
    this.node = node
    this.strict = strict
    this.isResumed = isResumed
    this.isSeenThrough = isSeenThrough
  }

  declare(name: string, manner: Partial<Binding> = {}): void {
    const known = this.names.get(name)
    if (known !== undefined) known.code = known.code === manner.code ? known.code : null
    else {
      const binding: Binding = {
        moduleLevel: this.parent === null,
        constant: false,
        isArguments: false,
        isOwnName: false,
        within: this.node,
        reassigned: false,
        outlives: false,
        captured: false,
        code: null,
        source: null,
        imported: null,
        ...manner,
      }
      this.names.set(name, binding)
      this.declared.push([name, binding])
    }
  }

  find(name: string): Binding | undefined {
    return this.names.get(name) ?? this.parent?.find(name)
  }

  /** The same for a name that is used here. */
  use(name: string): Binding | undefined {
    const own = this.names.get(name)
    if (own !== undefined || this.parent === null) return own
    const binding = this.parent.use(name)
    if (binding !== undefined && this.isSeenThrough) binding.outlives = true
    if (binding !== undefined && this.isFunction) binding.captured = true
    return binding
  }

  /** All names that are known here, with what they mean. */
  *visible(): Iterable<[string, Binding]> {
    yield* this.names
    if (this.parent !== null) for (const found of this.parent.visible()) if (!this.names.has(found[0])) yield found
  }
}
