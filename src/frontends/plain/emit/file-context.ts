import type { At, Node } from '../analysis/ast.ts'
import { iteratedCalls } from '../analysis/iterated-calls.ts'
import { sourceError } from '../../source-error.ts'
import { textMark } from '../../../base/function-marks.ts'
import type { Scopes } from '../analysis/scopes.ts'

/** What the emission of one file accumulates: its sites, the helpers it uses, what it could not instrument. */
export class FileContext {
  readonly source: string
  readonly file: string
  readonly scopes: Scopes
  /** By call whose value is iterated at once: how messages call that. */
  readonly iteratedCalls: ReadonlyMap<Node, string>
  readonly isModule: boolean
  /** Whether functions get the form for gates instead of a plain one and a twin. */
  readonly isDirect: boolean
  /** Names the source in the marks that its functions have in their text. */
  readonly key: string
  /** Of methods, whose text is more than the function that the syntax tree has for them. */
  private readonly texts = new Map<Node, At>()
  /** Starts every generated name; does not occur in the source. */
  readonly prefix: string
  /** By number of the site: its offset in the source, and how messages call what stands there. */
  readonly sites: { readonly offset: number; readonly name: string | null }[] = []
  /** Of code that is evaluated in place: the names that mean bindings of the module around it. */
  moduleNames: readonly string[] | null = null
  /** Evaluated once for each thread, which may assign what it declares. */
  isOfThread = false
  /** Where variables are declared that functions keep: offsets. */
  readonly kept: number[] = []
  readonly skipped: { readonly offset: number; readonly construct: string; readonly isNoted: boolean }[] = []
  readonly helpers = new Set<string>()
  /** Bodies of loops whose rounds begin with a yield. */
  readonly yieldingBodies = new Set<Node>()
  /** Getters and setters that could be made suspendable, as `get NAME`. */
  readonly accessors = new Set<string>()
  private readonly siteNumbers = new Map<string, number>()
  private readonly skippedNodes = new Set<Node>()
  /** Per class around the current node, innermost last: its private names, and whether they are methods with a twin. */
  readonly privateNames: Map<string, boolean>[] = []
  /** Per class around the current node, innermost last: a private name that only this class has, or null. */
  readonly brands: (string | null)[] = []
  /** Functions that must stay declarations. */
  readonly keepPlain = new Set<Node>()
  /**
   * Functions at the top of a body that become variables, since a block cannot declare them beside others of their
   * name.
   */
  readonly asVariables = new Set<Node>()
  private names = 0

  constructor(source: string, file: string, program: Node, scopes: Scopes, isModule: boolean, isDirect: boolean) {
    this.source = source
    this.file = file
    this.scopes = scopes
    this.iteratedCalls = iteratedCalls(program)
    this.isModule = isModule
    this.isDirect = isDirect
    this.prefix = freePrefix(source, scopes.names)
    this.key = keyOf(file, source)
  }

  /** The name under which the file knows a function of the runtime. */
  helper(name: string): string {
    this.helpers.add(name)
    return this.prefix + name
  }

  /** The expression for a site's number. */
  site(offset: number, name: string | null = null): string {
    const key = name === null ? String(offset) : `${offset} ${name}`
    let number = this.siteNumbers.get(key)
    if (number === undefined) {
      number = this.sites.length
      this.sites.push({ offset, name })
      this.siteNumbers.set(key, number)
    }
    return `${this.prefix}0+${number}`
  }

  hasPrivateTwin(name: string): boolean {
    for (let i = this.privateNames.length - 1; i >= 0; i--) {
      const has = this.privateNames[i]!.get(name)
      if (has !== undefined) return has
    }
    return false
  }

  privateTwin(name: string): string {
    return `${this.prefix}${name}`
  }

  /** A new name, unique in the file. */
  name(hint: string): string {
    return `${this.prefix}${hint}${++this.names}`
  }

  /** The text of a method begins with its name, or what stands before that. */
  setText(method: Node, text: At): void {
    this.texts.set(method, text)
  }

  /** What says in the text of a function or class where its source is. */
  textMark(node: Node): string {
    const { start, end } = this.texts.get(node) ?? node
    return textMark(start, end, this.key)
  }

  /** `code`: the function that is entered when a thread gets there, if it is one. */
  skip(node: Node, construct: string, code: Node | null = null): void {
    if (this.skippedNodes.has(node)) return
    this.skippedNodes.add(node)
    if (code !== null) this.enteredCode.set(code, this.skipped.length)
    this.skipped.push({ offset: node.start, construct, isNoted: code !== null })
  }

  /** What tells that a function was entered of which it is said if a thread has. */
  entered(code: Node): string {
    const number = this.enteredCode.get(code)
    return number === undefined ? '' : `${this.helper('entered')}(${this.prefix}0,${number});`
  }
  private readonly enteredCode = new Map<Node, number>()

  /** Says where variables are declared that functions keep. */
  keptPlace(node: Node): string {
    return `${this.prefix}0,${this.kept.push(node.start) - 1}`
  }

  fail(node: Node, message: string): Error {
    return sourceError(message, this.file, this.source, node.start)
  }
}

/** Names may be written with escapes, and other names may come from code that is evaluated. */
function freePrefix(source: string, names: ReadonlySet<string>): string {
  const isTaken = (prefix: string): boolean =>
    source.includes(prefix) || [...names].some((name) => name.startsWith(prefix))
  let prefix = '$h'
  for (let n = 1; isTaken(prefix); n++) prefix = `$h${n}$`
  return prefix
}

/** FNV-1a: files of one program are to differ. */
function keyOf(file: string, source: string): string {
  let hash = 0x811c9dc5
  for (const text of [file, source])
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return `${(hash >>> 0).toString(36)}${source.length.toString(36)}`
}
