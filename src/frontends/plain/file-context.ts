import type { Node } from './ast.ts'
import { sourceError } from '../source-error.ts'
import type { Scopes } from './scopes.ts'

/** What the emission of one file accumulates: its sites, the helpers it uses, what it could not instrument. */
export class FileContext {
  readonly source: string
  readonly file: string
  readonly scopes: Scopes
  readonly isModule: boolean
  /** Whether functions get the form for gates instead of a plain one and a twin. */
  readonly isDirect: boolean
  /** Starts every generated name; does not occur in the source. */
  readonly prefix: string
  /** Offsets in the source, by number of the site. */
  readonly sites: number[] = []
  readonly skipped: { readonly offset: number; readonly construct: string }[] = []
  readonly helpers = new Set<string>()
  private readonly siteNumbers = new Map<number, number>()
  private readonly skippedNodes = new Set<Node>()
  private readonly siteNames = new Map<number, string>()
  /** Per class around the current node, innermost last: its private names, and whether they are methods with a twin. */
  readonly privateNames: Map<string, boolean>[] = []
  /** Per class around the current node, innermost last: a private name that only this class has, or null. */
  readonly brands: (string | null)[] = []
  /** Functions that must stay declarations. */
  readonly keepPlain = new Set<Node>()
  private names = 0

  constructor(source: string, file: string, scopes: Scopes, isModule: boolean, isDirect: boolean) {
    this.source = source
    this.file = file
    this.scopes = scopes
    this.isModule = isModule
    this.isDirect = isDirect
    this.prefix = freePrefix(source)
  }

  /** The name under which the file knows a function of the runtime. */
  helper(name: string): string {
    this.helpers.add(name)
    return this.prefix + name
  }

  /** The expression for a site's number. */
  site(offset: number): string {
    let number = this.siteNumbers.get(offset)
    if (number === undefined) {
      number = this.sites.length
      this.sites.push(offset)
      this.siteNumbers.set(offset, number)
    }
    return `${this.prefix}0+${number}`
  }

  /** Remembers how a callee is written, for `x is not a function`. */
  nameSite(offset: number, callee: Node): void {
    const text = this.source.slice(callee.start, callee.end)
    if (/^[\w$.#]+$/.test(text)) this.siteNames.set(offset, text)
  }

  siteName(offset: number): string | undefined {
    return this.siteNames.get(offset)
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

  skip(node: Node, construct: string): void {
    if (this.skippedNodes.has(node)) return
    this.skippedNodes.add(node)
    this.skipped.push({ offset: node.start, construct })
  }

  fail(node: Node, message: string): Error {
    return sourceError(message, this.file, this.source, node.start)
  }
}

function freePrefix(source: string): string {
  let prefix = '$h'
  for (let n = 1; source.includes(prefix); n++) prefix = `$h${n}$`
  return prefix
}
