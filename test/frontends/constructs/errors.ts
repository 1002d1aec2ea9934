import { group } from './construct.ts'

/** Tries each expression and logs what it throws. */
const tried = (...expressions: string[]): string => attempted(...expressions.map((text) => `T(${text})`))
const attempted = (...statements: string[]): string =>
  `${statements.map((text) => `try { ${text} } catch (e) { E(e) }`).join('\n')}\nreturn s.a[0]`

export const errors = group('errors', {
  'Atomics.load out of range': 'try { Atomics.load(s.a, 99) } catch (e) { E(e) } return Atomics.load(s.a, 0)',
  'Atomics.load with bad indices': tried(
    'Atomics.load(s.a, -1)', 'Atomics.load(s.a, 4)', 'Atomics.load(s.a, 1.5)', 'Atomics.load(s.a, "1")',
    'Atomics.load(s.a, "x")', 'Atomics.load(s.a)', 'Atomics.load(s.a, Infinity)', 'Atomics.load(s.a, -Infinity)',
    'Atomics.load(s.a, -0)', 'Atomics.load(s.a, NaN)', 'Atomics.load(s.a, null)', 'Atomics.load(s.a, 2 ** 53)',
  ),
  'Atomics.load with indices that cannot be converted': tried(
    'Atomics.load(s.a, 1n)', 'Atomics.load(s.a, Symbol("i"))', 'Atomics.load(s.a, V("fail"))',
    'Atomics.load(s.a, V(2))', 'Atomics.load(s.a, {})',
  ),
  'Atomics.load of what is no integer array': tried(
    'Atomics.load(s.b, 0)', 'Atomics.load([1], 0)', 'Atomics.load({}, 0)', 'Atomics.load(undefined, 0)',
    'Atomics.load(null, 0)', 'Atomics.load(5, 0)', 'Atomics.load(s.d, 0)',
    'Atomics.load(new Uint8ClampedArray(1), 0)', 'Atomics.load()',
  ),
  'Atomics.store errors': tried(
    'Atomics.store(s.a, 99, 1)', 'Atomics.store(s.a, 0, 1n)', 'Atomics.store(s.n, 0, 1)',
    'Atomics.store(s.a, 0, Symbol())', 'Atomics.store(s.a, 0, V("fail"))', 'Atomics.store(s.b, 0, 1)',
    'Atomics.store(s.a, 0)', 'Atomics.store(s.n, 0)',
  ),
  'Atomics.store results': tried(
    'Atomics.store(s.a, 0, 1.7)', 'Atomics.store(s.a, 0, -0)', 'Object.is(Atomics.store(s.a, 0, -0), 0)',
    'Atomics.store(s.a, 0, "5")', 'Atomics.store(s.a, 0, 2 ** 40)', 'Atomics.store(s.c, 0, 300)',
    'Atomics.store(s.a, 0, NaN)', 'Atomics.store(s.a, 0, Infinity)', 'Atomics.store(s.n, 0, 2n ** 70n)',
    'Atomics.store(s.n, 0, true)', 'Atomics.store(s.n, 0, "12")', 'Atomics.load(s.n, 0)', 'Atomics.load(s.a, 0)',
  ),
  'the index of Atomics is checked before the value is converted':
    tried(
      'Atomics.store(s.a, 99, V(1))', 'Atomics.add(s.a, V(99), V(1))',
      'Atomics.compareExchange(s.a, -1, V(1), V(2))', 'Atomics.exchange(s.b, V(0), V(1))',
      'Atomics.store([], V(0), V(1))',
    ),
  'the values of Atomics are converted in order': tried(
    'Atomics.compareExchange(s.a, V(0), V(3), V(7))', 'Atomics.compareExchange(s.a, V(0), V("fail"), V(7))',
    'Atomics.compareExchange(s.n, V(0), V(5n), V(9n))', 'Atomics.compareExchange(s.n, V(0), V(5), V(9n))',
    'Atomics.add(s.a, V(1), V(2))', 'Atomics.exchange(s.a, V(1), V("8"))',
  ),
  'updates by Atomics': tried(
    'Atomics.add(s.a, 0, 5)', 'Atomics.sub(s.a, 0, 1)', 'Atomics.and(s.a, 0, 6)', 'Atomics.or(s.a, 0, 1)',
    'Atomics.xor(s.a, 0, 3)', 'Atomics.exchange(s.a, 0, 9)', 'Atomics.add(s.c, 3, 10)',
    'Atomics.add(s.n, 0, 2n ** 64n)', 'Atomics.sub(s.n, 1, 1n)', 'Atomics.load(s.n, 1)', 'Atomics.add(s.a, 0, 1.9)',
    'Atomics.add(s.a, 0, "x")',
  ),
  'updates by Atomics that fail': tried(
    'Atomics.add(s.a, 4, 5)', 'Atomics.sub(s.a, -1, 1)', 'Atomics.and(s.b, 0, 6)', 'Atomics.or(s.a, 0, 1n)',
    'Atomics.xor(s.n, 0, 3)', 'Atomics.exchange(s.a, {}, Symbol())', 'Atomics.add(s.a, 0)', 'Atomics.add(s.n, 0)',
    'Atomics.add(s.n, 0, "x")', 'Atomics.add(s.n, 0, 1.5)',
  ),
  'compareExchange': tried(
    'Atomics.compareExchange(s.a, 0, 3, 8)', 'Atomics.compareExchange(s.a, 0, 3, 9)',
    'Atomics.compareExchange(s.a, 0, 8.9, 1.5)', 'Atomics.compareExchange(s.c, 0, 257, 300)',
    'Atomics.compareExchange(s.c, 0, 44, -1)', 'Atomics.compareExchange(s.n, 0, 5n, 2n ** 64n + 1n)',
    'Atomics.compareExchange(s.a, 0)', 'Atomics.load(s.a, 0)',
  ),
  'Atomics.wait that does not wait': tried(
    'Atomics.wait(s.a, 0, 99)', 'Atomics.wait(s.a, 0, 99, 0)', 'Atomics.wait(s.n, 0, 99n)',
    'Atomics.wait(s.a, V(0), V(99), V(0))',
  ),
  'Atomics.wait that fails': tried(
    'Atomics.wait(s.a, 99, 0)', 'Atomics.wait(s.c, 0, 0)', 'Atomics.wait(s.b, 0, 0)', 'Atomics.wait(s.n, 0, 0)',
    'Atomics.wait(s.a, 0, 0n)', 'Atomics.wait(s.a, 0, 99, V("fail"))', 'Atomics.wait(s.a, 0, 99, 1n)',
    'Atomics.wait(new Int32Array(1), 0, 0)', 'Atomics.wait()', 'Atomics.wait([], 0, 0)', 'Atomics.wait(s.d, 0, 0)',
    'Atomics.wait(s.a, -1, V(0))', 'Atomics.wait(s.a, 0, V("fail"), V(1))',
  ),
  'Atomics.notify': tried(
    'Atomics.notify(s.a, 0)', 'Atomics.notify(s.a, 0, 1)', 'Atomics.notify(s.a, 99)', 'Atomics.notify(s.c, 0)',
    'Atomics.notify(s.n, 0, 2)', 'Atomics.notify(s.a, 0, V(-1))', 'Atomics.notify(s.a, V(0), V("fail"))',
    'Atomics.notify([], 0)', 'Atomics.notify(s.a, 0, 1n)', 'Atomics.notify(s.b, 0)',
  ),
  'Atomics on memory of its own': tried(
    'Atomics.load(new Int32Array([7]), 0)', 'Atomics.load(new Int32Array([7]), 1)',
    'Atomics.add(new Uint8Array([7]), 0, 300)', 'Atomics.notify(new Int32Array(1), 0)', 'Atomics.isLockFree(4)',
    'Atomics.isLockFree(3)',
  ),
  'functions of Atomics without Atomics': tried(
    '(0, Atomics.load)(s.a, 1)', 'Atomics.load.call(null, s.a, 2)', '[0, 1].map((i) => Atomics.load(s.a, i))',
    'Reflect.apply(Atomics.add, undefined, [s.a, 0, 1])', 'Atomics.load.name + Atomics.load.length',
    'Object.prototype.toString.call(Atomics)', 'Atomics()', 'new Atomics.load(s.a, 0)',
  ),
  'DataView': tried(
    's.d.setInt32(0, 7)', 's.d.getInt32(0)', 's.d.getInt32(0, true)', 's.d.setUint8(7, 300)', 's.d.getInt8(7)',
    's.d.setBigInt64(0, 5n)', 's.d.getBigUint64(0)', 's.d.setFloat64(0, 1.5)', 's.d.getFloat32(0)', 's.d.byteLength',
  ),
  'DataView out of range': tried(
    's.d.getInt32(5)', 's.d.getInt32(-1)', 's.d.getInt8(8)', 's.d.setInt32(5, 1)', 's.d.getFloat64(1)',
    's.d.getInt8(Infinity)', 's.d.getInt8(1.9)', 's.d.getInt8("x")', 's.d.getInt8()', 's.d.getInt8(2 ** 53)',
  ),
  'DataView with values that cannot be converted': tried(
    's.d.setInt32(0, 1n)', 's.d.setBigInt64(0, 1)', 's.d.setInt32(V(0), V("fail"))', 's.d.setInt32(V(99), V(1))',
    's.d.setInt32(-1, V(1))', 's.d.getInt32(1n)', 's.d.setInt8(0, Symbol())', 's.d.setInt8(0)', 's.d.setBigInt64(0)',
    's.d.setInt16(0, V(1), T(true))',
  ),
  'offsets of a DataView that are none fail before the value is converted': tried(
    's.d.setFloat64(Infinity, V(99))', 's.d.setBigInt64(2 ** 53, 99)', 's.d.setInt8(-Infinity, V("fail"))',
    's.d.setInt8(99, V(1))', 's.d.setBigInt64(99, 99)',
  ),
  'DataView methods on what is none': tried(
    'DataView.prototype.getInt8.call({}, 0)', 'DataView.prototype.setInt8.call(s.a, 0, 1)',
    'DataView.prototype.getInt8.call(undefined, 0)', 'DataView.prototype.getInt8.call(s.d, 0)',
  ),
  'elements take numbers or bigints': attempted(
    's.a[0] = 1n', 's.n[0] = 1', 's.a[0] = Symbol()', 's.n[0] = "x"', 's.n[0] = "7"; T(s.n[0])',
    's.a[0] = "x"; T(s.a[0])', 's.n[0] = 1.5', 's.n[0] = true; T(s.n[0])', 's.n[0] = undefined', 's.n[0] = null',
    's.a[0] = undefined; T(s.a[0])', 's.a[0] = {}; T(s.a[0])', 's.a[0] = [5]; T(s.a[0])',
  ),
  'elements whose value fails to convert': attempted(
    's.a[0] = V("fail")', 's.a[0] += V("fail")', 's.a[9] = V("fail")', 's.a[9] = V(1)', 's.a[-1] = V(2)',
    's.a[1.5] = V(3)', 's.a["x"] = V(4)', 's.a[0] = { valueOf: 5, toString: 6 }',
    's.a[0] = { [Symbol.toPrimitive]: () => ({}) }',
    's.a[0] = { [Symbol.toPrimitive](hint) { T(hint); return 4 } }; T(s.a[0])',
    's.n[0] = { [Symbol.toPrimitive](hint) { T(hint); return 4n } }; T(s.n[0])',
  ),
  'out of range elements take numbers or bigints as well': attempted(
    's.a[9] = 1n', 's.n[9] = 1', 's.a[9] = Symbol()', 's.a[9] += 1', 's.n[9] += 1n', 's.a[-1]++', 's.n[9]++',
    's.a[-0] = 6; T(s.a[0])', 's.a["-0"] = 7; T(s.a["-0"])',
  ),
  'numbers and bigints do not mix': tried(
    's.n[0] + s.a[0]', 's.n[0] * 2', 's.a[0] += 1n', 's.n[0] -= 1', 's.n[0] + "x"', 's.n[0] == 5', 's.n[0] < s.a[2]',
    's.n[0] >>> 0n', 's.n[0] / 0n', 's.n[0] ** -1n', 's.n[0]++', '-s.n[0]', '~s.n[0]', 'Math.max(s.n[0])',
    'Number(s.n[0])', 's.a[s.n[1] + 2n]', 'BigInt(s.a[0])', 'BigInt(s.b[0])',
  ),
  'keys that fail to convert': tried(
    's.a[K("fail")]', 'o[K("fail")]', 'o[K("fail")] = 1', 's.a[K("fail")] = T(1)',
    's.a[{ toString: 1, valueOf: 2 }]', '({ [K("fail")]: T(1) })', 'delete o[K("fail")]', 'K("fail") in o',
    'o[Symbol("none")]', 's.a[K(Symbol.iterator)] === s.a.values', 'o?.[K("fail")]', 'o[K("fail")]()',
  ),
  'properties of undefined and null': tried(
    'o.none.p', 'o.nothing.p', 'o.none[0]', 'o.none["p q"]', 'o.nothing[s.a[0]]', 'o.none.p.q', 'o.none.p()',
    'o.none[0]()', 'undefined.p', 'null[Symbol("q")]', 'o.none[T("k")]', 'o.none[V(1)]', 'o.none?.p.q', 'T().p',
    'T(null)[0]', 'o.deep.none.p',
  ),
  'assignments to properties of undefined and null': attempted(
    'o.none.p = 1', 'o.nothing[0] = 1', 'o.none[T("k")] = T(2)', 'o.none.p += 1', 'o.none.p++',
    'o.nothing[s.a[0]] ??= 1', '[o.none.p] = [1]', '({ p: o.none.p } = { p: 1 })', 'for (o.none.p of [1]);',
    'for (o.none.p in { p: 1 });', 'delete o.none.p', 'delete o.nothing[0]', 'undefined[T(0)] = T(1)',
  ),
  'calls of what is no function': tried(
    'o.plain()', 'o.none()', 'o["plain"]()', 'o[T("plain")]()', 'o.deep.er.n()', 'o.deep.er.none()', 's.a[0]()',
    's.a.none()', '(o.plain)()', '(0, o.plain)()', 'T(5)()', 'o.m(5)()', 'o.m(5).x()', 'o.m(o).none(1, 2)',
    '(o.plain || 0)()', '(o.plain ? o.none : 0)()', '[1]()', '[1][0]()', '({}).p()', '"text"()', '5()', 'null()',
    'undefined()', '(() => 5)()()', '(function () { return 5 })()()', 'new (class {})()()', '(class {}).p()',
    '`t`()', '`t${s.a[0]}`()', '/x/()', 'this()', '(typeof s)()', '(-1)()', '(!o)()', '(o.plain + 1)()',
    '(o.plain, 2)()', 'o?.plain()', 'o.plain?.()', 'o.deep?.er.n()', 'o.deep?.["er"].n()', '(o?.plain)()',
    'nobody()', 'o.nobody.x()',
  ),
  'calls of what is no function, with keys': tried(
    'o[0]()', 'o[-1]()', 'o[1.5]()', 'o["a b"]()', 'o[`t`]()', 'o[s.a[0]]()', 'o["x" + 1]()', 'o[T]()',
    'o[Symbol.iterator]()', 'o.deep[T("none")]()', 'o[o.plain]()', 'o[[1]]()', 'o[true]()', 'o[null]()',
    'o[undefined]()', 'o[1n]()',
  ),
  'calls in computed keys, which messages do not find': tried(
    '({ [s.a[0]()]: 1 })', '({ [o.plain()]: 1 })', 'class { [o.plain(s.a[0])]() {} }',
    'class { static [o.plain()] = 1 }',
    '({ [(({ p: o.x } = undefined), 1)]: s.a[0] })', '({ [(({ [5]: o.x = 8 } = o.none), 1)]: s.a[0] })',
    '({ [(([o.x] = o.none), 1)]: s.a[0] })', '(({ [o.plain()]: x }) => x)({})', '({ [(() => o.plain())()]: s.a[0] })',
    '({ m() { return o.plain(s.a[0]) } }).m()',
  ),
  'numbers that are known when the source is read': tried(
    'o[1 + 2]()', 'o[(3) & 3](s.a[0])', 'o[-(1 + 1)]()', 'o[2 ** 3]()', 'o[1 / 0]()', 'o["1" + 2]()', 'o[s.a[0] & 3]()',
    '[...(1 + 2)]', '[...(~1 | s.a[0])]',
  ),
  'a long function that is extended': tried(
    '(class extends ((x) => { const text = "a function with a long text, of which a message shows the beginning and ' +
    'the end"; return [text, x, s.a[0]] }) {}).name',
  ),
  'calls of variables that are no functions':
    'let p, q = null, r = 5; const t = {}; try { p() } catch (e) { E(e) } try { q(s.a[0]) } catch (e) { E(e) } try ' +
    '{ r() } catch (e) { E(e) } try { t() } catch (e) { E(e) } try { t.u.v() } catch (e) { E(e) } try { t.u() } ' +
    'catch (e) { E(e) } try { (p = 5)() } catch (e) { E(e) } try { (r++)() } catch (e) { E(e) } try { (--r)() } ' +
    'catch (e) { E(e) } try { p?.()() } catch (e) { E(e) } return 1',
  'constructions of what is no constructor': tried(
    'new o.plain', 'new o.plain()', 'new o.plain(1)', 'new o.m(1)', 'new o.none(1)', 'new (() => 1)',
    'new (() => 1)(1)', 'new (async () => 1)(1)', 'new (function* () { yield s.a[0] })(1)', 'new s.a[0](1)',
    'new o[T("plain")](1)', 'new (T(5))(1)', 'new (o.m(5))(1)', 'new Math.max(1)', 'new Symbol("x")',
    'new o.deep.er.none(s.a[0])', 'new undefined(1)', 'new null', 'new (o.plain || 5)(1)', 'new nobody(1)',
    'new T(1)', 'new Atomics.load(1)',
  ),
  'constructions of methods and arrows of the program':
    'const q = { m() { return s.a[0] }, a: () => s.a[0], get g() { return () => 1 } }; const f = () => s.a[0]; try ' +
    '{ new q.m(1) } catch (e) { E(e) } try { new q.a(1) } catch (e) { E(e) } try { new f(1) } catch (e) { E(e) } ' +
    'try { new f } catch (e) { E(e) } try { new q.g(1) } catch (e) { E(e) } try { new (class { static m() { return ' +
    's.a[0] } }).m(1) } catch (e) { E(e) } return 1',
  'a class without new':
    'class A { constructor() { s.b.length } } try { A() } catch (e) { E(e) } try { A.call({}) } catch (e) { E(e) } ' +
    'try { (class {})() } catch (e) { E(e) } try { Reflect.apply(A, {}, []) } catch (e) { E(e) } return s.a[0]',
  'Map and Promise without new': tried(
    'Map()', 'Int32Array(4)', 'Promise(() => 1)', 'Symbol.prototype.toString.call(1)',
  ),
  'iterations of what is not iterable': attempted(
    'for (const x of o.plain);', 'for (const x of undefined);', 'for (const x of null);', 'for (const x of o.m(5));',
    'for (const x of o);', 'for (const x of s.a[0]);', 'for (const x of T(5));', 'for (const x of (1, 5));',
    'for (const x of { [Symbol.iterator]: 5 });', 'for (const x of { [Symbol.iterator]: () => 5 });',
    'for (const x of { [Symbol.iterator]() { return {} } });', 'for (const x of nobody);',
    'for (const x of o.none?.p);', 'for (const x of () => 1);', 'for (const x of o.deep.er.n);',
    'for (const x of o["plain"]);', 'for (const x of new Map().size);',
  ),
  'spread of what is not iterable': tried(
    '[...o.plain]', '[...undefined]', '[...null]', '[...o]', '[...o.m(5)]', '[1, ...s.a[0]]', 'T(...o.plain)',
    'T(...undefined)', 'T(...null)', 'T(...o)', 'T(...o.m(5))', 'T(1, ...o, 2)', 'T(...[1], ...o)', 'o.m(...5)',
    'new Array(...o.plain)', 'new Array(...undefined)', 'Math.max(...s.a[0])', '[...{ [Symbol.iterator]: 5 }]',
    'T(...{ [Symbol.iterator]: 5 })', '({ ...null, ...undefined, ...5, ..."ab" })',
  ),
  'array patterns of what is not iterable': attempted(
    'const [x] = o.plain', 'const [x] = undefined', 'const [x] = null', 'const [x] = o.m(5)', 'const [x] = o',
    'const [x] = s.a[0]', 'const [] = o.none', 'let [x = 1] = T(5)', 'let x; [x] = o.plain',
    'let x; [x] = undefined', 'let x; [x] = o.m(5)', 'const [[x]] = [5]', 'const [[x]] = [undefined]',
    'const { p: [x] } = { p: 5 }', 'const { p: [x] } = {}', 'for (const [x] of [5]);',
    'for (const [x] of [undefined]);', '(([x]) => x)(5)', '(([x]) => x)()', '(([x] = 5) => x)()',
    '(({ p: [x] }) => x)({})', 'try { throw 5 } catch ([x]) {}',
  ),
  'object patterns of undefined and null': attempted(
    'const { p } = o.none', 'const { p } = o.nothing', 'const { p } = undefined', 'const { p } = null',
    'const { p: { q } } = {}', 'const { p: { q } } = { p: null }', 'const {} = o.none',
    'const { [T("p")]: x } = o.none', 'const { ...x } = o.nothing', 'const { p } = o.m()',
    'const { p, q } = T(null)', 'const { 0: x } = o.none', 'const { "p q": x } = o.none', 'let p; ({ p } = o.none)',
    'let p; ({ p: o.x } = o.none)', 'let p; ({ p } = o.m())', 'let p; ({} = null)', 'for (const { p } of [null]);',
    'for (const { 0: p } of [null]);', '(({ p }) => p)()', '(({ p }) => p)(null)', '(({ p: { q } }) => q)({})',
    '(({ p } = null) => p)()', 'try { throw null } catch ({ p }) {}', 'const { p = s.a[0] } = o.none',
    'const { p: [q] } = o.none', 'const [{ p }] = [null]', 'const [{ p } = null] = []',
    'const { p = 1, ...q } = undefined',
  ),
  'names in their dead zone':
    'const f = () => later; try { later } catch (e) { E(e) } try { later = 1 } catch (e) { E(e) } try { later++ } ' +
    'catch (e) { E(e) } try { f() } catch (e) { E(e) } try { later ??= 1 } catch (e) { E(e) } try { [later] = s.a ' +
    '} catch (e) { E(e) } try { new Later } catch (e) { E(e) } let later = s.a[0]; class Later {} return [f(), ' +
    'later]',
  'a variable in its own initialiser':
    'try { let x = x + s.a[0] } catch (e) { E(e) } try { const y = (() => y)() } catch (e) { E(e) } try { const [z ' +
    '= z] = [] } catch (e) { E(e) } try { const { p = p } = {} } catch (e) { E(e) } try { class C extends C {} } ' +
    'catch (e) { E(e) } return s.a[0]',
  'constants':
    'const k = s.a[0]; try { k = T(1) } catch (e) { E(e) } try { k += T(2) } catch (e) { E(e) } try { k++ } catch ' +
    '(e) { E(e) } try { [k] = s.a } catch (e) { E(e) } try { ({ p: k } = { p: 1 }) } catch (e) { E(e) } try { for ' +
    '(k of s.a); } catch (e) { E(e) } try { for (k in { p: 1 }); } catch (e) { E(e) } try { k ??= T(3) } catch (e) ' +
    '{ E(e) } try { k &&= T(4) } catch (e) { E(e) } return k',
  'constants, assigned by closures':
    'const k = s.a[0], [l] = s.a; const f = () => { k = T(1) }, g = () => { l = T(2); s.a[0] }; try { f() } catch ' +
    '(e) { E(e) } try { g() } catch (e) { E(e) } return [k, l]',
  'a constant in its dead zone, assigned': 'try { k = T(s.a[0]) } catch (e) { E(e) } const k = 1; return k',
  'a class\'s own name is constant inside':
    'class A { static set() { A = T(1); s.a[0] } } try { A.set() } catch (e) { E(e) } A = 5; return A',
  'assignments to a function\'s own name': { only: 'strict', code:
    'const f = function g() { try { g = T(s.a[0]) } catch (e) { E(e) } return typeof g }; return f()' },
  'assignments to a function\'s own name do nothing in sloppy code': { only: 'sloppy', code:
    'const f = function g() { g = T(s.a[0]); g += 1; g++; [g] = s.a; ({ g } = {}); for (g of [1]); return typeof g ' +
    '}; return f()' },
  'names that nobody declared': tried(
    'nobody', 'nobody.p', 'nobody()', 'nobody[0]', 'new nobody', 'typeof nobody', 's.a[nobody]', 'T(nobody, T(1))',
    '[T(1), nobody]', 'nobody?.p', 'nobody`x`', '`${nobody}`',
  ),
  'assignments to names that nobody declared': { only: 'strict', code:
    'try { nobody = T(s.a[0]) } catch (e) { E(e) } try { nobody += T(1) } catch (e) { E(e) } try { nobody++ } ' +
    'catch (e) { E(e) } try { [nobody] = s.a } catch (e) { E(e) } try { for (nobody of s.a); } catch (e) { E(e) }' },
  'what is thrown may be anything':
    'for (const v of [1, "t", null, undefined, { p: 1 }, Symbol.iterator]) try { s.a[0]; throw v } catch (e) { T(e ' +
    '=== v) } return 1',
  'an error thrown through several calls':
    'const f = (n) => { if (n === 0) throw new TypeError("deep " + s.a[0]); try { f(n - 1) } finally { T(n) } }; ' +
    'try { f(3) } catch (e) { return E(e) }',
  'an error that is not caught': 's.a[0] = 7; throw new RangeError("out " + s.a[0])',
  'an error in a callback of a builtin':
    'try { [1, 2].map((x) => { if (x === 2) throw new Error("cb " + s.a[x]); return x }) } catch (e) { return E(e) ' +
    '}',
  'callbacks that are no functions': tried(
    '[1].map(5)', '[1].map({})', '[1].map("s")', '[1].map()', '[1].forEach(Symbol("x"))', 's.a.map(5)',
    's.a.forEach()', 's.a.reduce({})', 's.a.sort(5)', '[3, 1].sort({})', 's.a.find(null)', 'Array.from(s.a, 5)',
    'Int32Array.from(s.a, {})', 'new Map([[1, 2]]).forEach(5)', 'new Set([1]).forEach()', '[].reduce((x) => s.a[x])',
    's.a.subarray(0, 0).reduce((x) => s.a[x])', '[1].flatMap(1n)', '[1].map(class {})', '[1].findLast([])',
    's.a.toSorted(5)',
  ),
  'call, apply and bind on what is no function': tried(
    'Function.prototype.call.call(5)', 'Function.prototype.apply.call({}, 1, [])', 'Function.prototype.bind.call(5)',
    'Reflect.apply(5, null, [])', 'Reflect.apply(T, null)', 'T.apply(null, 5)', 'T.apply(null, s.a[0])',
    'Reflect.construct(5, [])', 'Reflect.construct(() => s.a[0], [])', 'Reflect.construct(class {}, 5)',
    'T.call.call.call(5)', 'o.none.call()', 'o.plain.call(1)', '(() => s.a[0]).apply(null, 5)',
    '(() => s.a[0]).apply(null, undefined)', '(() => s.a[0]).call()',
  ),
  'methods of typed arrays on what is none': tried(
    'Int32Array.prototype.fill.call([], 1)', 'Int32Array.prototype.at.call({}, 0)',
    'Int32Array.prototype.map.call(undefined, () => s.a[0])', 'Int32Array.prototype.values.call([])',
    'Int32Array.prototype.set.call([], [1])', 'Int32Array.prototype.subarray.call([], 1)',
    'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int32Array.prototype), "length").get.call([])',
  ),
  'methods of typed arrays out of range': tried(
    's.a.set([1, 2, 3], 2)', 's.a.set([1], -1)', 's.a.set([1], 5)', 's.a.with(9, 1)', 's.a.with(-5, 1)', 's.a.at(9)',
    's.a.at(-9)', 's.a.fill(1n)', 's.n.fill(1)', 's.a.set([1n])', 's.n.set([1])', 's.a.set(s.n)', 's.a.set(null)',
    's.a.set(5)', 's.a.fill(V("fail"))', 's.a.with(0, V("fail"))', 's.a.with(V(9), V(1))', 's.a.copyWithin()',
    's.a.subarray(9).length', 's.a.slice(3, 1).length', 's.a.includes()', 's.a.indexOf(1n)', 's.a.join(Symbol())',
  ),
  'constructors of typed arrays': tried(
    'new Int32Array(-1)', 'new Int32Array(s.a).length', 'new BigInt64Array(s.a)', 'new Int32Array(s.n)',
    'new Float64Array(s.b)[1]', 'new Int32Array(s.a.buffer, 1)', 'new Int32Array(s.a.buffer, 99)',
    'new Int32Array({ length: -1 }).length', 'new Uint8Array([300, -1]).join()', 'new Int32Array(Symbol())',
    'Int32Array.of(s.a[0], s.a[1]).join()', 'new Int32Array([1n])', 'Int32Array.from(5).length',
    'Int32Array.from(null)', 'Int32Array.from(undefined)',
  ),
  'conversions of symbols and objects': tried(
    '`${Symbol("x")}`', 'Symbol() + s.a[0]', '+Symbol()', '"" + { toString: () => ({}), valueOf: () => ({}) }',
    '({}) < Symbol()', 's.a[0] + { valueOf() { throw new Error("v") } }', 'Object(1n) + s.a[0]', 'null + s.a[0]',
    'undefined * s.a[0]', '[] + {}', 'JSON.stringify(1n)',
  ),
  'the error\'s stack begins with its name and message':
    'try { o.plain() } catch (e) { T(e.stack.split("\\n")[0]) } try { Atomics.load(s.a, 99) } catch (e) { ' +
    'T(e.stack.split("\\n")[0], e instanceof RangeError, e.constructor === RangeError) } try { s.a[0]() } catch ' +
    '(e) { T(e instanceof TypeError, Object.keys(e)) }',
})
