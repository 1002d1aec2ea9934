/** Getters, setters, constructors and field initialisers may touch shared memory: they become suspendable when they do. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { check, replay } from '../support/built.ts'
import { folder } from './temporary.ts'

/** What one thread does while another writes 3 to `a[0]`, which begins with 1; and what `a[0]` can be in the end. */
const cases: Record<string, { top?: string; body: string; outcomes: number[] }> = {
  'a getter': {
    top: 'class C { constructor(a) { this.a = a } get v() { return this.a[0] } }',
    body: 's.a[0] = new C(s.a).v + 1',
    outcomes: [2, 3, 4],
  },
  'a getter of a property that is read through a chain, a pattern and a call': {
    top: 'class C { constructor(a) { this.a = a } get v() { return this.a[0] } get f() { const n = this.a[0]; return () => n } }',
    body: 'const c = new C(s.a); const { v } = c; s.a[0] = 10 * (c?.v + v) + c.f()',
    // What is read is 1 at first, and 3 from some point on.
    outcomes: [3, 21, 23, 43, 63],
  },
  'a private getter and a private setter': {
    top: 'class C { #a; constructor(a) { this.#a = a } get #v() { return this.#a[0] } set #v(x) { this.#a[0] = x } inc() { this.#v += 1 } }',
    body: 'new C(s.a).inc()',
    outcomes: [2, 3, 4],
  },
  'a getter of a property that is also assigned': {
    body: 'const o = { get v() { return s.a[0] }, set v(x) { this.w = x } }; const n = o.v; o.v = n; s.a[0] = o.w + 1',
    outcomes: [2, 3, 4],
  },
  'a setter, with a value and an operator': {
    top: 'class C { constructor(a) { this.a = a } get v() { return this.a[0] } set v(x) { this.a[0] = x } }',
    body: 'const c = new C(s.a); c.v += 1; c.v++; [c.v] = [c.v]',
    outcomes: [3, 4, 5],
  },
  'a getter in an object literal': {
    body: 'const o = { get v() { return s.a[0] } }; s.a[0] = 10 * o.v + o.v',
    outcomes: [3, 11, 13, 33],
  },
  'a static getter of a class that is inherited': {
    body: 'class B { static get v() { return s.a[0] } } class C extends B {} s.a[0] = C.v + 1',
    outcomes: [2, 3, 4],
  },
  'a getter and a setter that are given to Object.defineProperty': {
    body: 'const o = Object.defineProperty({}, "v", { get: () => s.a[0], set(x) { s.a[0] = x } }); o.v += 1',
    outcomes: [2, 3, 4],
  },
  'getters of other names, given to Object.create, Object.defineProperties and __defineGetter__': {
    top: 'function read() { return this.view[0] }',
    body:
      'const o = Object.create({}, { view: { value: s.a }, v: { get: read } }); Object.defineProperties(o, { w: { get: read } }); ' +
      'o.__defineGetter__("x", read); const { w } = o; s.a[0] = 100 * o.v + 10 * w + o.x',
    outcomes: [3, 111, 113, 313, 333],
  },
  'a constructor': {
    top: 'class C { constructor(a) { this.x = a[0]; a[0] = this.x + 1 } }',
    body: 'new C(s.a)',
    outcomes: [2, 3, 4],
  },
  'a constructor without arguments, whose fields are initialised in order': {
    body: 'class C { x = s.a[0]; y = this.x + s.a[0]; constructor() { this.z = this.x + this.y } } s.a[0] = new C().z',
    outcomes: [3, 5, 9],
  },
  'constructors of a class and of what it inherits from': {
    top: 'class B { constructor(a) { this.x = a[0] } get twice() { return 2 * this.x } } class C extends B { y = this.x + 1; constructor(a) { const first = a[0]; super(a); a[0] = this.y + first + super.twice } }',
    body: 'new C(s.a)',
    outcomes: [3, 5, 11, 13],
  },
  'a class without a constructor of its own': {
    top: 'class B { constructor(a) { this.x = a[0] } } class C extends B {}',
    body: 'const c = new C(s.a); s.a[0] = c.x + (c instanceof C && c instanceof B)',
    outcomes: [2, 3, 4],
  },
  'private names, of a class and of what it inherits from': {
    top: 'class B { #q = 1; constructor(a) { this.x = a[0]; this.#q = 2 } q() { return this.#q } } class C extends B { #z = 7; #m() { return this.#z } constructor(a) { super(a); a[0] = this.#m() + this.q() + this.x } }',
    body: 'new C(s.a)',
    outcomes: [3, 10, 12],
  },
  'a function as a constructor': {
    top: 'function C(a) { this.x = a[0]; a[0] = this.x + 1 }',
    body: 'new C(s.a)',
    outcomes: [2, 3, 4],
  },
  'Reflect.construct': {
    top: 'class C { constructor(a) { this.x = a[0] } } class D extends C {}',
    body: 'const c = Reflect.construct(C, [s.a], D); s.a[0] = c.x + (c instanceof D)',
    outcomes: [2, 3, 4],
  },
  'a callback of replace': {
    body: 's.a[0] = Number("a-b".replace(/(?<letter>[a-z])-?/g, (match, letter, at, text, groups) => groups.letter === letter && text === "a-b" ? s.a[0] + at : 0))',
    // The matches are at 0 and 2.
    outcomes: [3, 13, 15, 35],
  },
  'a callback of replaceAll': {
    body: 's.a[0] = Number("x.x".replaceAll("x", (match, at) => s.a[0] + at))',
    outcomes: [1, 3], // without what comes after the point
  },
  'listeners of an emitter': {
    top: 'import { EventEmitter } from "node:events"',
    body: 'const e = new EventEmitter(); e.once("x", function (n) { s.a[0] += n }); e.on("x", () => { s.a[0] *= 2 }); const had = [e.emit("x", 1), e.emit("x", 5), e.emit("y")]; if (had.join() !== "true,true,false") s.a[0] = -1',
    // 1 + 1, times 2, times 2; 3 comes somewhere.
    outcomes: [3, 6, 8, 12, 16],
  },
  'a class that inherits from Error, with new.target': {
    top: 'class E extends Error { constructor(a) { super(`x${a[0]}`); this.name = new.target.name; this.v = a[0] } }',
    body: 'try { throw new E(s.a) } catch (e) { s.a[0] = e.v + (e.name === "E" && e instanceof E && /^x[13]$/.test(e.message)) }',
    outcomes: [2, 3, 4],
  },
}

const source = ({ top = '', body }: { top?: string; body: string }): string => `import { program } from 'heddle'
${top}
export default program({
  name: 'p',
  shared: (mem) => ({ a: mem.int32('a', [1]) }),
  threads: { one(s) { ${body} }, two(s) { s.a[0] = 3 } },
  outcome: (s) => s.a[0],
})
`

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder(Object.fromEntries(Object.entries(cases).map(([name, one]) => [`${name}.mjs`, source(one)])))
})
after(() => dir.remove())

for (const [name, { outcomes }] of Object.entries(cases)) {
  test(`${name} touches shared memory`, async () => {
    const result = await check(dir.at(`${name}.mjs`), { reduction: 'none' })
    assert.equal(result.outcome, 'verified', result.report)
    const found = result.outcomes.map(({ value }) => value as number).sort((a, b) => a - b)
    assert.deepEqual(found, outcomes)
  })
}

test('what was found that way is replayed', async () => {
  const file = dir.at('a constructor.mjs')
  const { outcomes } = await check(file)
  const two = outcomes.find(({ value }) => value === 2)!
  assert.equal((await replay(file, two.schedule)).value, 2)
})

test('what stays refused is said with its place', async (t) => {
  const refused = folder({
    'p.mjs': source({ body: 'const p = new Proxy({}, {\n get() { return s.a[0] } }); s.a[0] = p.x' }),
  })
  t.after(refused.remove)
  await assert.rejects(check(refused.at('p.mjs')), (error: Error & { at?: string }) => {
    assert.match(error.message, /an element access on shared memory was reached inside a thread from code that cannot/)
    assert.match(error.at!, /p\.mjs:7:17$/)
    return true
  })
})
