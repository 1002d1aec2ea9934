/** `heddle/vitest` in the real vitest. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { atomic, files, racy, testFile } from './programs.ts'
import { blockWith } from './documents.ts'
import { project, replayPrinted, vitest } from './project.ts'

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

async function run(path: string, ...names: readonly string[]) {
  const { code, stdout } = await vitest(
    path,
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile=out.json',
    ...names,
  )
  const report = JSON.parse(readFileSync(join(path, 'out.json'), 'utf8')) as Report
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const of = (name: string): { status: string; message: string } => {
    const found = tests.find(({ fullName }) => fullName === name)
    assert.ok(found !== undefined, `no test ${name} in ${tests.map(({ fullName }) => fullName).join(', ')}`)
    return { status: found.status, message: found.failureMessages.join('\n') }
  }
  return { code, stdout, of, errors: report.testResults.map(({ message }) => message).join('\n') }
}

test('what vitest says of programs that are verified, racy, not finished, and not transformed', async (t) => {
  const checks = `import { describe, expect } from 'vitest'
import { verified } from 'heddle/vitest'
verified('with expect', ${atomic('expect(s.balance[0]).toBe(50)')})
verified('with expect that fails', ${racy('expect(s.balance[0]).toBe(50)')})
verified('expect in a thread', { shared: (mem) => ({ a: mem.int32('a', 1) }), threads: [(s) => { s.a[0] = 1; expect(1).toBe(1) }] })
describe.each([1, 2])('case %i', () => { verified('of each', ${atomic('{}')}) })
`
  const path = project(t, {
    ...files,
    'bank.test.ts': testFile('vitest', 'heddle/vitest'),
    'expect.test.js': checks,
    'readme.test.ts': blockWith('README.md', 'ts', 'heddle/vitest'),
  })
  const { code, stdout, of } = await run(path, '--testTimeout=60000')
  assert.equal(code, 1)
  assert.equal(of('an ordinary test').status, 'passed')

  const racyInline = of('inline racy #1')
  assert.equal(racyInline.status, 'failed')
  assert.match(racyInline.message, /^NotVerifiedError: bug found {2}racy #1[^]*40 !== 50[^]*at bank\.test\.ts:\d+/)
  const replayed = await replayPrinted(path, racyInline.message)
  assert.equal(replayed.code, 1)
  assert.match(replayed.stdout, /40 !== 50/)
  assert.equal(of('inline atomic').status, 'passed')
  assert.match(
    stdout,
    /bank\.test\.ts > inline > atomic\nNo assertion failure, deadlock.*in any schedule\. \(2 executions\)/,
  )
  assert.equal(of('inline not finished').status, 'failed')

  assert.equal(of('elsewhere racy').status, 'failed')
  assert.match(of('elsewhere racy').message, /npx heddle replay racy\.js --schedule/)
  assert.equal(of('elsewhere atomic').status, 'passed')
  assert.equal(of('elsewhere imported').status, 'passed')
  assert.equal(of('elsewhere skipped').status, 'skipped')
  assert.equal(of('forgotten').status, 'failed')
  assert.match(of('forgotten').message, /plain code that was not transformed/)
  assert.match(of('nothing shared').message, /perform no shared operation/)

  assert.equal(of('both increments count').status, 'passed')
  assert.equal(of('with expect').status, 'passed')
  assert.match(of('with expect that fails').message, /expected 40 to be 50/)
  assert.match(of('expect in a thread').message, /expect of vitest is used inside a thread/)
  assert.match(of('case 1 of each').message, /exports no program 'case 1 > of each'/)
})

test('a program that vitest would mock is an error', async (t) => {
  const path = project(t, {
    ...files,
    'mocked.test.js': `import { vi } from 'vitest'
import { verified } from 'heddle/vitest'
import imported from './atomic.js'
vi.mock('./other.js', () => ({}))
verified('mocked', imported)
`,
  })
  const { code, of } = await run(path, '--testTimeout=60000')
  assert.equal(code, 1)
  assert.match(of('mocked').message, /vi\.mock of vitest is used where Heddle loads the programs/)
})
