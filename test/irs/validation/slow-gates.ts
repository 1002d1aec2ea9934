import type { Change } from './changed-build.ts'

/**
 * Gates that take their time: before and after each access to what they share, now and then, for a random while. Mostly
 * for less than it takes to wake a thread, sometimes for longer than the system lets one run: so others come in
 * between, also where somebody holds the lock.
 */
export const slowGates: Change = {
  name: 'slow gates',
  file: 'base/atomics.js',
  from: 'export const { add, compareExchange, exchange, load, notify, store, sub, wait } = Atomics;',
  to: `const turns = { at: Number(process.hrtime.bigint() & 0x3fffffffn) }
const { imul } = Math
function pause() {
  turns.at = (imul(turns.at, 1103515245) + 12345) & 0x7fffffff
  const draw = (turns.at >>> 8) % 4096
  const rounds = draw === 0 ? 2_000_000 : draw < 8 ? 200_000 : draw < 256 ? 4000 : draw < 1024 ? 200 : 0
  for (let i = 0, x = 1; i < rounds; i++) x = imul(x, 31) + i | 0
}
const slow = (access) => (...given) => {
  pause()
  const value = access(...given)
  pause()
  return value
}
export const [add, compareExchange, exchange, load, notify, store, sub, wait] =
  ['add', 'compareExchange', 'exchange', 'load', 'notify', 'store', 'sub', 'wait'].map((name) => slow(Atomics[name]))
`,
}
