/** Loops for the tests of spin-waits, in a thread that is alone: `s.x` and `s.y` have one element, which is 0. */

export interface Loop {
  readonly loop: string
  /** What the thread returns, as JSON. */
  readonly result?: string
  /** What the module has besides. */
  readonly top?: string
}

/** By what keeps the state: they end by themselves. */
export const counting: Readonly<Record<string, Loop>> = {
  'a variable that is assigned before a break that is not reached': {
    loop: 'let n = 0; for (;;) { if (Atomics.load(s.x, 0) === 0) { n = n + 1; if (n < 3) continue; break } } return n',
    result: '3',
  },
  'a variable that is assigned before the end of a switch': {
    loop: 'let n = 0; while (n < 3) { switch (Atomics.load(s.x, 0)) { case 0: { n = n + 1; break } } } return n',
    result: '3',
  },
  'a variable that is assigned before the end of a loop inside': {
    loop: 'let n = 0; while (n < 3) { while (Atomics.load(s.x, 0) === 0) { n = n + 1; break } } return n',
    result: '3',
  },
  'a variable that is assigned before a return that is caught': {
    loop: 'let n = 0; while (n < 3) { try { if (Atomics.load(s.x, 0) === 0) { n = n + 1; return } } finally { continue } } return n',
    result: '3',
  },
  'a variable of the caller that a function assigns before it returns': {
    loop: 'let n = 0; const look = () => { n = n + 1; return Atomics.load(s.x, 0) }; while (look() === 0 && n < 3); return n',
    result: '3',
  },
  'a var that is not assigned anew': {
    loop: 'while (Atomics.load(s.x, 0) === 0) { var n = (n ?? 0) + 1; if (n === 3) return n }',
    result: '3',
  },
  'a var without a value': {
    loop: 'for (;;) { var n; if (Atomics.load(s.x, 0) === 1 || n === 1) return n; n = 1 }',
    result: '1',
  },
  'a var that a condition keeps from being assigned': {
    loop: 'var n = 0; do { if (n === 1) return 7; var n = Atomics.load(s.x, 0) + 1 } while (n < 5)',
    result: '7',
  },
  'a variable that is read before it is assigned': {
    loop: 'let n = 0; while (Atomics.load(s.x, 0) === 0) { if (n === 2) return n; n = n + 1 }',
    result: '2',
  },
  'a variable that continue keeps from being assigned': {
    loop: 'let n = 0, m = 0; do { m = Atomics.load(s.y, 0); if (n === 1) continue; n = 1 + Atomics.load(s.x, 0) + m } while (m + n !== 9 && n !== 1); return n',
    result: '1',
  },
  "the program's own yieldNow": {
    loop: 'const yieldNow = () => { n++ }; let n = 0; while (Atomics.load(s.x, 0) === 0) { if (n > 2) return n; yieldNow() }',
    result: '3',
  },
  'a function of the module that is called yieldNow': {
    loop: 'const o = { n: 0 }; while (Atomics.load(s.x, 0) === 0) { if (o.n > 2) return o.n; call.yieldNow(o) }',
    result: '3',
    top: 'const call = { yieldNow(o) { o.n++ } }',
  },
  'a local variable called Atomics': {
    loop: 'const Atomics = { n: 0, load() { return this.n++ } }; while (Atomics.load(s.x[0], 0) < 3); return Atomics.n',
    result: '4',
  },
  'a parameter called Atomics': {
    loop: 'const wait = (Atomics) => { while (s.x[0] + Atomics.load() < 3); return "done" }; let n = 0; return wait({ load: () => n++ })',
    result: '"done"',
  },
  'a getter with an effect': {
    loop: 'const o = { n: 0, get x() { this.n++; return s.x } }; while (Atomics.load(o.x, 0) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a getter that exchanges a function for another and is gone': {
    loop: `let n = 0; const A = { load: Atomics.load }, { load } = Atomics
      const o = { get once() { A.load = (view, i) => { n++; return load(view, i) }; Object.defineProperty(this, "once", { value: 0 }); return 0 } }
      while (A.load(s.x, 0) === 0 && o.once === 0 && n < 3); return n`,
    result: '3',
  },
  'a getter on a prototype': {
    loop: 'class O { n = 0; get x() { this.n++; return s.x } } const o = new O(); while (Atomics.load(o.x, 0) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a computed getter': {
    loop: 'const k = "x", o = { n: 0, get x() { this.n++; return s.x } }; while (Atomics.load(o[k], 0) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a getter of the global object': {
    loop: 'while (Atomics.load(s.x, 0) === 0 && counter < 3); const { n } = state; state.n = 0; return n',
    result: '3',
    top: 'const state = { n: 0 }; Object.defineProperty(globalThis, "counter", { configurable: true, get: () => ++state.n })',
  },
  'a proxy': {
    loop: 'let n = 0; const o = new Proxy({}, { get() { n++; return s.x } }); while (Atomics.load(o.x, 0) === 0 && n < 3); return n',
    result: '3',
  },
  'a prototype that is a proxy': {
    loop: 'let n = 0; const o = Object.create(new Proxy({}, { get() { n++; return s.x } })); while (Atomics.load(o.x, 0) === 0 && n < 3); return n',
    result: '3',
  },
  'a key with an effect': {
    loop: 'let n = 0; const k = { toString() { n++; return "x" } }; while (Atomics.load(s[k], 0) === 0 && n < 3); return n',
    result: '3',
  },
  'an index with an effect': {
    loop: 'let n = 0; const i = { valueOf() { n++; return 0 } }; while (Atomics.load(s.x, i) === 0 && n < 3); return n',
    result: '3',
  },
  'an index of an element with an effect': {
    loop: 'let n = 0; const i = { toString() { n++; return "0" } }; while (s.x[i] === 0 && n < 3); return n',
    result: '3',
  },
  'an operand with an effect': {
    loop: 'let n = 0; const zero = { valueOf() { n++; return 0 } }; while (s.x[0] == zero && n < 3); return n',
    result: '3',
  },
  'a sum with an effect': {
    loop: 'let n = 0; const zero = { valueOf() { n++; return 0 } }; while (s.x[0] + zero === 0 && n < 3); return n',
    result: '3',
  },
  'a sign with an effect': {
    loop: 'let n = 0; const zero = { valueOf() { n++; return 0 } }; while (s.x[0] === 0 && +zero === 0 && n < 3); return n',
    result: '3',
  },
  'a template with an effect': {
    loop: 'let n = 0; const o = { toString() { n++; return "" } }; while (`${s.x[0]}${o}` === "0" && n < 3); return n',
    result: '3',
  },
  'an expected value with an effect': {
    loop: 'let n = 0; const one = { valueOf() { n++; return 1 } }; while (Atomics.compareExchange(s.x, 0, one, 2) === 0 && n < 3); return n',
    result: '3',
  },
  'instanceof with an effect': {
    loop: 'let n = 0; const T = { [Symbol.hasInstance]() { return ++n > 2 } }; while (s.x[0] === 0 && !({} instanceof T)); return n',
    result: '3',
  },
  'in with an effect': {
    loop: 'let n = 0; const o = new Proxy({}, { has() { return ++n > 2 } }); while (s.x[0] === 0 && !("k" in o)); return n',
    result: '3',
  },
  'memory of its own': {
    loop: 'const own = new Int32Array(1); while (s.x[0] === 0 && Atomics.compareExchange(own, 0, own[0], own[0] + 1) < 2); return own[0]',
    result: '3',
  },
  'a compare-and-swap of memory of its own': {
    loop: 'const own = new Int32Array(1); while (s.x[0] === 0 && Atomics.compareExchange(own, 0, 0, 1) === 0); return own[0]',
    result: '1',
  },
  'a property': {
    loop: 'const o = { n: 0 }; while (s.x[0] === 0) { if (o.n === 2) return 2; o.n = o.n + 1 }',
    result: '2',
  },
  'an array that grows': {
    loop: 'const a = []; while (s.x[0] === 0) { if (a.length === 2) return 2; a.push(0) }',
    result: '2',
  },
  'an iterator': {
    loop: 'const a = [1, 2, 3].values(); let n = 0; while (s.x[0] === 0) { const [v] = a; if (v === undefined) return n; n = v }',
    result: '3',
  },
  'a function that looks and counts': {
    loop: 'let n = 0; const look = () => { n++; return s.x[0] }; while (look() === 0 && n < 3); return n',
    result: '3',
  },
  'a function that counts, with one inside that only looks': {
    loop: 'const [look, count] = make(); while (look(s.x) === 0); return count()',
    result: '3',
    top: `const make = () => {
      let n = 0
      const look = (x) => { const inner = () => Atomics.load(x, 0); n++; return n > 2 ? 1 : Atomics.load(x, 0) }
      return [look, () => n]
    }`,
  },
  'a function that looks, and calls one that counts': {
    loop: 'let n = 0; const count = () => n++, look = () => { count(); return s.x[0] }; while (look() === 0 && n < 3); return n',
    result: '3',
  },
  'a function that is given one that counts': {
    loop: 'let n = 0; const look = (f) => f() + s.x[0], count = () => n++; while (look(count) < 3); return n',
    result: '4',
  },
  'a function that looks at what the round assigns later': {
    loop: 'let t = 0; const look = () => s.x[0] + t; for (;;) { const seen = look(); t = Atomics.load(s.y, 0) + 1; if (seen + t > 1) return seen }',
    result: '1',
  },
  'a getter in a function that looks': {
    loop: 'const o = { n: 0, get x() { this.n++; return s.x } }, look = () => o.x[0]; while (look() === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a method that is exchanged': {
    loop: 'const o = { look() { return s.x[0] }, swap() { o.look = () => 1; return s.y[0] } }; while (o.look() === 0) o.swap(); return "ended"',
    result: '"ended"',
  },
  'a variable of a loop around': {
    loop: 'for (let n = 0; ; n++) { for (let i = 0; i < 2; i++) if (s.x[0] === 1) return -1; if (n === 3) return n }',
    result: '3',
  },
  'a write in a loop inside': {
    loop: 'for (;;) { for (let i = 0; i < 2; i++) { if (s.x[0] === 3) return "done"; s.x[0] += 1 } }',
    result: '"done"',
  },
  'a private method that counts': {
    loop: 'class O { n = 0; #look() { this.n++; return s.x[0] } wait() { while (this.#look() === 0 && this.n < 3); return this.n } } return new O().wait()',
    result: '3',
  },
  'a getter, in a function that is given its object': {
    loop: 'const o = { n: 0, get i() { return this.n++ * 0 } }; const look = (p) => s.x[p.i]; while (look(o) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a conversion, in a function that is given the object': {
    loop: 'const o = { n: 0, valueOf() { return this.n++ * 0 } }; const look = (p) => s.x[+p]; while (look(o) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a property by its key, in a function that is given the object': {
    loop: 'const o = { n: 0 }; const look = (p, k) => { p[k] = p[k] + 1; return s.x[0] }; while (look(o, "n") === 0 && o.n < 3); return o.n',
    result: '3',
  },
  'a function that a function is given': {
    loop: 'let n = 0; const more = () => ++n < 3; const look = (f) => s.x[0] === 0 && f(); while (look(more)); return n',
    result: '3',
  },
  'a closure': {
    loop: 'let n = 0; const more = () => ++n < 3; while (s.x[0] === 0 && more()); return n',
    result: '3',
  },
  'a generator': {
    loop: 'const g = (function* () { yield 1; yield 2 })(); while (s.x[0] === 0 && !g.next().done); return 5',
    result: '5',
  },
  'a tag of a template': {
    loop: 'let n = 0; const tag = () => ++n; while (s.x[0] === 0 && tag`` < 3); return n',
    result: '3',
  },
  'a constructor': {
    loop: 'let n = 0; class C { constructor() { n++ } } while (s.x[0] === 0 && new C() && n < 3); return n',
    result: '3',
  },
  'a private getter': {
    loop: 'class O { n = 0; get #x() { this.n++; return s.x } wait() { while (Atomics.load(this.#x, 0) === 0 && this.n < 3); return this.n } } return new O().wait()',
    result: '3',
  },
  'a static private getter, found in': {
    loop: 'class O { static n = 0; static get #x() { O.n++; return s.x } static wait() { while (#x in O && Atomics.load(O.#x, 0) === 0 && O.n < 3); return O.n } } return O.wait()',
    result: '3',
  },
  super: {
    loop: 'class P { get x() { this.n++; return s.x } } class O extends P { n = 0; wait() { while (Atomics.load(super.x, 0) === 0 && this.n < 3); return this.n } } return new O().wait()',
    result: '3',
  },
  'an optional chain': {
    loop: 'const o = { n: 0, get x() { this.n++; return s.x } }; while (Atomics.load(o?.x, 0) === 0 && o.n < 3); return o.n',
    result: '3',
  },
  arguments: {
    loop: 'return (function (n) { while (s.x[0] === 0) { if (arguments[0] === 2) return n; n = arguments[0] + 1 } })(0)',
    result: '2',
  },
  'a resource that is disposed of': {
    loop: 'let n = 0; while (s.x[0] === 0 && n < 3) { for (const _ of [0]) n++ } return n',
    result: '3',
  },
}

/** They go round for ever, and nothing but shared memory can end them. */
export const waiting: Readonly<Record<string, Loop>> = {
  'a variable that gets a value where the loop ends': {
    loop: 'let n = 0; for (;;) { const v = Atomics.load(s.x, 0); if (v !== 0) { n = v; break } } return n',
  },
  'a variable that gets a value where the function returns': {
    loop: 'let n = 0; for (;;) { if (Atomics.load(s.x, 0) === 1) { n = n + 1; return n } }',
  },
  'a load': { loop: 'while (Atomics.load(s.x, 0) === 0);' },
  'a load that gives way': { loop: 'while (Atomics.load(s.x, 0) === 0) yieldNow()' },
  'yielding first': { loop: 'for (;;) { yieldNow(); if (Atomics.load(s.x, 0) !== 0) break }' },
  'an element': { loop: 'while (s.x[0] === 0);' },
  'an element by a name': { loop: "while (s['x']['0'] === 0);" },
  'two elements': { loop: 'while (s.x[0] === 0 && s.y[0] === 0);' },
  'a variable that is assigned first': { loop: 'let v; while ((v = s.x[0]) === 0); return v' },
  'a var that is assigned first': { loop: 'do { var v = s.x[0] } while (v === 0); return v' },
  'a variable of the round': { loop: 'for (;;) { const v = s.x[0]; let w = v; w = w + 1; if (w !== 1) return v }' },
  'a variable that a closure sees': { loop: 'let v; const last = () => v; while ((v = s.x[0]) === 0); return last()' },
  'a variable around a try': { loop: 'let v; try { while ((v = s.x[0]) === 0); } finally { s.y[0] = 1 } return v' },
  'a variable that is assigned after a way out': {
    loop: 'let v; for (;;) { if (s.x[0] === 1) break; v = s.y[0] } return v',
  },
  'a compare-and-swap': { loop: 'while (Atomics.compareExchange(s.x, 0, 1, 2) !== 1) yieldNow()' },
  'a function of Atomics by another name': { loop: 'while (load(s.x, 0) === 0);', top: 'const { load } = Atomics' },
  'a parameter that gives way': { loop: 'const wait = (relax) => { while (s.x[0] === 0) relax() }; wait(yieldNow)' },
  'another name for yieldNow': {
    loop: 'while (s.x[0] === 0) relax()',
    top: "const { yieldNow: relax } = require('heddle')",
  },
  'yieldNow of the module': { loop: 'while (s.x[0] === 0) heddle.yieldNow()', top: "const heddle = require('heddle')" },
  'a field of this': { loop: 'class O { view = s.x; wait() { while (this.view[0] === 0); } } new O().wait()' },
  'conversions of what are no objects': {
    loop: 'while (`${+s.x[0] + -0}` == "0" && s.x[0] != null && !(s.x[0] > 1));',
  },
  'the length of a view': { loop: 'while (s.x[s.x.length - 1] === 0);' },
  labels: { loop: 'outer: while (s.x[0] === 0) { if (s.y[0] === 1) break outer; continue outer }' },
  'a loop with a loop inside': {
    loop: 'for (;;) { for (let i = 0; i < 3; i++) if (Atomics.compareExchange(s.x, 0, 1, 2) === 1) return i }',
  },
  'a loop inside that waits by itself': {
    loop: 'for (;;) { do { var v = s.x[0] } while (v === 0); if (s.y[0] === v) return v }',
  },
  'a switch': { loop: 'for (;;) { switch (s.x[0]) { case 0: continue; default: return 1 } }' },
  'a function that only looks': { loop: 'const isFree = () => s.x[0] === 0; while (isFree());' },
  'a function that is given what is shared': { loop: 'const isFree = (m) => m.x[0] === 0; while (isFree(s));' },
  'and hands it on': {
    loop: 'const a = (m, i) => m.x[i] === 0, b = (m) => a(m, 0) && Atomics.load(m.y, 0) === 0; while (b(s));',
  },
  'a method that only looks': {
    loop: 'class O { view = s.x; tryLock() { return Atomics.compareExchange(this.view, 0, 1, 2) === 1 } lock() { while (!this.tryLock()); } } new O().lock()',
  },
  'functions that call each other': {
    loop: 'const a = (i) => s.x[i] === 0, b = () => a(0) && Atomics.load(s.y, 0) === 0; while (b());',
  },
  'a private field': { loop: 'class O { #view = s.x; wait() { while (this.#view[0] === 0); } } new O().wait()' },
  'a DataView': { loop: 'const d = new DataView(s.x.buffer); while (d.getInt32(0) === 0 && d.getInt8(1) === 0);' },
  'an index out of range': { loop: 'while (s.x[0] === 0 && s.x[7] === undefined);' },
}
