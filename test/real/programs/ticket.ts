import { program } from '../../../src/index.ts'

export default program({
  name: 'ticket',
  shared: (mem) => ({ next: mem.int32('next', 1) }),
  threads: { alice: (s) => Atomics.add(s.next, 0, 1), bob: (s) => Atomics.add(s.next, 0, 1) },
})
