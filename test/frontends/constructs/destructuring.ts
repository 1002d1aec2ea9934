import { group } from './construct.ts'

export const destructuring = group('destructuring', {
  'arrays: holes, defaults, rest':
    'const [x, , y = T("unused"), z = T("used"), ...r] = [1, 2, 3, undefined, 5, 6]; return [x, y, z, r, s.a[0]]',
  'objects: names, defaults, computed keys, rest':
    'const { p, q: r = T(2), [T("t")]: u, ...v } = { p: 1, t: 3, w: 4, z: s.a[0] }; return [p, r, u, v]',
  'from the view':
    'const [x, y, ...r] = s.a; const { 0: p, length, [T(2)]: q, ...rest } = s.a; return [x, y, r, p, length, q, ' +
    'rest]',
  'an iterator that is not exhausted is closed':
    'const [x] = I(2); const [y, z] = I(2); const [...r] = I(2); const [p, q, t] = I(2); const [] = I(1); return ' +
    '[x, y, z, r, p, q, t, s.a[0]]',
  'an iterator without return': 'const [x] = I(3); return [x, s.a[0]]',
  'an iterator whose return fails': 'try { const [x] = I(4) } catch (e) { E(e) } return s.a[0]',
  'an iterator whose next fails is not closed': 'try { const [x, y, z] = I(5) } catch (e) { E(e) } return s.a[0]',
  'an iterator whose return gives no object': 'try { const [x] = I(6) } catch (e) { E(e) } return s.a[0]',
  'an iterator whose next gives no object': 'try { const [x, y] = I(7) } catch (e) { E(e) } return s.a[0]',
  'an iterator is closed when a default fails, and the first error counts':
    'try { const [x, y, z, w = (() => { throw new Error("d") })()] = [1, 2, 3] } catch (e) { E(e) } try { const [x ' +
    '= T(1), { p }] = I(4) } catch (e) { E(e) } try { const [{ p: { q } }] = I(1) } catch (e) { E(e) } return ' +
    's.a[0]',
  'an iterator is closed when a target fails':
    'try { [o.fails] = I(1) } catch (e) { E(e) } try { [o.none.p] = I(1) } catch (e) { E(e) } try { [(() => { ' +
    'throw new Error("t") })().p] = I(1) } catch (e) { E(e) } return s.a[0]',
  'an iterator is closed when a target fails, and closing fails as well':
    'try { [o.fails] = I(4) } catch (e) { E(e) } try { [o.fails, s.a[0]] = I(6) } catch (e) { E(e) } return s.a[0]',
  'an iterator is closed when a name has no value yet, or is constant':
    'const fixed = 1; try { [late] = I(1) } catch (e) { E(e) } try { [fixed] = I(1) } catch (e) { E(e) } try { [, ' +
    'late = 1] = I(1) } catch (e) { E(e) } try { for ([late] of [I(1)]) T(1) } catch (e) { E(e) } let late; return ' +
    's.a[0]',
  'an inner iterator is closed before the outer one':
    'const outer = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: I(1) }), return() { T("outer ' +
    'closed", s.a[0]); return {} } }) }; const [[x]] = outer; try { const [[y, z = (() => { throw new Error("d") ' +
    '})()]] = outer } catch (e) { E(e) } return x',
  'an iterator is closed when the declaration fails in an expression':
    'try { const x = ([o.fails] = I(1)) } catch (e) { E(e) } try { return [([o.fails] = I(1)), T(1)] } catch (e) { ' +
    'E(e) } return s.a[0]',
  'an iterator is closed in the body of an arrow':
    'const f = () => ([o.fails] = I(1)); try { f(s.a[0]) } catch (e) { E(e) } const g = () => ([s.a[0], o.x] = ' +
    'I(2)); return typeof g()',
  'an iterator is closed in conditions, switches and loops':
    'try { if ([o.fails] = I(1)) T(1) } catch (e) { E(e) } try { switch ([o.fails] = I(1)) { case 1: } } catch (e) ' +
    '{ E(e) } try { while ([o.fails] = I(1)); } catch (e) { E(e) } try { for ([o.fails] = I(1);;); } catch (e) { ' +
    'E(e) } try { for (const x of [[o.fails] = I(1)]); } catch (e) { E(e) } return s.a[0]',
  'an iterator that suspends is closed when a default fails':
    'const it = { i: 0, [Symbol.iterator]() { return this }, next() { return { done: false, value: s.a[this.i++] ' +
    '&& undefined } }, return() { T("closed", s.a[3]); return {} } }; try { const [x, y = (() => { throw new ' +
    'Error("d") })()] = it } catch (e) { E(e) } return it.i',
  'a later error does not close an iterator again':
    'try { const [x] = I(1); throw new Error("later") } catch (e) { E(e) } try { const [x] = I(1), y = o.fails } ' +
    'catch (e) { E(e) } return s.a[0]',
  'names in their dead zone while the pattern is bound':
    'try { const [x = y, y] = [] } catch (e) { E(e) } try { const { p = q, q } = {} } catch (e) { E(e) } try { let ' +
    '[x = (() => x)()] = [] } catch (e) { E(e) } try { const [x = s.a[0], z = x + w, w] = [] } catch (e) { E(e) } ' +
    'return s.a[0]',
  'defaults may use names before them':
    'const [x = s.a[0], y = x + 1, z = () => x + y] = []; let { p = x, q = p * 2 } = {}; return [x, y, z(), p, q]',
  'closures in a pattern see later changes of its names':
    'let [x, f = () => x, g = (v) => { x = v }] = [1]; x = 5; const before = f(); g(s.a[0]); return [before, x, ' +
    'f()]',
  'closures in a pattern whose iterator must be closed on failure':
    'let [x, f = () => x, { p = () => x + 1 } = {}] = I(1); x = s.a[0]; return [x, f(), p()]',
  'constants of a pattern stay constant':
    'const [x, y = T(1), { z } = { z: 3 }] = I(1); try { x = 5 } catch (e) { E(e) } try { y = 6 } catch (e) { E(e) ' +
    '} try { z = 7 } catch (e) { E(e) } return [x, y, z, s.a[0]]',
  'constants of a pattern stay constant in closures':
    'const [x, y = () => { x = 9 }] = I(1); try { y() } catch (e) { E(e) } const f = function () { y = 1; s.a[0] ' +
    '}; try { f() } catch (e) { E(e) } return x',
  'functions in a block with a pattern whose iterator must be closed':
    'const r = []; { const [x, y = f()] = I(1); function f() { return 2 } function g() { return x + s.a[0] } ' +
    'r.push(x, y, g()) } return r',
  'functions in a body with a pattern whose iterator must be closed':
    'function h() { const [x, y = f()] = I(1); return [x, y, g(), typeof f, f.name]; function f() { return s.a[0] ' +
    '} function g() { return x + y } var g2 = g; } return h()',
  'functions and vars of one name in such a body': {
    only: 'sloppy',
    code:
      'function h() { const [x, y = f()] = I(1); var f = 5; return [x, y, f]; function f() { return 1 } function f() ' +
      '{ return s.a[0] } } return h()',
  },
  'such a body in a strict function': {
    only: 'strict',
    code:
      'function h(f) { const [x, y = f()] = I(1); var k = 5; return [x, y, k, typeof f]; function f() { return ' +
      's.a[0] } } return h(1)',
  },
  'a parameter of the name of a function in such a body':
    'function h(f, g = 1) { const [x, y = f()] = I(1); return [x, y, arguments.length]; function f() { return ' +
    's.a[0] } } return h(5)',
  'a closure made before such a pattern':
    'const f = () => x; try { f() } catch (e) { E(e) } const [x, y = s.a[0]] = I(1); return [f(), y]',
  'a class after such a pattern':
    'const [x, y = T(1)] = I(1); class A { m() { return x + s.a[0] } } return new A().m()',
  'switch cases with patterns':
    'switch (s.a[0]) { case 1: const [x] = I(1); case 3: try { x } catch (e) { E(e) } default: const [y, z = T(5)] ' +
    '= I(1); return [y, z] }',
  'a pattern in the head of a for loop':
    'const r = []; for (let [i, j = T(5)] = I(1), k = s.a[0]; i < 2; i++) r.push(() => [i, j, k]); return ' +
    'r.map((f) => f())',
  'a pattern in the head of a for loop that fails':
    'try { for (let [i, j = (() => { throw new Error("d") })()] = I(1); ;) T(1) } catch (e) { E(e) } return s.a[0]',
  'a pattern in a for-of loop':
    'const r = []; for (const [k, v = s.a[k]] of [[0], [1, 5], new Set([2])]) r.push(() => [k, v]); return ' +
    'r.map((f) => f())',
  'a pattern in a for-of loop that fails':
    'try { for (const [k = (() => { throw new Error("d") })()] of [I(0), I(1)]) T(1) } catch (e) { E(e) } try { ' +
    'for (const { p: { q } } of I(1)) T(1) } catch (e) { E(e) } return s.a[0]',
  'a pattern in a for-of loop with members':
    'const q = {}; for ([q.x, s.a[1]] of [[1, 2], [3, 4]]) T(q.x, s.a[1]); for ({ p: q.y = s.a[0], ...q.z } of [{ ' +
    'r: 1 }]) T(q); return 1',
  'a pattern in a for-in loop':
    'const r = []; for (const [c, d] in { ab: 1, cd: 2 }) r.push(c + d + s.a[0]); for (const { length } in { xyz: ' +
    '1 }) r.push(length); return r',
  'a pattern in a catch clause': 'try { throw [1, { p: s.a[0] }] } catch ([x, { p, q = s.a[1] }]) { return [x, p, q] }',
  'a pattern in a catch clause whose names are captured':
    'let f; try { throw { p: 1, 0: 2 } } catch ({ p, 0: q, [T("r")]: r = () => p }) { f = () => p + q + s.a[0]; p ' +
    '= 5; T(r()) } return f()',
  'a pattern in a catch clause that fails':
    'try { try { throw { p: 1 } } catch ([x]) { T("not") } } catch (e) { E(e) } try { try { throw I(1) } catch ([x ' +
    '= T(1), { p }]) { T("not") } finally { T("finally") } } catch (e) { E(e) } return s.a[0]',
  'assignment to variables, properties and elements':
    'let x, y; [x, o.x, s.a[0], [y]] = [1, 2, 3, [4]]; ({ x, y: o.y, z: s.a[1] = 5 } = { x: 6, y: 7 }); return [x, ' +
    'y, s.a[0], s.a[1]]',
  'targets are evaluated before the values':
    '[T(o).x, s.a[T(1)]] = I(2); ({ [T("p")]: T(o).y, q: s.a[T(2)] = T(9) } = { get p() { T("get p"); return 1 } ' +
    '}); return [s.a[1], s.a[2]]',
  'targets that change while they are assigned':
    'let i = 0; [i, s.a[i], i, s.a[i]] = [1, 20, 2, 30]; return [i, s.a[1], s.a[2]]',
  'the value of a destructuring assignment is its right side':
    'let x; const v = [1, 2]; return [([x] = v) === v, ({ length: x } = v) === v, x, s.a[0]]',
  'an assignment pattern with keys that are converted':
    '({ [K("p")]: o.x, [K("q")]: s.a[K(1)] = T(4) } = { p: 1 }); return s.a[1]',
  'a swap':
    'let x = 1, y = 2; [x, y] = [y, x]; [s.a[0], s.a[1]] = [s.a[1], s.a[0]]; [s.a[s.a[0]], s.a[0]] = [s.a[0], 9]; ' +
    'return [x, y, s.a[0], s.a[1]]',
  'a rest into an element and into a property':
    'const q = {}; [s.a[0], ...q.r] = [1, 2, 3]; [...[s.a[1], s.a[2]]] = [7, 8]; ({ p: q.p, ...q.rest } = { p: 1, ' +
    't: 2 }); return [q, s.a[0], s.a[1], s.a[2]]',
  'a rest of getters, symbols and inherited properties':
    'const y = Symbol("y"); const src = Object.create({ inherited: 1 }, { p: { value: 1, enumerable: true }, ' +
    'hidden: { value: 2 } }); src[y] = s.a[0]; Object.defineProperty(src, "g", { get() { T("get g"); return 3 }, ' +
    'enumerable: true }); const { p, ...rest } = src; return [p, rest, rest[y], ' +
    'Object.getOwnPropertyDescriptor(rest, "g").value]',
  'a rest excludes computed keys':
    'const { [T("p")]: x, [K("q")]: y, 0: z, ...rest } = { p: 1, q: 2, 0: 3, r: s.a[0] }; return [x, y, z, rest]',
  'a rest of a proxy':
    'const src = new Proxy({ p: 1, q: 2 }, { ownKeys(t) { T("ownKeys"); return Reflect.ownKeys(t) }, ' +
    'getOwnPropertyDescriptor(t, k) { T("gopd", k); return Reflect.getOwnPropertyDescriptor(t, k) }, get(t, k) { ' +
    'T("get", k); return t[k] } }); const { p, ...rest } = src; return [p, rest, s.a[0]]',
  'strings, numbers and functions are destructured':
    'const { length } = "abc"; const { toFixed } = 5; const [c, ...d] = "añ😀"; const { name } = () => s.a[0]; ' +
    'return [length, typeof toFixed, c, d, name, s.a[0]]',
  'a pattern without names':
    'const {} = T({}); const [] = T([]); let {} = s, [] = s.a; ({} = T(5)); [] = T("x"); return s.a[0]',
  'names of functions in patterns':
    'const { f = () => s.a[0], g: h = function () { return s.a[0] } } = {}; let [i = () => s.a[0], j = class {}] = ' +
    '[]; let k; [k = () => s.a[0]] = []; ({ k: o.none = () => s.a[0] } = {}); return [f.name, h.name, i.name, ' +
    'j.name, k.name, o.none.name]',
  'nested defaults':
    'const { p: { q: [x = s.a[0]] = [] } = {} } = {}; const [{ r = s.a[1] } = {}] = [T()]; return [x, r]',
  'a var pattern declared twice': 'var [x] = s.a; var { x = 5 } = {}; var [x, y] = [x, 2]; return [x, y]',
  'a pattern over a generator of the program':
    'function* g() { try { yield s.a[0]; yield s.a[1]; yield 3 } finally { T("finally", s.a[2]) } } const [x] = ' +
    'g(); const [p, q, r, t] = g(); const [...all] = g(); return [x, p, q, r, t, all]',
  'a pattern over a Map': 'const [[k, v], [l]] = new Map([["p", s.a[0]], ["q", 2]]); return [k, v, l]',
  'a pattern with an expression that yields to another function':
    'const f = (i) => s.a[i]; const [x = f(0), { [f(1)]: y = f(2) } = {}] = []; return [x, y]',
  'an exported-like chain of declarations':
    'const x = s.a[0], [y] = [x + 1], { z = y + 1 } = {}, w = z + s.a[1]; return [x, y, z, w]',
  'var and let in one function': 'var x = 1; { let [x] = s.a; T(x); { var [y] = [x + 1] } } return [x, y]',
  'a getter of Symbol.iterator is read once':
    'let n = 0; const it = { get [Symbol.iterator]() { n++; return Array.prototype.values.bind([1, 2]) } }; const ' +
    '[x] = it; const y = [...it]; for (const z of it) T(z); Math.max(...it); return [x, y, n, s.a[0]]',
  'done and value are read once each':
    'const it = { [Symbol.iterator]() { let i = 0; return { next() { i++; return { get done() { T("done", i); ' +
    'return i > 2 }, get value() { T("value", i); return i } } } } } }; const [x, y] = it; const z = [...it]; for ' +
    '(const w of it) T(w); return [x, y, z, s.a[0]]',
  'an array with a changed iterator':
    'const v = [1, 2]; v[Symbol.iterator] = function* () { yield s.a[0]; yield 7 }; const [x, y] = v; return [x, ' +
    'y, [...v], Math.max(...v)]',
  'an array that changes while it is destructured':
    'const v = [1]; const [x, y = (v.push(9), T(2)), z] = v; const w = [1, 2]; const [p, q] = [w.pop(), ...w]; ' +
    'return [x, y, z, p, q, s.a[0]]',
})
