/** The programs of known size as people write them: ordinary functions on shared arrays, locks by method calls. */
import { fibonacci } from '../../test/programs/counters.ts'

const file = (
  name: string,
  shared: string,
  rest: string,
  helpers = '',
): string => `import { program, spawn } from 'heddle'
const repeat = (n, make) => Array.from({ length: n }, (_, i) => make(i))
${helpers}
export default program({ name: '${name}', shared: (mem) => (${shared}), ${rest} })
`

export const plainSources: Readonly<Record<string, (n: number, rounds: number) => string>> = {
  readers: (n) =>
    file(
      `readers(${n})`,
      `{ x: mem.int32('x', [0]) }`,
      `threads: [(s) => { s.x[0] = 1 }, ...repeat(${n}, () => read)], outcome: (s) => s.x[0]`,
      'const read = (s) => { s.x[0] }',
    ),

  lastzero: (n) =>
    file(
      `lastzero(${n})`,
      `{ a: mem.int32('a', ${n + 1}) }`,
      `threads: [
    (s) => { let i = ${n}; while (s.a[i] !== 0) i--; return i },
    ...repeat(${n}, (j) => (s) => { s.a[j + 1] = s.a[j] + 1 })]`,
    ),

  indexer: (n) =>
    file(
      `indexer(${n})`,
      `{ table: mem.int32('table', 128) }`,
      `threads: repeat(${n}, (tid) => (s) => {
    for (let i = 1; i <= 4; i++) {
      const message = i * 11 + tid
      let place = (message * 7) % 128
      while (Atomics.compareExchange(s.table, place, 0, message) !== 0) place = (place + 1) % 128
    }
  })`,
    ),

  'indexer with mutexes': (n) =>
    file(
      `indexer with mutexes(${n})`,
      `{ table: mem.int32('table', 128), locks: repeat(128, (i) => mem.mutex('lock' + i)) }`,
      `threads: repeat(${n}, (tid) => (s) => {
    for (let i = 1; i <= 4; i++) {
      const message = i * 11 + tid
      let place = (message * 7) % 128
      while (!put(s, place, message)) place = (place + 1) % 128
    }
  })`,
      `function put(s, place, message) {
  s.locks[place].lock()
  const free = s.table[place] === 0
  if (free) s.table[place] = message
  s.locks[place].unlock()
  return free
}`,
    ),

  filesystem: (n) =>
    file(
      `filesystem(${n})`,
      `{ inodeLocks: repeat(32, (i) => mem.mutex('inode' + i)), blockLocks: repeat(26, (i) => mem.mutex('block' + i)), inodes: mem.int32('inodes', 32), busy: mem.int32('busy', 26) }`,
      `threads: repeat(${n}, (tid) => (s) => {
    const i = tid % 32
    s.inodeLocks[i].lock()
    if (s.inodes[i] === 0) {
      let b = (i * 2) % 26
      while (!tryBlock(s, i, b)) b = (b + 1) % 26
    }
    s.inodeLocks[i].unlock()
  })`,
      `function tryBlock(s, inode, b) {
  s.blockLocks[b].lock()
  const free = s.busy[b] === 0
  if (free) {
    s.busy[b] = 1
    s.inodes[inode] = b + 1
  }
  s.blockLocks[b].unlock()
  return free
}`,
    ),

  fib_bench: (n) =>
    file(
      `fib_bench(${n})`,
      `{ x: mem.int32('x', [1]), y: mem.int32('y', [1]) }`,
      `threads: [
    (s) => { for (let i = 0; i < ${n}; i++) s.x[0] = s.x[0] + s.y[0] },
    (s) => { for (let i = 0; i < ${n}; i++) s.y[0] = s.x[0] + s.y[0] },
    (s) => {
      const [x, y] = [s.x[0], s.y[0]]
      if (x > most || y > most) throw new Error('too great')
    }]`,
      `const most = ${fibonacci(2 * n + 2)}`,
    ),

  inc: (n) =>
    file(
      `inc(${n})`,
      `{ x: mem.int32('x', [0]) }`,
      `threads: repeat(${n}, () => increment)`,
      'const increment = (s) => { s.x[0]++ }',
    ),

  'N-writers': (n) =>
    file(
      `N-writers(${n})`,
      `{ x: mem.int32('x', [0]) }`,
      `threads: [...repeat(${n + 1}, (i) => (s) => { s.x[0] = i + 1 }), (s) => s.x[0]]`,
    ),

  cinc: (n) =>
    file(
      `cinc(${n})`,
      `{ xyz: mem.int32('xyz', 3) }`,
      `threads: repeat(${n}, () => add)`,
      'const add = (s) => { for (let i = 0; i < 3; i++) Atomics.add(s.xyz, i, 1) }',
    ),

  sigma: (n) =>
    file(
      `sigma(${n})`,
      `{ index: mem.int32('index', [-1]), a: mem.int32('a', ${n}) }`,
      `threads: { main(s) {
    for (let i = 0; i < ${n}; i++) {
      s.index[0]++
      spawn('set')
    }
  } }, tasks: { set(s) { s.a[s.index[0]] = 1 } }`,
    ),

  account: (n) =>
    file(
      `account(${n})`,
      `{ mutex: mem.mutex('mutex'), balance: mem.int32('balance', [0]) }`,
      `threads: repeat(${n}, (i) => (s) => {
    s.mutex.lock()
    s.balance[0] += 2 ** i
    s.mutex.unlock()
  })`,
    ),

  philosophers: (n, rounds) =>
    file(
      `philosophers(${n}, ${rounds})`,
      `{ forks: repeat(${n}, (i) => mem.mutex('fork' + i)) }`,
      `threads: repeat(${n}, (i) => (s) => {
    const first = s.forks[Math.min(i, (i + 1) % ${n})], second = s.forks[Math.max(i, (i + 1) % ${n})]
    for (let round = 0; round < ${rounds}; round++) {
      first.lock()
      second.lock()
      second.unlock()
      first.unlock()
    }
  })`,
    ),
}
