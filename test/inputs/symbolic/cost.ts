/** What shadows cost: the search of one representative, with symbolic and with plain inputs, taking turns. */
import { Checker } from '../../../src/checking/checker.ts'
import { SymbolicCheck } from '../../../src/checking/inputs/symbolic-check.ts'
import { newHeartbeat } from '../../../src/execution/heartbeat.ts'
import { withInput } from '../../../src/program/inputs/bind-input.ts'
import { inputAt } from '../../../src/program/inputs/input-values.ts'
import { load } from './compare.ts'

const TURNS = 7
const head = `const { program, int } = require('heddle')\n`
const programs: Readonly<Record<string, string>> = {
  counter: `module.exports = program({ name: 'counter', inputs: { n: int(1, 4) }, shared: (mem) => ({ a: mem.int32('a', 1) }),
    threads: [1, 2, 3].map(() => function (s, self, { n }) { for (let i = 0; i < 2; i++) s.a[0] += n }), outcome: (s) => s.a[0] })`,
  bank: `const move = (s, from, to, n) => { s.lock.lock(); if (s.a[from] >= n) { s.a[from] -= n; s.a[to] += n } s.lock.unlock() }
    module.exports = program({ name: 'bank', inputs: { n: int(1, 4), m: int(3, 4) },
    shared: (mem) => ({ lock: mem.mutex('lock'), a: mem.int32('a', [5, 5, 0]) }),
    threads: {
      x(s, self, { n }) { for (let i = 0; i < 3; i++) move(s, 0, 1, n) },
      y(s, self, { m }) { for (let i = 0; i < 3; i++) move(s, 1, 0, m) },
      z(s) { for (let i = 0; i < 2; i++) { s.lock.lock(); s.a[2] = s.a[0] + s.a[1]; s.lock.unlock() } },
    }, outcome: (s) => s.a[2] })`,
  atomics: `module.exports = program({ name: 'atomics', inputs: { n: int(1, 4) }, shared: (mem) => ({ a: mem.int32('a', 2) }),
    threads: [0, 1, 2].map((t) => function (s, self, { n }) {
      for (let i = 0; i < 2; i++) if (Atomics.compareExchange(s.a, (t + i) % 2, 0, t + n) !== 0) Atomics.add(s.a, 1, n)
    }), outcome: (s) => [s.a[0], s.a[1]] })`,
}
const options = { allBugs: true, budgetMs: Infinity, reduction: 'optimal', maxExecutions: 30_000 }

/** Ends after its first region. */
class OneRegion extends SymbolicCheck {
  protected override goOn(): void {
    this.finish()
  }
}

function timed(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Prints how many times as long it takes. */
export function measureCost(): void {
  for (const [name, source] of Object.entries(programs)) {
    const [plain, symbolic] = [load(head + source, false), load(head + source, true)]
    const once = (check: { run(ms: number): boolean; result(): { executions: number } }): number => {
      while (!check.run(Infinity));
      return check.result().executions
    }
    const first = withInput(plain, inputAt(plain.inputs!, {}, 0))
    let executions = 0
    const turns = Array.from({ length: TURNS }, () => [
      timed(() => {
        executions = once(new Checker(first, options, newHeartbeat()))
      }),
      timed(() => {
        if (once(new OneRegion(symbolic, options)) !== executions) throw new Error(`${name}: the searches differ`)
      }),
    ])
    const ratio = median(turns.map(([one]) => one!)) / median(turns.map(([, other]) => other!))
    console.log(`${name}: ${executions} executions, ${(1 / ratio).toFixed(2)} times as long with symbolic inputs`)
  }
}
