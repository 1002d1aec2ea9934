import { group } from './construct.ts'

/** Names that mean something to builtins, to the engine or to the transform. */
export const names = group('names', {
  'a local Atomics':
    'const Atomics = { load: (v, i) => [v === s.a, i, "own"], add: () => "added" }; Atomics.add(s.a, 0, 1); return ' +
    '[Atomics.load(s.a, 0), Atomics.add(s.a, 0, 1), s.a[0]]',
  'a parameter called Atomics':
    'return ((Atomics) => { Atomics.add(1, 2, 3); return Atomics.add(s.a, 0, 1) })({ add: (...v) => v.length })',
  'a local Array, Object and Reflect':
    'const Array = 1, Object = 2, Reflect = 3, Map = 4; const [x, ...r] = s.a; const { 0: y, ...t } = s.a; return ' +
    '[x, r, y, t, [...s.a], Array, Object, Reflect, Map]',
  'a local Symbol':
    'const Symbol = { iterator: "own", for: () => 5 }; const r = []; for (const x of s.a) r.push(x); return [r, ' +
    'Symbol.for("x"), { [Symbol.iterator]: 1 }]',
  'a local undefined': {
    only: 'sloppy',
    code:
      'const undefined = 5; const f = (x = s.a[0], { y = 1 } = {}) => [x, y, undefined]; return [f(), f(undefined), ' +
      '(() => s.a[0])(), o.none?.p, T(undefined)]',
  },
  'a var undefined': {
    only: 'sloppy',
    code:
      'var undefined = 7; const [p = s.a[0]] = []; function f() { return this } return [p, undefined, typeof f(), ' +
      '[1].map((x) => s.a[x])]',
  },
  'a local NaN, Infinity and globalThis': {
    only: 'sloppy',
    code: 'const NaN = 1, Infinity = 2, globalThis = 3; return [NaN, Infinity, globalThis, s.a[0], (() => s.a[1])()]',
  },
  'a local Int32Array':
    'const Int32Array = class { constructor(v) { this.v = v } }; return [new Int32Array(s.a[0]).v, new ' +
    'Int32Array(s.a).v === s.a]',
  'a local Error and TypeError':
    'class TypeError { constructor() { this.own = 1 } } try { o.plain() } catch (e) { T(e instanceof TypeError) } ' +
    'return [new TypeError().own, s.a[0]]',
  'a local Proxy, Function and Promise':
    'const Proxy = (x) => x, Function = 1, Promise = { resolve: () => 2, then: 3 }; return [Proxy(s.a[0]), ' +
    'Function, Promise.resolve(), Promise.then]',
  'Symbol declared at the top of the file': {
    top: 'var Symbol = { for: () => "own" };',
    code: 'return [Symbol.for("x"), s.a[0], [...s.a]]',
  },
  'Symbol as a constant at the top of the file': {
    top: 'const Symbol = globalThis.Symbol, Reflect = 5;',
    code: 'return [typeof Symbol.iterator, Reflect, s.a[0]]',
  },
  'globalThis declared at the top of the file': {
    top: 'var globalThis = { own: 1 };',
    code: 'return [globalThis.own, s.a[0], [1].map((x) => s.a[x])]',
  },
  'Atomics declared at the top of the file': {
    top: 'const Atomics = { add: (...v) => v.length };',
    code: 'Atomics.add(s.a, 0, 1); return [Atomics.add(s.a, 0, 1), s.a[0]]',
  },
  'undefined declared in a function around': {
    only: 'sloppy',
    code:
      'return (function (undefined) { const g = (x = s.a[0]) => x; return [g(), undefined, (() => { let y; return [y ' +
      '=== undefined, s.a[1]] })()] })(5)',
  },
  'names of the transform itself':
    'const $h = 1, $h0 = 2, $h_1 = 3, $hread = 4, $hSUSPEND = 5, $hf1this = 6; let $h1$ = 7; return [$h, $h0, ' +
    '$h_1, $hread, $hSUSPEND, $hf1this, $h1$, s.a[0], (() => s.a[1])()]',
  'names of the transform itself, written with escapes':
    'const \\u0024h0 = 2, $\\u0068isElement = 3; return [\\u0024h0, $\\u0068isElement, s.a[0]]',
  'names with unicode': 'const ñ = s.a[0], 变量 = 1, \\u0061b = 2; return [ñ, 变量, ab, { ñ, 变量 }]',
  'names that are keywords elsewhere': {
    only: 'sloppy',
    code:
      'var async = 1, of = 2, get = 3, set = 4, from = 5, as = 6, static = 7, let_ = 8, implements = 9, await = 10; ' +
      'for (of of [of]); const q = { async, of, get, set, yield: 1, await }; return [async, of, get, set, from, as, ' +
      'static, implements, await, q, s.a[0]]',
  },
  'let as a name': { only: 'sloppy', code: 'var let = 5; return [let, s.a[0]]' },
  'yield as a name': {
    only: 'sloppy',
    refused: /`yield` is used as a name/,
    code: 'var yield = 5; return [yield, s.a[0]]',
  },
  'yield as a property and a label of nothing': 'const q = { yield: 1 }; return [q.yield, { yield: s.a[0] }]',
  "a function called eval's name": {
    only: 'sloppy',
    code: 'const f = (eval) => eval("1 + 1"); return [f((x) => x + s.a[0]), f(T)]',
  },
  'eval through a variable of its name': {
    only: 'sloppy',
    refused: /rename the variable/,
    code: 'const f = (eval) => eval("1 + 1"); s.a[0]; return f(eval)',
  },
  'a local eval': { only: 'sloppy', code: 'var eval = (x) => ["own", x, s.a[0]]; return eval("1 + 1")' },
  eval: {
    only: 'sloppy',
    code:
      'var x = 1; eval("x = 5; var y = 6"); return [x, y, eval("x + y"), eval("(() => this === undefined)()"), ' +
      'eval(5), eval(), s.a[0]]',
  },
  'eval in strict code': {
    only: 'strict',
    code: 'let x = 1; eval("x = 5; var y = 6"); return [x, typeof y, eval("x + 1"), s.a[0]]',
  },
  'eval: this, arguments and new.target':
    'function f() { return [eval("this.v"), eval("arguments.length"), eval("new.target"), s.a[0]] } return ' +
    'f.call({ v: 5 }, 1, 2)',
  'eval: this, arguments and new.target in arrows':
    'function f() { return [1].map(() => [eval("this.v"), eval("arguments.length"), eval("new.target"), eval("(() ' +
    '=> this.v)()"), s.a[0]])[0] } return f.call({ v: 5 }, 1, 2)',
  'eval: super in a method':
    'class A { m() { return 5 } } class B extends A { m() { return [eval("super.m()"), s.a[0]] } } return new ' +
    'B().m()',
  'eval: super in an arrow': {
    refused: /cannot be transformed by itself/,
    code:
      'class A { m() { return 5 } } class B extends A { m() { return [1].map(() => [eval("super.m()"), s.a[0]]) } } ' +
      'return new B().m()',
  },
  'eval: functions that it makes':
    'const y = 2; const f = eval("(x) => x + y + s.a[0]"); return [f(1), eval("function g() { return s.a[1] } ' +
    'g")(), eval("({ m() { return s.a[2] } })").m()]',
  'eval: values of statements':
    'return [eval("1; 2"), eval("if (true) 3"), eval("for (var i = 0; i < 2; i++) i"), eval("var z = 1"), eval("{ ' +
    '5 }"), eval("x: { 6; break x }"), eval("try { 7 } finally { 8 }"), eval("function f() {}"), eval("class A ' +
    '{}"), eval("const { p } = { p: 1 }"), s.a[0]]',
  'eval: errors':
    'try { eval("1 +") } catch (e) { E(e) } try { eval("nobody") } catch (e) { E(e) } try { eval("throw new ' +
    'Error(\\"inside\\")") } catch (e) { E(e) } try { eval("o.plain()") } catch (e) { E(e) } return s.a[0]',
  'eval under another name':
    'var x = "local"; const e = eval; return [(0, eval)("typeof x"), e("1 + 1"), e("typeof s"), [eval].length, ' +
    'typeof eval, eval.name, s.a[0]]',
  'eval that accesses shared memory itself': {
    refused: /evaluated code cannot be suspended/,
    code: 'return eval("s.a[0]")',
  },
  with: { only: 'sloppy', refused: /`with` statement/, code: 'with (o) { return plain } ' },
  Function:
    'return [new Function("x", "return x + 1")(1), Function("s", "return s.a[0]")(s), new Function("return ' +
    'this")() === globalThis, Function("a", "b = 2", "...c", "return [a, b, c]")(1), new Function("s", "return ' +
    '[1].map((i) => s.a[i])")(s)]',
  'Function: name and errors':
    'const f = new Function("return 1"); try { new Function("return +") } catch (e) { T(e.name) } return [f.name, ' +
    'f.length, f instanceof Function, s.a[0]]',
  'shadowing at every level':
    'const x = 1; const f = (x) => { T(x); { let x = s.a[0]; T(x); for (const x of [7]) T(x); (function x() { ' +
    'T(typeof x) })(); try { throw 8 } catch (x) { T(x) } } return x }; return [f(5), x]',
  'labels, properties and variables of one name':
    'const x = 1; x: for (;;) { const q = { x: 2, y: x, s }; T(q.x, q.y); break x } return [x, { x }.x, s.a[0]]',
  'module.exports, exports and this': {
    top: 'exports.helper = (s) => s.a[0]; module.exports.other = 5',
    code: 'return [exports.helper(s), exports.other, module.exports === exports]',
  },
  'a module-level function and class': {
    top:
      'function helper(s) { return s.a[0] } class Tool { static use(s) { return s.a[1] } } const K2 = 5; let ' +
      'unchanged = 6',
    code: 'return [helper(s), Tool.use(s), K2, unchanged]',
  },
  'a module-level variable that a thread assigns': {
    top: 'let n = 0',
    refused: /module-level binding 'n'/,
    code: 'n = s.a[0]',
  },
  "a module-level variable that a thread assigns through a block's function name": {
    top: 'let f = 0',
    only: 'strict',
    refused: /module-level binding 'f'/,
    code: '{ function f() { return 1 } T(f()) } f = s.a[0]',
  },
  'a module-level variable that a default assigns beside a var of its name': {
    top: 'let n = 0',
    refused: /module-level binding 'n'/,
    code: 'return ((x = (n = s.a[0])) => { var n = 1; return [x, n] })()',
  },
  'a module-level variable that is shadowed': {
    top: 'let n = 0',
    code:
      'return [((n) => { n = s.a[0]; return n })(), (() => { var n; n = 1; return n })(), (() => { let n = 2; n++; ' +
      'return n })(), (() => { for (let n = 0; n < 1; n++); return 1 })(), (() => { try { throw 1 } catch (n) { n = ' +
      '5; return n } })(), (function n() { return typeof n })(), (() => { class n {} return typeof n })()]',
  },
  'a module-level function that a thread assigns': {
    top: 'function f() {}',
    refused: /module-level binding 'f'/,
    code: 'f = s.a[0]',
  },
  'a global that a thread assigns': {
    only: 'sloppy',
    refused: /module-level binding 'leaked'/,
    code: 'leaked = s.a[0]',
  },
  'helpers with the names of runtime functions':
    'const read = (x) => x, write = 1, pending = 2, open = 3, step = 4, guard = 5, twin = (x) => s.a[x], call1 = ' +
    '6; return [read(s.a[0]), write, pending, open, step, guard, twin(1), call1]',
  'regular expressions, bigints, numbers and strings as they are':
    'return [/a\\/[/\\]]+/gi.source, /x/y.sticky, 0x1F, 0b11, 0o17, 1_000, .5, 1e3, 10n, "a\\u0041\\x42\\n", ' +
    "'q\"', `t\\`${s.a[0]}`]",
  'octal numbers and escapes': { only: 'sloppy', code: 'return [017, "\\101", 08, s.a[0]]' },
  'comments and line breaks in odd places':
    'const f = /* a */ ( x ) /* b */ => /* c */ s . a /* d */ [ /* e */ x ] // f\n; return f ( /* g */ 0 ) /* h */ ' +
    '+ // i\n s.a[1]',
  'statements without semicolons':
    'let x = s.a[0]\nconst f = () => s.a[1]\n;[1].map((y) => s.a[y])\n;(() => s.a[2])()\nx++\nf()\nvar z = x\n+ ' +
    '1\nreturn [x, z]',
  'html comments': { only: 'sloppy', code: 'const x = s.a[0]; <!-- a comment\nreturn x' },
  'debugger, empty statements and directives': '"a string"; ; debugger; {} ;; "use nothing"; return s.a[0]',
})
