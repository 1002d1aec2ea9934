/** Certificates: what they tell, and that they are confirmed when that is so and only then. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Certificate, digestOfCertificate } from '../../src/results/certificate.ts'
import { folder, heddle, main, start } from './heddle.ts'
import { lostUpdate } from './programs.ts'

const counter = `import { program } from 'heddle'
import { bump } from 'bumper'
export default program({ name: 'counter', shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: [(s) => bump(s.n), (s) => bump(s.n)], outcome: (s) => s.n[0] })
`
const files = {
  'lib/counter.js': counter,
  'node_modules/bumper/package.json':
    '{ "name": "bumper", "version": "1.2.3", "type": "module", "exports": "./index.js" }',
  'node_modules/bumper/index.js': 'export const bump = (n) => Atomics.add(n, 0, 1)\n',
}

const read = (path: string): Certificate => JSON.parse(readFileSync(join(path, 'c.json'), 'utf8')) as Certificate
const write = (path: string, certificate: object): void =>
  writeFileSync(join(path, 'c.json'), JSON.stringify(certificate))

test('a certificate tells what was checked, how, and what that rests on, and is confirmed from anywhere', async (t) => {
  const path = folder(t, files)
  const made = await heddle(path, 'check', 'lib/counter.js', '--bound', 'preemption:1', '--certificate', 'c.json')
  assert.equal(made.code, 0, made.stderr)
  const certificate = read(path)
  const [program] = certificate.programs
  assert.equal(program!.address, 'lib/counter.js')
  assert.deepEqual(
    program!.sources.map(({ path: file }) => file),
    ['../node_modules/bumper/index.js', 'counter.js'],
  )
  assert.deepEqual(program!.dependencies, [{ name: 'bumper', version: '1.2.3' }])
  assert.deepEqual(program!.options.bounds, { preemption: 1 })
  assert.equal(program!.repeatable, true)
  assert.equal(program!.claims.outcome, 'verified')
  assert.match(program!.assumptions[0]!, /^memory is sequentially consistent$/)
  assert.match(certificate.digest, /^[0-9a-f]{64}$/)

  const confirmed = await heddle(path, 'certify', 'c.json')
  assert.deepEqual([confirmed.code, confirmed.stderr], [0, ''])
  assert.match(confirmed.stdout, /^confirmed {2}counter \(lib\/counter\.js\)\n {2}No assertion failure/)
  const elsewhere = await heddle(join(path, 'lib'), 'certify', '../c.json', '--json')
  assert.equal(elsewhere.code, 0)
  assert.equal((JSON.parse(elsewhere.stdout) as { outcome: string }).outcome, 'confirmed')
})

test('bugs, limits and several programs can be certified as well', async (t) => {
  const path = folder(t, { ...files, 'bank.ts': lostUpdate })
  const args = ['check', 'bank.ts', 'lib/counter.js', '--all-bugs', '--max-executions', '50', '--certificate', 'c.json']
  assert.equal((await heddle(path, ...args)).code, 1)
  assert.deepEqual(
    read(path).programs.map(({ claims }) => claims.outcome),
    ['bug', 'verified'],
  )
  const { code, stdout } = await heddle(path, 'certify', 'c.json')
  assert.equal(code, 0, stdout)
  assert.equal(stdout.match(/^confirmed /gm)!.length, 2)
})

test('a file that has changed, or is gone, refutes it', async (t) => {
  const path = folder(t, files)
  await heddle(path, 'check', 'lib/counter.js', '--certificate', 'c.json')
  writeFileSync(join(path, 'node_modules/bumper/index.js'), 'export const bump = (n) => n[0]++\n')
  const changed = await heddle(path, 'certify', 'c.json')
  assert.equal(changed.code, 1)
  assert.match(changed.stdout, /^not confirmed {2}counter .*\n {2}\.\.\/node_modules\/bumper\/index\.js has changed\n$/)
  writeFileSync(join(path, 'node_modules/bumper/index.js'), files['node_modules/bumper/index.js'])
  assert.equal((await heddle(path, 'certify', 'c.json')).code, 0)
})

test('another environment, under which the same files do something else, refutes it', async (t) => {
  const path = folder(t, {
    'counter.js': counter.replace(
      "import { bump } from 'bumper'",
      'const bump = (n) => (process.env.PLAIN ? n[0]++ : Atomics.add(n, 0, 1))',
    ),
  })
  await heddle(path, 'check', 'counter.js', '--certificate', 'c.json')
  assert.equal((await heddle(path, 'certify', 'c.json')).code, 0)
  const { code, stdout } = await start(path, process.execPath, [main, 'certify', 'c.json'], { PLAIN: '1' }).ended
  assert.equal(code, 1)
  assert.match(stdout, /outcomes: it says \[\{"value":2,"executions":\d+\}\], and is \[/)
})

test('a claim that was altered is noticed, with and without a digest that fits', async (t) => {
  const path = folder(t, files)
  await heddle(path, 'check', 'lib/counter.js', '--certificate', 'c.json')
  const certificate = read(path)
  const [program] = certificate.programs
  const altered = {
    ...certificate,
    programs: [{ ...program!, claims: { ...program!.claims, counts: { ...program!.claims.counts, traces: 7 } } }],
  }
  write(path, altered)
  const damaged = await heddle(path, 'certify', 'c.json')
  assert.equal(damaged.code, 2)
  assert.match(damaged.stderr, /c\.json has been changed since it was made, or is damaged/)
  write(path, { ...altered, digest: digestOfCertificate(altered) })
  const refuted = await heddle(path, 'certify', 'c.json')
  assert.equal(refuted.code, 1)
  assert.match(refuted.stdout, /counts: it says .*"traces":7/)
})

test('what time has ended cannot be repeated, which is said', async (t) => {
  const many = counter.replace(
    "import { bump } from 'bumper'",
    'const bump = (n) => { for (let i = 0; i < 30; i++) n[0]++ }',
  )
  const path = folder(t, { 'counter.js': many })
  assert.equal((await heddle(path, 'check', 'counter.js', '--budget', '1ms', '--certificate', 'c.json')).code, 3)
  assert.equal(read(path).programs[0]!.repeatable, false)
  const { code, stdout } = await heddle(path, 'certify', 'c.json')
  assert.equal(code, 3)
  assert.match(
    stdout,
    /^not repeated {2}counter .*\n {2}the search that it tells of was ended \(budget\), which cannot be repeated exactly; this run says: /,
  )
})

test('there is none of what cannot be checked, and none is read that is none', async (t) => {
  const path = folder(t, { ...files, 'broken.js': 'nothing' })
  const { code, stderr } = await heddle(path, 'check', 'lib/counter.js', 'broken.js', '--certificate', 'c.json')
  assert.equal(code, 2)
  assert.match(stderr, /no certificate was written: broken\.js cannot be checked/)
  assert.equal(existsSync(join(path, 'c.json')), false)
  const cases: readonly (readonly [text: string, says: RegExp])[] = [
    ['', /is no JSON \(it is empty\)/],
    ['{', /is no JSON/],
    ['null', /is no certificate/],
    ['{"schema":1}', /is no certificate; expected what `heddle check --certificate FILE` writes/],
    [
      JSON.stringify({ kind: 'heddle certificate', schema: 1, heddle: '9.9.9', programs: [] }),
      /was made by heddle 9\.9\.9, and this is .*npx heddle@9\.9\.9 certify/,
    ],
  ]
  for (const [text, says] of cases) {
    writeFileSync(join(path, 'c.json'), text)
    const read = await heddle(path, 'certify', 'c.json')
    assert.equal(read.code, 2)
    assert.match(read.stderr, says)
  }
  assert.match(
    (await heddle(path, 'certify', 'nowhere.json')).stderr,
    /there is no file nowhere\.json; expected a certificate/,
  )
  const unwritable = await heddle(path, 'check', 'lib/counter.js', '--certificate', 'no/c.json')
  assert.match(unwritable.stderr, /--certificate no\/c\.json cannot be written: there is no such folder/)
})
