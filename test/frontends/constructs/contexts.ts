/**
 * Where a construct may stand besides the body of a function that a thread calls: each context is a body around its
 * code, in which `return` still means to return.
 */
import type { Construct } from './construct.ts'

/** By name: a function's body in which the code runs. */
export const contexts: Readonly<Record<string, (code: string) => string>> = {
  'an arrow function': (code) => `return (() => {\n${code}\n})()`,
  'a function that is called twice': (code) => `function twice() {\n${code}\n} return [twice.call(o), twice.call(o)]`,
  'a method': (code) => `return { v: 1, method() {\n${code}\n} }.method()`,
  'a private method of a derived class': (code) =>
    `class Base { base() { return 1 } } class Derived extends Base { #own() {\n${code}\n} run() { return this.#own() } }
    return new Derived().run()`,
  'a static method': (code) => `return class { static method() {\n${code}\n} }.method()`,
  'a generator function': (code) =>
    `function* generated() { yield 0;\n${code}\n} const it = generated(); return [it.next(), it.next(), it.next()]`,
  'a generator that is spread': (code) =>
    `function* generated() {\n${code}\n} function* outer() { T(yield* generated()) } return [...outer()]`,
  'a callback': (code) => `return [0, 1].map(function () {\n${code}\n}, o)`,
  'a comparison': (code) => `return [2, 1].sort(() => { T((() => {\n${code}\n})()); return 1 })`,
  'a default': (code) => `return ((value = (() => {\n${code}\n})(), again = value) => [value, again])()`,
  'a default of a pattern': (code) => `const { p: [q = (function () {\n${code}\n}).call(o)] = [] } = {}; return q`,
  'a loop that is left through finally': (code) =>
    `out: for (const round of [0, 1]) { for (;;) { try { T((() => {\n${code}\n})()) } catch (caught) { E(caught) }
      finally { if (round) break out; continue out } } } return 'left'`,
  'a block': (code) => `{\n${code}\n}`,
  'a case': (code) => `switch (1) { case 0: T('not'); default: {\n${code}\n} }`,
  'a catch clause': (code) => `try { throw 1 } catch (caught) {\n${code}\n}`,
  'a finally clause': (code) => `try { return 'lost' } finally {\n${code}\n}`,
  'a loop with closures': (code) =>
    `const all = []; for (let turn = 0; turn < 2; turn++) { all.push(() => turn); {\n${code}\n} } return all`,
  'an iterator of the program': (code) =>
    `let n = 0; for (const x of { [Symbol.iterator]: () => ({ next() { if (n++ > 0) return { done: true };
      const value = (() => {\n${code}\n})(); return { done: false, value } } }) }) return x`,
  'an argument': (code) => `return T(T(0), (() => {\n${code}\n})(), T(1))`,
  'a call by apply': (code) => `return (function () {\n${code}\n}).apply(o, [1, 2, ...s.a])`,
  Function: (code) =>
    `return Function('s, o, T, E, V, K, N, I, throwIf', ${JSON.stringify(code)})(s, o, T, E, V, K, N, I, throwIf)`,
  'a bound function': (code) => `return (function () {\n${code}\n}).bind(o, 1)(2)`,
  'a getter': (code) => `return { get got() {\n${code}\n} }.got`,
  'a constructor': (code) => `return new (class { constructor() { this.v = (() => {\n${code}\n})() } })().v`,
  'a field': (code) => `return new (class { v = (() => {\n${code}\n})() })().v`,
}

/** The construct in that context. */
export function within(context: string, construct: Construct): Construct {
  return { ...construct, name: `${construct.name}, in ${context}`, code: contexts[context]!(construct.code) }
}
