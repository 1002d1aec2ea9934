import { group } from './construct.ts'

export const evaluationOrder = group('order', {
  'object, key, value of an element assignment': 'T(s).a[T(1)] = T(5); return s.a[1]',
  'object, key, value of an assignment to a property': 'const q = {}; T(q)[T("k")] = T(s.a[0]); return q',
  'the key is converted after the value was evaluated': 'const q = {}; q[K("k")] = T(s.a[0]); return q',
  'the key of an element is converted after the value was evaluated': 's.a[K(1)] = T(s.a[0]); return s.a[1]',
  'the object of an assignment is fixed before the value changes it':
    'let q = { p: 1 }; const old = q; q.p = (q = { p: 9 }, s.a[0]); return [old, q]',
  'the array of an assignment is fixed before the value changes it':
    'let v = s.a; v[0] = (v = s.c, 7); return [s.a[0], s.c[0]]',
  'the index of an assignment is fixed before the value changes it':
    'let i = 0; s.a[i] = (i = 2, 9); return [s.a[0], s.a[2], i]',
  'the index of an assignment with an update': 'let i = 0; s.a[i++] = i++; return [i, s.a[0], s.a[1]]',
  'the array of a read is fixed before the index changes it': 'let v = s.a; return [v[(v = s.c, 3)], v === s.c]',
  'the callee is fixed before the arguments change it': 'let f = () => s.a[0]; return f(f = () => 5)',
  'the method is fixed before the arguments change it':
    'const q = { m() { return s.a[0] } }; return q.m(q.m = () => 5)',
  'the receiver is fixed before the arguments change it':
    'let q = { v: 1, m() { return this.v + s.a[0] } }; return q.m(q = { v: 7 })',
  'left operands before right ones': 'return T(s.a[0]) + T(s.a[1]) * T(s.a[2]) - T(s.a[3])',
  'a left operand is read before the right one changes it': 'let x = 1; return x + (x = 5) + x + s.a[0]',
  'a left element is read before the right one changes it': 'return s.a[0] + (s.a[0] = 9) + s.a[0]',
  'operands are evaluated before either is converted': 'return T(V(2)) * T(V(s.a[0]))',
  'comparison converts from left to right': 'return [V(1) < V(s.a[0]), V(1) > V(s.a[1]), V(1) <= V(2), V(1) >= V(2)]',
  'equality converts only when it must': 'return [V(3) == s.a[0], V(3) === s.a[0], V(1) == V(1)]',
  'exponentiation is right associative':
    'return [2 ** s.a[0] ** s.a[1], (2 ** s.a[0]) ** 2, T(2) ** T(s.a[1]) ** T(2)]',
  'logical operators evaluate only what they need':
    'return [s.a[0] && T(1), 0 && T(2), s.a[0] || T(3), 0 || T(4), null ?? T(5), s.a[0] ?? T(6)]',
  conditional: 'return [s.a[0] > 2 ? T("yes") : T("no"), s.a[1] > 2 ? T("yes") : T("no")]',
  comma: 'return (T(1), s.a[0], T(2), s.a[1])',
  'compound assignment of a variable reads it first': 'let x = 1; x += (x = 5, s.a[0]); return x',
  'compound assignment of a variable by a suspending value': 'let x = 1; x += s.a[0]; x *= s.a[0] + x; return x',
  'compound assignment of an element reads it before the value': 's.a[0] += (s.a[0] = 9); return s.a[0]',
  'compound assignment of a property reads it before the value':
    'const q = { p: 1 }; q.p += (q.p = 9, s.a[0]); return q.p',
  'compound assignment of a getter': 'o.x += s.a[0]; o.x -= T(1); return 0',
  'compound assignment: object, key, read, value, write': 'T(o)[T("x")] += T(s.a[0]); return 0',
  'compound assignment with a key that is converted': 'const q = { k: 1 }; q[K("k")] += T(s.a[0]); return q',
  'compound assignment of an element with a key that is converted': 's.a[K(1)] += T(2); return s.a[1]',
  'an update with a key that is converted': 'const q = { k: 1 }; q[K("k")]++; --q[K("k")]; return q',
  'an update of an element with a key that is converted': 's.a[K(1)]++; return s.a[1]',
  'a logical assignment with a key that is converted':
    'const q = { k: 0 }; q[K("k")] ||= T(s.a[0]); q[K("k")] &&= 7; q[K("n")] ??= 8; return q',
  'a logical assignment of an element with a key that is converted': 's.a[K(1)] &&= T(2); return s.a[1]',
  'compound assignment with an index that changes': 'let i = 0; s.a[i] += (i = 2); return [s.a[0], s.a[2], i]',
  'compound assignment with an array that changes': 'let v = s.a; v[0] += (v = s.c, 2); return [s.a[0], s.c[0]]',
  'every compound operator on an element':
    'const v = s.a; v[0] += 4; v[0] -= 1; v[0] *= 3; v[0] /= 2; v[0] %= 7; v[0] **= 2; v[0] <<= 3; v[0] >>= 1; ' +
    'v[0] >>>= 1; v[0] &= 7; v[0] |= 8; v[0] ^= 3; return v[0]',
  'the value of a compound assignment is not the element':
    'return [s.c[3] += 10, s.c[3], s.a[0] /= 2, s.a[0], s.a[1] += 0.5]',
  'the value of an assignment is not the element':
    'return [s.c[0] = 300, s.c[0], s.a[0] = 1.7, s.a[0], s.a[1] = "5", s.a[1]]',
  'updates of elements': 'return [s.a[0]++, ++s.a[0], s.a[0]--, --s.a[0], s.c[3]++, s.c[3] += 10, s.c[3]]',
  'an update converts once': 'let v = V(3); return [v++, v, s.a[0]]',
  'an update of a string': 'let v = "5"; const q = { p: "6" }; return [v++, v, q.p++, q.p, s.a[0]]',
  'logical assignments of variables':
    'let p, q = 0, r = 1; p ??= s.a[0]; q ||= s.a[1]; r &&= s.a[2]; p ??= T(1); q ||= T(2); return [p, q, r]',
  'logical assignments of elements':
    'return [s.a[0] ??= T(9), s.a[0] ||= T(8), s.a[0] &&= T(0), s.a[0] ||= T(7), s.a[9] ??= T(6)]',
  'logical assignments of getters': 'o.x ??= T(1); o.x ||= T(2); o.x &&= T(s.a[0]); o.y ??= T(4); return 0',
  'a logical assignment evaluates object and key once':
    'let n = 0; const q = () => (n++, o); q()[T("y")] ??= s.a[0]; return n',
  'logical assignments name functions':
    'let f, g = 0, h = 1; f ??= () => s.a[0]; g ||= () => s.a[1]; h &&= () => s.a[2]; const q = {}; q.p ??= () => ' +
    's.a[0]; return [f.name, g.name, h.name, q.p.name]',
  'a property of null fails before the key is converted':
    'try { return null[K("k")] } catch (e) { E(e) } return s.a[0]',
  'an assignment to a property of null evaluates the value first':
    'const z = null; try { z[T("k")] = T(s.a[0]) } catch (e) { E(e) } try { z.p = T(1) } catch (e) { E(e) }',
  'an assignment to an element of undefined evaluates the value first':
    'let z; try { z[0] = T(s.a[0]) } catch (e) { E(e) } try { z[K(1)] = T(1) } catch (e) { E(e) }',
  'a compound assignment to a property of null does not evaluate the value':
    'const z = null; try { z[T("k")] += T(s.a[0]) } catch (e) { E(e) } try { z.p++ } catch (e) { E(e) } try { z[0] ' +
    '??= T(1) } catch (e) { E(e) }',
  'a name in its dead zone fails before the value is evaluated':
    'try { later[0] = T(s.a[0]) } catch (e) { E(e) } const later = []; return later',
  'an object in its dead zone fails before the key is evaluated':
    'try { return later[T(s.a[0])] } catch (e) { E(e) } const later = []; return later',
  'a name that nobody declared fails before the value is evaluated':
    'try { nobody[0] = T(s.a[0]) } catch (e) { E(e) } try { nobody[0] += T(1) } catch (e) { E(e) }',
  'a callee in its dead zone fails before the arguments are evaluated':
    'try { later(T(s.a[0])) } catch (e) { E(e) } let later = () => 1; return later()',
  'what is no function fails after the arguments were evaluated':
    'const z = 5; try { z(T(s.a[0])) } catch (e) { E(e) } try { o.plain(T(1), T(2)) } catch (e) { E(e) }',
  'what is no constructor fails after the arguments were evaluated':
    'const z = 5; try { new z(T(s.a[0])) } catch (e) { E(e) } try { new o.plain(T(1)) } catch (e) { E(e) }',
  'arguments from left to right, with spread': 'return Math.max(T(1), ...[T(2), s.a[0]], T(3), ...T([4]))',
  'elements of an array from left to right': 'return [T(1), s.a[0], ...T([2]), , T(3), s.a[1]]',
  'properties of an object from left to right':
    'return { [T("p")]: T(1), q: s.a[0], ...T({ r: 2 }), get g() { return 1 }, [T("t") + s.a[1]]: T(3) }',
  'keys of an object are converted before the values are evaluated': 'return { [K("p")]: T(1), [K("q")]: T(s.a[0]) }',
  'keys of methods are converted in order':
    'return Object.keys({ [K("p")]() { return s.a[0] }, [K("q")]: () => s.a[0], get [K("r")]() { return 1 } })',
  'a template converts each value when it comes': 'return `${T(V(1))}-${s.a[0]}-${T(K("x"))}`',
  'a tagged template':
    'const tag = (strings, ...v) => [strings.raw.join("|"), strings.length, ...v, s.a[0]]; return ' +
    'tag`a${T(1)}\\n${T(s.a[1])}c`',
  'a tagged template on a method':
    'const q = { v: 3, tag(strings, x) { return [this.v, strings[0], x, s.a[0]] } }; return [q.tag`a${T(1)}`, ' +
    'q[T("tag")]`b${2}`]',
  'the strings of a tagged template are the same object each time':
    'const tag = (strings) => (s.a[0], strings); const f = () => tag`x`; return [f() === f(), f() === tag`x`, ' +
    'Object.isFrozen(f())]',
  'a tag that is an element': 'const fs = [(strings, x) => x + s.a[0]]; return fs[0]`a${1}`',
  'a tagged template whose tag is no function': 'try { o.plain`a${T(1)}` } catch (e) { E(e) } return s.a[0]',
  'an invalid escape in a tagged template': 'return ((strings) => [strings[0], strings.raw[0], s.a[0]])`\\unicode`',
  'typeof does not fail for names that nobody declared':
    'return [typeof nobody, typeof s.a[0], typeof T, typeof null, typeof 1n]',
  'typeof fails in the dead zone': 'try { typeof later } catch (e) { E(e) } let later = s.a[0]; return later',
  'void, not, minus, plus, tilde': 'return [void s.a[0], !s.a[0], -s.a[0], +s.a[0], ~s.a[0], !!s.a[9], -s.n[0]]',
  'plus of a bigint': 'try { return +s.n[0] } catch (e) { return E(e) }',
  'delete evaluates object, then key':
    'const q = { p: 1 }; return [delete T(q)[T("p")], q, delete q[s.a[0]], delete s.a[T(9)]]',
  'delete of an element': { only: 'sloppy', code: 'return [delete s.a[0], s.a[0]]' },
  'delete of an element in strict code': {
    only: 'strict',
    code: 'try { return delete s.a[0] } catch (e) { return E(e).length }',
  },
  'delete of a property of undefined': 'try { return delete o.none.p } catch (e) { return E(e) + s.a[0] }',
  'delete of a frozen property': {
    only: 'strict',
    code: 'try { return delete Object.freeze({ p: 1 }).p } catch (e) { return E(e) + s.a[0] }',
  },
  'delete of a variable': { only: 'sloppy', code: 'var x = s.a[0]; return [delete x, x, delete nobody]' },
  'in with elements': 'return [1 in s.a, 9 in s.a, "length" in s.a, "1" in s.a, s.a[0] in [1, 2, 3, 4]]',
  'in with something that is no object': 'try { return "p" in s.a[0] } catch (e) { return E(e) }',
  'instanceof with something that is no function':
    'try { return s.a instanceof s.a[0] } catch (e) { E(e) } try { return s.a instanceof {} } catch (e) { E(e) } ' +
    'return s.a instanceof Int32Array',
  'instanceof with Symbol.hasInstance':
    'class A { static [Symbol.hasInstance](v) { T("has", v); return v > 1 } } return [s.a[0] instanceof A, 0 ' +
    'instanceof A]',
  'optional chains evaluate nothing after a missing link':
    'return [o.none?.[T(1)], o.none?.p.q(T(2)), o.none?.(T(3)), o.nothing?.[s.a[0]], o.deep?.er?.[T("n")]]',
  'optional calls':
    'return [o.m?.(T(1)), o.none?.(T(2)), o?.m(3), o?.["m"](4), o.deep?.er.m(), (o?.m)(5), s.a.at?.(0)]',
  'optional chains keep their receiver':
    'const q = { v: 1, m() { return this.v + s.a[0] }, n: { v: 2, m() { return this.v } } }; return [q?.m(), ' +
    'q.m?.(), q?.n?.m?.(), (q?.n.m)(), q.n?.["m"]()]',
  'an optional chain of what is no function':
    'try { o?.plain(T(1)) } catch (e) { E(e) } try { o.plain?.(T(2)) } catch (e) { E(e) } try { o.deep?.er.none.p ' +
    '} catch (e) { E(e) } return s.a[0]',
  'an optional chain on elements':
    'let n = 0; const get = () => (n++, s); return [get()?.a[0], get()?.a?.[1], get()?.none?.[2], get().a?.[T(3)], ' +
    'n]',
  'delete of an optional chain':
    'const q = { p: { r: 1 } }; return [delete q?.p?.r, delete q.none?.r, delete q?.[T("p")], q, s.a[0]]',
  'a call of an element': 'const fs = [() => s.a[0], function () { return this.length }]; return [fs[0](), fs[T(1)]()]',
  'a call of an element that is no function':
    'const fs = [1]; const i = 0; try { fs[i](T(1)) } catch (e) { E(e) } try { s.a[0](T(2)) } catch (e) { E(e) } ' +
    'try { fs[T(0)]() } catch (e) { E(e) }',
  'new with arguments that suspend':
    'class A { constructor(...v) { this.v = v } } return new A(s.a[0], T(1), ...[s.a[1]]).v',
  'new of a member':
    'const q = { A: class { constructor(v) { this.v = v } } }; return [new q.A(s.a[0]).v, new q["A"](1).v, new ' +
    '(T(q).A)(2).v]',
  'nested assignments': 'let x, y; x = y = s.a[0]; s.a[1] = s.a[2] = x + y; return [x, y, s.a[1], s.a[2]]',
  'an assignment in a condition': 'let x; if ((x = s.a[0]) > 2) T(x); while ((x = s.a[1]--) > 0) T(x); return x',
  'chained members':
    'return [o.deep.er.n, o["deep"][T("er")].n, o.deep["er"]["n"], T(o).deep[T("er")][T("n")], s.a[0]]',
  'getters are called where they are read': 'return [o.x, T(1), o.x + s.a[0], o[T("x")]]',
  'setters are called after the value was evaluated': 'o.x = T(s.a[0]); o[T("y")] = T(2); return (o.x = 7)',
  'a getter that fails':
    'try { return o.fails + T(1) } catch (e) { E(e) } try { o.fails = T(s.a[0]) } catch (e) { E(e) } try { o.fails ' +
    '+= T(3) } catch (e) { E(e) }',
  'a read-only accessor': {
    only: 'strict',
    code: 'try { o.readOnly = T(s.a[0]) } catch (e) { E(e) } try { o.readOnly++ } catch (e) { E(e) }',
  },
  'a read-only accessor in sloppy code': {
    only: 'sloppy',
    code: 'o.readOnly = T(s.a[0]); return [o.readOnly++, o.readOnly]',
  },
  'a frozen object': {
    only: 'strict',
    code:
      'const q = Object.freeze({ p: 1 }); try { q.p = T(s.a[0]) } catch (e) { E(e) } try { q[T("r")] = 2 } catch (e) ' +
      '{ E(e) } try { q["p"]++ } catch (e) { E(e) }',
  },
  'a frozen object in sloppy code': {
    only: 'sloppy',
    code: 'const q = Object.freeze({ p: 1 }); q.p = T(s.a[0]); q[T("r")] = 2; return [q, q[T("p")]++]',
  },
  'a length of a view': {
    only: 'strict',
    code:
      'const k = T("length"); try { s.a[k] = 1 } catch (e) { E(e) } try { s.a.length = 1 } catch (e) { E(e) } return ' +
      's.a[k]',
  },
  'a length of a view in sloppy code': {
    only: 'sloppy',
    code: 'const k = T("length"); s.a[k] = 1; s.a.length = 2; return [s.a[k], s.a[k]++, s.a[0]]',
  },
  'properties on views':
    'const k = T("note"); s.a[k] = 5; s.a.other = 6; const r = [s.a[k], s.a.other, s.a[0]]; delete s.a[k]; delete ' +
    's.a.other; return r',
  'a symbol as a key':
    'const y = Symbol("y"); const q = { [y]: 1 }; return [q[y], s.a[y], s.a[Symbol.toStringTag], q[T(y)]++, q[y], ' +
    's.a[0]]',
})
