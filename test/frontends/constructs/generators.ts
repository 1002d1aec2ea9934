import { group } from './construct.ts'

export const generators = group('generators', {
  'nothing runs before the first next':
    'function* g() { T("start"); yield s.a[0] } const it = g(); T("made"); return [it.next(), it.next(), it.next()]',
  'values that are sent in':
    'function* g() { const x = yield s.a[0]; const y = yield x + s.a[1]; return [x, y] } const it = g(); return ' +
    '[it.next("lost"), it.next(5), it.next(6), it.next(7)]',
  'return before the start, in the middle and after the end':
    'function* g() { try { yield s.a[0] } finally { T("f", s.a[1]) } } const p = g(), q = g(), r = g(); q.next(); ' +
    '[...r]; return [p.return(1), p.next(), q.return(2), q.next(), r.return(3)]',
  'throw before the start, in the middle and after the end':
    'function* g() { try { yield s.a[0] } catch (e) { yield T(e, s.a[1]) } } const p = g(), q = g(), r = g(); ' +
    'q.next(); [...r]; try { p.throw("x") } catch (e) { T(e) } T(q.throw("y")); try { r.throw("z") } catch (e) { ' +
    'T(e) } return q.next()',
  'finally that yields after return':
    'function* g() { try { yield 1 } finally { yield s.a[0]; T("after") } } const it = g(); it.next(); return ' +
    '[it.return(5), it.next(), it.next()]',
  'finally that returns after return':
    'function* g() { try { yield 1 } finally { return s.a[0] } } const it = g(); it.next(); return [it.return(5), ' +
    'it.next()]',
  'finally that throws after return':
    'function* g() { try { yield 1 } finally { throw new Error("f" + s.a[0]) } } const it = g(); it.next(); try { ' +
    'it.return(5) } catch (e) { E(e) } return it.next()',
  'a return value is not among the values':
    'function* g() { yield s.a[0]; return "end" } return [[...g()], Array.from(g()), g().return("r")]',
  'a generator is its own iterator':
    'function* g() { yield s.a[0] } const it = g(); return [it[Symbol.iterator]() === it, ' +
    'Object.prototype.toString.call(it), typeof it.next, String(it)]',
  'prototypes of generators':
    'function* g() { yield s.a[0] } g.prototype.extra = 5; const it = g(); return [Object.getPrototypeOf(it) === ' +
    'g.prototype, it instanceof g, it.extra, Object.keys(it), Object.getOwnPropertyNames(g.prototype), "prototype" ' +
    'in g]',
  'a replaced prototype':
    'function* g() { yield s.a[0] } g.prototype = { __proto__: g.prototype, m() { return 7 } }; const it = g(); ' +
    'return [it.m(), it.next()]',
  'a prototype that is no object':
    'function* g() { yield s.a[0] } g.prototype = null; const it = g(); return [it.next(), it.next()]',
  'a generator that is running':
    'let it; function* g() { try { it.next() } catch (e) { E(e) } yield s.a[0]; try { it.return(1) } catch (e) { ' +
    'E(e) } try { it.throw(1) } catch (e) { E(e) } } it = g(); return [it.next(), it.next()]',
  'a generator that is running, reached through calls':
    'let it; const again = () => { s.a[1]; return it.next() }; function* g() { yield s.a[0]; try { again() } catch ' +
    '(e) { E(e) } yield 2; try { [...it] } catch (e) { E(e) } } it = g(); return [it.next(), it.next(), it.next()]',
  'a running generator in a loop over itself':
    'let it; function* g() { for (const x of it) yield x } it = g(); try { it.next() } catch (e) { E(e) } return ' +
    '[it.next(), s.a[0]]',
  'methods on what is no generator':
    'function* g() { yield s.a[0] } const { next } = g(); try { next.call({}) } catch (e) { E(e) } try { next() } ' +
    'catch (e) { E(e) } try { g.prototype.next.call([]) } catch (e) { E(e) } try { g().return.call(5) } catch (e) ' +
    '{ E(e) } return s.a[0]',
  'new of a generator function':
    'function* g() { yield s.a[0] } try { new g } catch (e) { E(e) } try { new g(1) } catch (e) { E(e) } return 1',
  'yield without a value, in expressions and in arguments':
    'function* g() { const x = yield; T(x, yield s.a[0], yield); return [yield 1, yield 2] } const it = g(); ' +
    'return [it.next(), it.next("a"), it.next("b"), it.next("c"), it.next("d"), it.next("e")]',
  'yield in templates, keys, defaults, conditions, spread':
    'function* g() { const q = { [yield 1]: yield 2 }; const { p = yield 3 } = {}; const r = [...(yield 4)]; if ' +
    '(yield 5) return [q, p, r, `${yield 6}`, s.a[yield 7]] } const it = g(); const seen = []; for (const v of [0, ' +
    '"k", "v", "p", [1, 2], true, "t"]) seen.push(it.next(v)); return [seen, it.next(0)]',
  "yield as a target's key, in a pattern and in an assignment":
    'function* g() { const q = {}; q[yield "k"] = yield "v"; [q.x = yield "d", s.a[yield "i"]] = [undefined, 7]; ' +
    's.a[yield "j"] += yield "n"; return [q, s.a[1], s.a[0]] } const it = g(); const seen = []; for (const v of ' +
    '[0, "key", "value", "default", 1, 0]) seen.push(it.next(v)); return [seen, it.next(4)]',
  'yield* into arrays, strings, views and generators':
    'function* h() { const x = yield s.a[0]; return ["h", x] } function* g() { yield* [1, 2]; yield* "ab"; yield* ' +
    's.c; const r = yield* h(); yield r } return [...g()]',
  'yield* passes next, throw and return on':
    'function* h() { try { const x = yield 1; T(x); yield s.a[0] } catch (e) { T("caught", e); yield 2 } finally { ' +
    'T("finally", s.a[1]) } return "h" } function* g() { return ["g", yield* h()] } const p = g(), q = g(), r = ' +
    'g(); return [p.next(), p.next("in"), p.next(), p.next(), q.next(), q.throw("t"), q.next(), q.next(), ' +
    'r.next(), r.return("r"), r.next()]',
  'yield* passes results on as they are':
    'const result = { done: false, get value() { T("get value"); return 1 }, extra: 5 }; const it = { ' +
    '[Symbol.iterator]() { return this }, next() { s.a[0]; return result } }; function* g() { yield* it } return ' +
    'g().next() === result',
  'yield* with values sent to next':
    'function* g() { return yield* I(2) } const it = g(); return [it.next("a"), it.next("b"), it.next("c"), s.a[0]]',
  'yield* of an iterator without throw':
    'function* g() { yield* I(2) } const it = g(); it.next(); try { it.throw(new Error("t")) } catch (e) { E(e) } ' +
    'return [it.next(), s.a[0]]',
  'yield* of an iterator without return':
    'function* g() { try { yield* I(3) } finally { T("f") } } const it = g(); it.next(); return [it.return(5), ' +
    'it.next(), s.a[0]]',
  'yield* of an iterator whose return does not end it':
    'let n = 0; const inner = { [Symbol.iterator]() { return this }, next(v) { T("next", v); return { done: n++ > ' +
    '2, value: "n" + n } }, return(v) { T("return", v); s.a[0]; return { done: n++ > 1, value: "r" + n } } }; ' +
    'function* g() { const x = yield* inner; T("after", x); yield "g" } const it = g(); return [it.next(1), ' +
    'it.return(2), it.next(3), it.next(4), it.return(5)]',
  'yield* of an iterator whose throw goes on':
    'let n = 0; const inner = { [Symbol.iterator]() { return this }, next(v) { return { done: false, value: "n" + ' +
    'n++ } }, throw(e) { T("throw", e); s.a[0]; return { done: n++ > 1, value: "t" + n } } }; function* g() { ' +
    'const x = yield* inner; T("after", x); yield "g" } const it = g(); return [it.next(), it.throw(1), ' +
    'it.throw(2), it.next()]',
  'yield* of bad iterators':
    'function* g(v) { yield* v } for (const v of [5, undefined, null, {}, { [Symbol.iterator]: 5 }, { ' +
    '[Symbol.iterator]: () => 5 }, I(7), I(5)]) try { T([...g(v)]) } catch (e) { E(e) } return s.a[0]',
  'yield* of an iterator whose return gives no object':
    'function* g() { yield* I(6) } const it = g(); it.next(); try { it.return(1) } catch (e) { E(e) } return ' +
    '[it.next(), s.a[0]]',
  'yield* of an iterator whose methods suspend':
    'const inner = { i: 0, [Symbol.iterator]() { s.a[0]; return this }, next(v) { return { done: this.i > 2, ' +
    'value: s.a[this.i++] } }, return(v) { return { done: true, value: s.a[3] + v } }, throw(e) { return { done: ' +
    'true, value: s.a[2] + e } } }; function* g() { return ["r", yield* inner] } const p = g(), q = g(); return ' +
    '[p.next(), p.return(10), (inner.i = 0, q.next()), q.throw(20)]',
  'yield* in a row and nested':
    'function* c(n) { if (n > 0) { yield n + s.a[1]; yield* c(n - 1); yield* [n] } } return [...c(3)]',
  'generator methods in objects and classes':
    'const q = { *g() { yield this.v + s.a[0] }, v: 1, *["h" + 1]() { yield s.a[1] } }; class A { *g() { yield* ' +
    'this.h() } *h() { yield s.a[2] } static *t() { yield s.a[3] } *#p() { yield 7 } *r() { yield* this.#p() } ' +
    '*[Symbol.iterator]() { yield 1; yield s.a[0] } } return [...q.g(), ...q.h1(), ...new A().g(), ...A.t(), ' +
    '...new A().r(), ...new A()]',
  'generators with this, arguments and super':
    'class A { *g(x) { yield [this.v, x] } } class B extends A { v = 5; *g() { yield* super.g(s.a[0]); yield ' +
    'arguments.length } } return [...new B().g(1, 2)]',
  'generator expressions and their names':
    'const g = function* () { yield s.a[0] }, h = function* named() { yield typeof named + s.a[1] }; return ' +
    '[g.name, h.name, ...g(), ...h(), g.length, Object.getPrototypeOf(g) === Object.getPrototypeOf(h)]',
  'generators are closed by destructuring and loops':
    'function* g() { try { yield 1; yield 2 } finally { T("closed", s.a[0]) } } const [x] = g(); for (const y of ' +
    'g()) break; l: for (const z of [1]) for (const y of g()) continue l; return x',
  'an error inside a generator ends it':
    'function* g() { yield s.a[0]; throw new Error("inside") } const it = g(); it.next(); try { it.next() } catch ' +
    '(e) { E(e) } return [it.next(), it.return(1)]',
  'two generators interleaved':
    'function* g(n) { for (let i = 0; i < 3; i++) { T(n, s.a[i]); yield i } } const p = g("p"), q = g("q"); return ' +
    '[p.next(), q.next(), p.next(), q.next(), p.return("x"), q.next(), q.next()]',
  'a generator that calls functions that suspend':
    'const f = (i) => s.a[i]; function* g() { yield f(0) + f(1); yield [1, 2].map((i) => f(i)); for (const x of ' +
    '[f(3)]) yield x } return [...g()]',
  'generators in callbacks and closures':
    'function* g() { const h = () => s.a[0]; yield [1].map(() => h()); const fs = []; for (let i = 0; i < 2; i++) ' +
    '{ yield fs.push(() => i) } yield fs.map((f) => f()) } return [...g()]',
  'a generator with try, catch and suspended throws':
    'function* g() { try { yield s.a[0]; throw new Error("x") } catch (e) { yield E(e) + s.a[1] } finally { yield ' +
    '"f" } } return [...g()]',
  'a generator over the arguments': 'function* g() { for (const x of arguments) yield x + s.a[0] } return [...g(1, 2)]',
  'arguments is mapped in sloppy generators': {
    only: 'sloppy',
    code: 'function* g(x) { arguments[0] = s.a[0]; yield x } return [...g(1)]',
  },
  'iterators made of generators by hand':
    'function* g() { yield* [s.a[0], s.a[1]] } const it = g(); const { value, done } = it.next(); let n = 0; for ' +
    '(let r = it.next(); !r.done; r = it.next()) n += r.value; return [value, done, n]',
  'a generator is spread into arguments, new, Set, Map and from':
    'function* g() { yield [1, s.a[0]]; yield [2, s.a[1]] } return [Math.max(...[...g()].flat()), new ' +
    'Array(...g()), new Set(g()).size, [...new Map(g())], Array.from(g(), (x) => x[1]), Object.fromEntries(g())]',
  'next called through call, apply and Reflect':
    'function* g() { const x = yield s.a[0]; yield x } const it = g(); const next = it.next; return ' +
    '[next.call(it), Reflect.apply(next, it, [5]), it.next.apply(it, [])]',
  'async functions are only made':
    'const f = async () => 1; async function* ag() { yield 1 } const q = { async m() {} }; return [typeof f, ' +
    'typeof ag, q.m.name, s.a[0]]',
  'an async function that is called returns a promise': {
    ungated: /`await` was reached/,
    code: 'const f = async () => { try { await 1 } catch {} }; return [f() instanceof Promise, s.a[0]]',
  },
  'an async function that accesses shared memory':
    'const f = async (x = s.a[1]) => { try { return s.a[0] = x } catch {} }; f(); return s.a[0]',
  'for await': {
    ungated: /`await` was reached/,
    code: 'const f = async () => { try { for await (const x of [1]) T(x) } catch {} }; f(); return s.a[0]',
  },
})
