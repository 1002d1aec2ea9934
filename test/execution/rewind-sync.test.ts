import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Execution } from '../../src/execution/execution.ts'
import { Explorer } from '../../src/search/explorer.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import type { Mem } from '../../src/program/memory/mem.ts'
import { ops } from '../../src/program/operations/ops.ts'
import type { Mutex } from '../../src/program/primitives/mutex.ts'
import { program } from '../../src/program/program.ts'

interface Shared {
  readonly m: Mutex
  readonly n: Int32Array
}

/** Where plain accesses are no steps of their own, undoing steps would leave behind what they wrote. */
test('plain accesses that happen along with a synchronisation operation are undone with it', () => {
  const subject = program({
    name: 'lock and increment',
    shared: (mem: Mem): Shared => ({ m: mem.mutex('m'), n: mem.int32('n', 1) }),
    threads: Array.from(
      { length: 4 },
      () =>
        function* (s: Shared) {
          yield* ops.lock(s.m)
          const before = yield* ops.read(s.n, 0)
          yield* ops.write(s.n, 0, before + 1)
          yield* ops.unlock(s.m)
          return before
        },
    ),
  })
  const execution = new Execution(subject, undefined, true)
  const seen = new Set<string>()
  const explorer = new Explorer(
    execution,
    { reduction: 'optimal', bounds: {}, optimise: noOptimisations, maxDepth: 100, count: false },
    () => {
      const results = execution.results() as number[]
      assert.deepEqual([...results].sort(), [0, 1, 2, 3])
      seen.add(results.join())
      return false
    },
  )
  for (let turn = 0; turn < 50 && !explorer.finished; turn++) explorer.explore()
  assert.equal(seen.size, 24)
})
