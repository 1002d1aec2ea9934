/** Ways in which a thread could get at shared memory without a switch point: species, descriptors, methods,
    what natives are given by code of the program. */
export const second: Readonly<Record<string, string>> = {
  'nullish assign': `(s) => { s.n[0] ??= 5; s.n[1] ||= 3; s.n[2] &&= 4 }`,
  compound: `(s) => { s.n[0] **= 2 }`,
  update: `(s) => { s.n[0]++; --s.n[1] }`,
  'arguments alias': `(s) => (function () { return arguments[0][0] })(s.n)`,
  'with array': `(s) => { const { n } = s; return [n][0][0] }`,
  'symbol iterator manual': `(s) => s.n[Symbol.iterator]().next().value`,
  'Array.prototype[Symbol.iterator] native': `(s) => { const it = Array.prototype.values.call(s.n);
    return it.next().value }`,
  'entries native in getter': `(s) => ({ get x() { return [...s.n] } }).x`,
  toLocaleString: `(s) => s.n.toLocaleString()`,
  'Intl format': `(s) => new Intl.NumberFormat('en').format(s.n.subarray(0,1))`,
  'Intl list': `(s) => { try { return new Intl.ListFormat('en').format(s.n) } catch (e) { return e.message } }`,
  'Intl locales list': `(s) => { try { return Intl.getCanonicalLocales(s.n) } catch (e) { return e.message } }`,
  'Date args': `(s) => new Date(s.n).getTime()`,
  'Date.UTC': `(s) => Date.UTC(s.n.subarray(0,1))`,
  setTime: `(s) => new Date(0).setTime(s.n.subarray(0,1))`,
  'String.fromCharCode apply': `(s) => String.fromCharCode.apply(null, s.u)`,
  localeCompare: `(s) => 'B'.localeCompare(s.u)`,
  'Promise.all(view)': `(s) => { Promise.all(s.n); return 1 }`,
  'new Set(view)': `(s) => [...new Set(s.n)]`,
  'Symbol.hasInstance': `(s) => { class C { static [Symbol.hasInstance](v) { return v[0] } } return s.n instanceof C }`,
  'isConcatSpreadable getter': `(s) => { Object.defineProperty(Int32Array.prototype, Symbol.isConcatSpreadable, {
    get() { return true },
    configurable: true }); try { return [].concat(s.n) } finally {
    delete Int32Array.prototype[Symbol.isConcatSpreadable] } }`,
  'proxy of array holding view traps': `(s) => new Proxy([s.n], {})[0][0]`,
  'proxy function target native': `(s) => new Proxy(JSON.stringify, {})(s.n)`,
  'proxy handler get trap native': `(s) => new Proxy({}, { get: () => s.n[0] }).x`,
  'proxy has trap reading': `(s) => 'x' in new Proxy({}, { has() { return s.n[0] > 3 } })`,
  'proxy with native trap': `(s) => new Proxy(s, { get: Reflect.get }).n[0]`,
  'proxy native trap JSON': `(s) => new Proxy([s.n], { get: Array.prototype.join.call.bind(Array.prototype.join) })[0]`,
  'bound in shared map': `(s) => [s.n].map(Function.prototype.call, Array.prototype.join)`,
  'forEach call': `(s) => { let r; [s.n].forEach(Function.prototype.call, Array.prototype.fill.bind(s.n, 4)); }`,
  'sort comparator accesses': `(s) => [1, 2].sort(() => s.n[0] - 5)`,
  'replace callback': `(s) => 'a'.replace(/a/, () => s.n[0])`,
  reviver: `(s) => JSON.parse('[1]', () => s.n[0])`,
  FinalizationRegistry: `(s) => { new FinalizationRegistry(() => s.n[0]).register({}, s.n); return 1 }`,
  'Error.prepareStackTrace': `(s) => { const old = Error.prepareStackTrace; Error.prepareStackTrace = () => s.n[0];
    try {
    return new Error('x').stack } finally { Error.prepareStackTrace = old } }`,
  'valueOf in compare': `(s) => ({ valueOf() { return s.n[0] } }) > 3`,
  'toString in key': `(s) => ({ 3: 'x', 7: 'y' })[{ toString() { return s.n[0] } }]`,
  'length valueOf': `(s) => Array.from({ length: { valueOf() { return s.n[0] } } }).length`,
  require: `(s) => req('node:util').inspect(s.n)`,
  'process.emit': `(s) => { let r; process.once('zz', (v) => { r = v[0] }); process.emit('zz', s.n); return r }`,
  'EventEmitter own listener': `(s) => { let r; const E = req('node:events'); const e = new E(); e.on('x', () => {
    r = s.n[0] }); e.emit('x');
    return r }`,
  'EventEmitter native listener': `(s) => { const E = req('node:events'); const e = new E(); let r; e.on('x',
    JSON.stringify.bind(null, s.n));
    e.emit('x') }`,
  AsyncLocalStorage: `(s) => { const { AsyncLocalStorage } = req('node:async_hooks');
    return new AsyncLocalStorage().run(1,
    () => s.n[0]) }`,
  'assert.throws returning': `(s) => { const a = req('node:assert'); try { a.throws(() => { throw s.n }, { 0: 3 }) ;
    return 'same' } catch (e) { return 'other' } }`,
  'util.types': `(s) => util.types.isInt32Array(s.n)`,
  getOwnPropertyDescriptor: `(s) => Object.getOwnPropertyDescriptor(s.n, 0)`,
  'getOwnPropertyDescriptor other form': `(s) => Object.getOwnPropertyDescriptor(s.n, { toString() { return '0' } })`,
  'Object.getOwnPropertyDescriptors': `(s) => Object.getOwnPropertyDescriptors(s.n)`,
  'Object.values in holder': `(s) => Object.values({ a: s.n })[0].length`,
  'includes native': `(s) => Array.prototype.includes.call(s.n, 3)`,
  'indexOf native': `(s) => Array.prototype.indexOf.call(s.n, 3)`,
  lastIndexOf: `(s) => s.n.lastIndexOf(3)`,
  reduce: `(s) => s.n.reduce((a, b) => a + b)`,
  copyWithin: `(s) => { s.n.copyWithin(0, 1) }`,
  reverse: `(s) => { s.n.reverse() }`,
  toSorted: `(s) => [...s.n.toSorted()]`,
  'sort in place': `(s) => { s.n.sort() }`,
  'set from ordinary': `(s) => { s.n.set([9]) }`,
  'ordinary set from shared': `(s) => { const a = new Int32Array(3); a.set(s.n); return [...a] }`,
  'slice to ordinary': `(s) => [...s.n.slice()]`,
  'subarray then set': `(s) => { s.n.subarray(1).set([4]) }`,
  'Buffer over shared': `(s) => Buffer.from(s.u.buffer)[0]`,
  'Buffer readUInt8': `(s) => new Buffer.from(s.u.buffer).readUInt8(0)`,
  atob: `(s) => btoa(s.u)`,
  URLSearchParams: `(s) => String(new URLSearchParams(s.u))`,
  TextDecoder: `(s) => new TextDecoder().decode(s.u)`,
  structuredClone: `(s) => structuredClone(s.n)[0]`,
  MessageChannel: `(s) => { new MessageChannel().port1.postMessage(s.n) }`,
  'performance.mark detail': `(s) => performance.mark('x', { detail: s.n }).detail[0]`,
  'CustomEvent detail': `(s) => new CustomEvent('x', { detail: s.n }).detail[0]`,
  WeakRef: `(s) => new WeakRef(s.n).deref()[0]`,
  'generator return value': `(s) => { function* g() { return s.n[0] } return g().next().value }`,
  'label/comma': `(s) => (0, s.n)[0]`,
  'void typeof': `(s) => typeof s.n[0]`,
  'object with valueOf element as index': `(s) => s.n[{ valueOf() { return 0 }, toString() { return '0' } }]`,
  'negative zero index': `(s) => s.n[-0]`,
  'string exotic "-0"': `(s) => s.n['-0']`,
  'bigint index': `(s) => s.n[0n]`,
  'boxed index': `(s) => s.n[new String('0')]`,
  'array index': `(s) => s.n[[0]]`,
  'float index': `(s) => s.n['0.0']`,
  '1e0 index': `(s) => s.n['1e0']`,
  'boolean index': `(s) => s.n[true]`,
  'defineGetter on view': `(s) => { s.n.__defineGetter__('q', Array.prototype.join); return s.n.q }`,
  'define toPrimitive': `(s) => { Object.defineProperty(s.n, Symbol.toPrimitive, { value: Array.prototype.join });
    return '' + s.n }`,
  'prototype toString': `(s) => { const old = Int32Array.prototype.toString;
    Int32Array.prototype.toString = Array.prototype.join;
    try { return '' + s.n } finally { delete Int32Array.prototype.toString } }`,
  'Reflect.construct with array methods': `(s) => { function F() {} F.prototype = {
    __proto__: Int32Array.prototype, toString: Array.prototype.join };
    return '' + Reflect.construct(Int32Array, [s.n.buffer], F) }`,
  'class with array method static': `(s) => { class V extends Int32Array {} V.prototype.toString = Array.prototype.join;
    return '' + new V(s.n.buffer) }`,
  'class with computed array method': `(s) => {
    class V extends Int32Array {} V.prototype[['toString'][0]] = Array.prototype.join;
    return '' + new V(s.n.buffer) }`,
  'Object.assign to prototype': `(s) => { class V extends Int32Array {} Object.assign(V.prototype, {
    toString: Array.prototype.join });
    return '' + new V(s.n.buffer) }`,
  'proxy construct trap species': `(s) => { const a = [8, 9]; a.constructor = { [Symbol.species]: new Proxy(Array,
    { construct: () => s.n }) };
    return a.map((x) => x + 1) === s.n }`,
  'bound species': `(s) => { const a = new Int32Array([8, 9]); a.constructor = { [Symbol.species]: Int32Array.bind(null,
    s.n.buffer) }; a.slice(); return 1 }`,
  'bound from': `(s) => { Int32Array.from.call(Int32Array.bind(null, s.n.buffer, 0), [9]); return 1 }`,
  'species getter to view ctor': `(s) => { class A extends Int32Array { static get [Symbol.species]() {
    return class extends Int32Array {
    constructor(n) { super(s.n.buffer, 0, n) } } } } return new A([8, 9]).slice(0).length }`,
  'derived ctor for species': `(s) => { class B extends Int32Array { constructor(n) { super(s.n.buffer, 0,
    n) } } const a = new Int32Array([8, 9]); a.constructor = { [Symbol.species]: B }; a.map((x) => x + 1);
    return 1 }`,
  'derived ctor from': `(s) => { class B extends Int32Array { constructor(n) { super(s.n.buffer, 0, n)
    } } B.from([8, 9]); return 1 }`,
  'derived ctor of': `(s) => { class B extends Int32Array { constructor(n) { super(s.n.buffer, 0, n) } } B.of(8,
    9); return 1 }`,
  'Array.from with derived': `(s) => { class B extends Int32Array { constructor() { super(s.n.buffer) } } try {
    Array.from.call(B, [8,
    9]) } catch (e) { return e.message } }`,
  'toJSON nested': `(s) => JSON.stringify([{ x: { toJSON() { return { deep: s.n } } } }])`,
  'json getter class': `(s) => { class C { get x() { return s.n } toJSON() {
    return this.x } } return JSON.stringify(new C()) }`,
  'json arrow toJSON': `(s) => JSON.stringify({ toJSON: () => s.n })`,
  'json bound toJSON': `(s) => JSON.stringify({ toJSON: function () { return this.v }.bind({ v: s.n }) })`,
  'json generator-made': `(s) => JSON.stringify({ toJSON: Reflect.get.bind(null, { v: s.n }, 'v') })`,
  'json proxy get trap': `(s) => JSON.stringify(new Proxy({ a: 1 }, { get: (t, k) => k === 'a' ? s.n : t[k] }))`,
  'json native getter to view': `(s) => JSON.stringify({ toJSON: Map.prototype.get.bind(new Map([['', s.n]]), '') })`,
  'json WeakRef deref': `(s) => JSON.stringify({ toJSON: WeakRef.prototype.deref.bind(new WeakRef(s.n)) })`,
  'json array pop': `(s) => JSON.stringify({ toJSON: Array.prototype.pop.bind([s.n]) })`,
  'inspect Map proxy': `(s) => util.inspect(new Proxy({}, { get: () => s.n, ownKeys: () => ['a'],
    getOwnPropertyDescriptor: () => ({
    value: s.n, enumerable: true, configurable: true }) }))`,
  'deepEqual via getter in class': `(s) => req('node:assert').deepEqual({ get a() { return s.u } }, {
    a: new Uint8Array([65, 66]) })`,
  'Buffer.concat getter list': `(s) => [...Buffer.concat(Object.defineProperty([Buffer.alloc(1)], 0, { get: () =>
    s.u, enumerable: true,
    configurable: true }))]`,
  'Blob getter list': `(s) => new Blob(Object.defineProperty([1], 0, { get: () => s.u })).size`,
  'crypto option getter': `(s) => req('node:crypto').createHmac('sha256', { get key() { return s.u } })`,
  'zlib option getter': `(s) => [...req('node:zlib').deflateSync('abc', { get dictionary() { return s.u } })]`,
  'String.raw getter': `(s) => String.raw({ get raw() { return s.n } })`,
  'Array.fromAsync': `(s) => Array.fromAsync ? Array.fromAsync(s.n) : s.n[0]`,
  'concat spreadable getter view': `(s) => [].concat({ length: 1, get 0() { return s.n },
    [Symbol.isConcatSpreadable]: true })[0] === s.n`,
  'TypedArray.set arraylike getter': `(s) => { const a = new Int32Array(1); a.set({ length: 1, get 0() {
    return s.n.subarray(0, 1) } });
    return a[0] }`,
  'Math.max of view': `(s) => Math.max(s.n.subarray(0, 1))`,
  isFinite: `(s) => isFinite(s.n.subarray(0, 1))`,
  'label template': `(s) => s.n + ''`,
  'array sort default with views': `(s) => [s.n.subarray(0,1), s.n.subarray(2,3)].toSorted().map((v) => v.byteOffset)`,
  'Object.is': `(s) => Object.is(s.n, s.n)`,
  'BigInt()': `(s) => BigInt(s.n.subarray(0,1))`,
  'Symbol desc': `(s) => Symbol(s.n).description`,
  encodeURI: `(s) => encodeURIComponent(s.n)`,
  URL: `(s) => new URL('http://x/' + s.n).href`,
  'super write on view subclass': `(s) => { class V extends Int32Array { m() {
    super[0] = 5 } } new V(s.n.buffer).m() }`,
  'super static write': `(s) => { class V extends Int32Array { m() { super['0'] = 5 } } new V(s.n.buffer).m() }`,
  'DataView super': `(s) => { class V extends DataView { m() { return super.getInt32(0, true)
    } } return new V(s.n.buffer).m() }`,
  'TypedArray super at': `(s) => { class V extends Int32Array { m() { return super.at(0)
    } } return new V(s.n.buffer).m() }`,
  'private brand': `(s) => { class A { static #f(v) { return v[0] } static m(v) { return A.#f(v) } } return A.m(s.n) }`,
  'getter returning element in native spread': `(s) => ({ ...{ get a() { return s.n[0] } } })`,
  'Object.entries getter': `(s) => Object.entries({ get a() { return s.n[0] } })`,
  'Array.prototype.at.call getter': `(s) => Array.prototype.at.call(s.n, 0)`,
  'Reflect.getOwnPropertyDescriptor': `(s) => Reflect.getOwnPropertyDescriptor(s.n, '0').value`,
  'hasOwn then value of': `(s) => Object.prototype.hasOwnProperty.call(s.n, 0)`,
  'Error.captureStackTrace prepare': `(s) => { const o = {}; Error.captureStackTrace(o); return typeof o.stack }`,
  'console.table': `(s) => console.table([{ get a() { return s.n } }])`,
  'process.emitWarning': `(s) => process.emitWarning(s.n)`,
  queueMicrotask: `(s) => queueMicrotask(() => s.n[0])`,
  'setTimeout view arg': `(s) => setTimeout(JSON.stringify, 0, s.n)`,
  'Promise then': `(s) => { Promise.resolve(s.n).then(JSON.stringify) }`,
  await: `(s) => { (async () => { await 0; s.n[0] = 9 })(); return 1 }`,
  thenable: `(s) => { let r; Promise.resolve({ then(f) { r = s.n[0] } }); return r }`,
  'WebAssembly memory': `(s) => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer.byteLength`,
}
