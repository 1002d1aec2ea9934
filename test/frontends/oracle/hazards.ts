/** Random expressions that may fail: every operation with operands of every kind, and what is said then. */
import { expression } from './expressions.ts'
import type { Names, Writer } from './writer.ts'

type Maker = (w: Writer, names: Names, depth: number) => string

const view: Maker = (w) =>
  w.random.pick([
    's.a',
    's.a',
    's.a',
    's.b',
    's.c',
    's.n',
    's.n',
    's.d',
    '[1, 2]',
    'o.none',
    'new Int32Array(2)',
    's.a.subarray(1)',
  ])

/** Values of every kind but functions, whose text the engine knows as it was made only. */
const operand: Maker = (w, names, depth) => {
  const kind = w.random.below(6)
  if (kind < 2) return expression(w, names, depth - 1)
  if (kind === 2) return `V(${w.random.pick(['1', '2', '99', '"7"', 'null', '1n', '"fail"', 'NaN'])})`
  return w.random.pick(
    [
      '1',
      '2',
      '-1',
      '99',
      '1.5',
      '2n',
      '-1n',
      '"1"',
      '"x"',
      'null',
      'undefined',
      'true',
      'NaN',
      'Infinity',
      '-0',
      'Symbol("q")',
      '[]',
      '[1]',
      '{ p: 1 }',
      'K(1)',
      'K("fail")',
      's.n[0]',
      's.b[0]',
      '2 ** 33',
    ].map((text) => (text.startsWith('{') || text.startsWith('(') ? `(${text})` : text)),
  )
}

const updates = [
  'add',
  'sub',
  'and',
  'or',
  'xor',
  'exchange',
  'store',
  'load',
  'compareExchange',
  'notify',
  'isLockFree',
]

const atomics: Maker = (w, names, depth) => {
  const x = (): string => operand(w, names, depth)
  const count = w.random.below(4)
  const rest = Array.from({ length: count }, () => `, ${x()}`).join('')
  const object = w.random.pick(['Atomics', 'Atomics', 'globalThis.Atomics', '(0, Atomics)'])
  return `${object}.${w.random.pick(updates)}(${view(w, names, depth)}${rest})`
}

const kinds = ['Int8', 'Uint8', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64']

const dataView: Maker = (w, names, depth) => {
  const x = (): string => operand(w, names, depth)
  const kind = w.random.pick(kinds)
  return w.random.chance(50)
    ? `s.d.get${kind}(${x()}, ${x()})`
    : `s.d.set${kind}(${x()}, ${x()}${w.random.chance(50) ? `, ${x()}` : ''})`
}

const operators = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '<<',
  '>>',
  '>>>',
  '&',
  '|',
  '^',
  '<',
  '>',
  '<=',
  '==',
  '!=',
  '===',
  'in',
  'instanceof',
  '??',
  '||',
  '&&',
]

const binary: Maker = (w, names, depth) => {
  const [left, operator, right] = [operand(w, names, depth), w.random.pick(operators), operand(w, names, depth)]
  return `(${left.replace(/^-/, '0-')}) ${operator} (${right})`
}

const elements: Maker = (w, names, depth) => {
  const [on, key, x] = [view(w, names, depth), operand(w, names, depth), operand(w, names, depth)]
  return w.random.pick(
    [
      `${on}[${key}]`,
      `(${on}[${key}] = ${x})`,
      `(${on}[${key}] += ${x})`,
      `(${on}[${key}] ??= ${x})`,
      `(${on}[${key}] **= ${x})`,
      `${on}?.[${key}]`,
      `${on}[${key}]?.(${x})`,
      `${on}[${key}](${x})`,
      `delete ${on}[${key}]`,
      `(${key}) in ${on}`,
      `typeof ${on}[${key}]`,
    ].map((text) => (/^\(Symbol|^\(\{/.test(text) ? `(${text})` : text)),
  )
}

/** Updates convert a key twice on V8, which the oracle's recorder cannot tell apart: no objects here. */
const updatesOf: Maker = (w, names, depth) => {
  const [on, key] = [view(w, names, depth), w.random.pick(['0', '"1"', '9', '1.5', '-1', 'x & 3', '1n'])]
  return `${on}[${key}]${w.random.pick(['++', '--'])}`
}

const methods: Maker = (w, names, depth) => {
  const x = (): string => operand(w, names, depth)
  const name = w.random.pick([
    'fill',
    'set',
    'at',
    'with',
    'slice',
    'indexOf',
    'lastIndexOf',
    'includes',
    'join',
    'copyWithin',
    'subarray',
    'map',
    'filter',
    'reduce',
    'sort',
    'toSorted',
    'find',
    'findLast',
    'every',
    'forEach',
    'none',
  ])
  const on = w.random.pick(['s.a', 's.a', 's.b', 's.c', 's.n', 's.a.subarray(1)', '[3, 1, 2]'])
  return `N(${on}.${name}(${Array.from({ length: w.random.below(4) }, x).join(', ')}))`
}

const calls: Maker = (w, names, depth) => {
  const x = (): string => operand(w, names, depth)
  const callee = w.random.pick([
    'o.plain',
    'o.none',
    'o.deep.er.n',
    'o.nothing',
    'undefined',
    '(5)',
    'o.m(5)',
    'x',
    'self',
    'o[T("none")]',
    's.a[0]',
    '({})',
    'later',
    'nobody',
    'T',
    'o.m',
  ])
  return w.random.pick([
    `${callee}(${x()})`,
    `new ${/[(]/.test(callee) ? `(${callee})` : callee}(${x()})`,
    `${callee}?.(${x()})`,
    `${callee}.p`,
    `${callee}.p.q`,
    `${callee}.p(${x()})`,
    `${callee}[${x()}]`,
    `(${callee}.p = ${x()})`,
    `(${callee}.p += ${x()})`,
    `${callee}?.p.q(${x()})`,
    `[...${callee}]`,
    `T(...${callee})`,
    `T(${x()}, ...${callee}, 1)`,
    `[${callee}].map(${callee})`,
    `Reflect.apply(${callee}, o, ${x()})`,
    `(([p]) => p)(${callee})`,
    `(({ p }) => p)(${callee})`,
    `N(new Map(${callee}))`,
    `Math.max.apply(o, ${callee})`,
    `${callee}\`q\${${x()}}\``,
    `(self = ${x()})`,
    `(class extends ${callee === 'later' || callee === 'nobody' ? callee : `(${callee})`} {}).name`,
    `N(Array.from(${callee}))`,
    `N(Object.fromEntries(${callee}))`,
  ])
}

const makers: readonly Maker[] = [
  atomics,
  atomics,
  dataView,
  binary,
  elements,
  elements,
  updatesOf,
  methods,
  calls,
  calls,
]

/** What an operation that may fail comes to, or how it fails. */
export function hazard(w: Writer, names: Names, depth: number): string {
  return `(() => { try { return ${w.random.pick(makers)(w, names, depth)} } catch (error) { return E(error) } })()`
}
