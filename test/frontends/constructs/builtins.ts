import { type Entry, group } from './construct.ts'

/** Objects that write down what builtins ask of them, in `log`; `done` runs something and shows what was asked. */
const watching = `const log = [], L = (x) => { log.push(x) }
const P = (target) => new Proxy(target, {
  get(t, k, r) { L('get ' + String(k)); return Reflect.get(t, k, r) },
  has(t, k) { L('has ' + String(k)); return Reflect.has(t, k) },
  set(t, k, v, r) { L('set ' + String(k) + ' ' + String(v)); return Reflect.set(t, k, v, r) },
  deleteProperty(t, k) { L('delete ' + String(k)); return delete t[k] },
  defineProperty(t, k, d) { L('define ' + String(k)); return Reflect.defineProperty(t, k, d) },
  getOwnPropertyDescriptor(t, k) { L('describe ' + String(k)); return Reflect.getOwnPropertyDescriptor(t, k) },
  ownKeys(t) { L('keys'); return Reflect.ownKeys(t) },
})
const done = (f) => {
  let r
  try { r = f() } catch (e) { E(e) }
  T(log.splice(0))
  return Array.isArray(r) ? [...r] : r
}
`

/** Tries each expression, and shows what it gives or throws. */
const attempted = 'const attempt = (f) => { try { T(f()) } catch (e) { E(e) } }; '
const attempts = (...expressions: string[]): string =>
  `${attempted}${expressions.map((text) => `attempt(() => ${text})`).join('; ')}; return [...s.a]`

const each = (names: readonly string[], title: string, code: (name: string) => Entry): Record<string, Entry> =>
  Object.fromEntries(names.map((name) => [`${title} ${name}`, code(name)]))

const callingBack = [
  'map',
  'filter',
  'forEach',
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
]

/** With callbacks that suspend, on arrays and on what is only like one. */
const onArrays = each(
  callingBack,
  'what is asked by',
  (name) => `${watching} return [
  done(() => P([1, , 3]).${name}(function (x, i) {
    L('cb ' + x + ' ' + i + this?.v)
    return x === 3 && s.a[0]
  }, { v: 1 })),
  done(() => Array.prototype.${name}.call(P({ length: '2', 0: 5, 1: 6 }), (x) => s.a[0] - x)),
  done(() => Array.prototype.${name}.call('ab', (x, i, all) => (T(typeof all), s.a[i]))),
  done(() => P([]).${name}(() => s.a[0])),
  done(() => Array.prototype.${name}.call(null, () => s.a[0])),
  done(() => Array.prototype.${name}.call({ length: -1 }, () => s.a[0])),
  done(() => Array.prototype.${name}.call(P({ get length() { throw new Error('length') } }), () => s.a[0])),
  done(() => Array.prototype.${name}.call(undefined, 5)),
  done(() => Array.prototype.${name}.call(P({ length: 1 }), 5)),
]`,
)

const folding = each(
  ['reduce', 'reduceRight'],
  'what is asked by',
  (name) => `${watching}
const cb = (t, x, i) => (L('cb ' + t + ' ' + x + ' ' + i), t + x + s.a[0])
return [
  done(() => P([1, , 3]).${name}(cb)), done(() => P([1, , 3]).${name}(cb, 10)),
  done(() => P([, ,]).${name}(cb)),
  done(() => P([, ,]).${name}(cb, undefined)), done(() => P([]).${name}(cb, 1)), done(() => P([7]).${name}(cb)),
  done(() => Array.prototype.${name}.call(P({ length: 2, 1: 4 }), cb)),
  done(() => Array.prototype.${name}.call(null, cb)),
]`,
)

const sorting = each(
  ['sort', 'toSorted'],
  'what is asked by',
  (name) => `${watching}
const cb = (x, y) => (L('cb ' + x + ' ' + y), s.a[0] && x - y)
return [
  done(() => P([3, 1, 2]).${name}(cb)), done(() => P([3, undefined, 1, , 2]).${name}(cb)),
  done(() => P([]).${name}(cb)),
  done(() => P([1]).${name}(cb)), done(() => Array.prototype.${name}.call(P({ length: 3, 0: 3, 2: 1 }), cb)),
  done(() => Array.prototype.${name}.call(null, cb)),
  done(() => [2, 1].${name}((x, y) => { s.a[0]; throw new Error('compared') })),
  done(() => [5, 4, 3, 2, 1].${name}((x, y) => s.a[0] ? '1' : 0)),
  done(() => [1, 2, 3].${name}((x, y) => (s.a[0], Symbol()))),
  done(() => [1, 2, 3].${name}((x, y) => (s.a[0], 1n))),
]`,
)

const converting = [
  'slice',
  'fill',
  'copyWithin',
  'subarray',
  'indexOf',
  'includes',
  'lastIndexOf',
  'at',
  'join',
  'with',
  'set',
  'reverse',
  'toReversed',
  'toSorted',
]

/** In which order arguments are converted, and how. */
const conversions = each(
  converting,
  'conversions by',
  (name) => `
for (const v of [s.a, s.c, s.b]) for (const args of [
  [V(1), V(2), V(3)], [V(-1)], [V(NaN), V(-2)], [V(3), V(1)], [V(1), V(-1)], [V(1), V(2), V(-1)], [V('1'), V(null)],
  [V(99), V(-99)], [undefined, V(1)], [V(2), undefined, V(3)], [1n], [1, 1n], [1, 1, 1n], [],
]) try { T(v.${name}(...args)) } catch (e) { E(e) } return [...s.a]`,
)

const applied = [
  'slice',
  'indexOf',
  'includes',
  'lastIndexOf',
  'at',
  'join',
  'concat',
  'entries',
  'keys',
  'values',
  'sort',
  'toSorted',
  'reduce',
  'reduceRight',
  ...callingBack,
]

/** Methods of arrays that are applied to a view. */
const onViews = each(applied, 'applied to a view:', (name) => {
  const takesCode = callingBack.includes(name) || /^(reduce|sort|toSorted)/.test(name)
  const calls = takesCode
    ? 'call((x, y) => x - (y ?? 0)); call((x) => x > 2); call(5); call()'
    : 'call(V(1), V(2)); call(V(-1), V(0)); call()'
  return `const call = (...args) => { try {
    const r = Array.prototype.${name}.call(s.a, ...args)
    T(r !== null && typeof r === 'object' && !Array.isArray(r) ? typeof r : r)
  } catch (e) { E(e) } }; ${calls}; return [...s.a]`
})

const generator =
  'function* g(...v) { try { for (const x of v) { s.a[0]; yield x } } finally { T("closed", s.a[1]) } }; '

const unsupported = [
  'flat',
  'push',
  'splice',
  'toSpliced',
  'unshift',
  'fill',
  'reverse',
  'copyWithin',
  'toReversed',
  'with',
]

export const builtins = group('builtins', {
  ...onArrays,
  ...folding,
  ...sorting,
  ...conversions,
  ...onViews,
  ...each(unsupported, 'applied to a view:', (name) => ({
    refused: /handed shared memory|applied to a shared typed array/,
    code: `return Array.prototype.${name}.call(s.a, 1, 2)`,
  })),
  'what is iterated is asked once how': `${watching}
    const asked = () => Object.defineProperty([1, 2], Symbol.iterator, { get() { L('asked'); return [].values } })
    return [
      ...[P, () => asked()].flatMap((of) => [
        done(() => Array.from(of([1, 2]))),
        done(() => [...of([1, 2]), s.a[0]]),
        done(() => T(...of([1, 2]), s.a[0])),
        done(() => { const [x, y] = of([1, 2]); return x + y + s.a[0] }),
        done(() => { let sum = 0; for (const x of of([1, 2])) sum += x + s.a[0]; return sum }),
        done(() => new Set(of([1, 2])).size),
        done(() => new Int32Array(of([1, 2])).length),
        done(() => Math.max(...of([1, 2]))),
        done(() => new Map(of([[1, 2]])).size),
        done(() => Object.fromEntries(of([[1, 2]]))),
        done(() => new Float64Array(of({ length: 2, 0: V(1), 1: V(2) }))[1]),
        done(() => new Float64Array(of({ [Symbol.iterator]: 5 }))),
      ]),
    ]`,
  'Array.from': `${watching} return [
    done(() => Array.from(P([1, 2]), (x) => (L('cb ' + x), x + s.a[0]))),
    done(() => Array.from(P({ length: 2, 0: 5, 1: 6 }), (x, i) => (L('cb ' + x), x + s.a[i]))),
    done(() => Array.from(P({ length: 2, 0: 5 }))),
    done(() => {
      const q = [1, 2, 3]
      return Array.from(q, (x, i) => { q[2] = 9; if (i === 0) q.push(7); return x + s.a[0] })
    }),
    done(() => {
      const q = { length: 3, 0: 1, 1: 2, 2: 3 }
      return Array.from(q, (x) => { q[2] = 9; return x + s.a[0] })
    }),
    done(() => Array.from.call(Object, [1, 2], (x) => s.a[x])),
    done(() => Array.from.call(
      function (n) { L('new ' + arguments.length + n) }, { length: 2, 0: 1, 1: 2 }, (x) => s.a[x],
    )),
    done(() => Array.from.call(function (n) { L('new ' + arguments.length) }, [1], (x) => s.a[x])),
    done(() => Array.from.call(() => 1, [1], (x) => s.a[x])), done(() => Array.from(null, () => s.a[0])),
    done(() => Array.from(5, () => s.a[0])),
    done(() => Array.from({ [Symbol.iterator]: null, length: 1 }, () => s.a[0])),
    done(() => Array.from({ [Symbol.iterator]: 5 }, () => s.a[0])),
    done(() => Array.from({ length: 2 }, function () { return [this.v, s.a[0]] }, { v: 1 })),
    done(() => Array.from('ab', (c) => c + s.a[0])),
    done(() => Array.from(new Map([[1, 2]]), ([k, v]) => k + v + s.a[0])),
  ]`,
  'Array.from closes the iterator when the callback fails':
    'const it = { [Symbol.iterator]: () => ({ next: () => ({ value: s.a[0], done: false }), return() { T("closed", ' +
    's.a[1]); return {} } }) }; try { Array.from(it, () => { throw new Error("m") }) } catch (e) { E(e) }',
  'Int32Array.from': `${watching} return [
    done(() => Int32Array.from(P({ length: 2, 0: 5, 1: 6 }), (x, i) => (L('cb ' + x), x + s.a[i]))),
    done(() => {
      const q = { length: 3, 0: 1, 1: 2, 2: 3 }
      return Int32Array.from(q, (x) => { q[2] = 9; return x + s.a[0] })
    }),
    done(() => Int32Array.from({ length: 2, get 0() { L('g0'); return 1 }, get 1() { L('g1'); return 2 } }, (x) =>
      (L('cb'), x + s.a[0]))),
    done(() => Int32Array.from(I(2), (x) => x + s.a[0])), done(() => Int32Array.from(I(2))),
    done(() => Int32Array.from.call(Array, [1], (x) => s.a[x])),
    done(() => Int32Array.from.call({}, [1], (x) => s.a[x])),
    done(() => Int32Array.from([1n], (x) => (s.a[0], x))),
    done(() => BigInt64Array.from([1], (x) => (s.a[0], BigInt(x)))),
    done(() => BigInt64Array.from(s.a)), done(() => Uint8Array.from(s.a, (x) => x * 100)),
    done(() => Int32Array.from([1, 2], 5)), done(() => Int32Array.from(s.a, 5)),
    done(() => Int32Array.from({ [Symbol.iterator]: 5 }, (x) => s.a[0])),
    done(() => Int32Array.from.call(function (n) { return new Int32Array(n - 1) }, [1], (x) => s.a[x])),
  ]`,
  'Int32Array.from a generator':
    'function* g() { yield s.a[0]; yield 2 } return [Int32Array.from(g()), Int32Array.from(g(), (x) => x * 2), new ' +
    'Int32Array(g()), Int32Array.from(new Set(g()))]',
  'callbacks of views': `for (const m of ${JSON.stringify(callingBack.filter((name) => name !== 'flatMap'))}) {
      T(m, s.a[m](function (x, i, v) { T(x, i, v === s.a, this?.v, arguments.length); return x > 2 }, { v: 1 }))
      try { s.a[m](() => { throw new Error(m) }) } catch (e) { E(e) }
      try { s.a[m](V(1)) } catch (e) { E(e) }
    }
    for (const m of ['reduce', 'reduceRight']) {
      T(s.a[m]((t, x, i, v) => (T(t, x, i, v === s.a), t + x)), s.a[m]((t, x) => t - x, V(10)))
      try { s.a.subarray(4)[m](() => 1) } catch (e) { E(e) }
    }`,
  'results of map are converted': attempts(
    's.a.map(() => "5")',
    's.c.map((x) => x * 100)',
    's.a.map(() => V(7))',
    's.a.map(() => undefined)',
    's.a.map(() => 1n)',
    's.n.map(() => 1)',
    's.n.map((x) => x + 1n)',
    's.a.map(() => V("fail"))',
  ),
  'species of views': `const make = (C) => Object.assign(s.a.subarray(1, 3), { constructor: C })
    const attempt = (f) => { try {
      const r = f(); T(typeof r, Object.prototype.toString.call(r), r.length, r.constructor === Array)
    } catch (e) { E(e) } }
    for (const C of [Array, undefined, null, 5, {}, Int32Array, Uint8Array, ...[
      Array, null, undefined, Float64Array, BigInt64Array, 5, () => 1, class Own {}, DataView,
      function (n) { return new Int32Array(n - 1) }, function (n) { return new Uint8Array(n + 1) },
      function (n) { return s.c },
    ].map((type) => ({ [Symbol.species]: type }))]) {
      attempt(() => make(C).map((x) => x)); attempt(() => make(C).filter((x) => true))
      attempt(() => make(C).filter((x) => false))
      attempt(() => make(C).slice(0)); attempt(() => make(C).slice(2)); attempt(() => make(C).subarray(1))
    }
    return [...s.c]`,
  'species of arrays': `const make = (C) => Object.defineProperty([1, 2], 'constructor', { value: C })
    const attempt = (f) => { try {
      const r = f(); T(Object.prototype.toString.call(r), r.length, Array.isArray(r))
    } catch (e) { E(e) } }
    for (const C of [Array, undefined, null, 5, {}, ...[
      Object, null, undefined, 5, () => 1, function (n) { this.length = 7 }, function (n) { return Object.freeze([]) },
    ].map((type) => ({ [Symbol.species]: type }))]) {
      attempt(() => make(C).map((x) => s.a[x])); attempt(() => make(C).filter((x) => s.a[x]))
      attempt(() => make(C).flatMap((x) => [s.a[x]]))
    }`,
  'Map and Set of what is iterated':
    generator +
    attempts(
      '[...new Map(g([1, 2], [3, 4]))]',
      'new Map(g([1, 2], 5, [3, 4]))',
      'new Map(g("ab"))',
      '[...new Map(g({ 0: "k", 1: "v" }))]',
      'new Map(g({ get 0() { T("g0"); return 1 }, get 1() { T("g1"); throw new Error("g1") } }))',
      '[...new Set(g(1, 1, 2))]',
      'new WeakSet(g({}, 5))',
      'new WeakMap(g([{}, 1], [5, 1]))',
      '[...new Set(s.a)]',
      'new Map(s.a)',
      'new Map(I(2))',
      'new Map(I(7))',
      'new Set(I(5))',
      'new Map(5)',
      'new Set({})',
      'Map(g())',
    ),
  'Map and Set whose methods are others':
    generator +
    attempts(
      'Reflect.construct(Map, [g([1, 2], [3, 4], [5, 6])], class extends Map { set(k, v) { T("set", k, s.a[k]); ' +
        'if (k === 3) throw new Error("set"); return super.set(k, v) } })',
      '[...Reflect.construct(Set, [g(1, 2)], class extends Set { add(v) { T("add", v, s.a[0]); return super.add(v + 1) ' +
        '} })]',
      'Reflect.construct(Map, [g([1, 2])], class Own extends Map { get set() { T("get set"); return 5 } })',
    ),
  'a Set whose method suspends in its own constructor': {
    refused: /cannot be suspended/,
    code: 'class S extends Set { add(v) { return super.add(v + s.a[0]) } } return [...new S([1, 2])]',
  },
  'Object.fromEntries':
    generator +
    attempts(
      'Object.fromEntries(g(["a", 1], ["b", 2]))',
      'Object.fromEntries(g(["a", 1], 5, ["b", 2]))',
      'Object.fromEntries(g([K("k"), 1]))',
      'Object.fromEntries(g([K("fail"), 1], ["z", 1]))',
      'Object.fromEntries(I(2))',
      'Object.fromEntries(s.a)',
      'Object.fromEntries(s.a.entries())',
      'Object.fromEntries({})',
      'Object.fromEntries(null)',
    ),
  'forEach of Map and Set':
    'const m = new Map([[1, 2], [3, 4]]), t = new Set([1]), r = []; m.forEach(function (v, k, all) { r.push(v, k, ' +
    'all === m, this?.t, s.a[0]); if (k === 1) { m.delete(3); m.set(5, 6) } }, { t: 1 }); t.forEach((v, k, all) => { ' +
    'r.push(v, k, all === t, s.a[1]); if (v < 3) t.add(v + 1) }); for (const [f, on] of [[Map, t], [Set, m], [Map, {}]]) try { ' +
    'f.prototype.forEach.call(on, () => s.a[0]) } catch (e) { E(e) } try { m.forEach(() => { throw new Error("x" + ' +
    's.a[0]) }) } catch (e) { E(e) } return r',
  'Object.assign, values, entries, keys': attempts(
    'Object.assign({}, s.a, { z: 1 }, null, s.c)',
    'Object.assign(s.a, { 1: 50, 2: V(60) }) === s.a',
    'Object.assign(s.a, { 0: V("fail") })',
    'Object.assign(null, s.a)',
    'Object.assign(undefined, s.a)',
    'Object.values(s.a)',
    'Object.entries(s.a)',
    'Object.keys(s.a)',
    'Object.getOwnPropertyNames(s.a)',
    '({ ...s.a })',
    'Object.hasOwn(s.a, 0)',
  ),
  Reflect: attempts(
    'Reflect.get(s.a, "1")',
    'Reflect.get(s.a, V(1))',
    'Reflect.get(s.a, K(1))',
    'Reflect.get(s.a, 9)',
    'Reflect.set(s.a, 1, V(7))',
    'Reflect.set(s.a, 9, V(7))',
    'Reflect.set(s.a, 0, 1n)',
    'Reflect.set(s.a, K(2), 3)',
    'Reflect.set(s.a, 0, 8, s.a)',
    'Reflect.has(s.a, 1)',
    'Reflect.has(s.a, 9)',
    'Reflect.ownKeys(s.a)',
    'Reflect.deleteProperty(s.a, 0)',
    'Reflect.deleteProperty(s.a, 9)',
    'Reflect.get(s.a, 0, o)',
    'Reflect.apply(Math.max, null, s.a)',
    'Reflect.construct(Array, s.a)',
  ),
  'Reflect.set with another receiver': {
    refused: /of shared memory/,
    code: 'const q = {}; return [Reflect.set(s.a, 0, 5, q), q, s.a[0]]',
  },
  'Reflect.set of a view that is only the receiver': {
    refused: /of shared memory/,
    code: 'return [Reflect.set({}, 0, 5, s.a), s.a[0]]',
  },
})
