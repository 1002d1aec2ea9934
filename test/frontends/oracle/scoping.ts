/** Random statements about names: which one is meant, from when on, and what shares a variable with what. */
import { expression, iterable } from './expressions.ts'
import type { Names, Writer } from './writer.ts'

type Maker = (w: Writer, names: Names, depth: number) => string

/** Something declared in the body of a function, under a name that its parameters may mean as well. */
const redeclared = (w: Writer, name: string, value: string, isParameter: boolean): string =>
  w.random.pick([
    ...(isParameter ? [] : [`const ${name} = ${value};`, `let ${name} = ${value};`, `class ${name} {}`]),
    `var ${name} = ${value};`,
    `var ${name};`,
    `function ${name}() { return ${value} }`,
    `{ var ${name} = ${value} }`,
    `for (var ${name} of [${value}]);`,
    '',
    `{ let ${name} = ${value}; T(${name}) }`,
  ])

/** Closures in defaults see the parameters and what is outside, never the body. */
const parameterScope: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const name = w.random.pick([...names.variables, 'x', 'y', 'own'])
  const [g, p, q] = [w.fresh(), w.fresh(), w.fresh()]
  const parameters = w.random.pick([
    `${g} = () => ${name === 'own' ? p : name}, ${p} = s.a[0]`,
    `${p} = ${x()}, ${g} = (v) => { ${p} = v; return ${p} }`,
    `${p}, ${g} = () => [${p}, arguments.length]`,
    `{ ${p} = ${x()}, ${q} = () => ${p} } = {}, ${g} = () => ${q}`,
    `[${p}, ${g} = () => ${p}] = [${x()}]`,
    `${g} = eval("() => 1"), ${p} = s.a[0]`,
    `...[${p} = s.a[1], ${g} = () => ${p}]`,
    `${p} = ${q}, ${q} = s.a[0], ${g} = 1`,
    `${g} = () => ${q}, ${p} = ${g}(), ${q} = s.a[0]`,
  ])
  const declared = w.random.pick([name, p, g])
  const body =
    `${redeclared(w, declared, x(), declared !== name)} T(typeof ${g}, typeof ${declared}); ` +
    `return [typeof ${g} === 'function' ? ${g}(5) : ${g}, typeof ${p}, ${p === declared ? '1' : p}]`
  const usesArguments = parameters.includes('arguments')
  const head = usesArguments || w.random.chance(50) ? `function (${parameters}) {` : `(${parameters}) => {`
  const args = w.random.pick(['', '', x(), `undefined, ${x()}`])
  return `try { N((${head} ${body} })(${args})) } catch (error) { E(error) }`
}

const builtins = [
  'Atomics',
  'Array',
  'Object',
  'Reflect',
  'Symbol',
  'Int32Array',
  'Map',
  'Error',
  'Math',
  'undefined',
  'NaN',
  'globalThis',
  'Function',
  'Proxy',
  '$h',
  'Promise',
]

/** Names of builtins that mean something else. Strict code may bind them too, as long as that is a local name. */
const shadowed: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const name = w.random.pick(builtins)
  const value = w.random.pick([
    '{ load: (v, i) => T("own", i), add: () => 5, from: () => [1], iterator: "it", apply: () => 2 }',
    's.a[0]',
    '(...v) => v.length',
    'class { constructor(v) { this.v = v } }',
  ])
  const uses = [
    `T(${name} === ${name})`,
    `${name}.load?.(s.a, 0)`,
    `N([...s.a])`,
    `N({ ...s.a })`,
    `N(((...v) => v)(...s.a))`,
    `N([1, 2].map((v) => v + s.a[0]))`,
    `T(typeof ${name})`,
    x(),
    `N((([p = ${x()}]) => p)([]))`,
    `N(${name} instanceof (() => 1).constructor)`,
    `for (const e of s.a) T(e)`,
    `N(${name}.from?.(s.a))`,
  ]
  const body = `${w.random.pick(uses)}; ${w.random.pick(uses)}; return ${x()}`
  return `try { N(${w.random.pick([
    `((${name}) => { ${body} })(${value})`,
    `(() => { const ${name} = ${value}; ${body} })()`,
    `(() => { { let ${name} = ${value}; ${w.random.pick(uses)} } return typeof ${name} })()`,
    `(function ${name === 'undefined' ? 'f' : name}() { ${body} })()`,
    `(() => { try { throw ${value} } catch (${name}) { ${body} } })()`,
  ])}) } catch (error) { E(error) }`
}

/** A `var` is one variable for all turns, a `let` or a function another one in each. */
const loops: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const [fs, v, i] = [w.fresh(), w.fresh(), w.fresh()]
  const kind = w.random.pick(['var', 'let'])
  const capture = w.random.pick([
    `${fs}.push(() => ${v})`,
    `${fs}.push(() => [${v}, ${i}, s.a[0]])`,
    `${fs}.push(() => ${v}++)`,
    `{ function f() { return ${v} } ${fs}.push(f) }`,
    `T(${v})`,
  ])
  const seen = w.random.pick([`T(${v})`, ''])
  const end = w.random.pick(['', `if (${x()}) continue`, `if (${i} == 1) break`])
  const body = `{ ${kind} ${v}; ${seen}; ${capture}; ${v} = ${x()}; ${end} }`
  const head = w.random.pick([
    `for (let ${i} = 0; ${i} < 3; ${i}++)`,
    `for (var ${i} = 0; ${i} < 3; ${i}++)`,
    `for (const ${i} of [0, 1, 2])`,
    `for (const ${i} in { p: 1, q: 2 })`,
    `for (var ${i} of s.a)`,
    `for (let ${i} = 0, w = () => ${i}; ${i} < 2; ${fs}.push(w, () => ${i}), ${i}++)`,
    `for (let ${i} of I(${w.random.below(5)}))`,
  ])
  return `const ${fs} = []; ${head} ${body}; N(${fs}.map((f) => f()))`
}

const leaving: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const [outer, inner] = [`L${w.fresh()}`, `L${w.fresh()}`]
  const exit = (): string =>
    w.random.pick([
      `break ${outer}`,
      `continue ${outer}`,
      `break ${inner}`,
      `continue ${inner}`,
      'break',
      'continue',
      `throw new Error('left')`,
      `return ${x()}`,
      'T(0)',
      'T(1)',
    ])
  const heads =
    `${outer}: for (const p of ${iterable(w, names, depth)}) ` +
    `{ ${inner}: for (const q of ${w.random.pick(['[0, 1]', 'I(2)', 's.a'])})`
  const last = w.random.chance(40) ? `if (${x()}) ${exit()}` : x()
  return (
    `N((() => { ${heads} { try { T(1); if (${x()}) ${exit()}; ${exit()} } ` +
    `catch (error) { E(error); ${exit()} } finally { T(2); ${last} } } } return 'end' })())`
  )
}

const accessors: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const q = w.fresh()
  const uses = [
    `${q}.p`,
    `${q}.p = ${x()}`,
    `${q}.p += ${x()}`,
    `${q}.p++`,
    `[${q}.p] = [${x()}]`,
    `({ v: ${q}.p = ${x()} } = {})`,
    `${q}['p'] ??= ${x()}`,
    `${q}?.p`,
    `({ p: x } = ${q})`,
    `N({ ...${q} })`,
    `delete ${q}.p`,
    `for (${q}.p of [1, 2]);`,
    `${q}.call(${x()})`,
    `N(Object.entries(${q}))`,
  ]
  const get = `get p() { T('get p'); return ${w.random.pick(['this.w', '5', 'undefined', '() => 1'])} }`
  const set = `set p(v) { T('set p', v); this.w = v }`
  const made = w.random.pick([
    `{ ${get}, ${set}, w: 1, call(v) { this.p = v; return this.p } }`,
    `{ __proto__: { ${get}, ${set} }, call(v) { super.p = v; return super.p } }`,
    `new (class { w = 2; ${get} ${set} call(v) { return [this.p, this.p = v] } })()`,
    'new (class { #w = 3; get p() { return this.#w } set p(v) { this.#w = v } call(v) { this.#w += s.a[0]; ' +
      'return this.#w } })()',
    `{ ${get}, call() { return arguments.length } }`,
    `{ ${set}, call: (v) => s.a[0] }`,
  ])
  const three = [w.random.pick(uses), w.random.pick(uses), w.random.pick(uses)].join('; ')
  return `const ${q} = ${made}; try { ${three} } catch (error) { E(error) }`
}

const aliasing: Maker = (w, names, depth) => {
  const x = (): string => expression(w, names, depth)
  const f = w.fresh()
  const steps = [
    `p = ${x()}`,
    `arguments[0] = ${x()}`,
    `q = ${x()}`,
    `arguments[1] = ${x()}`,
    `[p, q] = [q, p]`,
    `T(p, q, arguments.length, arguments[0], arguments[1])`,
    `(() => { p = arguments[1] })()`,
    `arguments.length = 1`,
    `delete arguments[0]`,
    `for (p of [s.a[0]]);`,
    'p++',
    `T(new.target === ${f}, typeof this)`,
    `T([...arguments].length)`,
  ]
  const rest = w.random.pick(['', '', ' = 1', ', ...r'])
  const body = Array.from({ length: 4 }, () => w.random.pick(steps)).join('; ')
  const uses = `N(${f}(${x()}, ${x()})); N(${f}(1)); N(Reflect.construct(${f}, []))`
  return `function ${f}(p, q${rest}) { ${body}; return [p, q] } try { ${uses} } catch (error) { E(error) }`
}

const makers: readonly Maker[] = [
  parameterScope,
  parameterScope,
  shadowed,
  loops,
  loops,
  leaving,
  leaving,
  accessors,
  aliasing,
]

export function scoping(w: Writer, names: Names, depth: number): string {
  return w.random.pick(makers)(w, names, depth)
}
