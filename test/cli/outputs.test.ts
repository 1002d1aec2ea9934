/** What `check` and `replay` write for other tools. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle, main, start } from './heddle.ts'
import { atomicUpdate, lostUpdate, twoLocks } from './programs.ts'

const files = { 'p.ts': lostUpdate, 'q.ts': twoLocks, 'r.ts': atomicUpdate, 'broken.ts': 'export default 1\n' }
const all = Object.keys(files)

test('one file holds all programs of the command', async (t) => {
  const cwd = folder(t, files)
  const { code } = await heddle(cwd, 'check', ...all, '--sarif', 'o.sarif', '--junit', 'o.xml')
  assert.equal(code, 1)
  const log = JSON.parse(readFileSync(`${cwd}/o.sarif`, 'utf8')) as {
    runs: { results: { ruleId: string; level: string; message: { text: string } }[] }[]
  }
  const errors = log.runs[0]!.results.filter(({ level }) => level === 'error')
  assert.deepEqual(
    errors.map(({ ruleId }) => ruleId),
    ['assertion', 'deadlock'],
  )
  assert.match(errors[0]!.message.text, /replay p\.ts --schedule h1\./)
  const xml = readFileSync(`${cwd}/o.xml`, 'utf8')
  assert.match(xml, /<testsuite name="heddle check" tests="4" failures="2" errors="1" skipped="0"/)
  assert.equal(xml.match(/<testcase /g)!.length, 4)
})

test('a single program that cannot be checked is in the files as well', async (t) => {
  const cwd = folder(t, files)
  const { code, stderr, stdout } = await heddle(cwd, 'check', 'broken.ts', '--junit', 'o.xml', '--annotate', 'github')
  assert.equal(code, 2)
  assert.equal(stderr.match(/the default export is not a program/g)!.length, 1)
  assert.match(stdout, /^::error file=broken\.ts/m)
  assert.match(
    readFileSync(`${cwd}/o.xml`, 'utf8'),
    /<error type="program" message="[^"]*default export is not a program/,
  )
})

test('annotations come last, and under --json on stderr', async (t) => {
  const cwd = folder(t, files)
  const plain = await heddle(cwd, 'check', 'p.ts', 'q.ts', '--annotate', 'github')
  const lines = plain.stdout.trimEnd().split('\n')
  const first = lines.findIndex((line) => line.startsWith('::'))
  assert.match(
    lines[first]!,
    /^::error file=p\.ts,line=19,col=12,title=heddle%3A assertion in lost update::the balance is wrong/,
  )
  assert.ok(lines.slice(first).every((line) => /^::(error|warning) file=/.test(line)))
  assert.match(lines.at(-1)!, /^::error file=q\.ts,line=\d+,col=\d+,title=heddle%3A deadlock in two locks::/)
  const json = await heddle(cwd, 'check', 'p.ts', '--annotate', 'lines', '--json')
  assert.equal((JSON.parse(json.stdout) as CheckResult).outcome, 'bug')
  assert.match(json.stderr, /^p\.ts:19:12: error: assertion: the balance is wrong/m)
  const none = await heddle(cwd, 'check', 'r.ts', '--annotate', 'github')
  assert.doesNotMatch(none.stdout, /^::/m)
})

test('in a folder of a repository, GitHub gets files from its root', async (t) => {
  const root = folder(t, { 'packages/a/p.ts': lostUpdate })
  const args = [main, 'check', 'p.ts', '--annotate', 'github', '--sarif', 'o.sarif']
  const { stdout } = await start(`${root}/packages/a`, process.execPath, args, { GITHUB_WORKSPACE: root }).ended
  assert.match(stdout, /^::error file=packages\/a\/p\.ts,line=19/m)
  assert.match(readFileSync(`${root}/packages/a/o.sarif`, 'utf8'), /"uri": "packages\/a\/p\.ts"/)
})

test('a file that cannot be written is an error before the search begins', async (t) => {
  const cwd = folder(t, { ...files, 'loud.ts': `console.error('loaded')\n${lostUpdate}` })
  mkdirSync(`${cwd}/out`)
  for (const [args, message] of [
    [
      ['--sarif', 'no/such/o.sarif'],
      /^heddle: --sarif no\/such\/o\.sarif cannot be written: there is no such folder$/m,
    ],
    [['--junit', 'out'], /^heddle: --junit out cannot be written: it is a folder; expected the name of a file$/m],
    [['--junit', 'p.ts/o.xml'], /^heddle: --junit p\.ts\/o\.xml cannot be written: a part of the path is no folder$/m],
    [['--junit', 'p.ts'], /^heddle: --junit p\.ts would replace that source file/m],
    [['--junit', 'o', '--sarif', './o'], /^heddle: --sarif and --junit name the same file/m],
    [['--junit', ''], /^heddle: --junit expects a file name, got nothing$/m],
  ] as const) {
    const { code, stdout, stderr } = await heddle(cwd, 'check', 'loud.ts', ...args)
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /loaded/)
  }
  assert.equal(readFileSync(`${cwd}/p.ts`, 'utf8'), lostUpdate)
  assert.equal(existsSync(`${cwd}/o`), false)
})

test('what a file held is there until the new one is written', async (t) => {
  const cwd = folder(t, { ...files, 'o.xml': 'before' })
  writeFileSync(
    `${cwd}/reads.ts`,
    `import { readFileSync } from 'node:fs'\nconsole.error('held ' + readFileSync('o.xml', 'utf8'))\n${lostUpdate}`,
  )
  const { stderr } = await heddle(cwd, 'check', 'reads.ts', '--junit', 'o.xml')
  assert.match(stderr, /held before/)
  assert.match(readFileSync(`${cwd}/o.xml`, 'utf8'), /^<\?xml/)
})

test('unknown names list what there is', async (t) => {
  const cwd = folder(t, files)
  const annotate = await heddle(cwd, 'check', 'p.ts', '--annotate', 'gitlab')
  assert.equal(annotate.code, 2)
  assert.match(annotate.stderr, /there is no form of annotation 'gitlab'.*available: 'github', 'lines'/)
  const format = await heddle(cwd, 'replay', 'p.ts', '--schedule', 'h1.x', '--format', 'svg')
  assert.equal(format.code, 2)
  assert.match(format.stderr, /there is no format 'svg'; available: 'dot', 'mermaid', 'perfetto'/)
})

test('replay prints the trace alone, in the format that is named', async (t) => {
  const cwd = folder(t, files)
  const { stdout: json } = await heddle(cwd, 'check', 'p.ts', '--json')
  const replay = ['replay', 'p.ts', '--schedule', (JSON.parse(json) as CheckResult).bugs[0]!.schedule]
  const dot = await heddle(cwd, ...replay, '--format', 'dot')
  assert.deepEqual([dot.code, dot.stderr], [1, ''])
  assert.match(dot.stdout, /^digraph trace \{\n {2}label="lost update"\n[^]*\n\}\n$/)
  assert.match(dot.stdout, /e1 \[label="2\. read balance\[0\] 100\\np\.ts:13:31", color=red/)
  const mermaid = await heddle(cwd, ...replay, '--format', 'mermaid')
  assert.match(mermaid.stdout, /^flowchart TB\n {2}subgraph t0\["alice"\]\n/)
  const perfetto = await heddle(cwd, ...replay, '--format', 'perfetto')
  const { traceEvents } = JSON.parse(perfetto.stdout) as { traceEvents: { ph: string; args?: { source?: string } }[] }
  assert.deepEqual(
    traceEvents.filter(({ ph }) => ph === 'X').map(({ args }) => args!.source),
    [
      'const seen = yield* ops.read(s.balance, 0)',
      'const seen = yield* ops.read(s.balance, 0)',
      'yield* ops.write(s.balance, 0, seen + 10)',
      'yield* ops.write(s.balance, 0, seen - 60)',
    ],
  )
  const both = await heddle(cwd, ...replay, '--format', 'dot', '--json')
  assert.equal(both.code, 2)
  assert.match(both.stderr, /--json or --format, not both/)
})

test('the guide on tools shows what is printed', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  const guide = readFileSync(`${root}/docs/guides/tools.md`, 'utf8')
  const readme = readFileSync(`${root}/README.md`, 'utf8')
  const npx = (...args: readonly string[]) =>
    start(root, process.execPath, [main, ...args], { npm_command: 'exec' }).ended
  const lines = await npx('check', 'examples/02-deadlock.ts', '--annotate', 'lines')
  assert.ok(guide.includes(`\n…\n${lines.stdout.slice(lines.stdout.lastIndexOf('\n\n') + 2)}\`\`\`\n`), lines.stdout)
  const [, schedule] = /examples\/01-lost-update\.ts --schedule (\S+)/.exec(readme)!
  const trace = await npx('replay', 'examples/01-lost-update.ts', '--schedule', schedule!, '--format', 'mermaid')
  assert.ok(guide.includes(`\`\`\`mermaid\n${trace.stdout}\`\`\`\n`), trace.stdout)
})
