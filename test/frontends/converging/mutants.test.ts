/** What tells local states apart at the beginnings of rounds and statements, each left out: random programs must notice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocalStates } from '../../../src/execution/backtracking/local-states.ts'
import { LoopWatch, WatchedCall, WatchedSteps } from '../../../src/program/loops/loop-watch.ts'
import { SpinWatch } from '../../../src/program/loops/spin-wait.ts'
import { RoundStart, Whereabouts } from '../../../src/program/loops/whereabouts.ts'
import { compareSearches } from './compare.ts'
import { randomThreads } from './random-threads.ts'

/** By name: what is put in the place of a method. */
const mutants: Readonly<
  Record<string, { readonly owner: object; readonly method: string; readonly mutate: Mutate; readonly example: string }>
> = {
  'without the last of the variables that rounds keep': {
    example: `(s) => { let a = 0; for (let i = 0; i < 2; i++) a = s.x[0] + a; return a }`,
    owner: Whereabouts.prototype,
    method: 'roundBegins',
    mutate: (original) =>
      function (this: unknown, loop: unknown, kept: readonly unknown[]) {
        return original.call(this, loop, kept.slice(0, -1))
      },
  },
  'without the first of the variables that rounds keep': {
    example: `(s) => { let a = 0; for (let i = 0; i < 2; i++) a = s.x[0] + a; return a }`,
    owner: Whereabouts.prototype,
    method: 'roundBegins',
    mutate: (original) =>
      function (this: unknown, loop: unknown, kept: readonly unknown[]) {
        return original.call(this, loop, kept.slice(1))
      },
  },
  'without the rounds around': {
    example: `(s) => { let n = 0; for (let i = 0; i < 2; i++) { for (let k = 0; k < 1; k++) s.x[0]; n++ } return n }`,
    owner: RoundStart.prototype,
    method: 'text',
    mutate: (original) =>
      function (this: unknown, alike: boolean) {
        return (original.call(this, alike) as string | null)?.replace(/#.*#/, '#') ?? null
      },
  },
  'without what was received before the loop': {
    example: `(s) => { const f = () => { for (let i = 0; i < 2; i++) Atomics.load(s.y, 0); return 0 }; return s.x[0] + f() }`,
    owner: RoundStart.prototype,
    method: 'text',
    mutate: (original) =>
      function (this: unknown, alike: boolean) {
        return (original.call(this, alike) as string | null)?.replace(/:[^#]*#/g, ':#') ?? null
      },
  },
  "without the caller's position": {
    example: `(s) => { const f = () => { for (let i = 0; i < 1; i++) Atomics.load(s.y, 0); return 0 }; return f() + (s.x[0] = 2) + f() }`,
    owner: RoundStart.prototype,
    method: 'text',
    mutate: (original) =>
      function (this: unknown, alike: boolean) {
        return (original.call(this, alike) as string | null)?.replace(/^(start \d+|\d+):/, '') ?? null
      },
  },
  'without what a call has returned': {
    example: `(s) => { const f = () => s.x[0]; return 10 * f() + s.y[0] }`,
    owner: WatchedCall.prototype,
    method: 'returned',
    mutate: (original) =>
      function (this: unknown, _: unknown, whereabouts: unknown) {
        return original.call(this, 0, whereabouts)
      },
  },
  'without what was received before a call': {
    example: `(s) => { const f = () => s.y[0] & 0; return s.x[0] + f() + s.z[0] }`,
    owner: RoundStart.prototype,
    method: 'text',
    mutate: (original) =>
      function (this: unknown, alike: boolean) {
        return (original.call(this, alike) as string | null)?.replace(/:[^#]*#/g, ':#') ?? null
      },
  },
  'whatever a call runs': {
    example: `(s) => { const o = { n: 0 }; const g = () => { o.n++ }; const f = () => { if (s.x[0] > 0) g() }; f(); s.y[0]; return o.n }`,
    owner: LoopWatch.prototype,
    method: 'taint',
    mutate: () => function () {},
  },
  'without what a waiting thread has seen': {
    example: `(s) => { const f = () => s.x[0] === 2; for (;;) { if (f()) return 1; if (s.y[0] === 2) return 0 } }`,
    owner: SpinWatch.prototype,
    method: 'text',
    mutate: () => () => '',
  },
  'whatever it calls': {
    example: `(s) => { let n = 0; const f = () => { n++ }; for (let i = 0; i < 2; i++) { if (s.x[0] > 0) f() } return n }`,
    owner: LoopWatch.prototype,
    method: 'enter',
    mutate: (original) =>
      function (this: unknown) {
        return original.call(this, false)
      },
  },
  'whichever statement begins': {
    example: `(s) => { s.x[0]; s.y[0]; s.z[0]; return 1 }`,
    owner: WatchedSteps.prototype,
    method: 'nextStep',
    mutate: (original) =>
      function (this: unknown, _: unknown, kept: unknown, whereabouts: unknown) {
        return original.call(this, 0, kept, whereabouts)
      },
  },
  'without the variables that statements have assigned': {
    example: `(s) => { const a = s.x[0]; s.y[0]; return a }`,
    owner: WatchedSteps.prototype,
    method: 'nextStep',
    mutate: (original) =>
      function (this: unknown, number: unknown, _: unknown, whereabouts: unknown) {
        return original.call(this, number, [], whereabouts)
      },
  },
  'whatever ran between statements': {
    example: `(s) => { const o = { n: 0, get t() { return this.n++ } }; if (s.x[0] > 0) o.t; s.y[0]; return o.n }`,
    owner: LoopWatch.prototype,
    method: 'taint',
    mutate: () => function () {},
  },
  'whatever ran between statements behind a loop': {
    example: `(s) => { const o = { n: 0, get t() { return this.n++ } }; if (s.x[0] > 0) { for (let i = 0; i < 1; i++) s.y[0]; o.t } s.y[0]; s.z[0]; return o.n }`,
    owner: LoopWatch.prototype,
    method: 'leave',
    mutate: (original) =>
      function (this: unknown, watched: unknown) {
        original.call(this, watched)
        const watch = this as LoopWatch
        watch.isSeeing = watch.loops.some(({ tainted }) => !tainted)
      },
  },
  'whatever was seen to run': {
    example: `(s) => { const o = { n: 0, get t() { return this.n++ } }; for (let i = 0; i < 2; i++) { if (s.x[0] > 0) o.t } return o.n }`,
    owner: LoopWatch.prototype,
    method: 'taint',
    mutate: () => function () {},
  },
}

type Method = (this: unknown, ...args: never[]) => unknown
type Mutate = (original: { call(self: unknown, ...args: unknown[]): unknown }) => Method

/** How many random programs are tried besides; for `HEDDLE_CONVERGING_MUTANTS=400` seeds that notice are printed. */
const MOST = Number(process.env['HEDDLE_CONVERGING_MUTANTS'] ?? 0)

for (const [name, { owner, method, mutate, example }] of Object.entries(mutants)) {
  test(`it is noticed when local states are taken for equal ${name}`, (t) => {
    const source = withCounter(example)
    assert.ok(!isNoticed(source, 0, 'stateful'), 'the example is in order')
    const described = Object.getOwnPropertyDescriptor(owner, method)!
    const original = described.value as Parameters<Mutate>[0]
    Object.defineProperty(owner, method, { ...described, value: mutate(original) })
    try {
      assert.ok(isNoticed(source, 0, 'stateful'))
      const noticed = Array.from({ length: MOST }, (_, i) => i + 1).filter((seed) =>
        isNoticed(randomThreads(seed), seed),
      )
      if (MOST > 0) t.diagnostic(`noticed by seeds ${noticed.join(', ')}`)
    } finally {
      Object.defineProperty(owner, method, described)
    }
  })
}

/** The first thread has written y only if it read x before it was stored, and z otherwise: then it is in the same state. */
const afterOneOrTheOther = `const { program } = require('heddle')
module.exports = program({
  name: 'race', shared: (mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1), z: mem.int32('z', 1), q: mem.semaphore('q', 1) }),
  threads: [
    (s) => { for (let i = 0; i < 2; i++) { if (i === 0) { if (Atomics.load(s.x, 0) === 0) s.y[0] = 0; else s.z[0] = 0 } else s.q.tryAcquire() } },
    (s) => { Atomics.store(s.x, 0, 1) },
    (s) => { if (Atomics.load(s.x, 0) === 1) { if (!s.q.tryAcquire()) s.y[0] } },
  ], outcome: () => 0,
})`

test('it is noticed when races do not tell apart what a thread that converges has accessed on its way', () => {
  assert.ok(!isNoticed(afterOneOrTheOther, 0, 'stateful'), 'the example is in order')
  const { learn } = LocalStates.prototype
  LocalStates.prototype.learn = function (...args) {
    const state = learn.apply(this, args)
    this.converges = false
    return state
  }
  try {
    assert.ok(isNoticed(afterOneOrTheOther, 0, 'stateful'))
  } finally {
    LocalStates.prototype.learn = learn
  }
})

const withCounter = (thread: string): string => `const { program } = require('heddle')
module.exports = program({
  name: 'loops', shared: (mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1), z: mem.int32('z', 1) }),
  threads: [${thread}, (s) => { Atomics.store(s.x, 0, 1); s.y[0]; s.z[0] }], outcome: (s, results) => [s.x[0], results],
})`

/** It comes to something else, is taken for a program that is not deterministic, or does not end. */
function isNoticed(source: string, seed: number, reduction?: string): boolean {
  try {
    return compareSearches(source, seed, reduction)?.difference !== null
  } catch {
    return true
  }
}
