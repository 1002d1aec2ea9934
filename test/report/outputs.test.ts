/** What other tools read of a check, from results written by hand; names and messages are as bad as they can be. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkReport } from '../../src/report/check-report.ts'
import { allVisible, attribute, markup, oneLine, visible } from '../../src/report/escape.ts'
import { noPaint } from '../../src/report/paint.ts'
import { annotations, outputFiles } from '../../src/report/outputs/index.ts'
import type { CheckedProgram, OutputView } from '../../src/report/outputs/check-output.ts'
import { SourceLines } from '../../src/report/source-lines.ts'
import type { Bug, CheckResult, RaceRow } from '../../src/results/check-result.ts'
import { aBug, anEvent, verified } from './results.ts'
import { parseXml } from './xml.ts'

const evil = '<b>&"\' \u001b[31m%\u0000,:\u202e\n::error::x ]]> \ud800'
const view: OutputView = { fromRoot: (file) => file, version: '1.2.3' }

const race: RaceRow = {
  location: 'a[0]',
  accesses: [
    { thread: 'ann', operation: 'write', at: 'p.ts:3:4' },
    { thread: 'bob', operation: 'read', at: 'p.ts:7:8' },
  ],
  message: 'ann (write) and bob (read) access a[0]',
  schedule: 'h1.race',
}

const program = (more: Partial<CheckedProgram> = {}): CheckedProgram => ({
  file: 'p.ts',
  result: verified,
  error: null,
  replayCommand: (schedule) => `heddle replay p.ts --schedule ${schedule}`,
  allBugs: false,
  ...more,
})
const withBugs = (bugs: readonly Bug[], more: Partial<CheckResult> = {}): CheckedProgram =>
  program({ result: { ...verified, outcome: 'bug', bugs, ...more } })

const evilBug = aBug({ message: evil, at: 'a,b: c%.ts:1:2', thread: evil, events: [anEvent(1, { thread: evil })] })
const evilProgram = withBugs([evilBug], { program: evil, guarantee: evil })
const incomplete = program({ result: { ...verified, outcome: 'incomplete', guarantee: 'Only some of it.' } })
const broken = program({
  file: 'q.ts#x',
  result: null,
  error: { kind: 'program', message: 'no program', at: 'q.ts:5:6' },
})
const notRun = program({ file: 'r.ts', result: null })
const all = [
  program(),
  withBugs([aBug({ at: 'p.ts:1:2' })], { races: [race] }),
  incomplete,
  broken,
  notRun,
  evilProgram,
]

const acting = (text: string): string[] => text.match(/[\p{Cc}\p{Bidi_Control}]/gu)?.filter((one) => one !== '\n') ?? []

test('control characters become visible, line ends and tabs stay', () => {
  assert.equal(visible('a\u001b[31m\u0000\r\n\tb\u202e'), 'a\\u001b[31m\\u0000\n\tb\\u202e')
  assert.equal(oneLine(' a\n  b\n'), 'a b')
  assert.deepEqual(allVisible({ a: ['\u0007', 1, null], '\u0008': true }), { a: ['\\u0007', 1, null], '\\u0008': true })
  assert.equal(markup('<a b="c">&\'\ud800\uffff'), '&lt;a b=&quot;c&quot;&gt;&amp;&apos;\ufffd\ufffd')
  assert.equal(attribute('a\n\tb'), 'a&#10;&#9;b')
})

test('github: one command per line, escaped as the runner takes it apart', () => {
  const text = annotations['github']!.render(all, view)
  const lines = text.split('\n').slice(0, -1)
  assert.deepEqual(
    lines.map((line) => line.slice(0, line.indexOf(',title'))),
    [
      '::error file=p.ts,line=1,col=2',
      '::warning file=p.ts,line=3,col=4',
      '::warning file=p.ts',
      '::error file=q.ts,line=5,col=6',
      '::warning file=r.ts',
      '::error file=a%2Cb%3A c%25.ts,line=1,col=2',
    ],
  )
  assert.equal(
    lines[1],
    '::warning file=p.ts,line=3,col=4,title=heddle%3A race in p::ann (write) and bob (read) access a[0]%0A' +
      'ann: write at p.ts:3:4%0Abob: read at p.ts:7:8%0AReplay it: heddle replay p.ts --schedule h1.race',
  )
  assert.match(lines[5]!, /::<b>&"' \\u001b\[31m%25\\u0000,:\\u202e%0A::error::x \]\]>/)
  assert.deepEqual(acting(text), [])
})

test('a race that counts as a bug is an error, once', () => {
  const bug = aBug({ kind: 'race', message: race.message, schedule: race.schedule })
  const text = annotations['github']!.render([withBugs([bug], { races: [race] })], view)
  assert.match(text, /^::error file=p\.ts,line=3,col=4,[^\n]*\n$/)
})

test('lines: file:line:col, a level and a message, as problem matchers expect', () => {
  const lines = annotations['lines']!.render(all, view).split('\n').slice(0, -1)
  const gcc = /^(.+):(\d+):(\d+): (warning|error|note): (.+)$/
  for (const line of lines) assert.match(line, gcc)
  assert.deepEqual(lines.slice(0, 4), [
    'p.ts:1:2: error: exception: Error: no (in thread ann)',
    'p.ts:1:2: note: Replay it: heddle replay p.ts --schedule h1.x',
    'p.ts:3:4: warning: race: ann (write) and bob (read) access a[0]',
    'p.ts:3:4: note: ann: write',
  ])
  assert.deepEqual(acting(lines.join('')), [])
})

interface SarifLocation {
  physicalLocation: { artifactLocation: { uri: string }; region?: { startLine: number; startColumn: number } }
}
interface Sarif {
  $schema: string
  version: string
  runs: {
    tool: { driver: { name: string; version: string; rules: { id: string; shortDescription: { text: string } }[] } }
    invocations: { executionSuccessful: boolean; toolExecutionNotifications: { message: { text: string } }[] }[]
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: SarifLocation[]
      relatedLocations?: (SarifLocation & { message: { text: string } })[]
      codeFlows?: { threadFlows: { locations: { executionOrder: number; location: object }[] }[] }[]
    }[]
  }[]
}

test('sarif: what the schema of 2.1.0 requires, one result per bug and race, rules, the replay command', () => {
  const log = JSON.parse(outputFiles.sarif.render(all, view)) as Sarif
  // The schema's `required`: sarifLog version, runs; run tool; tool driver; toolComponent name; reportingDescriptor id;
  // result message; message text (or id); invocation executionSuccessful; notification message; codeFlow threadFlows;
  // threadFlow locations.
  assert.equal(log.version, '2.1.0')
  assert.equal(log.runs.length, 1)
  const { tool, invocations, results } = log.runs[0]!
  assert.deepEqual([tool.driver.name, tool.driver.version], ['Heddle', '1.2.3'])
  for (const { id, shortDescription } of tool.driver.rules) assert.ok(id !== '' && shortDescription.text !== '')
  assert.equal(new Set(tool.driver.rules.map(({ id }) => id)).size, tool.driver.rules.length)
  assert.equal(invocations[0]!.executionSuccessful, false)
  assert.deepEqual(
    invocations[0]!.toolExecutionNotifications.map(({ message }) => message.text),
    ['Only some of it.', 'no program', 'was not run'],
  )
  assert.deepEqual(
    results.map(({ ruleId, level }) => [ruleId, level]),
    [
      ['exception', 'error'],
      ['race', 'warning'],
      ['exception', 'error'],
    ],
  )
  for (const result of results) {
    assert.equal(tool.driver.rules[result.ruleIndex]!.id, result.ruleId)
    assert.match(result.message.text, /\nReplay it: heddle replay p\.ts --schedule h1\./)
    assert.equal(result.locations.length, 1)
    for (const { physicalLocation } of [...result.locations, ...(result.relatedLocations ?? [])]) {
      assert.doesNotMatch(physicalLocation.artifactLocation.uri, /^\/|[ :,]|^file:/)
      assert.ok(physicalLocation.region!.startLine >= 1 && physicalLocation.region!.startColumn >= 1)
    }
    for (const { threadFlows } of result.codeFlows ?? []) {
      assert.ok(threadFlows.length > 0)
      for (const { locations } of threadFlows) assert.ok(locations.length > 0)
    }
  }
  assert.equal(results[2]!.codeFlows!.length, 1)
  assert.equal(results[2]!.locations[0]!.physicalLocation.artifactLocation.uri, 'a%2Cb%3A%20c%25.ts')
  assert.deepEqual(log, allVisible(log))
})

test('sarif: files elsewhere are URLs, a check without findings succeeds', () => {
  const away = JSON.parse(outputFiles.sarif.render([withBugs([aBug({ at: '/x y/p.ts:1:2' })])], view)) as Sarif
  assert.equal(away.runs[0]!.results[0]!.locations[0]!.physicalLocation.artifactLocation.uri, 'file:///x%20y/p.ts')
  const none = JSON.parse(outputFiles.sarif.render([program()], view)) as Sarif
  assert.deepEqual([none.runs[0]!.results, none.runs[0]!.invocations[0]!.executionSuccessful], [[], true])
})

test('junit: one suite, a case per program, and only what is verified passes', () => {
  const root = parseXml(outputFiles.junit.render(all, view))
  assert.equal(root.name, 'testsuites')
  const [suite] = root.children
  const { tests, failures, errors, skipped } = suite!.attributes
  assert.deepEqual([root.children.length, tests, failures, errors, skipped], [1, '6', '2', '2', '1'])
  assert.deepEqual(
    suite!.children.map(({ attributes, children }) => [
      attributes['classname'],
      ...children.map(({ name, attributes }) =>
        attributes['type'] === undefined ? name : `${name} ${attributes['type']}`,
      ),
    ]),
    [
      ['p.ts', 'system-out'],
      ['p.ts', 'failure exception', 'system-out'],
      ['p.ts', 'error not-finished', 'system-out'],
      ['q.ts#x', 'error program'],
      ['r.ts', 'skipped'],
      ['p.ts', 'failure exception', 'system-out'],
    ],
  )
  const [passed, failed] = suite!.children
  assert.equal(passed!.children[0]!.text, 'All is well.')
  assert.match(failed!.children[0]!.text, /^bug found {2}p\n\nexception: Error: no\n[^]*Replay it:\n {4}heddle replay/)
})

test('junit: names and messages come through a parser as they were, with control characters visible', () => {
  const text = outputFiles.junit.render([evilProgram], view)
  assert.deepEqual(acting(text), [])
  const [testcase] = parseXml(text).children[0]!.children
  assert.equal(testcase!.attributes['name'], visible(evil.replace('\ud800', '\ufffd')))
  assert.match(
    testcase!.children[0]!.text,
    /exception: <b>&"' \\u001b\[31m%\\u0000,:\\u202e\n {2}::error::x \]\]> \ufffd/,
  )
})

test('on the terminal, nothing of the program acts', () => {
  const view = {
    paint: noPaint,
    sources: new SourceLines(),
    width: 100,
    replayCommand: null,
    hint: null,
    allBugs: false,
  }
  const outcomes = [{ value: 'a\u001bb', executions: 1, schedule: 'h1.o' }]
  const text = checkReport({ ...evilProgram.result!, outcomes }, view)
  assert.deepEqual(acting(text), [])
  assert.match(text, /'a\\x1Bb'/) // as a string of JavaScript, escaped once
})
