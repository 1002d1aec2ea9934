/** What is said about a search that did not finish, and that it can be done. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { howToGoOn } from '../../src/cli/how-to-go-on.ts'
import { options, type OptionValues } from '../../src/cli/options.ts'
import { parse } from '../../src/cli/parse.ts'
import { formatTimes } from '../../src/report/text.ts'
import type { CheckResult } from '../../src/results/check-result.ts'

type Facts = Partial<Pick<CheckResult, 'stopped' | 'advice' | 'estimate' | 'seconds' | 'sampling' | 'tree'>>
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const rest = (low: number, high: number, pass = false): Facts => ({
  stopped: 'budget',
  seconds: 10,
  estimate: { low: 1, high: 2, pass, seconds: { low, high } },
})
const spent = { budget: 10_000 } as OptionValues
const deeper = 'A higher depth limit lets executions go on: --max-depth 2000'

const table: Readonly<Record<string, [Facts, OptionValues, string | null]>> = {
  'nothing is known yet': [
    { stopped: 'budget', seconds: 10, estimate: null },
    spent,
    'How long it would take cannot be said yet. A larger budget: --budget 100s',
  ],
  'executions were drawn at random': [
    {
      stopped: 'budget',
      seconds: 10,
      estimate: null,
      sampling: { seed: 4, executions: 1, traces: null, depthBound: null },
    },
    spent,
    'A larger budget draws more executions, another seed others: --budget 100s, --seed 5',
  ],
  'executions are left in a tree': [
    {
      stopped: 'budget',
      seconds: 10,
      tree: {
        nodes: 2000,
        fringe: 1234,
        states: 5000,
        largest: { nodes: 2000, fringe: 1234, states: 5000 },
        onDisk: 0,
      },
    },
    spent,
    'So far 1,234 executions are left, each of which may lead to more. A larger budget: --budget 100s',
  ],
  'little is left': [
    rest(3, 20),
    spent,
    'Going on as so far, the rest takes about 3 to 20 s or more: --budget 30s may be enough',
  ],
  'minutes are left': [
    rest(150, 12.5 * MINUTE),
    spent,
    'Going on as so far, the rest takes about 2 to 13 min or more: --budget 13m may be enough',
  ],
  'hours are left': [
    rest(40 * MINUTE, 5 * HOUR),
    spent,
    'Going on as so far, the rest takes about 40 min to 5 h or more: --budget 6h may be enough',
  ],
  'maybe days are left': [
    rest(HOUR, 9 * DAY),
    { ...spent, reduction: 'none' },
    'Going on as so far, the rest takes about 60 min to 9 days or more: a bound (--bound preemption:1), fewer threads or shorter ones leave less to search',
  ],
  'a pass is not finished': [
    rest(3, 20, true),
    spent,
    'Going on as so far, the rest of this pass takes about 3 to 20 s or more: --budget 30s may be enough for that',
  ],
  'days are left': [
    rest(3 * DAY, 40 * DAY),
    { ...spent, reduction: 'dpor' },
    'Going on as so far, the rest takes about 3 to 40 days or more: a bound (--bound preemption:1), fewer threads or shorter ones leave less to search',
  ],
  'days are left within a bound': [
    rest(3 * DAY, 900 * DAY),
    { ...spent, bound: [{ name: 'preemption', limit: 3 }] } as unknown as OptionValues,
    'Going on as so far, the rest takes about 3 days to 3 years or more: a lower limit, fewer threads or shorter ones leave less to search',
  ],
  'years are left of a pass': [
    rest(1e12, 1e200, true),
    spent,
    'Going on as so far, the rest of this pass takes more than 1,000 years: fewer threads or shorter ones leave less to search',
  ],
  'the optimal reduction knows no bound': [
    rest(3 * DAY, 1e12),
    { ...spent, reduction: 'optimal' },
    'Going on as so far, the rest takes more than 3 days: fewer threads or shorter ones leave less to search',
  ],
  'so many executions were run': [
    { stopped: 'max-executions', seconds: 1 },
    { ...spent, 'max-executions': 500 },
    'A higher limit goes on: --max-executions 5000',
  ],
  'so many in all passes, while the last finished one has fewer': [
    { stopped: 'max-executions', seconds: 99 },
    { ...spent, 'max-executions': 2 },
    'A higher limit goes on: --max-executions 20',
  ],
  'executions were cut besides': [
    { stopped: 'max-executions', seconds: 1, advice: deeper },
    { ...spent, 'max-executions': 5 },
    `A higher limit goes on: --max-executions 50\n${deeper}`,
  ],
  'all were cut': [{ stopped: 'cut', seconds: 99, advice: deeper }, spent, deeper],
  'a loop, about which the guarantee says all': [{ stopped: 'loop', seconds: 99 }, spent, null],
  'a person ended it': [{ stopped: 'interrupted', seconds: 99 }, spent, null],
}

describe('how to go on', () => {
  for (const [name, [facts, values, expected]] of Object.entries(table)) {
    test(name, () => {
      const said = howToGoOn(
        {
          advice: null,
          sampling: null,
          tree: null,
          estimate: null,
          seconds: 0,
          stopped: null,
          executions: 1,
          ...facts,
        } as unknown as CheckResult,
        values,
        null,
        4144,
      )
      assert.equal(said, expected)
      for (const [option] of said?.matchAll(/--[\w-]+ [\w:]+/g) ?? []) {
        const { kind } = parse(['check', 'p.ts', ...option.split(' ')])
        assert.equal(kind, 'command', option)
      }
    })
  }

  test('with more memory than there was', () => {
    const said = (values: OptionValues, heap: number): string | null =>
      howToGoOn({} as CheckResult, values, 'out of memory', heap)
    assert.match(said(spent, 4144)!, /--no-count needs less, NODE_OPTIONS=--max-old-space-size=8288 gives more\.$/)
    assert.match(
      said({ ...spent, 'no-count': true }, 9000.5)!,
      /before\. NODE_OPTIONS=--max-old-space-size=18002 gives more\.$/,
    )
  })
})

test('times are said in units that people think in', () => {
  assert.equal(formatTimes(0.01, 0.3), 'about 1 s or more')
  assert.equal(formatTimes(1, 119), 'about 1 to 120 s or more')
  assert.equal(formatTimes(119, 121), 'about 110 s to 3 min or more')
  assert.equal(formatTimes(100 * 365 * DAY, 1e30), 'more than 100 years')
})

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What every command takes, or Node. */
const others = new Set([
  'help',
  'version',
  'import',
  'jitless',
  'max-old-space-size',
  'test',
  'save-dev',
  'test-timeout',
  'experimental-test-coverage',
  'trace-deopt',
  'input-type',
  // of git
  'no-color',
  'no-ext-diff',
  'no-prefix',
  'show-toplevel',
  'unified',
])
/** Documents also name options of this repository's scripts. */
const commandLines = (text: string): string =>
  [...text.matchAll(/\bheddle (?:check|verify|run|replay|inspect) [^`\n]*/g)].join('\n')

test('every option that a message or a document names exists', () => {
  const files = [
    'README.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
    ...readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('src', name)),
  ]
  for (const file of files) {
    const whole = readFileSync(join(root, file), 'utf8')
    const text = file.endsWith('.md') ? commandLines(whole) : whole
    // Not the operator: that comes before an expression such as this.length.
    for (const [, name] of text.matchAll(/(?<=[\s'"`(])--([a-z][a-z-]*[a-z])\b(?!\.\w|[[(])/g)) {
      assert.ok(Object.hasOwn(options, name!) || others.has(name!), `${file} names --${name}, which does not exist`)
    }
  }
})
