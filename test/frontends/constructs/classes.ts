import { group } from './construct.ts'

export const classes = group('classes', {
  'keys, then static parts in order, then the binding':
    'class A { static [T("s1")] = T("v1"); [T("m")]() { return s.a[0] } static { T("block", typeof A) } static ' +
    '[T("s2")] = T("v2", this === A); [T("f")] = T("field"); get [T("g")]() { return 1 } } T("made"); return ' +
    '[Object.getOwnPropertyNames(A), Object.getOwnPropertyNames(A.prototype), new A().m()]',
  'heritage is evaluated before the keys':
    'class A extends T(class Base { b() { return s.a[0] } }) { [T("m")]() {} } return new A().b()',
  'heritage that suspends':
    'const pick = (i) => (s.a[i], [class P { m() { return 1 } }, class Q { m() { return s.a[1] } }][i]); class A ' +
    'extends pick(1) {} return [new A().m(), Object.getPrototypeOf(A).name]',
  'heritage that is no constructor':
    'for (const v of [5, undefined, {}, () => s.a[0], "x"]) try { class A extends v {} } catch (e) { E(e) } try { ' +
    'class A extends (function* () {}) {} } catch (e) { E(e) } const P = function () {}; P.prototype = 5; try { ' +
    'class B extends P {} } catch (e) { E(e) } return s.a[0]',
  'extends null':
    'class A extends null { static m() { return s.a[0] } } try { new A } catch (e) { E(e) } return [A.m(), ' +
    'Object.getPrototypeOf(A.prototype)]',
  'computed keys that suspend':
    'class A { [s.a[0]]() { return "m" + s.a[1] } static [s.a[1]] = "f"; ["x" + s.a[2]] = s.c.length } return [new ' +
    'A()[3](), A[1], new A()]',
  'computed keys are converted once':
    'class A { [K("m")]() { return s.a[0] } static [K("f")] = 1; get [K("g")]() { return 2 } static *[K("h")]() { ' +
    'yield s.a[1] } } return [new A().m(), A.f, new A().g, [...A.h()], Object.getOwnPropertyNames(A.prototype)]',
  'a computed key that fails':
    'try { class A { [T("p")]() {} [K("fail")]() { return s.a[0] } static [T("not")] = 1 } } catch (e) { E(e) }',
  'a static key called prototype':
    'try { class A { static ["proto" + "type"]() { return s.a[0] } } } catch (e) { E(e) } try { class B { static ' +
    '["proto" + "type"] = 1 } } catch (e) { E(e) } return s.a[0]',
  "fields in order, before the constructor's body":
    'class A { p = T(1); q = this.p + T(2); constructor() { T("body", this.q) } r = T(3) } new A(); return s.a[0]',
  'fields of a derived class come after super()':
    'class A { constructor() { T("A", Object.keys(this)) } p = T("pA") } class B extends A { q = T("qB"); ' +
    'constructor() { T("before"); super(); T("after", Object.keys(this)) } } new B(); return s.a[0]',
  'fields: arrows keep this':
    'class A { v = 5; f = () => this.v + s.a[0]; g = (x = this.v) => [x].map((y) => y + this.v + s.a[1]) } const { ' +
    'f, g } = new A(); return [f(), g(), new A().f.name]',
  'fields: functions, methods of literals and super':
    'class B { m() { return s.a[0] } } class A extends B { f = function () { return this.w + s.a[0] }; w = 2; q = ' +
    '{ m() { return s.a[1] } }; h = () => super.m() + 1 } const x = new A(); return [x.f(), x.q.m(), x.h()]',
  'fields without a value, with computed and literal names':
    'class A { p; "q r" = 1; 5 = 2; [`t${1}`] = 3; static u; "constructor2" = 4 } return [new A(), Object.keys(A), ' +
    's.a[0]]',
  'fields that are shadowed and inherited':
    'class A { p = 1; get q() { return "getter" } } class B extends A { p = 2; q = "field" } return [new B(), ' +
    'Object.getOwnPropertyDescriptor(new B(), "q").value, s.a[0]]',
  'fields that call each other recursively':
    'let n = 0; class A { p = n++ < 2 ? new A() : null; q = o?.deep.er[n > 9 ? "x" : "n"]; r = [n] } return [new ' +
    'A(), s.a[0]]',
  'fields with destructuring and optional chains':
    'class A { p = (([x = 1]) => x)([]); q = o.none?.[T(0)]; r = (({ 0: y }) => y)([7]); t = [..."ab"] } return ' +
    '[new A(), s.a[0]]',
  'fields with a pattern that fails close the iterator':
    'class A { p = ([o.fails] = I(1)) } try { new A() } catch (e) { E(e) } class B { p = (({ 0: o.fails } = [1]), ' +
    '1) } try { new B() } catch (e) { E(e) } return s.a[0]',
  'a field initialiser that fails':
    'class A { p = T(1); q = (() => { throw new Error("field") })(); r = T(2) } try { new A() } catch (e) { E(e) } ' +
    'return s.a[0]',
  'a field initialiser that accesses shared memory': {
    refused: /cannot be suspended/,
    code: 'class A { p = s.a[0] } return new A().p',
  },
  'new.target and arguments around fields':
    'class A { p = new.target; f = () => new.target } return [new A().p, new A().f(), s.a[0]]',
  'static fields, blocks and this':
    'class A { static p = 1; static q = this.p + 1; static r = A.q + 1; static f = () => this.p + s.a[0]; static { ' +
    'this.t = this.r + 1; var local = 5; let other = local; this.u = other } } return [A.p, A.q, A.r, A.t, A.u, ' +
    'A.f(), typeof local]',
  'static blocks with functions, loops and closures':
    'let f; class A { static #p = 3; static { for (const x of [1, 2]) T(x); function g() { return 4 } this.g = ' +
    'g(); f = () => this.#p + s.a[0] } static h() { return f() } } return [A.g, A.h()]',
  'a static block that fails':
    'try { class A { static { T(1); throw new Error("static") } static p = T(2) } } catch (e) { E(e) } return ' +
    's.a[0]',
  'a static block that accesses shared memory': {
    refused: /cannot be suspended/,
    code: 'class A { static { this.v = s.a[0] } } return A.v',
  },
  'static methods that static fields call':
    'class A { static make() { return 5 } static p = this.make(); static q = A.make() + 1; static m() { return ' +
    's.a[0] + this.p } } return [A.p, A.q, A.m()]',
  'private fields':
    'class A { #p = 1; get() { return this.#p + s.a[0] } set(v) { this.#p = v; this.#p += s.a[1]; this.#p++; ' +
    'return this.#p } static read(x) { return x.#p } } const x = new A(); return [x.get(), x.set(5), A.read(x)]',
  'private fields: elements and calls':
    'class A { #v = s.a.length; #list = [() => 7]; #f = (x) => x + 1; m() { return [this.#list[0](), ' +
    'this.#list[s.a[0] - 3](), this.#f(s.a[1]), this.#f.name] } n(v) { this.#list[0] = v; return this.#list[0] } } ' +
    'return [new A().m(), new A().n(s.a[0])]',
  'private fields of what has none':
    'class A { #p = 1; static get(x) { return x.#p } static set(x) { x.#p = T(s.a[0]) } static inc(x) { x.#p++ } ' +
    'static call(x) { return x.#p() } } for (const x of [{}, [], undefined, null, 5]) { try { A.get(x) } catch (e) ' +
    '{ E(e) } try { A.set(x) } catch (e) { E(e) } try { A.inc(x) } catch (e) { E(e) } } try { A.call(new A()) } ' +
    'catch (e) { E(e) } return 1',
  'private methods':
    'class A { #m(x) { return [this.v, x, s.a[0]] } v = 1; call() { return this.#m(2) } value() { return this.#m } ' +
    'optional() { return this.#m?.(3) } bound() { return this.#m.call({ v: 9 }, 4) } mapped() { return ' +
    '[5].map(this.#m, this) } static #s() { return s.a[1] } static t() { return this.#s() + A.#s() } } const x = ' +
    'new A(); return [x.call(), x.optional(), x.bound(), x.mapped(), A.t(), x.value().name, x.value().length, ' +
    'x.value() === x.value()]',
  'private methods of what has none':
    'class A { #m() { return s.a[0] } static #s() { return s.a[1] } static call(x) { return x.#m() } static get(x) ' +
    '{ return x.#m } static scall(x) { return x.#s() } static set(x) { x.#m = 1 } } class B extends A {} for ' +
    '(const x of [{}, undefined]) { try { A.call(x) } catch (e) { E(e) } try { A.get(x) } catch (e) { E(e) } } try ' +
    '{ B.scall(B) } catch (e) { E(e) } try { A.set(new A()) } catch (e) { E(e) } return A.call(new B())',
  'private accessors':
    'class A { #v = 1; get #p() { T("get"); return this.#v } set #p(v) { T("set", v); this.#v = v } get #r() { ' +
    'return 1 } set #w(v) {} m() { this.#p = s.a[0]; this.#p += 2; this.#p++; return this.#p } fail() { try { ' +
    'this.#r = 5 } catch (e) { E(e) } try { return this.#w } catch (e) { E(e) } } } new A().fail(); return new ' +
    'A().m()',
  'private names with in':
    'class A { #p; #m() { return s.a[0] } static has(x) { return [#p in x, #m in x] } static bad() { try { return ' +
    '#p in 5 } catch (e) { return E(e) } } } return [A.has(new A()), A.has({}), A.bad(), s.a[0]]',
  'private generator methods and destructuring into private fields':
    'class A { #p; #q = []; *#g() { yield s.a[0]; yield 2 } m() { [this.#p, this.#q[0]] = this.#g(); ({ x: this.#p ' +
    '= s.a[1] } = {}); for (this.#p of [7]); return [this.#p, this.#q, [...this.#g()]] } } return new A().m()',
  'private names in nested classes':
    'class A { #p = 1; #m() { return 2 } make() { const outer = this; return class B { #p = 3; m() { return ' +
    '[this.#p, outer.#m(), s.a[0]] } } } } return new (new A().make())().m()',
  'private names and optional chains':
    'class A { #p = { q: 1 }; #f() { return s.a[0] } static t(x) { return [x?.#p?.q, x?.#p.q, x?.#f()] } } return ' +
    '[A.t(new A()), A.t(undefined)]',
  'super: methods, getters, static, computed':
    'class A { m() { return "m" + s.a[0] } get g() { return this.v } static t() { return "t" + s.a[1] } } class B ' +
    'extends A { v = 7; m() { return [super.m(), super["m"](), super[T("m")](), super.g, [1].map(() => super.m()), ' +
    'super.none] } static t() { return [super.t(), (() => super.t())()] } } return [new B().m(), B.t()]',
  'super: calls of what is no function':
    'class A {} class B extends A { m() { try { super.none(T(1)) } catch (e) { E(e) } try { super["none"]() } ' +
    'catch (e) { E(e) } try { (() => super.none(s.a[0]))() } catch (e) { E(e) } try { super.none.p } catch (e) { ' +
    'E(e) } } } new B().m(); return s.a[0]',
  'super: assignments':
    'class A { set p(v) { T("set", v, this.constructor.name) } get p() { T("get"); return 5 } } class B extends A ' +
    '{ m() { super.p = s.a[0]; super.p += s.a[1]; super.p++; super.q = 1; (() => { super.p = T(2); super.p -= 1; ' +
    'super["q"] = s.a[2] })(); return this.q } } return new B().m()',
  'super: logical assignments':
    'class A { get p() { T("get p"); return 5 } set p(v) { T("set p", v) } get u() { return undefined } set u(v) { ' +
    'T("set u", v) } } class B extends A { m() { super.p ??= T(1); super.p &&= T(2); super.u ??= T(s.a[0]); (() => ' +
    '{ super.p ??= T(3); super.p ||= T(4); super.p &&= T(5); super.u ??= T(s.a[1]); s.a[0] })() } } new B().m(); ' +
    'return 1',
  'super: in object literals, with methods added later':
    'const base = { m() { return "base" + s.a[0] }, get g() { return this.v } }; const q = { __proto__: base, v: ' +
    '1, m() { return ["q", super.m(), super.g] }, n() { return [1].map(() => super.m()) } }; const r = { ' +
    '__proto__: { m() { return "other" } } }; r.m = q.m; return [q.m(), q.n(), r.m()]',
  'super: a method of a literal that is replaced':
    'const q = { __proto__: { m() { return "base" } }, m() { return super.m() + s.a[0] }, ["m"]: () => "later" }; ' +
    'const r = { __proto__: { m() { return "base" + s.a[0] } }, m: 1, m() { return super.m() } }; return [q.m(), ' +
    'r.m(), Reflect.ownKeys(q), Reflect.ownKeys(r)]',
  'super: keys are evaluated before the value':
    'class A { set k(v) { T("set", v) } } class B extends A { m() { super[T("k")] = T(s.a[0]); (() => { ' +
    'super[T("k")] = T(s.a[1]) })() } } new B().m(); return 1',
  'super: the receiver is this':
    'class A { who() { return [this.name, s.a[0]] } } class B extends A { name = "b"; m() { const f = () => ' +
    'super.who(); return [super.who(), f(), f.call({ name: "x" })] } } return new B().m()',
  'super(): once, before this':
    'class A {} class B extends A { constructor(k) { if (k === 1) this.p = 1; super(); if (k === 2) super(); if (k ' +
    '=== 3) return 5; if (k === 4) return { own: 1 } } } for (const k of [0, 1, 2, 3, 4]) try { T(new B(k)) } ' +
    'catch (e) { E(e) } class C extends A { constructor() {} } try { new C } catch (e) { E(e) } return s.a[0]',
  'super() in an arrow':
    'class A { constructor(v) { this.v = v } } class B extends A { constructor() { const f = () => super(5); f(); ' +
    'this.w = this.v + 1 } } class C extends A { constructor() { const f = () => this; try { f() } catch (e) { ' +
    'E(e) } super(1); this.t = f() === this } } return [new B(), new C(), s.a[0]]',
  'super() with spread and defaults':
    'class A { constructor(...v) { this.v = v } } class B extends A {} class C extends A { constructor(x = 1, ' +
    '...r) { super(x, ...r, 9) } } return [new B(1, 2).v, new C(undefined, 5).v, new C().v, s.a[0]]',
  'a base class that is changed later':
    'class A { m() { return "a" + s.a[0] } } class B extends A { m() { return super.m() } } class C { m() { return ' +
    '"c" + s.a[1] } } Object.setPrototypeOf(B.prototype, C.prototype); return new B().m()',
  'accessors: getters and setters on instances and classes':
    'class A { #v = 1; get v() { return this.#v } set v(x) { T("set", x); this.#v = x } static get w() { return ' +
    'T("w") } } const x = new A(); x.v = s.a[0]; x.v += 2; x.v++; return [x.v, A.w, Object.keys(x)]',
  'class expressions and their names':
    'const A = class {}, B = class Own { static n() { return [Own.name, s.a[0]] } }, q = { C: class {}, ["D" + 1]: ' +
    'class {} }; let F; F = class { static name = "static" }; return [A.name, B.name, B.n(), q.C.name, q.D1.name, ' +
    'F.name, (class {}).name, new (class { m() { return s.a[0] } })().m(), typeof Own]',
  'methods: enumerable, writable, names, lengths':
    'class A { m(a, b) { return s.a[0] } static s() { return s.a[0] } get g() { return 1 } *h() { yield s.a[0] } ' +
    'async n() {} [Symbol.iterator]() { return [s.a[0]].values() } } const d = (t, k) => { const { writable, ' +
    'enumerable, configurable } = Object.getOwnPropertyDescriptor(t, k); return [writable, enumerable, ' +
    'configurable] }; return [Object.keys(A.prototype), d(A.prototype, "m"), d(A, "s"), A.prototype.m.name, ' +
    'A.prototype.m.length, A.prototype[Symbol.iterator].name, Object.getOwnPropertyDescriptor(A.prototype, ' +
    '"g").get.name, [...new A()]]',
  'methods of one name: the last wins':
    'class A { m() { return 1 } m() { return s.a[0] } static t() { return s.a[1] } static t = 5; get p() { return ' +
    '1 } p() { return s.a[2] } } const q = { m() { return s.a[0] }, m: 5, n: 1, n() { return s.a[1] } }; return ' +
    '[new A().m(), A.t, new A().p(), q.m, q.n()]',
  'methods: called on other objects, extracted, bound':
    'class A { v = 1; m() { return [this?.v, s.a[0]] } } const { m } = new A(); return [m(), m.call({ v: 5 }), new ' +
    'A().m.bind({ v: 6 })(), [new A()].map((x) => x.m())]',
  'instanceof, constructor and prototypes':
    'class A {} class B extends A { m() { return s.a[0] } } const x = new B(); return [x instanceof A, ' +
    'x.constructor === B, Object.getPrototypeOf(B) === A, B.prototype instanceof A, Object.getPrototypeOf(x) === ' +
    'B.prototype, x.m()]',
  'extending builtins':
    'class L extends Array { sum() { return this.reduce((t, x) => t + x + s.a[0], 0) } } class F extends Error { ' +
    'constructor(m) { super(m); this.code = 5 } } class M extends Map { get(k) { return [super.get(k), s.a[1]] } } ' +
    'const l = L.from([1, 2]); return [l.sum(), l.map((x) => x + s.a[0]) instanceof L, l.length, new ' +
    'F("text").message, new F("x") instanceof Error, new M([[1, 2]]).get(1)]',
  'extending a typed array':
    'class Vec extends Int32Array { get first() { return this.length } twice() { return this.map((x) => x * 2 + ' +
    's.a[1]) } } const v = Vec.of(1, 2); return [v.first, v.twice().join(), v.twice() instanceof Vec, v[0], s.a[0]]',
  'toString tags, iterators and primitives of a class':
    'class A { get [Symbol.toStringTag]() { return "Tag" } [Symbol.toPrimitive](h) { return h === "number" ? 5 : h ' +
    '} static [Symbol.species] = Array } return [String(Object.prototype.toString.call(new A())), +new A(), `${new ' +
    'A()}`, new A() + "", s.a[0]]',
  'a class in an expression that suspends':
    'const r = [s.a[0], class { static v = 5; static m() { return s.a[1] } }, s.a[2]]; return [r[0], r[1].v, ' +
    'r[1].m(), r[2]]',
  'a class that refers to itself':
    'class A { static make() { return new A() } clone() { return new A() } m() { return [A.name, s.a[0]] } static ' +
    'self = A } const B = A; return [A.make().m(), new B().clone() instanceof A, A.self === B]',
  'object literals: methods, accessors, __proto__':
    'const q = { __proto__: { inherited: 1 }, "__proto__x": 2, ["__proto__"]: 3, m() { return s.a[0] }, get g() { ' +
    'return T("g") }, set g(v) { T("set g", v) } }; const r = { __proto__() { return s.a[1] } }; const __proto__ = ' +
    '5; const t = { __proto__ }; q.g = 1; return [q.inherited, Object.keys(q), q.g, q.m(), r.__proto__(), ' +
    'Object.keys(t), t.__proto__]',
  'object literals: __proto__ functions are not named by it':
    'const q = { __proto__: () => s.a[0] }; const r = { "__proto__": function () { return s.a[0] } }; return ' +
    '[Object.getPrototypeOf(q).name, Object.getPrototypeOf(r).name, Object.keys(q)]',
  'object literals: spread overrides, getters are read':
    'const src = { get p() { T("read"); return s.b.length }, q: 2 }; return [{ p: 0, ...src, q: s.a[0] }, { ' +
    '...src, ...null, ...[7, 8], ..."xy" }, { ...s.c }]',
  'object literals: numeric, string and computed method names':
    'const q = { 1() { return s.a[0] }, "a b"() { return s.a[1] }, [`c${1}`]() { return s.a[2] }, 1.5() { return ' +
    's.a[3] }, async() { return 1 }, get() { return 2 }, static() { return 3 }, *gen() { yield s.a[0] } }; return ' +
    '[q[1](), q["a b"](), q.c1(), q[1.5](), q.async(), q.get(), q.static(), [...q.gen()], q[1].name, q["a ' +
    'b"].name, q[1.5].name, Reflect.ownKeys(q)]',
})
