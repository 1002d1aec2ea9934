import type { Mem } from '../../../src/program/memory/mem.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import { program } from '../../../src/program/program.ts'
import type { Litmus } from '../litmus.ts'

type Words = { x: Int32Array; y: Int32Array }
const shared = (mem: Mem): Words => ({ x: mem.int32('x', [0]), y: mem.int32('y', [0]) })

const tasks = {
  *write(s: Words, value: number) {
    yield* ops.write(s.x, 0, value)
    return value
  },
}

export const litmus: Litmus[] = [
  {
    // Everything is ordered: the spawn before the write before the join before the read.
    program: program({
      name: 'join orders everything',
      shared,
      tasks,
      threads: [
        function* main(s) {
          const child = yield* ops.spawn('write', 1)
          yield* ops.join(child)
          return yield* ops.read(s.x, 0)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 1,
    traces: 1,
  },
  {
    // Two writes in either order. Interleavings: 2 with the first write before the second spawn, else 2 or 1 by which
    // writes first.
    program: program({
      name: 'two children',
      shared,
      tasks,
      threads: [
        function* main(s) {
          const children = [yield* ops.spawn('write', 1), yield* ops.spawn('write', 2)]
          for (const child of children) yield* ops.join(child)
          return yield* ops.read(s.x, 0)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 5,
    traces: 2,
  },
  {
    // Two parents: the children's writes and the watcher's read are all dependent, 3!.
    program: program({
      name: 'two parents and a watcher',
      shared,
      tasks,
      threads: [
        function* first() {
          yield* ops.join(yield* ops.spawn('write', 1))
        },
        function* second() {
          yield* ops.join(yield* ops.spawn('write', 2))
        },
        function* watcher(s) {
          return yield* ops.read(s.x, 0)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 140,
    traces: 6,
  },
  {
    // A child of a child: only the order of the two writes is open.
    program: program({
      name: 'grandchild',
      shared,
      tasks: {
        ...tasks,
        *parent(s: Words) {
          const child = yield* ops.spawn('write', 2)
          yield* ops.write(s.x, 0, 1)
          return yield* ops.join(child)
        },
      },
      threads: [
        function* main(s: Words) {
          yield* ops.join(yield* ops.spawn('parent'))
          return yield* ops.read(s.x, 0)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 2,
    traces: 2,
  },
]
