import { group } from './construct.ts'

export const parameters = group('parameters', {
  'a closure in a default sees the variable outside, not the constant of the body':
    'const x = 1; return ((g = () => x, y = s.a[0]) => { const x = 2; return [g(), x, y] })()',
  'a closure in a default sees the variable outside, not the var of the body':
    'var x = 1; return ((g = () => x, y = s.a[0]) => { var x = 2; return [g(), x, y] })()',
  'a closure in a default sees the variable outside, not the function of the body':
    'var x = 1; return ((g = () => x, y = s.a[0]) => { function x() { return s.a[1] } return [g(), x(), y] })()',
  'a closure in a default sees the variable outside, not the class of the body':
    'let x = 1; return ((g = () => x, y = s.a[0]) => { class x {} return [g(), typeof x, y] })()',
  'a default refers directly to a name that the body declares':
    'var x = 1; return ((y = x + s.a[0]) => { var x = 2; return [x, y] })()',
  'a default refers to a name that the body declares in a block':
    'var x = 1; return ((y = x + s.a[0]) => { if (y) { var x = 2 } return [x, y] })()',
  'a default calls a function that the body declares again':
    'function f() { return 1 } return ((y = f() + s.a[0]) => { return [f(), y]; function f() { return 2 } })()',
  "a var of the parameter's name begins with its value":
    'return ((x = s.a[0], g = () => x) => { var x; const before = x; x = 9; return [before, x, g()] })()',
  "a var of the parameter's name, assigned by a closure of the parameters":
    'return ((x = s.a[0], set = () => { x = 7 }, get = () => x) => { var x; set(); return [x, get()] })()',
  "a var of a simple parameter's name": 'return ((x, g = () => x, y = s.a[0]) => { var x = 5; return [x, g(), y] })(1)',
  "a function of the parameter's name":
    'return ((f = () => s.a[0], g = () => f) => { function f() { return s.a[1] } return [f(), g()()] })()',
  "a function in a block of the parameter's name":
    'return ((f = () => s.a[0]) => { { function f() { return s.a[1] } T(f()) } return f() })()',
  'a default may refer to parameters before it': 'return ((x, y = x + s.a[0], z = x + y) => [x, y, z])(1)',
  'a default in the dead zone of a later parameter':
    'try { return ((x = y, y = s.a[0]) => [x, y])() } catch (e) { return E(e) }',
  'a default in its own dead zone': 'try { return ((x = x + s.a[0]) => x)() } catch (e) { return E(e) }',
  'a default in the dead zone of a later parameter, although the name exists outside':
    'const y = 5; try { return ((x = y, [y] = s.a) => [x, y])() } catch (e) { return E(e) }',
  'a closure in a default may use a later parameter once it is bound': 'return ((f = () => y, y = s.a[0]) => f())()',
  'a closure in a default that is called too early':
    'try { return ((f = () => y, x = f(), y = s.a[0]) => x)() } catch (e) { return E(e) }',
  'a default that is not suspended in the dead zone of one that is':
    'const z = 1; try { return ((x = z, [z] = s.a) => [x, z])() } catch (e) { return E(e) }',
  'defaults are evaluated from left to right':
    'return ((x = T(1), { y = T(2) } = T({}), [z = T(3)] = T([]), w = s.a[T(0)]) => [x, y, z, w])()',
  'defaults are evaluated for undefined only':
    'return ((x = s.a[0], y = s.a[1], z = s.a[2]) => [x, y, z])(null, undefined, 0)',
  'a default assigns an outer variable': 'let n = 0; const f = (x = (n = s.a[0])) => x + n; return [f(), f(1), n]',
  'a default assigns another parameter': 'return ((x, y = (x = s.a[0])) => [x, y])(1)',
  'the body assigns a parameter that a closure sees': 'return ((x = s.a[0], g = () => x) => { x = 9; return g() })()',
  'patterns with defaults inside':
    'return (({ p = s.a[0], q: [r = s.a[1]] = [] } = {}, ...[t = s.a[2]]) => [p, r, t])()',
  'a pattern whose property is missing': 'try { (({ p: { q } }, x = s.a[0]) => q)({}) } catch (e) { E(e) }',
  'a pattern that gets undefined': 'try { (({ p }, x = s.a[0]) => p)() } catch (e) { E(e) }',
  'a pattern that gets null': 'try { (({ p }, x = s.a[0]) => p)(null) } catch (e) { E(e) }',
  'an array pattern that gets undefined': 'try { (([p], x = s.a[0]) => p)() } catch (e) { E(e) }',
  'an array pattern that gets a number': 'try { (([p], x = s.a[0]) => p)(5) } catch (e) { E(e) }',
  'an array pattern that gets an object': 'try { (([p], x = s.a[0]) => p)({}) } catch (e) { E(e) }',
  'an empty object pattern that gets null': 'try { (({}, x = s.a[0]) => x)(null) } catch (e) { E(e) }',
  'a computed key in a parameter': 'return (({ [T("p")]: x = s.a[0], [s.a[1]]: y }) => [x, y])({ 1: 5 })',
  'a rest of an object in a parameter': 'return (({ p, ...rest }, x = s.a[0]) => [p, rest, x])({ p: 1, q: 2, r: 3 })',
  'a rest parameter': 'return ((x, ...rest) => [x, rest, rest.length, s.a[0]])(1, 2, 3)',
  'a rest parameter with a pattern': 'return ((x, ...[y, z = s.a[0], ...w]) => [x, y, z, w])(1, 2)',
  'a rest parameter that is the view': 'return ((...[x, y]) => [x, y, s.a[0]])(...s.a)',
  'an iterator is closed when a later default fails':
    'try { (([x], y = s.a[T(0)], z = (() => { throw new Error("d") })()) => 1)(I(2)) } catch (e) { E(e) }',
  'an iterator is closed when a default inside fails':
    'try { (([x = (() => { throw new Error("d") })()]) => 1)({ [Symbol.iterator]: () => ({ next: () => ({ done: ' +
    'false }), return() { T("closed", s.a[0]); return {} } }) }) } catch (e) { E(e) }',
  'length counts parameters before the first default':
    'return [((a, b) => s.a[0]).length, ((a, b = s.a[0]) => b).length, ((a = s.a[0], b) => b).length, ((...r) => ' +
    's.a[0]).length, (({ p }, [q]) => s.a[0]).length, (function (a, b = 1, c) { return s.a[0] }).length]',
  'this in a default':
    'function f(x = this.v, y = s.a[0], g = () => this.v) { return [x, y, g()] } return f.call({ v: 5 })',
  'arguments in a default':
    'function f(x = arguments.length, y = s.a[0], g = () => arguments[1]) { return [x, y, g()] } return ' +
    'f(undefined, 7)',
  'new.target in a default':
    'function F(x = new.target === F, g = () => new.target === F) { this.v = [x, g()] } return [new F().v, s.a[0]]',
  'new.target in a default of a call':
    'function f(x = new.target, y = s.a[0], g = () => new.target) { return [x, y, g()] } return f()',
  'super in a default of a method':
    'class A { m() { return s.a[0] } } class B extends A { m(x = super.m(), g = () => super.m()) { return [x, g()] ' +
    '} } return new B().m()',
  'super in a default of a method of an object':
    'const o2 = { __proto__: { m() { return s.a[0] } }, m(x = super.m(), y = s.a[1]) { return [x, y] } }; return ' +
    'o2.m()',
  'super() in a default of a constructor':
    'class A { constructor(v) { this.v = v } } class B extends A { constructor(x = super(5), y = this.v) { T(y) } ' +
    '} return [new B().v, s.a[0]]',
  'arguments is mapped in sloppy functions with simple parameters': {
    only: 'sloppy',
    code: 'function f(x, y) { arguments[0] = s.a[0]; y = 9; return [x, arguments[1], arguments.length] } return f(1, 2)',
  },
  'arguments is mapped for the parameters that were passed': {
    only: 'sloppy',
    code: 'function f(x, y) { y = s.a[0]; return [arguments.length, arguments[1]] } return f(1)',
  },
  'arguments is not mapped in strict functions': {
    only: 'strict',
    code: 'function f(x, y) { arguments[0] = s.a[0]; y = 9; return [x, arguments[1]] } return f(1, 2)',
  },
  'arguments is not mapped beside a default':
    'function f(x, y = s.a[0]) { arguments[0] = 5; x = x + 1; return [x, arguments[0], arguments.length, y] } ' +
    'return f(1)',
  'arguments is not mapped beside a pattern':
    'function f(x, { y }) { arguments[0] = s.a[0]; return [x, y, arguments.length] } return f(1, { y: 2 })',
  'arguments is not mapped beside a rest':
    'function f(x, ...r) { arguments[0] = s.a[0]; x = 9; return [x, r, arguments[0]] } return f(1, 2)',
  'a parameter that is called arguments': {
    only: 'sloppy',
    code: 'function f(arguments) { return [arguments, s.a[0]] } return f(5)',
  },
  "an arrow's parameter that is called arguments": {
    only: 'sloppy',
    refused: /`arguments` is used as a variable/,
    code: 'function f() { return ((arguments) => [arguments, s.a[0]])(5) } return f(1, 2)',
  },
  'a variable that is called arguments': {
    only: 'sloppy',
    code: 'function f() { var arguments = [s.a[0]]; return (() => arguments.length)() } return f(1, 2)',
  },
  'a var arguments without a value': {
    only: 'sloppy',
    code: 'function f() { var arguments; return [arguments.length, s.a[0]] } return f(1, 2)',
  },
  'a var arguments beside a default that uses it': {
    only: 'sloppy',
    refused: /`arguments` is used as a variable/,
    code:
      'function f(x = arguments.length, g = () => arguments, y = s.a[0]) { var arguments; const same = arguments === ' +
      'g(); arguments = 1; return [x, same, arguments, g().length] } return f(undefined, undefined)',
  },
  'a let that is called arguments': {
    only: 'sloppy',
    refused: /`arguments` is used as a variable/,
    code: 'function f() { let arguments = 4; return [(() => arguments + s.a[0])(), arguments] } return f(1)',
  },
  'a function that is called arguments': {
    only: 'sloppy',
    code: 'function f() { return [typeof arguments, s.a[0]]; function arguments() {} } return f(1)',
  },
  'arguments.callee': {
    only: 'sloppy',
    code:
      'const f = function () { s.a[0]; return arguments.callee }; return [f() === f, f().name, (function g(n) { ' +
      'return n === 0 ? s.a[1] : arguments.callee(n - 1) })(2)]',
  },
  'arguments.callee in a method': {
    only: 'sloppy',
    code: 'const q = { m() { s.a[0]; return arguments.callee === q.m } }; return q.m()',
  },
  'arguments.callee in strict code': {
    only: 'strict',
    code: 'function f() { s.a[0]; return arguments.callee } try { return f() } catch (e) { return E(e) }',
  },
  'arguments.callee beside a default':
    'function f(x = 1, y = s.a[0]) { return arguments.callee } try { return f() } catch (e) { return E(e) }',
  'arguments is iterable, sliced and spread':
    'function f() { const r = []; for (const x of arguments) r.push(x + s.a[0]); return [r, [...arguments], ' +
    'Array.prototype.slice.call(arguments, 1), Math.max(...arguments)] } return f(1, 2)',
  'arguments of the function around arrows':
    'function f() { return [1].map(() => [...arguments, s.a[0]])[0] } return f(5, 6)',
  'arguments assigned': {
    only: 'sloppy',
    code: 'function f() { arguments = s.a[0]; return [arguments, (() => arguments)()] } return f(1)',
  },
  'duplicate names': { only: 'sloppy', code: 'function f(x, x) { return [x, arguments[0], s.a[0]] } return f(1, 2)' },
  'fewer and more arguments than parameters':
    'function f(x, y) { return [x, y, arguments.length, s.a[0]] } return [f(), f(1), f(1, 2, 3), f(1, 2, 3, 4, 5, ' +
    '6)]',
  'defaults of generator functions are evaluated by the call':
    'function* g(x = T(1), f = () => x) { yield [x, f(), s.a[0]] } const it = g(); T("called"); return [...it]',
  'defaults of generator functions: this, arguments, closures':
    'function* g(f = () => [this.v, arguments.length], { p = () => this.v + 1 } = {}) { yield [f(), p(), s.a[0]] } ' +
    'return [...g.call({ v: 5 })]',
  'a default of a generator function that fails':
    'function* g(x = (() => { throw new Error("d") })()) { yield s.a[0] } try { g() } catch (e) { return E(e) }',
  'a generator function whose body declares the name of a closure':
    'const x = 1; function* g(f = () => x) { const x = 2; yield [f(), x, s.a[0]] } return [...g()]',
  'a default with a class':
    'return ((C = class { m() { return s.a[0] } }, D = class extends C { m() { return super.m() + 1 } }) => ' +
    '[C.name, D.name, new D().m()])()',
  'a default with a named function':
    'return ((f = function fact(n) { return n === 0 ? s.a[0] : n * fact(n - 1) }) => [f.name, f(3)])()',
  'names of functions in defaults':
    'return ((f = () => s.a[0], g = function () { return s.a[0] }, { h = () => s.a[0] } = {}, [i = () => s.a[0]] = ' +
    '[]) => [f.name, g.name, h.name, i.name])()',
  'a default in a method': 'const q = { m(x = s.a[0], f = () => this.n + x) { return f() }, n: 10 }; return q.m()',
  'a default in a setter': 'const q = { set p(v = 5) { T(v, s.b.length) } }; q.p = undefined; q.p = 1; return s.a[0]',
  'a default in a constructor':
    'class A { constructor(x = 5, f = () => this.y + x) { this.y = 1; this.f = f } } return [new A().f(), s.a[0]]',
  'a default in a constructor whose body declares the name':
    'const x = 1; class A { constructor(f = () => x) { const x = 2; this.v = [f(), x] } } return [new A().v, ' +
    's.a[0]]',
  'a default in a derived constructor':
    'class A { constructor(v) { this.v = v } } class B extends A { constructor(x = 5, f = () => this.v + x) { ' +
    'super(2); this.w = f() } } return [new B().w, s.a[0]]',
  'a default with yield-free destructuring of the view':
    'return (([p, ...q] = s.a, { 1: r, length } = s.a) => [p, q, r, length])()',
  'a conditional default': 'return ((x = s.a[0] > 1 ? s.a[1] : s.a[2], y = x && s.a[3]) => [x, y])()',
  'eval in the body declares a name that a closure in a default uses': {
    only: 'sloppy',
    code: 'var x = 1; return ((g = () => x, y = s.a[0]) => { eval("var x = 2"); return [g(), x, y] })()',
  },
  'eval in a default': {
    only: 'sloppy',
    code: 'var x = 1; return ((y = eval("x + 1"), z = s.a[0]) => { var x = 5; return [x, y, z] })()',
  },
  'nested functions each with such parameters':
    'const x = 1; return ((f = (g = () => x, y = s.a[0]) => { const x = 2; return [g(), x, y] }) => { const x = 3; ' +
    'return [f(), x] })()',
  "a parameter shadows the function's own name": 'return (function f(f = s.a[0]) { return f })()',
  "a parameter scope between the function's own name and its body":
    'return (function f(g = () => typeof f, y = s.a[0]) { var f = 5; return [g(), f, y] })()',
  "undefined as a parameter's name": {
    only: 'sloppy',
    code: 'return (function (undefined, x = s.a[0], { y = 2 } = {}) { return [undefined, x, y] })(5)',
  },
  'an async arrow in a default is not called':
    'return ((f = async () => x, y = s.a[0]) => { const x = 1; return [typeof f, y, x] })()',
  'a parameter that is captured and changed through arguments': {
    only: 'sloppy',
    code: 'function f(x) { const g = () => x; arguments[0] = s.a[0]; return [g(), x] } return f(1)',
  },
})
