/** Random expressions. They evaluate to something that can be used as a number, or throw, the same in both runs. */
import { hazard } from './hazards.ts'
import type { Names, Writer } from './writer.ts'

type Maker = (w: Writer, names: Names, depth: number) => string

const e: Maker = (w, names, depth) => expression(w, names, depth - 1)

/** An index, mostly within the four elements that every array has. */
const index: Maker = (w, names, depth) => {
  const kind = w.random.below(12)
  if (kind < 4) return String(w.random.below(4))
  if (kind < 6) return names.variables.length > 0 ? w.random.pick(names.variables) : '2'
  if (kind === 6) return `'${w.random.below(4)}'`
  if (kind === 7) return w.random.pick(['7', '-1', '1.5', `'length'`, `'x'`, '-0', `'01'`])
  if (kind === 8) return `K(${w.random.below(4)})`
  return `(${e(w, names, depth)}) & 3`
}

/** V8 converts an object key twice in `a[key]++`, which is not what ECMAScript says: such keys are only read. */
const written: Maker = (w, names, depth) =>
  `${view(w, names, depth)}[${index(w, names, depth).replace(/^K\((\d)\)$/, '$1')}]`

const view: Maker = (w) => w.random.pick(['s.a', 's.a', 's.a', 's.b', 's.c', 'a', 's.a.subarray(1)', 's[T("a")]'])
const place: Maker = (w, names, depth) => `${view(w, names, depth)}[${index(w, names, depth)}]`

const target: Maker = (w, names, depth) => {
  const kind = w.random.below(6)
  if (kind < 3) return written(w, names, depth)
  if (kind === 3 && names.variables.length > 0) return w.random.pick(names.variables)
  return w.random.pick(['o.x', 'o.y', `o[${w.random.pick([`'x'`, `T('y')`])}]`, 'o.plain'])
}

/** What a pattern element may be: with a default or not, nested or not. */
function element(w: Writer, names: Names, depth: number): string {
  const plain = depth > 1 && w.random.chance(15) ? pattern(w, names, depth - 1) : target(w, names, depth)
  return w.random.chance(30) ? `${plain} = ${e(w, names, depth)}` : plain
}

export function pattern(w: Writer, names: Names, depth: number): string {
  if (w.random.chance(60)) {
    const parts = Array.from({ length: w.random.below(4) }, () => (w.random.chance(12) ? '' : element(w, names, depth)))
    if (w.random.chance(20)) parts.push(`...${target(w, names, depth)}`)
    return `[${parts.join(', ')}]`
  }
  const keys = ['0', '1', 'x', 'y', `'2'`, `[${e(w, names, depth)}]`, 'length', `[K(1)]`]
  const parts = Array.from(
    { length: 1 + w.random.below(2) },
    () => `${w.random.pick(keys)}: ${element(w, names, depth)}`,
  )
  if (w.random.chance(15)) parts.push('...o.plain')
  return `{ ${parts.join(', ')} }`
}

/** Something to iterate or to destructure. */
export function iterable(w: Writer, names: Names, depth: number): string {
  const kind = w.random.below(10)
  if (kind === 9)
    return `{ [Symbol.iterator]() { let i = 0; return { next() { return { done: i > 2, value: s.a[i++] } }, return() { T('closed', s.a[0]); return {} } } } }`
  if (kind < 2) return view(w, names, depth)
  if (kind === 2 && names.generators.length > 0) return `${w.random.pick(names.generators)}(${e(w, names, depth)})`
  if (kind === 3) return `s.a.${w.random.pick(['values', 'keys', 'entries'])}()`
  if (kind === 4) return `I(${w.random.below(8)})`
  if (kind === 5)
    return w.random.pick([`new Set([${e(w, names, depth)}, 2])`, `new Map([[1, ${e(w, names, depth)}]])`, `'xyz'`])
  return `[${e(w, names, depth)}, ${e(w, names, depth)}${w.random.chance(30) ? `, ...${view(w, names, depth)}` : ''}]`
}

const source: Maker = (w, names, depth) =>
  w.random.chance(70)
    ? iterable(w, names, depth)
    : w.random.pick(['o', '{ x: 1, y: s.a[0], 0: 5 }', 's.a', 'undefined'])

function parameters(w: Writer, names: Names): string {
  const [x, y] = [w.fresh(), w.fresh()]
  names.variables.push(x, y)
  return w.random.pick([
    `${x}, ${y}`,
    `${x}, ${y} = ${x} + 1`,
    `${x}, ${y} = s.a[0]`,
    `${x}, [${y}] = [2]`,
    `${x}, { y: ${y} = 3 } = {}`,
    `${x}, ...[${y}]`,
  ])
}

/** A function of two values, as an expression. */
export function callback(w: Writer, names: Names, depth: number): string {
  const inner = w.inside(names)
  const params = parameters(w, inner)
  const kind = w.random.below(4)
  if (kind < 2)
    return `(${params}) => ${w.random.chance(20) ? `(${expression(w, inner, depth - 1)}, ${expression(w, inner, depth - 1)})` : paren(expression(w, inner, depth - 1))}`
  if (kind === 2) return `(${params}) => { ${w.body(inner, depth - 1)} }`
  return `function (${params}) { ${w.body(inner, depth - 1)} }`
}

const paren = (text: string): string => (text.startsWith('{') ? `(${text})` : text)

const list: Maker = (w, names, depth) =>
  w.random.pick(['[3, 1, 2]', `[${e(w, names, depth)}, 1]`, 's.a', 's.a', '[1, , 3]', 's.b'])

const mapped: Maker = (w, names, depth) => {
  const method = w.random.pick([
    'map',
    'filter',
    'forEach',
    'some',
    'every',
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'reduce',
    'reduceRight',
    'flatMap',
  ])
  const on = method === 'flatMap' ? '[1, 2]' : list(w, names, depth)
  return `N(${on}.${method}(${callback(w, names, depth)}${method.startsWith('reduce') && w.random.chance(60) ? `, ${e(w, names, depth)}` : ''}))`
}

const bulk: Maker = (w, names, depth) => {
  const x = (): string => e(w, names, depth)
  return `N(${w.random.pick([
    `s.a.fill(${x()}, ${w.random.below(3)})`,
    `s.a.set([${x()}, 2], ${w.random.below(3)})`,
    `s.a.set(s.b.subarray(1), 1)`,
    `s.a.copyWithin(1, 0, 2)`,
    `s.a.slice(1)`,
    `s.a.indexOf(${x()})`,
    `s.a.lastIndexOf(${x()})`,
    `s.a.includes(${x()})`,
    `s.a.join('-')`,
    `s.a.reverse()`,
    `s.a.sort()`,
    `s.a.toReversed()`,
    `s.a.toSorted()`,
    `s.a.with(1, ${x()})`,
    `s.a.at(${index(w, names, depth)})`,
    `[...s.a.entries()]`,
    `Array.from(s.a, ${callback(w, names, depth)})`,
    `Array.prototype.map.call(s.a, ${callback(w, names, depth)})`,
    `Object.values({ ...s.a })`,
    `Object.entries(s.a)`,
    `[3, 1, 2].sort((p, q) => p - q + (${x()}) * 0)`,
    `Math.max(...s.a)`,
    `Math.max.apply(null, s.a)`,
    `Reflect.get(s.a, 1)`,
    `s.a.subarray(1).fill(${x()})`,
    `s.a.copyWithin(0, 1)`,
  ])})`
}

const atomics: Maker = (w, names, depth) =>
  w.random.pick([
    `Atomics.load(s.a, ${w.random.below(4)})`,
    `Atomics.store(s.a, ${index(w, names, depth)}, ${e(w, names, depth)})`,
    `Atomics.add(s.a, ${e(w, names, depth)} & 3, ${e(w, names, depth)})`,
    `Atomics.compareExchange(s.a, 1, ${e(w, names, depth)}, ${e(w, names, depth)})`,
  ])

const calls: Maker = (w, names, depth) => {
  const x = (): string => e(w, names, depth)
  const f = names.functions.length > 0 ? w.random.pick(names.functions) : 'T'
  return w.random.pick([
    `${f}(${x()}, ${x()})`,
    `${f}(${x()})`,
    `${f}(...s.a)`,
    `${f}?.(${x()})`,
    `${f}.call(o, ${x()})`,
    `${f}.apply(o, [${x()}])`,
    `${f}.bind(o, ${x()})(${x()})`,
    `Reflect.apply(${f}, o, [${x()}])`,
    `(${callback(w, names, depth)})(${x()}, ${x()})`,
    `N(${f}\`p\${${x()}}q\${2}\`)`,
    `(0, ${f})(${x()})`,
    `[${f}][0](${x()})`,
    `o.m(${x()})`,
    `${place(w, names, depth)} + (${names.variables[0] ?? 'o.plain'} = ${x()})`,
    `(${written(w, names, depth)} = ${names.variables[0] ?? 'o.plain'}++)`,
    `o[T('m')](${x()}, ${x()})`,
    `o?.m?.(${x()})`,
    `o.none?.(${x()})`,
    `o.none?.[${x()}].deep(${x()})`,
    `(o?.m)(${x()})`,
    `s?.a?.[${index(w, names, depth)}]`,
    `N(s.none?.[${x()}])`,
    `o.none(${x()})`,
    `${f}(${x()}, ${x()}, 3, 4, 5, ${x()})`,
    `delete o[${x()}]`,
    `delete o.none?.[${x()}]`,
  ])
}

const objects: Maker = (w, names, depth) => {
  const x = (): string => e(w, names, depth)
  const type = names.classes.length > 0 ? w.random.pick(names.classes) : 'Object'
  return w.random.pick([
    `N(new ${type}(${x()}))`,
    `new ${type}(1).m?.(${x()})`,
    `${type}.s?.(${x()})`,
    `N({ p: ${x()}, [${x()}]: ${x()}, q() { return ${x()} } }.q())`,
    `N(Object.keys({ ...o, x: ${x()} }))`,
    `N(new Set(${iterable(w, names, depth)}).size)`,
    `N(new Int32Array(${w.random.pick(['s.a', '[1, 2]', 's.b'])}))`,
    `N(${w.random.pick(names.generators.length > 0 ? names.generators : ['Array.of'])}(${x()}).next?.(1))`,
    `N([...${iterable(w, names, depth)}])`,
    `(x => x)(${x()})`,
    `N(new Map([[1, 2], [3, 4]]).forEach(${callback(w, names, depth)}))`,
    `typeof ${place(w, names, depth)}`,
    `N(T(${callback(w, names, depth)}).name)`,
    `N([(y = ${callback(w, names, depth)}), y = 1])`,
    `(function again(n) { return n > 0 ? again(n - 1) + s.a[n] : ${x()} })(2)`,
    `N({ f: ${callback(w, names, depth)}, ['g' + 1]: ${callback(w, names, depth)} })`,
    `T({ f: ${callback(w, names, depth)} }.f)(${x()})`,
    `(() => { ${w.body(w.inside(names), depth - 1)} })()`,
    `(${w.random.below(6)} in s.a)`,
    'o.readOnly',
  ])
}

/**
 * Where the order of evaluation shows most: names that change between two uses, iterators that are opened and closed.
 */
const orderly: Maker = (w, names, depth) =>
  w.random.pick(
    [
      '(s.a[y] = y++)',
      '(s.a[x] += (x = 2))',
      'N([s.a[x], x, s.a[x]] = [3, 1, 2])',
      '(s.a[y] + (y = 1))',
      's.a[y](y = 1)',
      'N(([] = I(1)))',
      'N(([x] = I(1)))',
      `N([s.a[x], y = ${e(w, names, depth)}] = I(1))`,
      'N({ [x]: y, [y]: x } = s.a)',
      '(a[x] ??= (x = 3))',
      'o.m(x, x = 2)',
      'o[x = 1, T("m")](x, x++)',
    ].map((text) => (text.startsWith('N({') ? `N((${text.slice(2, -1)}))` : text)),
  )

const assignments: Maker = (w, names, depth) => {
  const x = (): string => e(w, names, depth)
  const operator = w.random.pick(['=', '=', '=', '+=', '-=', '*=', '**=', '??=', '||=', '&&=', '>>=', '|='])
  const kind = w.random.below(10)
  if (kind < 5) return `(${target(w, names, depth)} ${operator} ${x()})`
  if (kind < 7)
    return w.random.pick([
      `${target(w, names, depth)}++`,
      `++${target(w, names, depth)}`,
      `(${target(w, names, depth)}--)`,
    ])
  if (kind < 9) return `N((${pattern(w, names, depth)} = ${source(w, names, depth)}))`
  if (w.random.chance(50)) return orderly(w, names, depth)
  return `N([${place(w, names, depth)}, ${place(w, names, depth)}] = [${place(w, names, depth)}, ${place(w, names, depth)}])`
}

const simple: Maker = (w, names) => {
  const kind = w.random.below(4)
  if (kind === 0 || names.variables.length === 0) return String(w.random.below(9))
  if (kind === 1) return w.random.pick([...names.constants, ...names.variables])
  return w.random.pick([
    w.random.pick(names.variables),
    `s.a[${w.random.below(4)}]`,
    `s.b[${w.random.below(2)}]`,
    'V(2)',
    'o.x',
  ])
}

const compound: Maker = (w, names, depth) => {
  const x = (): string => e(w, names, depth)
  return w.random.pick([
    `(${x()} + ${x()})`,
    `(${x()} * ${x()})`,
    `(${x()} < ${x()} ? ${x()} : ${x()})`,
    `(${x()} && ${x()})`,
    `(${x()} || ${x()})`,
    `(${x()} ?? ${x()})`,
    `(${x()}, ${x()})`,
    `-(${x()})`,
    `!${x()}`,
    `+\`\${${x()}}\``,
    `T(${x()})`,
    `V(${x()})`,
    `(${x()} === ${x()})`,
  ])
}

export function expression(w: Writer, names: Names, depth: number): string {
  if (depth <= 0 || w.isFull) return simple(w, names, 0)
  const kind = w.random.below(18)
  if (kind > 15) return hazard(w, names, depth)
  if (kind < 3) return place(w, names, depth)
  if (kind < 6) return compound(w, names, depth)
  if (kind < 9) return assignments(w, names, depth)
  if (kind < 12) return calls(w, names, depth)
  if (kind === 12) return mapped(w, names, depth)
  if (kind === 13) return bulk(w, names, depth)
  if (kind === 14) return objects(w, names, depth)
  return w.random.chance(40) ? atomics(w, names, depth) : simple(w, names, depth)
}
