/** What a check advises where executions do not end is taken here, and helps. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import type { CheckResult } from '../../src/results/check-result.ts'
import { loadSource } from '../frontends/spins/check-source.ts'

const setting = 'Atomics.store(s.x, 0, 1)'
const waiting = 'Atomics.load(s.x, 0) === 0'
/** `@a` is where the loop of thread a may yield. */
const programs = {
  repeating: `a(s) { while (${waiting}) { Atomics.store(s.n, 0, 1); @a } }, b(s) { ${setting} }`,
  'two repeating': `a(s) { while (${waiting}) { Atomics.store(s.n, 0, 1); @a } },
    c(s) { while (${waiting}) { Atomics.store(s.n, 0, 2); @c } }, b(s) { ${setting} }`,
  counting: `a(s) { while (${waiting}) { Atomics.add(s.n, 0, 1); @a } }, b(s) { ${setting} }`,
  irregular: `a(s) { for (let i = 1; ${waiting}; i = i * 17 % 1009) { Atomics.store(s.n, 0, i); @a } }, b(s) { ${setting} }`,
  long: 'a(s) { for (let i = 0; i < 300; i++) { Atomics.add(s.n, 0, 1); @a } }',
} as const
type Name = keyof typeof programs

function check(name: Name, yielding: readonly string[], options: CheckOptions): CheckResult {
  const threads = programs[name].replace(/@(\w)/g, (_, thread: string) =>
    yielding.includes(thread) ? 'yieldNow()' : '',
  )
  const subject = loadSource(`
    const { program, yieldNow } = require('heddle')
    module.exports = program({ name: 'advice', shared: (mem) => ({ x: mem.int32('x', 1), n: mem.int32('n', 1) }), threads: { ${threads} } })`)
  const checker = new Checker(subject, { budgetMs: Infinity, maxExecutions: 200, maxDepth: 200, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

const adviceOf = ({ guarantee, advice }: CheckResult): string =>
  advice ?? /while other threads could run; (.*?)(?:: nothing|, so other|\.)/.exec(guarantee)?.[1] ?? ''

/** The options that the advice names, over those that were given. */
function taken(advice: string, options: CheckOptions): CheckOptions {
  const reduction = /--reduction (\w+)/.exec(advice)?.[1]
  const fair = /--bound fair:(\d+)/.exec(advice)?.[1]
  const bounds = fair === undefined ? options.bounds : { ...options.bounds, fair: Number(fair) }
  return {
    ...options,
    ...(reduction === undefined ? {} : { reduction }),
    ...(bounds === undefined ? {} : { bounds }),
    maxExecutions: 3000,
  }
}

const longer = 'A higher depth limit lets executions go on: --max-depth 2000'
const inLoop = (who: string, fair: string): string =>
  `${longer}; or if ${who} waits there for another thread, call yieldNow() in its loop (or name it: --yield FILE:LINE): then ${fair}`
const fair = 'a fair bound leaves the loop (--bound fair:2)'

/** With `optimise`, what is asked for is done, and nothing else: loops that repeat are explored completely otherwise. */
const table: readonly [name: Name, yielding: string, options: CheckOptions, advice: string][] = [
  [
    'repeating',
    '',
    { optimise: 'all' },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a fair bound can leave it',
  ],
  [
    'repeating',
    '',
    { bounds: { fair: 2 } },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a fair bound can leave it',
  ],
  [
    'repeating',
    '',
    { reduction: 'dpor' },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a fair bound can leave it (--bound fair:2)',
  ],
  [
    'repeating',
    '',
    { reduction: 'optimal' },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a fair bound can leave it (--reduction dpor --bound fair:2)',
  ],
  [
    'repeating',
    '',
    { bounds: { fair: 90 } },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a lower fair bound than 90 can leave it (--bound fair:2)',
  ],
  ['repeating', 'a', { reduction: 'none' }, 'a fair bound leaves it (--bound fair:2)'],
  ['repeating', 'a', { reduction: 'dpor' }, 'a fair bound leaves it (--bound fair:2)'],
  ['repeating', 'a', { reduction: 'optimal' }, 'a fair bound leaves it (--reduction dpor --bound fair:2)'],
  ['repeating', 'a', { bounds: { preemption: 1 }, optimise: 'all' }, 'a fair bound leaves it (--bound fair:2)'],
  ['repeating', 'a', { bounds: { fair: 90 } }, 'a lower fair bound than 90 leaves it (--bound fair:2)'],
  [
    'two repeating',
    'a',
    { optimise: 'all' },
    'call yieldNow() in the loop of c (or name it: --yield FILE:LINE), so that a fair bound can leave it',
  ],
  [
    'two repeating',
    'c',
    { optimise: 'all' },
    'call yieldNow() in the loop of a (or name it: --yield FILE:LINE), so that a fair bound can leave it',
  ],
  ['counting', '', {}, inLoop('a', 'a fair bound leaves it')],
  ['counting', '', { reduction: 'dpor' }, inLoop('a', 'a fair bound leaves it (--bound fair:2)')],
  ['counting', '', { bounds: { preemption: 1 } }, inLoop('a', 'a fair bound leaves it (--bound fair:2)')],
  ['counting', 'a', { reduction: 'dpor' }, `${longer}; or where threads wait for others, ${fair}`],
  ['counting', 'a', { bounds: { preemption: 1 } }, `${longer}; or where threads wait for others, ${fair}`],
  [
    'counting',
    'a',
    { bounds: { fair: 90 } },
    `${longer}; or where threads wait for others, a lower fair bound than 90 leaves the loop (--bound fair:2)`,
  ],
  ['irregular', '', {}, inLoop('a', 'a fair bound leaves it')],
  ['irregular', 'a', { reduction: 'dpor' }, `${longer}; or where threads wait for others, ${fair}`],
]

describe('advice on executions that do not end', () => {
  for (const [name, yielding, options, expected] of table) {
    test(`${name}, yielding: ${yielding || 'nobody'}, ${JSON.stringify(options)}`, () => {
      const result = check(name, [...yielding], options)
      assert.equal(result.outcome, 'incomplete')
      const advice = adviceOf(result)
      assert.equal(advice, expected)
      // Nobody who yields is told to; whoever is told to does so now.
      const told = [
        ...(/yieldNow\(\) in (?:the|its) loop/.test(advice)
          ? ['a', 'c'].filter((one) => new RegExp(`\\b(?:of|if) ${one}\\b`).test(advice))
          : []),
      ]
      assert.deepEqual(
        told.filter((one) => yielding.includes(one)),
        [],
      )
      const again = check(name, [...yielding, ...told], taken(advice, options))
      assert.deepEqual([again.outcome, again.stopped, again.advice], ['verified', null, null], again.guarantee)
    })
  }

  for (const yielding of ['', 'a']) {
    for (const options of [{}, { reduction: 'dpor' }, { bounds: { fair: 2 } }] as const) {
      test(`a loop that is long, yielding: ${yielding || 'nobody'}, ${JSON.stringify(options)}`, () => {
        const { outcome, advice } = check('long', [...yielding], options)
        assert.equal(outcome, 'incomplete')
        const maxDepth = Number(/^A higher depth limit lets executions go on: --max-depth (\d+)/.exec(advice!)![1])
        assert.equal(check('long', [...yielding], { ...options, maxDepth }).outcome, 'verified')
        assert.equal(advice!.includes('yieldNow'), yielding === '')
      })
    }
  }
})
