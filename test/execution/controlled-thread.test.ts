import { firstIn } from '../../src/base/thread-sets.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HeddleError } from '../../src/base/errors.ts'
import { Execution } from '../../src/execution/execution.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { program } from '../../src/program/program.ts'

type Words = { x: Int32Array }
type Body = (s: Words) => Generator<unknown, unknown, unknown>

/** Runs the threads one after the other, or as the schedule says, and gives back the execution at its end. */
function run(bodies: Body | Body[], schedule?: number[]): Execution {
  const execution = new Execution(
    program({
      name: 'test',
      shared: (mem: Mem): Words => ({ x: mem.int32('x', [7, 8]) }),
      threads: [bodies].flat(),
    }),
  )
  try {
    execution.reset()
    if (schedule !== undefined) for (const slot of schedule) execution.step(slot, 0)
    else
      while (execution.failure === null && execution.anyEnabled)
        execution.step(firstIn(execution.enabled.sets.words[0]!, 0), 0)
  } finally {
    execution.leave()
  }
  return execution
}

const resultOf = (body: Body): unknown => {
  const execution = run(body)
  assert.equal(execution.failure, null)
  return (execution.results() as unknown[])[0]
}

function refuses(body: Body, message: RegExp): void {
  assert.throws(
    () => run(body),
    (error: HeddleError) => error.kind === 'program' && message.test(error.message),
  )
}

describe('calls by yielding the generator of what is called', () => {
  function* readTwice(s: Words): Generator<unknown, number, unknown> {
    return (yield* ops.read(s.x, 0)) + (yield* ops.read(s.x, 1))
  }

  test('values go down and results come back', () => {
    assert.equal(
      resultOf(function* (s) {
        return [yield readTwice(s), yield readTwice(s)].join()
      }),
      '15,15',
    )
  })

  test('a call that performs no operation takes no transition', () => {
    const execution = run(function* () {
      return yield (function* () {
        return 5
      })() as never
    }, [])
    assert.deepEqual(execution.results(), [5])
  })

  test('depth costs nothing but memory', () => {
    function* count(s: Words, depth: number): Generator<unknown, number, unknown> {
      return depth === 0 ? yield* ops.read(s.x, 0) : 1 + ((yield count(s, depth - 1)) as number)
    }
    assert.equal(
      resultOf(function* (s) {
        return yield count(s, 9000)
      }),
      9007,
    )
  })
})

describe('exceptions', () => {
  const order: string[] = []
  function* throws(s: Words): Generator<unknown, never, unknown> {
    try {
      yield* ops.read(s.x, 0)
      throw new Error('inside')
    } finally {
      yield* ops.write(s.x, 0, 1)
      order.push('finally')
    }
  }

  test('travel through the frames, with operations in finally blocks, and can be caught', () => {
    const result = resultOf(function* (s) {
      try {
        yield (function* () {
          yield throws(s)
        })()
      } catch (error) {
        order.push('catch')
        return [(error as Error).message, yield* ops.read(s.x, 0)]
      }
    })
    assert.deepEqual(result, ['inside', 1])
    assert.deepEqual(order, ['finally', 'catch'])
  })

  test('end the execution when nobody catches them', () => {
    const execution = run([
      function* (s) {
        yield throws(s)
      },
      function* (s) {
        yield* ops.read(s.x, 0)
      },
    ])
    assert.equal(execution.failure?.thread, 0)
    assert.equal((execution.failure?.error as Error).message, 'inside')
    assert.equal(execution.isDeadlocked, false)
  })

  test('need not be errors', () => {
    assert.equal(
      run(function* (s) {
        yield* ops.read(s.x, 0)
        throw undefined
      }).failure?.error,
      undefined,
    )
  })

  test('before the first operation count too', () => {
    const execution = run(
      [
        function* () {
          throw new Error('early')
        },
        function* (s) {
          yield* ops.read(s.x, 0)
        },
      ],
      [],
    )
    assert.equal((execution.failure?.error as Error).message, 'early')
  })
})

describe('endless recursion', () => {
  function* forever(s: Words): Generator<unknown, never, unknown> {
    return (yield forever(s)) as never
  }

  test('is a RangeError, as in plain JavaScript', () => {
    assert.ok(
      run(function* (s) {
        yield forever(s)
      }).failure?.error instanceof RangeError,
    )
  })

  test('can be caught', () => {
    assert.equal(
      resultOf(function* (s) {
        try {
          yield forever(s)
        } catch (error) {
          return error instanceof RangeError ? 'overflow' : 'something else'
        }
      }),
      'overflow',
    )
  })
})

describe('operations that are lost', () => {
  test('made and not yielded, at the end', () => {
    refuses(function* (s) {
      ops.write(s.x, 0, 1)
    }, /`write` was made but not yielded/)
  })

  test('made and not yielded, before another one', () => {
    refuses(function* (s) {
      ops.write(s.x, 0, 1)
      yield* ops.read(s.x, 0)
    }, /`write` was made but not yielded/)
  })

  test('yielded twice', () => {
    refuses(function* (s) {
      const read = ops.read(s.x, 0)
      yield* read
      yield* read
    }, /yielded that no ops\.\* call made/)
  })

  test('made outside a thread', () => {
    assert.throws(() => ops.yieldNow(), /`yieldNow` works only inside a thread of a program/)
  })
})

test('yielding something else is refused', () => {
  for (const garbage of [42, undefined, null, 'read', {}, [1], Promise.resolve()]) {
    refuses(function* () {
      yield garbage
    }, /thread .* yielded something that is not an operation/)
  }
})

test('a plain function that was not transformed is refused', () => {
  refuses((() => 1) as unknown as Body, /plain code that was not transformed/)
})

test('an abandoned execution does not run its finally blocks', () => {
  let cleanups = 0
  const execution = new Execution(
    program({
      name: 'abandoned',
      shared: (mem: Mem): Words => ({ x: mem.int32('x', [0]) }),
      threads: [
        function* (s: Words) {
          try {
            yield* ops.read(s.x, 0)
            yield* ops.read(s.x, 0)
          } finally {
            cleanups++
          }
        },
      ],
    }),
  )
  for (let i = 0; i < 5; i++) {
    execution.reset()
    execution.step(0, 0)
  }
  assert.equal(cleanups, 0)
  execution.step(0, 0)
  execution.leave()
  assert.equal(cleanups, 1)
})

test('out-of-range accesses are no transitions', () => {
  const execution = run(function* (s) {
    yield* ops.write(s.x, 2, 5)
    return [yield* ops.read(s.x, -1), yield* ops.read(s.x, 0.5), yield* ops.read(s.x, 99)]
  }, [])
  assert.deepEqual(execution.results(), [[undefined, undefined, undefined]])
})
