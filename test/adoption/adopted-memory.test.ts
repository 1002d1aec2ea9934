/** What a call of `shared` allocates itself is shared memory like what `mem` makes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, ops, program, replay } from '../../src/index.ts'
import { runPlain } from '../../src/host/run.ts'
import { type Files, using } from './every-way.ts'

/** Explores a program whose threads are known to do this much, and returns the values of its outcomes. */
async function outcomesOf(source: string, executions: number, more: Record<string, string> = {}): Promise<unknown[]> {
  let values: unknown[] = []
  await using({ 'program.ts': source, ...more }, async (subject) => {
    const result = await subject.explore()
    assert.equal(result.executions, executions)
    values = result.outcomes.map(({ value }) => value)
  })
  return values.sort()
}

/** Two unprotected increments: two reads and two writes, 6 executions, and one of the increments may be lost. */
const LOST = [1, 2]

const increments = (shared: string, increment: string, top = ''): string => `${top}
export default program({ name: 'increments', shared: () => (${shared}), threads: [(s) => { ${increment} }, (s) => { ${increment} }], outcome: (s) => s.value() })`

const views: Record<string, readonly [shared: string, increment: string, top?: string]> = {
  'a typed array': ['{ n: new Int32Array(new SharedArrayBuffer(4)), value() { return this.n[0] } }', 's.n[0]++'],
  'a buffer, with views made in threads': [
    '{ b: new SharedArrayBuffer(8), value() { return new Int16Array(this.b)[1] } }',
    'const n = new Int16Array(s.b); n[1] += 1',
  ],
  'a DataView': [
    '{ n: new DataView(new SharedArrayBuffer(9), 1), value() { return this.n.getFloat64(0) } }',
    's.n.setFloat64(0, s.n.getFloat64(0) + 1)',
  ],
  'a Buffer': ['{ n: Buffer.from(new SharedArrayBuffer(4), 2, 2), value() { return this.n[1] } }', 's.n[1]++'],
  'a subclass of a typed array': [
    '{ n: new Cells(new SharedArrayBuffer(4)), value() { return this.n[0] } }',
    's.n.up()',
    'class Cells extends Uint8Array { up() { this[0]++ } }',
  ],
  'a subclass of a typed array with fields of its own': [
    '{ n: new Cells(new SharedArrayBuffer(4)), value() { return this.n[0] } }',
    's.n.up()',
    'class Cells extends Uint8Array { #at; step = 1; constructor(b) { super(b); this.#at = 0 } up() { this[this.#at] += this.step } get buffer() { return new ArrayBuffer(4) } }',
  ],
  'a subclass of SharedArrayBuffer': [
    '{ n: new Uint32Array(new Memory(1)), value() { return this.n[0] } }',
    's.n[s.n.buffer.first()]++',
    'class Memory extends SharedArrayBuffer { #first = 0; named = 1; constructor(words) { super(4 * words) } first() { return this.#first } }',
  ],
  'a private field': [
    'new Cell()',
    's.up()',
    'class Cell { #n = new Int32Array(new SharedArrayBuffer(4)); up() { this.#n[0]++ } value() { return this.#n[0] } }',
  ],
  'a closure': [
    'cell()',
    's.up()',
    'function cell() { const n = new Int32Array(new SharedArrayBuffer(4)); return { up() { n[0]++ }, value: () => n[0] } }',
  ],
  'a nested object in a Map': [
    '{ map: new Map([["a", { n: [new Int32Array(new SharedArrayBuffer(4))] }]]), value() { return this.map.get("a").n[0][0] } }',
    's.map.get("a").n[0][0]++',
  ],
  'a view that takes no properties': [
    '{ n: Object.preventExtensions(new Int32Array(new SharedArrayBuffer(4))), value() { return this.n[0] } }',
    's.n[0]++',
  ],
  'a constructor that was kept': [
    '{ n: new Int32Array(new Kept(4)), value() { return this.n[0] } }',
    's.n[0]++',
    'const { SharedArrayBuffer: Kept } = globalThis',
  ],
  'the constructor of another buffer': [
    '{ n: new Int32Array(new (new SharedArrayBuffer(1).constructor)(4)), value() { return this.n[0] } }',
    's.n[0]++',
  ],
  'Reflect.construct': [
    '{ n: new Int32Array(Reflect.construct(SharedArrayBuffer, [4], class extends SharedArrayBuffer {})), value() { return this.n[0] } }',
    's.n[0]++',
  ],
  'a slice of another buffer': [
    '{ n: new Int32Array(new SharedArrayBuffer(8).slice(4)), value() { return this.n[0] } }',
    's.n[0]++',
  ],
  'a WebAssembly.Memory': [
    '{ n: new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), value() { return this.n[0] } }',
    's.n[0]++',
  ],
  'a WebAssembly.Memory, asked in threads': [
    '{ m: new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }), value() { return new Int32Array(this.m.buffer)[0] } }',
    'const n = new Int32Array(s.m.buffer); n[0]++',
  ],
  'a subclass of WebAssembly.Memory': [
    '{ m: new Cells(), value() { return this.m.view()[0] } }',
    'const n = s.m.view(); n[0]++',
    'class Cells extends WebAssembly.Memory { constructor() { super({ initial: 1, maximum: 1, shared: true }) } view() { return new Int32Array(this.buffer, this.at) } at = 0 }',
  ],
}

for (const [name, [shared, increment, top]] of Object.entries(views)) {
  test(`accesses through ${name} are switch points`, async () => {
    assert.deepEqual(await outcomesOf(increments(shared, increment, top), 6), LOST)
  })
}

test('what constructors write in `shared` are the initial bytes, in every execution and in real runs', () =>
  using(
    {
      'program.ts': `
class Account { cents = new BigInt64Array(new SharedArrayBuffer(8)); constructor(first) { this.cents[0] = first } }
export default program({
  name: 'accounts', shared: () => ({ a: new Account(70n), b: new Account(30n) }),
  threads: [(s) => { s.a.cents[0] -= 5n }, (s) => { s.b.cents[0] += 5n; return s.a.cents[0] }],
  outcome: (s, [, seen]) => [s.a.cents[0], s.b.cents[0], seen].map(Number),
})`,
    },
    async (subject) => {
      const { outcomes } = await subject.explore()
      assert.deepEqual(outcomes.map(({ value }) => value).sort(), [
        [65, 35, 65],
        [65, 35, 70],
      ])
      for (const { value } of (await subject.plain(20)).outcomes)
        assert.deepEqual((value as number[]).slice(0, 2), [65, 35])
    },
  ))

test('names come from the properties under which memory is returned, or else from the place that allocates it', () =>
  using(
    {
      'program.ts': `
class Hidden { #n = new Int32Array(new SharedArrayBuffer(4)); up() { this.#n[0]++ } }
class Shown { state = new Int32Array(new SharedArrayBuffer(4)) }
export default program({
  name: 'names',
  shared: (mem) => ({ n: mem.int32('twice', 1), l: new Shown(), list: [{ at: new Shown().state }], h: new Hidden(), g: new Hidden(), bytes: new SharedArrayBuffer(4), twice: new Uint8Array(new SharedArrayBuffer(2)) }),
  threads: [(s) => { s.n[0] = 1; s.l.state[0] = 1; s.list[0].at[0] = 1; s.h.up(); s.g.up(); new Uint8Array(s.bytes)[3] = 1; new Uint16Array(s.bytes)[1] = 1; s.twice[1] = 1 }],
})`,
    },
    async (subject) => {
      const { outcomes } = await subject.explore()
      const { events } = await replay(subject.file, outcomes[0]!.schedule)
      assert.deepEqual(
        events.map(({ operation, location }) => `${operation} ${location}`),
        [
          'write twice[0]',
          'write l.state[0]',
          'write list[0].at[0]',
          'read program.ts:4[bytes 0-3]',
          'write program.ts:4[bytes 0-3]',
          'read program.ts:4#2[bytes 0-3]',
          'write program.ts:4#2[bytes 0-3]',
          'write bytes[byte 3]',
          'write bytes[bytes 2-3]',
          'write program.ts:8[1]',
        ],
      )
    },
  ))

/** The error of a check, and of a real run if it has one: with its place in `program.ts`. */
async function errorOf(files: Files, ways: readonly ('check' | 'run')[] = ['check']): Promise<string[]> {
  const messages: string[] = []
  await using(files, async ({ file }) => {
    for (const way of ways) {
      await assert.rejects(way === 'check' ? check(file) : runPlain(file), (error: Error & { at?: string }) => {
        messages.push(`${error.at?.replace(/^.*\//, '')}: ${error.message}`)
        return true
      })
    }
  })
  return messages
}

const calls = (allocate: string): Files => ({
  'program.ts': `
let calls = 0
export default program({ name: 'differs', shared: () => {
  calls++
  ${allocate}
}, threads: [(s) => { s.n[0] = 1 }, (s) => { s.n[0] = 2 }] })`,
})

const differing: Record<string, readonly [allocate: string, message: RegExp]> = {
  'another size': [
    'return { m: new Map(), n: new Uint8Array(new SharedArrayBuffer(calls)) }',
    /^program.ts:7:\d+: .*allocation 1 was a SharedArrayBuffer \(1 bytes\) and now is a SharedArrayBuffer \(2 bytes\)/,
  ],
  'one more': [
    'const n = new Uint8Array(new SharedArrayBuffer(1)); if (calls > 1) new SharedArrayBuffer(3); return { n }',
    /^program.ts:7:\d+: .*it made one more allocation: a SharedArrayBuffer \(3 bytes\)/,
  ],
  'one less': [
    'if (calls === 1) new SharedArrayBuffer(3); return { n: new Uint8Array(new SharedArrayBuffer(1)) }',
    /^program.ts:7:\d+: .*allocation 1 was a SharedArrayBuffer \(3 bytes\) and now is a SharedArrayBuffer \(1 bytes\)/,
  ],
  'one that a module keeps': [
    'globalThis.kept ??= new SharedArrayBuffer(3); return { n: new Uint8Array(globalThis.kept) }',
    /^program.ts:7:\d+: .*it made 0 allocations instead of 1; missing: a SharedArrayBuffer \(3 bytes\), which a module may have kept/,
  ],
}

for (const [what, [allocate, message]] of Object.entries(differing)) {
  test(`calls of \`shared\` that allocate differently are an error with its place: ${what}`, async () => {
    for (const found of await errorOf(calls(allocate))) assert.match(found, message)
  })
}

test('workers that allocate differently are an error with its place', async () => {
  const [found] = await errorOf(
    {
      'program.ts': `import { threadId } from 'node:worker_threads'
export default program({ name: 'differs', shared: () => ({
  n: new Uint8Array(new SharedArrayBuffer(100 + threadId)),
}), threads: [(s) => { s.n[0] = 1 }] })`,
    },
    ['run'],
  )
  assert.match(
    found!,
    /^program.ts:5:\d+: .*allocation 1 was a SharedArrayBuffer \(\d+ bytes\) and now is a SharedArrayBuffer \(\d+ bytes\)/,
  )
})

test('memory that no thread accesses is no shared operation', async () => {
  const [found] = await errorOf({
    'program.ts': `
export default program({ name: 'idle', shared: () => ({ n: new Int32Array(new SharedArrayBuffer(4)) }), threads: [(s) => s.n.length, (s) => s.n.byteLength] })`,
  })
  assert.match(found!, /no shared operation|perform no/)
})

test("plain memory that `shared` returns is each thread's own, as it is for real workers", () =>
  using(
    {
      'program.ts': `
export default program({
  name: 'private memory', shared: (mem) => ({ n: mem.int32('n', 1), own: new Int32Array(2), buffer: new ArrayBuffer(4) }),
  threads: [0, 1].map((me) => (s) => { s.own[0] += 1; new Uint8Array(s.buffer)[me] = 1; s.n[0] = s.n[0] + 1; return [...s.own, ...new Uint8Array(s.buffer)] }),
  outcome: (s, results) => [results, [...s.own], s.buffer.byteLength],
})`,
    },
    async (subject) => {
      const expected = [
        [
          [
            [1, 0, 1, 0, 0, 0],
            [1, 0, 0, 1, 0, 0],
          ],
          [0, 0],
          4,
        ],
      ]
      assert.deepEqual(
        (await subject.explore()).outcomes.map(({ value }) => value),
        expected,
      )
      assert.deepEqual(
        (await subject.plain(5)).outcomes.map(({ value }) => value),
        expected,
      )
    },
  ))

test('a program object has its memory adopted, too, and the constructors are put back', async () => {
  const natives = [SharedArrayBuffer, SharedArrayBuffer.prototype.constructor]
  const bump = function* (s: { n: Int32Array }) {
    yield* ops.write(s.n, 0, (yield* ops.read(s.n, 0)) + 1)
  }
  const result = await check(
    program({
      name: 'generators',
      shared: () => ({ n: new Int32Array(new SharedArrayBuffer(4)) }),
      threads: [bump, bump],
      outcome: (s) => s.n[0],
    }),
    { reduction: 'none' },
  )
  assert.equal(result.executions, 6)
  assert.deepEqual(result.outcomes.map(({ value }) => value).sort(), LOST)
  assert.deepEqual([SharedArrayBuffer, SharedArrayBuffer.prototype.constructor], natives)
  assert.equal(natives[0], natives[1])
})

test('memory outside of `shared` is nothing for operations of generator threads', async () => {
  const outside = new Int32Array(new SharedArrayBuffer(4))
  await assert.rejects(
    check(
      program({
        name: 'outside',
        shared: (mem) => ({ n: mem.int32('n', 1) }),
        threads: [
          function* (s) {
            yield* ops.write(s.n, 0, 1)
            yield* ops.write(outside, 0, 1)
          },
        ],
      }),
    ),
    (error: Error & { at?: string }) =>
      /adopted-memory\.test\.\w+:\d+:\d+$/.test(error.at!) &&
      /a thread accesses shared memory that was not allocated in `shared`/.test(error.message),
  )
})
