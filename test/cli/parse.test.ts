import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helpFor } from '../../src/cli/help.ts'
import { type CommandName, commands } from '../../src/cli/command-table.ts'
import { options, type OptionValues } from '../../src/cli/options.ts'
import { parse, ParseError } from '../../src/cli/parse.ts'

function values(...args: string[]): OptionValues {
  const parsed = parse(args)
  assert.equal(parsed.kind, 'command')
  return (parsed as { values: OptionValues }).values
}

function rejected(args: string[], ...expected: RegExp[]): void {
  assert.throws(
    () => parse(args),
    (error) => {
      assert.ok(error instanceof ParseError)
      assert.equal(error.kind, 'usage')
      for (const text of expected) assert.match(error.message, text)
      return true
    },
    args.join(' '),
  )
}

test('options before and after the file, with = or a space', () => {
  const parsed = parse(['check', '--budget=2m', 'a.ts', '--max-depth', '7', '--all-bugs'])
  assert.ok(parsed.kind === 'command' && parsed.files[0] === 'a.ts' && parsed.command === 'check')
  assert.equal(parsed.values.budget, 120_000)
  assert.equal(parsed.values['max-depth'], 7)
  assert.equal(parsed.values['all-bugs'], true)
  assert.equal(parsed.values.json, undefined)
})

test('defaults come from the table', () => {
  const given = values('check', 'a.ts')
  assert.equal(given.budget, 60_000)
  assert.equal(given['max-depth'], 10_000)
  assert.equal(given['step-timeout'], 5_000)
  assert.equal(given['max-executions'], undefined)
})

test('times have units', () => {
  const budget = (text: string): number | undefined => values('check', 'a.ts', '--budget', text).budget
  assert.deepEqual(['250ms', '3', '3s', '1.5s', '2m', '1h'].map(budget), [250, 3000, 3000, 1500, 120_000, 3_600_000])
})

test('bounds are repeatable', () => {
  assert.deepEqual(values('check', 'a.ts', '--bound', 'preemption:2', '--bound=context:3').bound, [
    ['preemption', 2],
    ['context', 3],
  ])
})

test('after -- everything is a file', () => {
  const parsed = parse(['check', '--', '--json'])
  assert.ok(parsed.kind === 'command' && parsed.files[0] === '--json')
})

test('help and version', () => {
  assert.deepEqual(parse(['--help']), { kind: 'help', command: null })
  assert.deepEqual(parse(['help', 'check']), { kind: 'help', command: 'check' })
  assert.deepEqual(parse(['check', '--help']), { kind: 'help', command: 'check' })
  assert.deepEqual(parse(['replay', 'a.ts', '-h']), { kind: 'help', command: 'replay' })
  assert.deepEqual(parse(['--version']), { kind: 'version' })
})

test('what makes no sense is refused with what would', () => {
  rejected([], /no command/)
  rejected(['chekc', 'a.ts'], /no command 'chekc'/, /did you mean check\?/, /check, replay, run/)
  rejected(['help', 'nothing'], /no command 'nothing'/)
  rejected(['--json', 'check'], /the command comes first/)
  rejected(['check'], /no file given/)
  rejected(['run', 'a.ts', 'b.ts'], /one file/, /'a\.ts' and 'b\.ts'/)
  rejected(['check', 'a.ts', '--budgte', '3s'], /no option --budgte/, /did you mean --budget\?/)
  rejected(['check', 'a.ts', '-x'], /no option -x/)
  rejected(['check', 'a.ts', '--schedule', 'h1.x'], /no option --schedule/, /belongs to heddle replay/)
  rejected(['check', 'a.ts', '--budget'], /--budget needs a value/, /30s/)
  rejected(['check', 'a.ts', '--budget', '--json'], /--budget needs a value/)
  for (const wrong of ['soon', '', '-3s', '0', '0s', '3 s', '5x', 'NaN', 'Infinity'])
    rejected(['check', 'a.ts', `--budget=${wrong}`], /--budget expects a time .*\(a bare number is in seconds\)/)
  for (const wrong of ['many', '0', '-1', '1.5', '1e3', '0x10', '', '99999999999999999999']) {
    rejected(['check', 'a.ts', `--max-executions=${wrong}`], /--max-executions expects an integer from 1 and up/)
    rejected(['check', 'a.ts', '--max-depth', wrong], /--max-depth/)
  }
  rejected(['check', 'a.ts', '--json=yes'], /--json takes no value/)
  rejected(['check', 'a.ts', '--budget', '1s', '--budget', '2s'], /--budget is given twice/)
  rejected(['check', 'a.ts', '--reduction', 'magic'], /no reduction 'magic'/, /'none'/)
  rejected(['check', 'a.ts', '--order', 'breadth'], /no order 'breadth'/, /'dfs'/)
  rejected(['check', 'a.ts', '--bound', 'luck:2'], /no bound 'luck'/, /'preemption'/)
  rejected(['check', 'a.ts', '--bound', 'preemptoin:2'], /did you mean preemption\?/)
  rejected(['check', 'a.ts', '--bound', 'preemption'], /the limit is missing/, /preemption:2/)
  for (const limit of ['', 'x', '-1', '1.5'])
    rejected(['check', 'a.ts', '--bound', `preemption:${limit}`], /--bound preemption expects an integer from 0/)
  rejected(['replay', 'a.ts'], /needs --schedule/)
  rejected(['run', 'a.ts'], /needs --plain/)
})

test('names on Object.prototype are no commands and no options', () => {
  rejected(['constructor', 'a.ts'], /no command 'constructor'/)
  rejected(['check', 'a.ts', '--toString'], /no option --toString/)
})

test('an error names the help of its command', () => {
  const helpAfter = (...args: string[]): string => {
    try {
      parse(args)
    } catch (error) {
      return (error as ParseError).help
    }
    return assert.fail('it was accepted')
  }
  assert.equal(helpAfter('check', '--what'), 'heddle help check')
  assert.equal(helpAfter('chekc'), 'heddle help')
})

test('help tells of every command, option and default', () => {
  for (const command of Object.keys(commands) as CommandName[]) {
    assert.match(helpFor(null), new RegExp(`^  ${command} `, 'm'))
    const help = helpFor(command).replace(/\s+/g, ' ')
    for (const [name, option] of Object.entries(options)) {
      const listed = help.includes(` --${name} `)
      assert.equal(
        listed,
        (option.commands as readonly string[]).includes(command),
        `--${name} in the help of ${command}`,
      )
      if (listed && 'default' in option)
        assert.ok(help.includes(`default: ${option.default}`), `the default of --${name}`)
    }
    assert.ok(
      helpFor(command)
        .split('\n')
        .every((line) => line.length <= 100),
    )
  }
})
