import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HeddleError } from '../../src/base/errors.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program, type Program } from '../../src/program/program.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { explore } from '../support/subject.ts'

describe('between executions', () => {
  test('bytes of every kind of memory are restored', () => {
    type Shared = { bytes: Uint8Array; doubles: Float64Array; big: BigInt64Array; buffer: SharedArrayBuffer }
    const seen = new Set<string>()
    explore(
      program({
        name: 'memory',
        shared: (mem: Mem): Shared => ({
          bytes: mem.uint8('bytes', [1, 2, 3]),
          doubles: mem.float64('doubles', [0.5]),
          big: mem.bigint64('big', [-1n]),
          buffer: mem.buffer('buffer', 100),
        }),
        threads: [0, 1].map(
          () =>
            function* (s: Shared) {
              yield* ops.write(s.bytes, 1, (yield* ops.read(s.bytes, 1)) + 1)
              yield* ops.write(s.doubles, 0, 7)
              yield* ops.write(s.big, 0, 7n)
              yield* ops.view.setUint8(new DataView(s.buffer), 99, 9)
            },
        ),
        outcome: (s) => {
          seen.add([...s.bytes].join())
          return [...s.bytes, s.doubles[0], String(s.big[0]), new Uint8Array(s.buffer)[99]]
        },
      }),
      { reduction: 'none' },
    )
    assert.deepEqual([...seen].sort(), ['1,3,3', '1,4,3'], 'one increment lost, or none')
  })

  test('primitives are restored, also those that an abandoned execution held', () => {
    type Shared = { mutex: Mutex }
    const execution = new Execution(
      program({
        name: 'held',
        shared: (mem: Mem): Shared => ({ mutex: mem.mutex('mutex') }),
        threads: [
          function* (s: Shared) {
            yield* ops.lock(s.mutex)
            yield* ops.unlock(s.mutex)
          },
        ],
      }),
    )
    for (let i = 0; i < 3; i++) {
      execution.reset()
      assert.ok(execution.isEnabled(0), 'nobody holds the mutex')
      execution.step(0, 0)
    }
    execution.leave()
  })
})

describe('`shared`', () => {
  function counting(make: (x: Int32Array) => unknown): { program: Program; calls: () => number } {
    let calls = 0
    return {
      calls: () => calls,
      program: program({
        name: 'counting',
        shared: (mem: Mem) => {
          calls++
          return make(mem.int32('x', [0])) as { x: Int32Array }
        },
        threads: [0, 1].map(
          () =>
            function* (s: { x: Int32Array }) {
              yield* ops.write(s.x, 0, (yield* ops.read(s.x, 0)) + 1)
            },
        ),
      }),
    }
  }

  class Cache {
    readonly x: Int32Array
    hits = 0
    constructor(x: Int32Array) {
      this.x = x
    }
  }

  test('is called once per thread and once for the end, if it returns only what mem made', () => {
    const { program, calls } = counting((x) => ({ x, list: [x, 1, 'text'] }))
    assert.equal(explore(program, { reduction: 'none' }).executions, 6)
    assert.equal(calls(), 3)
  })

  test('is called again for every execution, if it returns objects of its own', () => {
    const { program, calls } = counting((x) => new Cache(x))
    assert.equal(explore(program, { reduction: 'none' }).executions, 6)
    assert.ok(calls() >= 6 * 3, `${calls()} calls`)
  })

  test('gives every execution fresh objects, so that what threads keep in them is not carried over', () => {
    const seen: number[] = []
    explore(
      program({
        name: 'kept',
        shared: (mem: Mem) => new Cache(mem.int32('x', [0])),
        threads: [0, 1].map(
          () =>
            function* (s: Cache) {
              seen.push(s.hits++)
              yield* ops.write(s.x, 0, 1)
            },
        ),
      }),
      { reduction: 'none' },
    )
    assert.ok(seen.length >= 4)
    assert.ok(
      seen.every((hits) => hits === 0),
      'neither from the other thread nor from another execution',
    )
  })
})

describe('a program that is not deterministic', () => {
  function diverging(
    body: (s: { x: Int32Array; y: Int32Array }, run: number) => Generator<unknown, void, unknown>,
  ): () => unknown {
    let run = 0
    return () =>
      explore(
        program({
          name: 'diverging',
          shared: (mem: Mem) => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) }),
          threads: {
            *fickle(s: { x: Int32Array; y: Int32Array }) {
              yield* body(s, run++)
            },
            *steady(s: { x: Int32Array; y: Int32Array }) {
              yield* ops.write(s.x, 0, 1)
            },
          },
        }),
        { reduction: 'none' },
      )
  }

  function stops(check: () => unknown, ...messages: RegExp[]): void {
    assert.throws(check, (error: HeddleError) => {
      assert.equal(error.kind, 'nondeterminism')
      for (const message of messages) assert.match(error.message, message)
      return true
    })
  }

  test('is stopped at the event whose location differs', () => {
    stops(
      diverging(function* (s, run) {
        yield* ops.read(s.x, 0)
        yield* ops.read(run % 2 === 0 ? s.x : s.y, 0)
        yield* ops.read(s.x, 0)
      }),
      /event \d+ thread fickle did `read`/,
      /is about to read [xy]\[0\]/,
    )
  })

  test('is stopped at the event whose operation differs', () => {
    stops(
      diverging(function* (s, run) {
        yield* ops.read(s.x, 0)
        if (run % 2 === 0) yield* ops.read(s.x, 0)
        else yield* ops.write(s.x, 0, 1)
        yield* ops.read(s.x, 0)
      }),
      /thread fickle did `(read|write)`/,
      /is about to (write|read) x\[0\]/,
    )
  })

  test('is stopped where a thread has ended too early', () => {
    stops(
      diverging(function* (s, run) {
        yield* ops.read(s.x, 0)
        if (run > 0) return
        yield* ops.read(s.x, 0)
        yield* ops.read(s.x, 0)
      }),
      /thread fickle did `read`/,
      /cannot run/,
    )
  })
})
