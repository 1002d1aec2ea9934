import type { Node } from '../analysis/ast.ts'
import type { Lent } from './expressions/evaluations.ts'
import type { FileContext } from './file-context.ts'
import type { Code } from './rope.ts'

/**
 * - `plain`: the function as it was written; shared accesses in it are refused when a thread reaches them;
 * - `twin`: a generator in which every suspension is a `yield` to the engine;
 * - `direct`: the function as it was written, with a callback at each shared access [IRS, Listing 1]: for real workers
 * under gates;
 * - `generator`: the twin of a user's generator function, whose own yields are values and whose suspensions are marked;
 * - `async`: the twin of an async function, which yields what it awaits; `async generator`: both.
 */
export type Mode = 'plain' | 'twin' | 'generator' | 'async' | 'async generator' | 'direct'

/**
 * `derived`: a constructor before `super()`, where `this` cannot be read early. `constructing`: the body of a
 * constructor as a method that is called with what is known of the construction. `field`: an initialiser, without a
 * body.
 */
export type OwnerKind = 'program' | 'function' | 'derived' | 'constructing' | 'field'

/** Where code is being emitted to: one function in one of its forms. */
export class FunctionContext {
  readonly file: FileContext
  readonly parent: FunctionContext | null
  readonly mode: Mode
  readonly isArrow: boolean
  readonly kind: OwnerKind
  /** Changes where the code of a class begins and ends. */
  strict: boolean
  /** What must be declared at the start of the body: temporaries and what arrows take from here. */
  readonly declared = new Map<string, Code>()
  private readonly free: string[] = []
  private readonly id: string
  private made = 0
  /** Of evaluated code: what it finds around it instead of `this` and the like. */
  lent: Lent | null = null
  /** In the region that is being emitted: the list of the iterators to be closed if it throws (`emit/regions.ts`). */
  closing: string | null = null
  /** How many loops are around whose rounds are watched for effects; the function itself counts as one if it is `watched`. */
  rounds = 0
  /** Whether such a loop may call the function, which only looks or leaves nothing: what it calls is looked at then. */
  watched = false

  constructor(
    file: FileContext,
    parent: FunctionContext | null,
    mode: Mode,
    isArrow: boolean,
    kind: OwnerKind,
    strict: boolean,
  ) {
    this.file = file
    this.parent = parent
    this.mode = mode
    this.isArrow = isArrow
    this.kind = kind
    this.strict = strict
    this.id = file.name('f')
  }

  /** Whether shared accesses are operations here. */
  get suspends(): boolean {
    return this.mode !== 'plain'
  }

  get isDirect(): boolean {
    return this.mode === 'direct'
  }

  /** Whether its code yields more than suspensions, which are marked therefore. */
  get marks(): boolean {
    return this.mode === 'generator' || this.awaits
  }

  /** Whether it yields what it awaits. */
  get awaits(): boolean {
    return this.mode === 'async' || this.mode === 'async generator'
  }

  /** Whether its generator can be asked to return wherever it yields. */
  get canReturn(): boolean {
    return this.mode === 'generator' || this.mode === 'async generator'
  }

  /** The function that `this` and `arguments` belong to. */
  get owner(): FunctionContext {
    return this.isArrow && this.parent !== null ? this.parent.owner : this
  }

  /** Whether a generator function stands between here and the owner, so that `this` must be taken from outside. */
  get isDetached(): boolean {
    if (!this.isArrow) return this.lent !== null || this.kind === 'constructing'
    return (this.suspends && !this.isDirect) || (this.parent?.isDetached ?? false)
  }

  temp(): string {
    const name = this.free.pop() ?? `${this.file.prefix}_${++this.made}`
    this.declared.set(name, '')
    return name
  }

  release(...names: string[]): void {
    this.free.push(...names)
  }

  /** A temporary that is never reused. */
  keep(hint: string): string {
    const name = this.file.name(hint)
    this.declared.set(name, '')
    return name
  }

  /** Something of the owner's that only arrows or the body itself can see, made available to generator functions. */
  private borrow(what: string, value: string): string {
    const name = `${this.id}${what}`
    this.declared.set(name, value)
    return name
  }

  thisCode(): string {
    if (!this.isDetached) return 'this'
    const { owner } = this
    if (owner.lent !== null) return owner.lent.this
    if (owner.kind === 'constructing') return `${this.helper('constructed')}(${this.frameCode()})`
    if (owner.kind === 'derived') return `${owner.borrow('this', '()=>this')}()`
    return owner.borrow('this', 'this')
  }

  argumentsCode(): string {
    if (!this.isDetached) return 'arguments'
    if (this.owner.lent !== null) return this.owner.lent.arguments
    if (this.owner === this) return 'arguments'
    // Around the code of a module is no function; evaluated code may have one around it.
    return this.owner.kind === 'program'
      ? `${this.owner.borrow('arguments', '()=>arguments')}()`
      : this.owner.borrow('arguments', 'arguments')
  }

  newTargetCode(): string {
    if (!this.isDetached) return 'new.target'
    if (this.owner.lent !== null) return this.owner.lent.newTarget
    if (this.owner.kind === 'constructing') return `${this.frameCode()}.newTarget`
    return this.owner.kind === 'program' ? 'void 0' : this.owner.borrow('target', 'new.target')
  }

  /** Of a constructor's body that can be suspended: the construction that is under way. */
  frameCode(): string {
    return this.owner === this ? 'this' : this.owner.borrow('frame', 'this')
  }

  superGet(key: Code): Code {
    this.checkSuper()
    if (this.owner.kind === 'constructing') return [this.helper('superGet'), '(', this.frameCode(), ',', key, ')']
    return [this.owner.borrow('superGet', '(k)=>super[k]'), '(', key, ')']
  }

  superSet(key: Code, value: Code): Code {
    this.checkSuper()
    if (this.owner.kind === 'constructing')
      return [this.helper('superSet'), '(', this.frameCode(), ',', key, ',', value, ')']
    return [this.owner.borrow('superSet', '(k,v)=>super[k]=v'), '(', key, ',', value, ')']
  }

  private checkSuper(): void {
    if (this.owner.lent === null) return
    throw new Error("evaluated code cannot reach `super` through a function that is not the program's")
  }

  /** The declarations for the start of the body. */
  header(): Code {
    if (this.declared.size === 0) return ''
    const parts = [...this.declared].map(([name, value]): Code => (value === '' ? name : [name, '=', value]))
    return ['let ', join(parts, ','), ';']
  }

  helper(name: string): string {
    return this.file.helper(name)
  }

  /** `name`: how messages call what stands there. */
  site(node: Node, name: string | null = null): string {
    return this.file.site(node.start, this.isInKey ? null : name)
  }

  private keys = 0

  get isInKey(): boolean {
    return this.keys > 0
  }

  /** A computed key: V8 does not look there for the place of a failure, and cannot say how it is called. */
  key(emit: () => Code): Code {
    this.keys++
    const code = emit()
    this.keys--
    return code
  }

  /** Says that what follows stands for the code at this place, for stacks. */
  mark(node: Node): Code {
    return { start: node.start, end: node.start }
  }

  /** The suspension itself: hands an armed operation or a generator to whoever drives this code. */
  yielded(what: Code): Code {
    if (this.isDirect) return [this.helper('pass'), '(', what, ')']
    return this.marks ? ['yield ', this.helper('mark'), '(', what, ')'] : ['yield ', what]
  }

  /** Runs a generator of the runtime. */
  driven(generator: Code): Code {
    return this.suspends ? this.yielded(generator) : [this.helper('drive'), '(', generator, ')']
  }

  /**
   * The list of iterators to be closed if the current region throws; null at the top of a file, where nothing can stand
   * around declarations.
   */
  tracked(): string | null {
    return this.kind === 'program' && !this.isArrow ? null : (this.closing ??= this.keep('c'))
  }

  /** A helper's result, or what comes of the suspension that it asks for. */
  awaited(call: Code): Code {
    if (!this.suspends) return [this.helper('sync'), '(', call, ')']
    const t = this.temp()
    const code: Code = [
      '((',
      t,
      '=',
      call,
      ')===',
      this.helper('SUSPEND'),
      '?',
      this.yielded([this.helper('pending'), '.value']),
      ':',
      t,
      ')',
    ]
    this.release(t)
    return code
  }
}

export function join(parts: readonly Code[], separator: string): Code[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]))
}
