import { group } from './construct.ts'

export const iteration = group('loops', {
  'for-of closes on break, return and throw, not on the end':
    'for (const x of I(2)) { if (x) break } for (const x of I(2)) T(x); (() => { for (const x of I(2)) return ' +
    's.a[0] })(); try { for (const x of I(2)) throw new Error("b") } catch (e) { E(e) } return 1',
  'for-of with a return that fails':
    'try { for (const x of I(4)) break } catch (e) { E(e) } try { for (const x of I(4)) throw new Error("body") } ' +
    'catch (e) { E(e) } try { (() => { for (const x of I(4)) return s.a[0] })() } catch (e) { E(e) }',
  'for-of with a next that fails': 'try { for (const x of I(5)) T(x, s.a[x]) } catch (e) { E(e) }',
  'for-of with a return that gives no object':
    'try { for (const x of I(6)) break } catch (e) { E(e) } try { for (const x of I(6)) throw new Error("body") } ' +
    'catch (e) { E(e) } return s.a[0]',
  'for-of with a next that gives no object': 'try { for (const x of I(7)) T(x) } catch (e) { E(e) } return s.a[0]',
  'for-of without return': 'for (const x of I(3)) { T(x); break } return s.a[0]',
  'for-of closes on a labelled break and continue':
    'outer: for (const x of [1, 2, 3]) { for (const y of I(2)) { if (x === 1) continue outer; if (x === 2) break ' +
    'outer; T(y) } } return s.a[0]',
  'a labelled continue of the loop itself':
    'const r = []; l: for (const x of s.a) { for (const y of [1, 2]) { if (x === 1) continue l; r.push(x * y) } } ' +
    'return r',
  'the variable of for-of is in its dead zone in the iterable':
    'const x = 1; try { for (const x of [x]) T(x) } catch (e) { E(e) } try { for (let y of [y]) T(y) } catch (e) { ' +
    'E(e) } return s.a[0]',
  'the variable of for-of is in its dead zone in a closure of the iterable':
    'let f; const x = 1; for (const x of [f = () => x]) T(1); try { f() } catch (e) { E(e) } return s.a[0]',
  'the variable of for-in is in its dead zone in the object':
    'const x = { p: 1 }; try { for (const x in x) T(x) } catch (e) { E(e) } try { for (const [y] in y) T(y) } ' +
    'catch (e) { E(e) } return s.a[0]',
  'names of a pattern in for-of are in their dead zone in the iterable':
    'const x = 1; try { for (const [x] of [[x]]) T(x) } catch (e) { E(e) } return s.a[0]',
  'for-of with var': 'var x = 5; for (var x of s.a) if (x === 4) break; return x',
  'for-of with var, captured': 'const fs = []; for (var x of s.a) fs.push(() => x); return fs.map((f) => f())',
  'for-of with let, captured and changed':
    'const fs = []; for (let x of s.a) { fs.push(() => x); x += 10 } return fs.map((f) => f())',
  'for-of with const, assigned': 'for (const x of s.a) try { x = 1 } catch (e) { E(e); break }',
  'for-of over a variable that exists': 'let x; for (x of s.a) T(x); for (x of []) ; return x',
  'for-of over members and elements':
    'const q = {}; for (q.p of [1, 2]) T(q.p); for (s.a[q.p] of [7, 8]) ; for (o.x of [1]) ; for (q[T("k")] of ' +
    '[3]) ; return [q, s.a[2]]',
  'for-of over a view that is written meanwhile':
    'const r = []; for (const x of s.a) { r.push(x); s.a[2] = 9; s.a[0] = 8 } return r',
  'for-of over entries, keys and values':
    'const r = []; for (const [i, x] of s.a.entries()) r.push(i * x); for (const i of s.a.keys()) r.push(i); for ' +
    '(const x of s.a.values()) r.push(x); return r',
  'for-of over an array that grows':
    'const v = [1]; for (const x of v) { if (v.length < 4) v.push(x + s.a[1]) } return v',
  'for-of over strings, maps and sets':
    'const r = []; for (const c of "a😀") r.push(c); for (const [k, v] of new Map([[1, s.a[0]]])) r.push(k, v); ' +
    'const set = new Set([1]); for (const x of set) { r.push(x); if (x < 3) set.add(x + 1) } return r',
  'for-of over a generator of the program that suspends':
    'function* g() { try { for (let i = 0; i < 4; i++) yield s.a[i] } finally { T("end", s.a[0]) } } const r = []; ' +
    'for (const x of g()) { r.push(x); if (x === 4) break } return r',
  'for-of with finally inside':
    'for (const x of I(2)) { try { if (x === 0) continue; break } finally { T("finally", s.a[x]) } } return 1',
  'a return in finally inside for-of':
    'return (() => { for (const x of I(2)) try { throw new Error("b") } finally { return T(s.a[0]) } })()',
  'for-of whose body only declares': { only: 'sloppy', code: 'for (const x of [1, 2]) var y = x + s.a[0]; return y' },
  'for-of with an empty body, a block and a statement':
    'let n = 0; for (const x of s.a); for (const x of s.a) n += x; for (const x of s.a) { const x = 1; n += x } ' +
    'return n',
  "the iterator's next is read once":
    'let n = 0; const it = { [Symbol.iterator]() { let i = 0; return { get next() { n++; return () => ({ done: i++ ' +
    '> 2, value: s.a[i] }) } } } }; for (const x of it) T(x); const [...r] = it; return [n, [...it], n]',
  'return is read when the iterator is closed':
    'const it = { [Symbol.iterator]() { return { next: () => ({ done: false, value: s.a[0] }), get return() { ' +
    'T("get return"); return undefined } } } }; for (const x of it) break; const [y] = it; return y',
  'for-in: order, inherited, deleted, added':
    'const q = Object.create({ z: 1 }); q.b = 1; q[1] = 2; q.a = 3; q[0] = 4; const r = []; for (const k in q) { ' +
    'r.push(k + s.a[0]); delete q.a } return r',
  'for-in over views, strings, null and undefined':
    'const r = []; for (const k in s.a) r.push(k); for (const k in "ab") r.push(k); for (const k in null) ' +
    'r.push(k); for (const k in undefined) r.push(k); for (var k in [5]) r.push(k); return [r, k]',
  'for-in into elements and properties':
    'const q = {}; for (s.a[0] in { 7: 1 }); for (q.p in { x: 1 }); for (const k in q) T(k); return [s.a[0], q]',
  'for-in with closures':
    'const fs = []; for (const k in { p: 1, q: 2 }) fs.push(() => k + s.a[0]); return fs.map((f) => f())',
  'for-in with break, continue and labels':
    'const r = []; l: for (const k in { a: 1, b: 2, c: 3 }) { if (k === "a") continue; for (const j in { x: 1 }) { ' +
    'if (k === "c") break l; r.push(k + j + s.a[0]) } } return r',
  'for-in with an initialiser': {
    only: 'sloppy',
    code: 'for (var k = T(5) in { p: 1 }) T(k); for (var j = s.a[0] in {}); return [k, j]',
  },
  'for with let: a new variable each turn':
    'const fs = []; for (let i = 0; i < 3; i++) fs.push(() => s.a[i]); return fs.map((f) => f())',
  'for with let: closures in the head':
    'const fs = []; for (let i = 0, f = () => i; i < 2; fs.push(() => i), i++) fs.push(f); return [fs.map((f) => ' +
    'f()), s.a[0]]',
  'for with let: a closure changes the variable':
    'const r = []; for (let i = 0; i < 4; i++) { const inc = () => { i += s.a[1] }; inc(); r.push(i) } return r',
  'for with let: a closure in the test and the update':
    'const r = []; for (let i = 0; (() => i < 3)(); (() => i++)()) r.push(s.a[i]); return r',
  'for with const':
    'for (const v = s.a; v[3]-- > 0;) T(v[3]); try { for (const i = 0; i < 2; i++) T(i) } catch (e) { E(e) }',
  'for with var': 'const fs = []; for (var i = 0; i < 3; i++) fs.push(() => i); return [fs.map((f) => f()), i, s.a[0]]',
  'for without parts': 'let i = 0; for (;;) { if (s.a[i++] === 4) break } return i',
  'for: continue evaluates the update':
    'const r = []; for (let i = 0; i < 4; T(i++)) { if (s.a[i] === 1) continue; r.push(i) } return r',
  'for: a declaration in the body of the same name':
    'const r = []; for (let i = 0; i < 2; i++) { let i = s.a[0]; r.push(i++) } return r',
  'var in loops keeps its value':
    'const r = []; for (let i = 0; i < 3; i++) { var v; r.push(v); v = s.a[i] } while (r.length < 5) { var w; ' +
    'r.push(w); w = 1 } return r',
  'let in loops begins anew': 'const r = []; for (let i = 0; i < 3; i++) { let v; r.push(v); v = s.a[i] } return r',
  'function declarations in loops':
    'const fs = []; for (let i = 0; i < 2; i++) { function f() { return s.a[i] } fs.push(f) } return [fs[0] === ' +
    'fs[1], fs.map((f) => f())]',
  'classes in loops':
    'const cs = []; for (const x of [1, 2]) { class C { static v = x; m() { return x + s.a[0] } } cs.push(C) } ' +
    'return cs.map((C) => [C.v, new C().m()])',
  'while and do-while': 'let i = 0; while (s.a[i] !== 4) i++; do T(s.a[i]); while (i-- > 1); return i',
  'do-while: continue goes to the test':
    'let i = 0; do { if (i === 1) continue; T(s.a[i]) } while (T(++i) < 3); return i',
  'labels on blocks': 'l: { if (s.a[0] === 3) break l; T("not") } m: { n: { break m } T("not") } return s.a[1]',
  'labels on if and switch':
    'l: if (s.a[0]) { break l } m: switch (s.a[1]) { case 1: for (;;) break m; default: T("not") } return 1',
  'several labels':
    'let n = 0; k: l: for (;;) { m: for (;;) { n++; if (n < 3) continue k; if (n < 5) continue l; break k } } ' +
    'return [n, s.a[0]]',
  'labels and functions of one name': 'const l = 5; l: for (const l of s.a) { if (l === 1) break l; T(l) } return l',
  'break in a switch in a loop':
    'const r = []; for (const x of s.a) { switch (x) { case 1: continue; case 3: break; default: r.push(x) } ' +
    'r.push(-x) } return r',
  'switch: tests in order until one fits':
    'switch (T(s.a[0])) { case T(1): T("one"); case T(3): T("three"); case T(4): T("four"); break; default: ' +
    'T("default") } return 1',
  'switch: default in the middle':
    'const f = (x) => { const r = []; switch (x) { case 1: r.push(1); default: r.push("d"); case 2: r.push(2); ' +
    'break; case 3: r.push(s.a[0]) } return r }; return [f(1), f(2), f(3), f(9)]',
  'switch: no case, only default': 'switch (s.a[0]) {} switch (T(1)) { default: T("d", s.a[1]) } return 1',
  'switch: strict equality':
    'const f = (x) => { switch (x) { case "3": return "text"; case 3: return "number"; case NaN: return "NaN" } }; ' +
    'return [f(s.a[0]), f("3"), f(NaN)]',
  'switch: a test that fails': 'try { switch (s.a[0]) { case o.fails: T(1); default: T(2) } } catch (e) { E(e) }',
  'switch: functions, classes and closures in cases':
    'const r = []; switch (s.a[0]) { case 1: function f() { return "f" + s.a[1] } case 3: r.push(f()); let x = 1; ' +
    'r.push((() => x + s.a[0])()); break; default: class A {} } return r',
  'switch: lexical names of another case':
    'switch (s.a[0]) { case 1: let x = 1; case 3: try { x } catch (e) { E(e) } x = 5; T(x) }',
  'switch: a function in the default clause only':
    'switch (s.a[0]) { default: T(f()); function f() { return s.a[1] } }',
  'switch: return, continue and throw inside':
    'const f = (x) => { for (const y of [1, 2]) switch (x) { case 1: return y; case 2: if (y === 1) continue; ' +
    'return "two"; case 3: throw new Error("three " + s.a[0]) } }; try { return [f(1), f(2), f(4), f(3)] } catch ' +
    '(e) { return E(e) }',
  'try: finally after return, throw, break, continue':
    'const f = (x) => { for (;;) try { if (x === 1) return T("r"); if (x === 2) throw T("t"); if (x === 3) break; ' +
    'x++; continue } catch (e) { T("c", e); return "caught" } finally { T("f", s.a[0]) } return "end" }; return ' +
    '[f(1), f(2), f(3), f(0)]',
  'try: finally replaces return, throw, break':
    'const f = (x) => { try { if (x) return 1; throw new Error("lost") } finally { return s.a[0] } }; const g = () ' +
    '=> { l: try { return 1 } finally { break l } return "after" }; const h = () => { for (const x of [1, 2]) try ' +
    '{ return x } finally { continue } return "h" }; return [f(1), f(0), g(), h()]',
  'try: the value of return is fixed before finally':
    'let x = 1; const f = () => { try { return x + s.a[0] } finally { x = 10 } }; const g = () => { const q = { p: ' +
    '1 }; try { return q } finally { q.p = s.a[0] } }; return [f(), x, g()]',
  'try: nested, with throws in catch and finally':
    'try { try { throw new Error("1") } catch (e) { E(e); throw new Error("2") } finally { T("f", s.a[0]) } } ' +
    'catch (e) { E(e) } try { try { throw new Error("3") } finally { throw new Error("4") } } catch (e) { E(e) } ' +
    'return 1',
  'try: catch without a parameter, and shadowing':
    'const e = 1; try { throw s.a[0] } catch { T(e) } try { throw 2 } catch (e) { T(e); { const e = 3; T(e) } } ' +
    'return e',
  'try: var of the name of the catch parameter': {
    only: 'sloppy',
    code: 'try { throw s.a[0] } catch (e) { var e = 5; T(e) } return e',
  },
  'try: a catch parameter captured':
    'const fs = []; for (const x of s.a) try { throw x } catch (e) { fs.push(() => e) } return fs.map((f) => f())',
  'try: a function in the block': 'try { T(f()); function f() { return s.a[0] } } finally { T(1) } return 1',
  'blocks: let, const, class and function are local': {
    only: 'strict',
    code:
      'const x = 1; { const x = s.a[0]; class A {} function f() { return x } T(x, f(), typeof A) } return [x, typeof ' +
      'f, typeof A]',
  },
  'if without braces around declarations': {
    only: 'sloppy',
    code: 'if (s.a[0]) function f() { return s.a[1] } return [f(), typeof f]',
  },
  'if-else chains':
    'const f = (x) => { if (x === s.a[0]) return "a"; else if (x === s.a[1]) return "b"; else return "c" }; return ' +
    '[f(3), f(1), f(9)]',
  'a yield-free infinite generator consumed in part':
    'function* nat() { let i = 0; for (;;) yield i++ } const r = []; for (const x of nat()) { if (x > 3) break; ' +
    'r.push(s.a[x]) } return r',
})
