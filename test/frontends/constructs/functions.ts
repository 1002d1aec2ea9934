import { group } from './construct.ts'

export const functions = group('functions', {
  names:
    'const f = () => s.a[0], g = function () { return s.a[0] }, h = function own() { return s.a[0] }; let i; i = ' +
    '() => s.a[0]; const q = { j: () => s.a[0], k() { return s.a[0] }, ["l" + 1]: () => s.a[0], [Symbol("m")]: () ' +
    '=> s.a[0], "n o": () => s.a[0], 5: () => s.a[0], get p() { return s.a[0] } }; return [f.name, g.name, h.name, ' +
    'i.name, q.j.name, q.k.name, q.l1.name, q[Object.getOwnPropertySymbols(q)[0]].name, q["n o"].name, q[5].name, ' +
    'Object.getOwnPropertyDescriptor(q, "p").get.name, (() => s.a[0]).name, (function () { return s.a[0] }).name]',
  'names are not given by members, calls and parentheses':
    'const q = {}; q.f = () => s.a[0]; q["g"] = function () { return s.a[0] }; const [h] = [() => s.a[0]]; const i ' +
    '= (0, () => s.a[0]); const j = T(() => s.a[0]); const k = s.a[0] ? () => s.a[0] : 0; const l = (() => ' +
    's.a[0]); return [q.f.name, q.g.name, h.name, i.name, j.name, k.name, l.name]',
  'names of functions with functions inside':
    'const f = () => [1].map(() => s.a[0]), q = { m() { return () => s.a[0] }, n: () => () => s.a[0] }; function ' +
    'g() { return () => s.a[0] } return [f.name, q.m.name, q.n.name, g.name, g().name, f.length, q.m.length]',
  lengths:
    'const q = { m(a, b, c) { return s.a[0] }, set p(v) { s.b.length } }; return [((a, b) => s.a[0]).length, ' +
    '(function (a) { return () => s.a[0] }).length, q.m.length, Object.getOwnPropertyDescriptor(q, ' +
    '"p").set.length, (class { constructor(a, b) {} }).length, (function* (a, b = 1) { yield s.a[0] }).length]',
  'name and length can be redefined':
    'const f = function () { return s.a[0] }; Object.defineProperty(f, "name", { value: "other" }); ' +
    'Object.defineProperty(f, "length", { value: 7 }); const d = Object.getOwnPropertyDescriptor(f, "name"); ' +
    'return [f.name, f.length, d.writable, d.enumerable, d.configurable, f()]',
  'properties of functions':
    'function f() { return f.count++ + s.a[0] } f.count = 1; const g = () => s.a[0]; g.call2 = 5; return [f(), ' +
    'f(), f.count, Object.keys(f), Object.keys(g), JSON.stringify(f)]',
  prototype:
    'function F() { return s.a[0] } const g = () => s.a[0], q = { m() { return s.a[0] } }; return [typeof ' +
    'F.prototype, F.prototype.constructor === F, "prototype" in g, "prototype" in q.m, ' +
    'Object.getOwnPropertyNames(F.prototype)]',
  'own symbols':
    'function f() { return s.a[0] } const g = () => [1].map(() => s.a[0]); class A { m() { return s.a[0] } } ' +
    'return [Object.getOwnPropertySymbols(f), Reflect.ownKeys(g), Reflect.ownKeys(A.prototype), ' +
    'Object.getOwnPropertySymbols(s.a), Reflect.ownKeys(s.a).length, ' +
    'Reflect.ownKeys(Object.getOwnPropertyDescriptors(g))]',
  'toString of functions':
    'function f(a, b) { return s.a[0] + a } const g = (x = s.a[1]) => x, h = function own() { return [1].map((y) ' +
    '=> s.a[y]) }, i = x => x, j = async () => 1, k = function* () { yield s.a[0] }; return [f, g, h, i, j, ' +
    'k].map((x) => x.toString())',
  'toString of methods and classes':
    'const q = { m(x) { return s.a[x] }, get g() { return 1 }, *h() { yield s.a[0] }, ["c" + 1]() { return s.a[0] ' +
    '}, async n() {}, p: () => s.a[0] }; class A { static s() { return s.a[0] } m() { return s.a[1] } #p() {} f = ' +
    '1 } return [q.m, Object.getOwnPropertyDescriptor(q, "g").get, q.h, q.c1, q.n, q.p, A.s, A.prototype.m, A, ' +
    'class extends A {}].map((x) => String(x))',
  'toString of nested functions':
    'const make = () => { const inner = () => [1].map((x) => s.a[x]); function declared() { return s.a[0] } return ' +
    '[inner, declared] }; return make().map((f) => `${f}`)',
  'toString of builtins and bound functions':
    'function f() { return s.a[0] } return [String(Math.max), String(f.bind(null)), String(Atomics.load), ' +
    'String(s.a.fill), String(Array.prototype.map), Function.prototype.toString.call(class {})]',
  'toString with comments and line breaks':
    'const f = function ( /* one */ a, // two\n  b ) { /* three */ return s.a[0] /* four */ }; return f.toString()',
  'toString on what is no function': 'try { Function.prototype.toString.call({}) } catch (e) { E(e) } return s.a[0]',
  hoisting: 'T(f(), typeof v, typeof g); var v = 1; var g = () => 2; function f() { return s.a[0] } return [v, g()]',
  'hoisting: the last function wins': {
    only: 'sloppy',
    code: 'return [f(), s.a[0]]; function f() { return 1 } function f() { return s.a[1] + 1 }',
  },
  "hoisting: a var of a function's name":
    'var f; const before = typeof f; var f = s.a[0]; return [before, f]; function f() { return s.a[0] }',
  "hoisting: a function of a parameter's name":
    'function g(f) { return typeof f + f(); function f() { return s.a[0] } } return g(5)',
  'functions in blocks are hoisted as var in sloppy code': {
    only: 'sloppy',
    code: 'const before = typeof f; { T(typeof f, f()); function f() { return s.a[0] } } return [before, f()]',
  },
  'functions in blocks, changed inside and outside': {
    only: 'sloppy',
    code:
      '{ f = 1; T(f); function f() { return s.a[0] } f = 2; T(f) } T(f); { function g() { return s.a[1] } g = 5 } ' +
      'return [typeof f, typeof g, g()]',
  },
  'functions in blocks are local in strict code': {
    only: 'strict',
    code: '{ T(f()); function f() { return s.a[0] } } return typeof f',
  },
  'functions in blocks beside a let of the same name': {
    only: 'sloppy',
    code: 'let f = 1; { function f() { return s.a[0] } T(f()) } return f',
  },
  'functions in blocks with functions inside': {
    only: 'sloppy',
    code: '{ function f() { return [1].map((x) => s.a[x]) } T(f()) } return f()',
  },
  'functions in blocks in loops': {
    only: 'sloppy',
    code: 'const r = []; for (let i = 0; i < 2; i++) { function f() { return s.a[i] } r.push(f()) } return [r, f()]',
  },
  'generators in blocks are not hoisted as var': {
    only: 'sloppy',
    code: '{ function* g() { yield s.a[0] } T([...g()]) } return typeof g',
  },
  'functions in nested blocks': {
    only: 'sloppy',
    code: '{ { { function deep() { return s.a[0] } } T(typeof deep) } } return deep()',
  },
  'functions in a switch': {
    only: 'sloppy',
    code: 'switch (1) { case 0: function f() { return s.a[0] } case 1: T(f()) } return typeof f',
  },
  'a labelled function': { only: 'sloppy', code: 'l: function f() { return s.a[0] } return f()' },
  'recursion and mutual recursion':
    'const even = (n) => n === 0 ? s.a[0] : odd(n - 1), odd = (n) => n === 0 ? -1 : even(n - 1); function fib(n) { ' +
    'return n < 2 ? n : fib(n - 1) + fib(n - 2) } return [even(4), odd(4), fib(8)]',
  "a function expression's own name":
    'const f = function g(n) { return n === 0 ? [typeof g, g === f, s.a[0]] : g(n - 1) }; return f(2)',
  "a function expression's own name is not visible outside":
    'const f = function g() { return s.a[0] }; return [typeof g, f()]',
  "a function expression's own name is shadowed":
    'return [(function g(g) { return g + s.a[0] })(1), (function g() { var g = s.a[0]; return g })(), (function ' +
    'g() { let g = 2; return g + s.a[0] })(), (function g() { function g() { return s.a[1] } return g() })()]',
  "a function expression's own name in eval": {
    only: 'sloppy',
    code: 'return (function g() { return [eval("typeof g"), s.a[0]] })()',
  },
  'closures share variables':
    'let n = 0; const inc = () => { n += s.a[1] }, get = () => n; inc(); inc(); return [n, get()]',
  'closures over parameters':
    'const make = (x) => ({ get: () => x, set: (v) => { x = v + s.a[0] } }); const p = make(1), q = make(2); ' +
    'p.set(5); return [p.get(), q.get()]',
  'immediately called functions':
    'return [(() => s.a[0])(), (function () { return s.a[1] })(), (() => { return (() => s.a[2])() })(), !function ' +
    '() { return s.a[3] }(), void (() => s.a[0])()]',
  'this in sloppy functions': {
    only: 'sloppy',
    code:
      'function f() { return [typeof this, this === globalThis, s.a[0]] } return [f(), f.call(null), f.call(5), ' +
      'f.call("x")[0], f.call(o)[1], (0, o.m)(1)]',
  },
  'this in strict functions': {
    only: 'strict',
    code: 'function f() { return [this, s.a[0]] } return [f(), f.call(null), f.call(5), f.call("x")]',
  },
  'this in a sloppy function that does not suspend': {
    only: 'sloppy',
    code: 'function f() { return typeof this } return [f(), f.call(5), s.a[0]]',
  },
  'this in arrows, nested':
    'const q = { v: 1, m() { return [1].map(() => (() => this.v + s.a[0])())[0] } }; return q.m()',
  'this at the top of the file': {
    top: 'const top = () => this; exports.v = 5',
    code: 'return [top() === undefined, typeof top(), s.a[0], (() => typeof this)()]',
  },
  'arguments at the top of the file': { top: 'const top = () => arguments.length', code: 'return [top(), s.a[0]]' },
  'arguments at the top of the file, in a function that suspends': {
    top: 'const top = (s) => { s.a[0]; return arguments.length }',
    code: 'return top(s)',
  },
  'this at the top of the file, in a function that suspends': {
    top: 'exports.v = 5; const top = (s) => [s.a[0], this.v]',
    code: 'return top(s)',
  },
  receivers:
    'const q = { v: 2, m() { return this?.v ?? "none" }, n() { return [this.v, s.a[0]] } }; const { m } = q; ' +
    'return [q.m(), q["m"](), (q.m)(), (q?.m)(), q.n(), q[T("n")](), [q.m][0].call({ v: 9 }), q.m.call({ v: 7 }), ' +
    'Reflect.apply(q.n, { v: 8 }, [])]',
  'receivers of functions in arrays':
    'const fs = [function () { s.a[0]; return this === fs }]; return [fs[0](), fs[T(0)]()]',
  'primitive receivers': {
    only: 'strict',
    code:
      'Number.prototype.own = function () { s.a[0]; return typeof this }; try { return [(5).own(), s.a[0].own(), ' +
      's.a[1]["own"]()] } finally { delete Number.prototype.own }',
  },
  'call, apply and bind':
    'function f(...v) { return [this?.v, ...v, s.a[0]] } const b = f.bind({ v: 1 }, 2); return [f.call({ v: 3 }, ' +
    '4), f.apply({ v: 5 }, [6, 7]), b(8), b.name, b.length, b.call({ v: 9 }), new (function (x) { this.x = x ' +
    '}.bind(null, 5))().x, f.bind().name]',
  'call and apply of arrows and builtins':
    'return [(() => s.a[0]).call(1), Math.max.apply(null, [1, s.a[0]]), Math.max.call(null, 1, 2), ' +
    '[].concat.apply([], [[1], [s.a[0]]]), Array.prototype.map.call([1, 2], (x) => s.a[x]), ' +
    'Function.prototype.call.call(() => s.a[1])]',
  'a function with a property called call':
    'const f = () => s.a[0]; f.call = () => "own call"; f.apply = () => "own apply"; const g = function () { ' +
    'return 5 }; g.call = 7; return [f(), f.call(), f.apply(), g(), g.call]',
  'functions in proxies':
    'const log = []; const f = () => s.a[0]; const p = new Proxy(f, { apply(t, self, args) { log.push("apply"); ' +
    'return args.length }, get(t, k) { log.push(String(k)); return t[k] } }); const r = [p(), p(1, 2), p.name, ' +
    'f()]; return [r, log]',
  'objects in proxies':
    'const log = []; const p = new Proxy({ m() { return s.a[0] }, v: 1 }, { get(t, k, r) { log.push(`get ' +
    '${String(k)}`); return Reflect.get(t, k, r) }, set(t, k, v) { log.push(`set ${String(k)}`); t[k] = v; return ' +
    'true }, has(t, k) { log.push(`has ${String(k)}`); return k in t }, deleteProperty(t, k) { log.push(`delete ' +
    '${String(k)}`); return delete t[k] } }); return [p.m(), p["v"], p[T("v")], p.v++, p[0] = 1, "v" in p, delete ' +
    'p.v, log]',
  'arrays in proxies':
    'const log = []; const p = new Proxy([1, 2], { get(t, k, r) { log.push(String(k)); return Reflect.get(t, k, r) ' +
    '} }); const [x, y] = p; for (const z of p) s.a[0]; return [x, y, [...p], p[0], log]',
  'new':
    'function F(x) { this.x = x; } F.prototype.m = function () { return this.x + s.a[0] }; function G() { return { ' +
    'own: 1 } } function H() { this.y = 1; return 5 } return [new F(1).m(), new F(2) instanceof F, new G(), new ' +
    'H(), new F, new (class { v = 3 })().v]',
  'new of functions with functions inside':
    'function F(x) { this.x = [x].map((y) => y + 1) } function G() { return [1].map((x) => x) } return [new ' +
    'F(1).x, new F(2) instanceof F, new G(), Object.getPrototypeOf(new F(1)) === F.prototype, s.a[0]]',
  'new.target':
    'function F() { return { t: new.target === F, g: (() => new.target === F)() } } class A { constructor() { ' +
    'this.t = new.target.name } } class B extends A {} return [new F(), F(), new A().t, new B().t, ' +
    'Reflect.construct(F, [], A).t, s.a[0]]',
  'new.target in functions that suspend':
    'function f() { s.a[0]; return [new.target, [1].map(() => new.target)] } return [f(), f.call(o)]',
  'new.target in functions with functions inside':
    'function F() { this.t = [1].map(() => new.target === F)[0]; const g = () => new.target; this.u = g() === F } ' +
    'return [new F().t, new F().u, s.a[0]]',
  'a getter that returns a function':
    'const q = { get f() { T("get"); return () => s.a[0] } }; return [q.f(), q["f"](), q?.f()]',
  'functions as keys of a Map':
    'const f = () => s.a[0], m = new Map([[f, 1]]); return [m.get(f), m.has(() => s.a[0]), new Set([f, f]).size, f ' +
    '=== f]',
  'callbacks keep this and arguments':
    'return [[1, 2].map(function (x, i, all) { return [this.v, x, i, all.length, arguments.length, s.a[i]] }, { v: ' +
    '7 }), [3].reduce((t, x, i, all) => [t, x, i, all.length, s.a[0]], 0), s.a.map(function (x) { return this.v + ' +
    'x }, { v: 1 }).join()]',
  'callbacks that change the array':
    'const v = [1, 2, 3]; const r = v.map((x, i) => { if (i === 0) { v.push(9); v[1] = 20 } return x + s.a[0] }); ' +
    'const w = [1, 2, 3, 4]; w.forEach((x) => { if (x === 1) w.splice(1, 2); T(x, s.a[1]) }); return [r, w]',
  'callbacks over holes':
    'const r = []; [1, , 3].forEach((x, i) => r.push(i, s.a[i])); return [r, [, 1].map((x) => s.a[x]), [, ' +
    '1].find((x) => { T(x, s.a[0]) }), [1, , 2].reduce((t, x) => t + x + s.a[0]), [, 5].filter((x) => s.a[0]), [1, ' +
    '[2, , 3]].flatMap((x) => (s.a[0], x))]',
  'callbacks on array-likes and strings':
    'return [Array.prototype.map.call("ab", (c) => c + s.a[0]), Array.prototype.filter.call({ length: 2, 0: 5, 1: ' +
    '6 }, (x) => s.a[0] && x > 5), Array.from({ length: 2 }, (_, i) => s.a[i]), Array.from("ab", (c) => c + ' +
    's.a[1])]',
  'sorting with a comparison that suspends':
    'const v = [5, 1, 4, undefined, 2, , 3]; v.sort((x, y) => s.a[0] && x - y); return [v, ["b", "a"].toSorted((x, ' +
    'y) => (s.a[0], x < y ? -1 : 1)), [3, 1, 2].sort((x, y) => { T(x, y, s.a[1]); return x - y })]',
  'callbacks of other builtins that do not suspend':
    'return ["abc".replace(/b/, (m) => m + T(1)), JSON.stringify({ p: 1 }, (k, v) => v), JSON.parse("[1]", (k, v) ' +
    '=> v), [..."ab"].map((c) => c.codePointAt(0)), Object.groupBy === undefined, s.a[0]]',
  'callbacks of other builtins that suspend': {
    refused: /cannot be suspended/,
    code: 'return JSON.stringify([1], () => s.a[0])',
  },
  'callbacks of replace and replaceAll':
    'return ["abcb".replace(/b/g, (...v) => T(v.length) + s.a[0]), "abcb".replace("b", () => s.a[0]), "a.b.".replaceAll(".", (m, at) => s.a[0] + at), "aab".replace(/(?<x>a)(z)?/g, (m, x, z, at, t, g) => T([x, z, at, t, g.x].join()) + s.a[0]), "".replace(/$/, () => s.a[0]), "abc".replace(/x/, () => s.a[0])]',
  'getters that access shared memory': {
    refused: /cannot be suspended/,
    code: 'const q = { get p() { return s.a[0] } }; return q.p',
  },
  'constructors that access shared memory': {
    refused: /cannot be suspended/,
    code: 'class A { constructor() { this.v = s.a[0] } } return new A().v',
  },
  'valueOf that accesses shared memory': {
    refused: /cannot be suspended/,
    code: 'return 1 + { valueOf() { return s.a[0] } }',
  },
  'the legacy arguments of a function': {
    only: 'sloppy',
    refused: /\.arguments/,
    code: 'function f() { s.a[0]; return f.arguments.length } return f(1, 2)',
  },
  'the legacy caller of a function': {
    only: 'sloppy',
    refused: /\.caller/,
    code: 'function f() { s.a[0]; return f.caller } return f()',
  },
  'properties that are called arguments and caller':
    'const q = { arguments: 1, caller: 2, callee: 3 }; return [q.arguments, q.caller, q.callee, q["arguments"], ' +
    's.a[0]]',
  'deep recursion that ends in an error':
    'let n = 0; const f = () => { n++; return f() + 1 }; try { f(s.a[0]) } catch (e) { return [e.name, e.message, ' +
    'n > 500] }',
})
