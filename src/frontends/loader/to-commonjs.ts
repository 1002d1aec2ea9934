/**
 * ES module syntax in a file that is CommonJS by its ending or its package, as tsc and tsx compile it: imports become
 * `require`, exports getters of `module.exports`, so that bindings stay live and modules may import each other.
 */
import remapping from '@jridgewell/remapping'
import { parseSync } from 'oxc-parser'
import {
  type At,
  children,
  type Identifier,
  isClass,
  isFunction,
  type Node,
  type Program,
} from '../plain/analysis/ast.ts'
import { declaredNames } from '../plain/analysis/function-parts.ts'
import { type Code, render } from '../plain/emit/rope.ts'
import { Scopes } from '../plain/analysis/scopes.ts'
import { sourceError } from '../source-error.ts'
import { type Language, languageOf } from '../language.ts'
import { type Stripped, stripTypes } from '../strip-types.ts'
import { mayBeModule } from './module-syntax.ts'

/** Whether a file has imports, exports or `import.meta`. */
export function hasModuleSyntax(source: string, file: string, lang: Language): boolean {
  if (!mayBeModule(source)) return false
  return parseSync(file, source, { lang, sourceType: 'unambiguous' }).module.hasModuleSyntax
}

/**
 * What an ES module imports in place of such a file: Node looks for the names of exports in the file itself, where it
 * would find none. Null for files without module syntax.
 */
export function commonJsFacade(source: string, file: string): string | null {
  if (!hasModuleSyntax(source, file, languageOf(file))) return null
  const { module } = parseSync(file, stripTypes(source, file, 'module').code, { lang: 'js', sourceType: 'module' })
  const names = new Set(
    module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.exportName.name ?? [])),
  )
  names.delete('default')
  const locals = [...names].map(
    (name, i) => `const e${i}=m[${JSON.stringify(name)}];export{e${i} as ${JSON.stringify(name)}};`,
  )
  return `import{createRequire}from"node:module";const m=createRequire(import.meta.url)(${JSON.stringify(file)});export default m;${locals.join('')}`
}

type Name = Identifier | { readonly type: 'Literal'; readonly value: string }
interface Import {
  readonly type: 'ImportDeclaration'
  readonly source: { readonly value: string }
  readonly specifiers: readonly {
    readonly type: 'ImportSpecifier' | 'ImportDefaultSpecifier' | 'ImportNamespaceSpecifier'
    readonly local: Identifier
    readonly imported: Name
  }[]
}
interface Export {
  readonly type: 'ExportNamedDeclaration' | 'ExportAllDeclaration' | 'ExportDefaultDeclaration'
  readonly source: { readonly value: string } | null
  readonly specifiers: readonly { readonly local: Name; readonly exported: Name }[]
  /** Of `export * as name`. */
  readonly exported: Name | null
  readonly declaration: Node | null
}
type Statement = At & (Import | Export)

/** How what a function of CommonJS is given is called in it. */
export interface CommonJsNames {
  readonly exports: string
  readonly require: string
  readonly module: string
  readonly filename: string
  readonly dirname: string
}

export const usualNames: CommonJsNames = {
  exports: 'exports',
  require: 'require',
  module: 'module',
  filename: '__filename',
  dirname: '__dirname',
}

/** For an ES module, which may give the usual names to something else. */
export function unusedNames(code: string): CommonJsNames {
  const prefix = freePrefix(code)
  return Object.fromEntries(Object.keys(usualNames).map((name) => [name, prefix + name])) as unknown as CommonJsNames
}

function freePrefix(code: string): string {
  let prefix = '$cjs'
  while (code.includes(prefix)) prefix += '_'
  return prefix
}

/** `stripped`: statements end with semicolons, as oxc prints them. */
export function toCommonJs(stripped: Stripped, file: string, names = usualNames): Stripped {
  const { code, map } = stripped
  const { program } = parseSync(file, code, { lang: 'js', sourceType: 'module', preserveParens: false })
  const rendered = render(new Conversion(code, file, program as unknown as Program, names).emit(), code)
  const own = { version: 3 as const, sources: [file], sourcesContent: [code], names: [], mappings: rendered.mappings }
  return { code: rendered.code, map: JSON.stringify(remapping([own, map], () => null)) }
}

/** What `import d from` gives of a module that was not compiled from one, and what `import * as` does. */
const INTEROP = {
  default: () => '(m)=>m&&m.__esModule?m:{default:m}',
  namespace: () =>
    '(m)=>{if(m&&m.__esModule)return m;const n={};if(m!=null)for(const k of Object.getOwnPropertyNames(m))' +
    'if(k!=="default")Object.defineProperty(n,k,{enumerable:true,get:()=>m[k]});n.default=m;return n}',
  star: ({ exports }: CommonJsNames) =>
    `(m)=>{for(const k in m)if(k!=="default"&&!Object.prototype.hasOwnProperty.call(${exports},k))` +
    `Object.defineProperty(${exports},k,{enumerable:true,get:()=>m[k]})}`,
}

class Conversion {
  private readonly source: string
  private readonly file: string
  private readonly program: Program
  private readonly scopes: Scopes
  private readonly prefix: string
  private readonly requires: string[] = []
  private readonly modules = new Map<string, string>()
  /** What is written instead of the name of an import. */
  private readonly imported = new Map<string, string>()
  private readonly getters: string[] = []
  private readonly interop = new Map<string, string>()
  private readonly edits: (At & { readonly code: Code })[] = []

  private readonly names: CommonJsNames

  constructor(source: string, file: string, program: Program, names: CommonJsNames) {
    this.names = names
    this.source = source
    this.file = file
    this.program = program
    this.scopes = new Scopes(program, true)
    this.prefix = freePrefix(source)
  }

  emit(): Code {
    const statements = this.program.body as unknown as Statement[]
    for (const statement of statements) if (statement.type === 'ImportDeclaration') this.import(statement)
    for (const statement of statements) this.export(statement)
    this.rewrite(this.program, true)
    const helpers = [...this.interop].map(([name, code]) => `const ${name}=${code};`)
    const hashbang = this.source.startsWith('#!') ? this.source.indexOf('\n') + 1 : 0
    return [
      { start: 0, end: hashbang },
      `"use strict";Object.defineProperty(${this.names.exports},"__esModule",{value:true});`,
      this.getters,
      helpers,
      this.requires,
      this.edited(hashbang),
    ]
  }

  /** Each module once, in the order of the statements that name them. */
  private require(specifier: string): string {
    let name = this.modules.get(specifier)
    if (name === undefined) {
      name = `${this.prefix}${this.modules.size + 1}`
      this.modules.set(specifier, name)
      this.requires.push(`const ${name}=${this.names.require}(${JSON.stringify(specifier)});`)
    }
    return name
  }

  private helper(name: keyof typeof INTEROP): string {
    const local = `${this.prefix}${name}`
    this.interop.set(local, INTEROP[name](this.names))
    return local
  }

  /** The module as `import d` or `import * as n` sees it. */
  private seen(module: string, as: 'default' | 'namespace'): string {
    const name = `${module}${as}`
    const statement = `const ${name}=${this.helper(as)}(${module});`
    if (!this.requires.includes(statement)) this.requires.push(statement)
    return name
  }

  private member(module: string, name: string): string {
    return name === 'default' ? `${this.seen(module, 'default')}.default` : `${module}[${JSON.stringify(name)}]`
  }

  private import(statement: At & Import): void {
    const module = this.require(statement.source.value)
    for (const { type, local, imported } of statement.specifiers) {
      if (type === 'ImportNamespaceSpecifier') this.imported.set(local.name, this.seen(module, 'namespace'))
      else this.imported.set(local.name, this.member(module, type === 'ImportSpecifier' ? nameOf(imported) : 'default'))
    }
    this.replace(statement, '')
  }

  private getter(name: string, value: string): void {
    this.getters.push(
      `Object.defineProperty(${this.names.exports},${JSON.stringify(name)},{enumerable:true,get:function(){return ${value}}});`,
    )
  }

  private export(statement: Statement): void {
    switch (statement.type) {
      case 'ExportAllDeclaration':
        return this.exportAll(statement)
      case 'ExportDefaultDeclaration':
        return this.exportDefault(statement)
      case 'ExportNamedDeclaration':
        return this.exportNamed(statement)
      default:
        return
    }
  }

  private exportAll(statement: At & Export): void {
    const module = this.require(statement.source!.value)
    if (statement.exported !== null) this.getter(nameOf(statement.exported), this.seen(module, 'namespace'))
    else this.requires.push(`${this.helper('star')}(${module});`)
    this.replace(statement, '')
  }

  private exportNamed(statement: At & Export): void {
    const { declaration, source, specifiers } = statement
    if (declaration !== null) {
      for (const name of namesIn(declaration)) this.getter(name, name)
      return this.replace({ start: statement.start, end: declaration.start }, '')
    }
    const module = source === null ? null : this.require(source.value)
    for (const { local, exported } of specifiers) {
      const value =
        module === null ? (this.imported.get(nameOf(local)) ?? nameOf(local)) : this.member(module, nameOf(local))
      this.getter(nameOf(exported), value)
    }
    this.replace(statement, '')
  }

  /** What has no name gets it from the property: `default`. */
  private exportDefault(statement: At & Export): void {
    const declaration = statement.declaration!
    const before = { start: statement.start, end: declaration.start }
    const named = (isFunction(declaration) || isClass(declaration)) && declaration.id !== null
    if (named && declaration.type.endsWith('Declaration')) {
      this.getter('default', declaration.id!.name)
      return this.replace(before, '')
    }
    const holder = `${this.prefix}exported`
    this.getter('default', `${holder}.default`)
    this.replace(before, `const ${holder}={default:`)
    this.replace({ start: declaration.end, end: statement.end }, '};')
  }

  private replace(at: At, code: Code): void {
    this.edits.push({ start: at.start, end: at.end, code })
  }

  /** `isTop`: `this` and `await` are the module's. */
  private rewrite(node: Node, isTop: boolean): void {
    switch (node.type) {
      case 'ImportDeclaration':
        return
      case 'Identifier':
        return this.reference(node, (value) => value)
      case 'Property':
        if (node.shorthand) return this.shorthand(node)
        break
      case 'CallExpression':
        if (node.callee.type === 'Identifier') this.reference(node.callee, (value) => `(0,${value})`)
        break
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') this.reference(node.tag, (value) => `(0,${value})`)
        break
      case 'MetaProperty':
        if (node.meta.name === 'import') this.replace(node, this.meta())
        return
      case 'ThisExpression':
        if (isTop) this.replace(node, '(void 0)')
        return
      case 'AwaitExpression':
      case 'ForOfStatement':
        if (isTop && (node.type === 'AwaitExpression' || node.await === true)) throw this.topLevelAwait(node)
        break
      default:
        break
    }
    const inside = isTop && !(isFunction(node) && node.type !== 'ArrowFunctionExpression') && node.type !== 'ClassBody'
    for (const child of children(node)) this.rewrite(child, inside && !isAsync(node))
  }

  private readonly done = new Set<Node>()

  private reference(node: Identifier, form: (value: string) => string): void {
    if (this.done.has(node)) return
    this.done.add(node)
    const binding = this.scopes.bindingOf(node)
    if (binding === undefined || !binding.moduleLevel || binding.source === null) return
    this.replace(node, [{ start: node.start, end: node.start }, form(this.imported.get(node.name)!)])
  }

  /** `{ a }`, whose key stays; with a default in patterns, where no import can stand as the target. */
  private shorthand(node: Extract<Node, { type: 'Property' }>): void {
    if (node.value.type === 'AssignmentPattern') return this.rewrite(node.value.right, false)
    if (node.value.type === 'Identifier')
      this.reference(node.value, (value) => `${this.source.slice(node.key.start, node.key.end)}:${value}`)
  }

  private meta(): string {
    const name = `${this.prefix}meta`
    const { dirname, filename, require } = this.names
    this.interop.set(
      name,
      `{__proto__:null,dirname:${dirname},filename:${filename},url:${require}("node:url").pathToFileURL(${filename}).href}`,
    )
    return name
  }

  private topLevelAwait(node: Node): Error {
    return sourceError(
      this.names === usualNames
        ? 'a CommonJS module cannot await at its top: end its name in .mts or .mjs, or write "type": "module" in package.json'
        : 'it awaits at its top. Make what it waits for without awaiting, or keep what threads change in variables of their functions',
      this.file,
      this.source,
      node.start,
    )
  }

  private edited(from: number): Code {
    const parts: Code[] = []
    let at = from
    for (const { start, end, code } of this.edits.sort((a, b) => a.start - b.start || a.end - b.end)) {
      parts.push({ start: at, end: start }, code)
      at = end
    }
    return [...parts, { start: at, end: this.source.length }]
  }
}

const isAsync = (node: Node): boolean => isFunction(node) && node.async
const nameOf = (name: Name): string => (name.type === 'Identifier' ? name.name : name.value)

/** What an exported declaration declares. */
function namesIn(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ id }) => declaredNames(id))
  return (isFunction(declaration) || isClass(declaration)) && declaration.id !== null ? [declaration.id.name] : []
}
