/** What a thread sees of how it is called: the same in exploration as on real workers. */
import { join, program, spawn } from '../../../src/index.ts'

function seen(receiver: unknown, given: ArrayLike<unknown>): unknown {
  return [typeof receiver, given.length]
}

export default program({
  name: 'language',
  shared: (mem) => ({ a: mem.int32('a', [3, 1, 4, 1]), n: mem.bigint64('n', [5n]) }),
  tasks: {
    task(this: unknown, s) {
      Atomics.add(s.a, 3, 1)
      return seen(this, arguments)
    },
  },
  threads: {
    plain(this: unknown, s) {
      const order: string[] = []
      const noted = (name: string, value: number): number =>
        ({ valueOf: () => (order.push(name), value) }) as unknown as number
      const waited = Atomics.wait(s.a, noted('index', 0), noted('value', 99), noted('timeout', 0))
      return [seen(this, arguments), join(spawn('task')), waited, order, Reflect.ownKeys(s.a).length]
    },
    quiet(this: unknown) {
      return seen(this, arguments)
    },
  },
  outcome: (_, results) => results,
})
