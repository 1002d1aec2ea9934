/** To give an option the value that it has anyway changes nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, type CheckApiOptions as CheckOptions } from '../../src/index.ts'
import { options, optionsOf } from '../../src/cli/options.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { inc } from '../programs/counters.ts'
import { withoutTimes, withoutTimesInText } from '../support/without-times.ts'

/** What is the same in every run of a search. */
async function searched(given: CheckOptions): Promise<unknown> {
  const { report, ...rest } = await check(inc(3), given)
  return { ...withoutTimes(rest), report: withoutTimesInText(report) }
}

const defaults: CheckOptions = {
  order: 'dfs',
  bounds: {},
  optimise: 'all',
  commute: 'none',
  switch: 'all',
  races: false,
  seal: [],
  allBugs: false,
  budgetMs: 60_000,
  maxExecutions: Infinity,
  maxDepth: 10_000,
  count: true,
}

for (const base of [
  {},
  { reduction: 'none' },
  { reduction: 'dpor' },
  { reduction: 'optimal' },
  { bounds: { preemption: 1 } },
] as CheckOptions[]) {
  test(`every default may be said, with ${JSON.stringify(base)}`, async () => {
    const expected = await searched(base)
    for (const [name, value] of Object.entries(defaults)) {
      if (!(name in base))
        assert.deepEqual(await searched({ ...base, [name]: value }), expected, `${name}: ${JSON.stringify(value)}`)
    }
  })
}

/** The values of options that the command line names as defaults but would not parse as such. */
const inWords: Readonly<Record<string, string>> = { order: 'dfs', optimise: 'all', commute: 'none' }

const twice = `import { program, ops } from 'heddle'
const add = function* (s) { yield* ops.atomics.add(s.n, 0, 1); yield* ops.atomics.add(s.n, 0, 1) }
export default program({ name: 'twice', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [add, add], outcome: (s) => s.n[0] })
`

test('and so on the command line, where --order dfs keeps the bounded passes', async (t) => {
  const cwd = folder(t, { 'p.ts': twice })
  const all = optionsOf('check').flatMap(([name, option]) => {
    const value = 'default' in option ? option.default : inWords[name]
    return value === undefined ? [] : [`--${name}`, value]
  })
  assert.ok(all.length >= 2 * 6, all.join(' '))
  assert.match(options.order.otherwise!, /^dfs/)
  const [plain, said] = await Promise.all([heddle(cwd, 'check', 'p.ts'), heddle(cwd, 'check', 'p.ts', ...all)])
  assert.match(plain!.stdout, /^preemption 0 /m)
  assert.equal(withoutTimesInText(said!.stdout), withoutTimesInText(plain!.stdout))
})
