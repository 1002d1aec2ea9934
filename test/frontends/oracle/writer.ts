/** Random programs: statements, functions, classes and generators around the random expressions. */
import { callback, expression, iterable, pattern } from './expressions.ts'
import { parameters } from './in-realm.ts'
import type { Random } from './random.ts'
import { scoping } from './scoping.ts'

/** What is in scope. */
export interface Names {
  readonly variables: string[]
  readonly constants: string[]
  readonly functions: string[]
  readonly generators: string[]
  readonly classes: string[]
  readonly isGenerator: boolean
  readonly label: string | null
  readonly inLoop: boolean
}

export class Writer {
  readonly random: Random
  private named = 0
  private written = 0

  constructor(random: Random) {
    this.random = random
  }

  fresh(): string {
    return `v${++this.named}`
  }

  /** Programs stay small: past this, only simple expressions are made. */
  get isFull(): boolean {
    return ++this.written > 400
  }

  inside(names: Names, changes: Partial<Names> = {}): Names {
    return {
      variables: [...names.variables],
      constants: [...names.constants],
      functions: [...names.functions],
      generators: [...names.generators],
      classes: [...names.classes],
      isGenerator: false,
      label: null,
      inLoop: false,
      ...changes,
    }
  }

  body(names: Names, depth: number): string {
    const count = 1 + this.random.below(3)
    const statements = Array.from({ length: count }, () => this.statement(names, depth))
    return `${statements.join('; ')}; return ${expression(this, names, depth)}`
  }

  private block(names: Names, depth: number, changes: Partial<Names> = {}): string {
    const inner = this.inside(names, {
      isGenerator: names.isGenerator,
      label: names.label,
      inLoop: names.inLoop,
      ...changes,
    })
    const count = 1 + this.random.below(2)
    return `{ ${Array.from({ length: count }, () => this.statement(inner, depth)).join('; ')} }`
  }

  /** Most failures are caught, so that what comes after them is reached; what is declared inside is not seen there. */
  topLevel(names: Names, depth: number): string {
    if (this.random.chance(40)) return this.statement(names, depth)
    return `try { ${this.statement(this.inside(names), depth)} } catch (error) { E(error) }`
  }

  statement(names: Names, depth: number): string {
    const d = depth - 1
    const x = (): string => expression(this, names, d)
    if (depth <= 0 || this.isFull) return x()
    switch (this.random.below(23)) {
      case 0:
      case 1:
        return this.declaration(names, d)
      case 2:
        return `if (${x()}) ${this.block(names, d)} else ${this.block(names, d)}`
      case 3:
        return this.counted(names, d)
      case 4:
      case 5:
        return this.forOf(names, d)
      case 6:
        return `for (const k in ${this.random.pick(['s.a', 'o', '{ p: 1 }'])}) { if (k > 1) break; ${this.statement(this.inside(names, { isGenerator: names.isGenerator }), d)} }`
      case 7:
        return this.attempt(names, d)
      case 8:
        return `switch (${x()} & 1) { case ${x()}: ${this.block(names, d)}; break; case 0: ${this.block(names, d)}; default: ${this.statement(this.inside(names, { isGenerator: names.isGenerator }), d)} }`
      case 9:
        return this.functionDeclaration(names, d)
      case 10:
        return this.generator(names, d)
      case 11:
        return this.classDeclaration(names, d)
      case 12:
        return names.isGenerator
          ? this.random.pick([`T(yield ${x()})`, `yield* ${iterable(this, names, d)}`, `yield ${x()}`])
          : `throwIf(${x()})`
      case 13:
        return names.inLoop
          ? names.label !== null && this.random.chance(50)
            ? `if (${x()}) ${this.random.pick(['break', 'continue'])} ${names.label}`
            : `if (${x()}) ${this.random.pick(['break', 'continue'])}`
          : x()
      case 14:
        return this.closures(names, d)
      case 15:
        return this.handDriven(names, d)
      case 16:
      case 17:
      case 18:
      case 19:
        return scoping(this, names, Math.min(d, 2))
      default:
        return x()
    }
  }

  private declaration(names: Names, depth: number): string {
    const name = this.fresh()
    const kind = this.random.below(6)
    if (kind === 0) {
      const [p, q, r] = [this.fresh(), this.fresh(), this.fresh()]
      const text = `const [${p}, { x: ${q} = ${expression(this, names, depth)} } = {}, ...${r}] = ${iterable(this, names, depth)}`
      names.constants.push(p, q)
      return text
    }
    if (kind === 1) {
      const [p, q] = [this.fresh(), this.fresh()]
      const text = `let { 0: ${p} = ${expression(this, names, depth)}, [${expression(this, names, depth)}]: ${q}${this.random.chance(30) ? `, ...${name}` : ''} } = s.a`
      names.variables.push(p, q)
      return text
    }
    if (kind === 2) {
      const text = `const ${name} = ${callback(this, names, depth)}`
      names.functions.push(name)
      return text
    }
    const text = `${kind === 3 ? 'var' : 'let'} ${name} = ${expression(this, names, depth)}`
    names.variables.push(name)
    return text
  }

  private counted(names: Names, depth: number): string {
    const i = this.fresh()
    const label = this.random.chance(30) ? `L${this.fresh()}` : null
    const inner = this.inside(names, { isGenerator: names.isGenerator, label: label ?? names.label, inLoop: true })
    inner.constants.push(i)
    const body = this.block(inner, depth)
    const prefix = label === null ? '' : `${label}: `
    const test = expression(this, names, depth)
    return this.random.pick([
      `${prefix}for (let ${i} = 0; ${i} < 2; ${i}++) ${body}`,
      `let ${i} = 2; ${prefix}while (${i}-- > 0 && (${test}, true)) ${body}`,
      `let ${i} = 0; ${prefix}do ${body} while (${i}++ < 1 && ${test})`,
      `${prefix}for (let ${i} = 0, [z] = s.a; ${i} < 2; ${i}++, ${test}) ${body}`,
    ])
  }

  private forOf(names: Names, depth: number): string {
    const x = this.fresh()
    const label = this.random.chance(30) ? `L${this.fresh()}` : null
    const over = iterable(this, names, depth)
    const inner = this.inside(names, { isGenerator: names.isGenerator, label: label ?? names.label, inLoop: true })
    const head = this.random.pick([
      `const ${x}`,
      `let ${x}`,
      `var ${x}`,
      `const [${x} = 1] `,
      pattern(this, names, depth),
      `const { 0: ${x} }`,
    ])
    if (head.includes(x)) inner.constants.push(x)
    return `${label === null ? '' : `${label}: `}for (${head} of ${over}) ${this.block(inner, depth)}`
  }

  private attempt(names: Names, depth: number): string {
    const handler = this.random.pick(['catch { ', 'catch (error) { E(error); ', 'catch ({ message }) { T(message); '])
    const text = `try ${this.block(names, depth)}`
    const kind = this.random.below(3)
    if (kind === 0) return `${text} ${handler}${this.statement(names, depth)} }`
    if (kind === 1) return `${text} finally ${this.block(names, depth, { inLoop: false })}`
    return `${text} ${handler}${this.statement(names, depth)} } finally ${this.block(names, depth, { inLoop: false })}`
  }

  functionDeclaration(names: Names, depth: number): string {
    const name = this.fresh()
    const inner = this.inside(names)
    const [p, q] = [this.fresh(), this.fresh()]
    inner.variables.push(p, q)
    const params = this.random.pick([
      `${p}, ${q}`,
      `${p} = ${expression(this, names, 1)}, ${q}`,
      `${p}, { x: ${q} } = o`,
      `${p}, ...[${q}]`,
      `${p}, ${q} = s.a[1]`,
    ])
    const recursion = this.random.chance(30) ? `if (fuel-- > 0) ${name}(${p});` : ''
    const text = `function ${name}(${params}) { ${recursion} ${this.random.chance(20) ? 'T(arguments.length, this === o);' : ''} ${this.body(inner, depth)} }`
    names.functions.push(name)
    return text
  }

  private generator(names: Names, depth: number): string {
    const name = this.fresh()
    const inner = this.inside(names, { isGenerator: true })
    const p = this.fresh()
    inner.variables.push(p)
    const body = `${this.statement(inner, depth)}; yield ${expression(this, inner, depth)}; ${this.statement(inner, depth)}`
    const text = `function* ${name}(${p}) { ${this.random.chance(40) ? `try { ${body} } finally { ${this.statement(this.inside(names), depth)} }` : body}; return ${expression(this, inner, depth)} }`
    names.generators.push(name)
    return text
  }

  /** A generator whose methods are called one by one. */
  private handDriven(names: Names, depth: number): string {
    if (names.generators.length === 0) return this.generator(names, depth)
    const g = this.fresh()
    const calls = Array.from({ length: 1 + this.random.below(3) }, () =>
      this.random.pick([
        `${g}.next(${expression(this, names, depth)})`,
        `${g}.return(${expression(this, names, depth)})`,
        `${g}.throw(new Error('thrown in'))`,
        `${g}.next()`,
      ]),
    )
    return `const ${g} = ${this.random.pick(names.generators)}(${expression(this, names, depth)}); try { ${calls.map((call) => `N(${call}.value)`).join('; ')} } catch (error) { E(error) }`
  }

  private classDeclaration(names: Names, depth: number): string {
    const name = this.fresh().replace('v', 'C')
    const base = names.classes.length > 0 && this.random.chance(50) ? this.random.pick(names.classes) : null
    const inner = this.inside(names)
    const p = this.fresh()
    inner.variables.push(p)
    const x = (): string => expression(this, inner, depth)
    const viaSuper =
      base === null ? '' : this.random.pick(['super.m?.(1);', '[1].map((y) => super.m?.(y));', 'super.extra = 1;'])
    const text =
      `class ${name}${base === null ? '' : ` extends ${base}`} { #f = 3; field = (z) => this.#f + s.a[z & 3]; ` +
      `${base === null ? `constructor(v) { this.v = v }` : ''} #p(${p}) { return ${x()} } m(${p}) { ${viaSuper} return this.#p(${x()}) + this.field(${x()}) + (this.#f++) } ` +
      `static s(${p}) { return ${x()} } [T('c')](${p}) { return ${x()} } *g(${p}) { yield ${x()} } get len() { return s.a.length } }`
    names.classes.push(name)
    return text
  }

  /** Closures over a loop's variable, which is a new one in each turn. */
  private closures(names: Names, depth: number): string {
    const [fs, i] = [this.fresh(), this.fresh()]
    const inner = this.inside(names)
    inner.constants.push(i)
    return `const ${fs} = []; for (let ${i} = 0; ${i} < 3; ${i}++) ${fs}.push(() => ${i} + (${expression(this, inner, depth)})); ${fs}.map((f) => f())`
  }
}

/** A whole program: `main` gets shared memory, an object and helpers that write to the log. */
export function randomProgram(random: Random): string {
  const w = new Writer(random)
  const names: Names = {
    variables: ['x', 'y'],
    constants: ['self'],
    functions: [],
    generators: [],
    classes: [],
    isGenerator: false,
    label: null,
    inLoop: false,
  }
  const depth = 2 + random.below(3)
  const parts = [
    w.functionDeclaration(names, depth),
    ...Array.from({ length: 2 + random.below(4) }, () => w.topLevel(names, depth)),
  ]
  const mode = random.chance(50) ? `'use strict'\n` : ''
  return `${mode}exports.main = function main(${parameters}) {\n  let x = 1, y = 2, fuel = 3; const a = s.a, self = { id: 0, name: 'main' };\n  ${parts.join(';\n  ')};\n  return N([${expression(w, names, depth)}, x, y])\n}\n`
}
