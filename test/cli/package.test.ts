/** The package as people get it: packed, installed into new projects, used as the README says. */
import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundle, folder, main, type Ran, start } from './heddle.ts'
import { lostUpdate } from './programs.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const readme = readFileSync(join(checkout, 'README.md'), 'utf8')

interface Manifest {
  readonly version: string
  readonly bin: { readonly heddle: string }
}
const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Manifest

async function succeed(cwd: string, command: string, ...args: string[]): Promise<Ran> {
  const ran = await start(cwd, command, args).ended
  assert.equal(ran.code, 0, `${command} ${args.join(' ')}: ${ran.stdout}${ran.stderr}`)
  return ran
}

/**
 * Packs what these tests were built with, whatever the build folder is called, under the names that package.json has.
 */
async function pack(staged: string): Promise<string> {
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    if (existsSync(join(checkout, file))) cpSync(join(checkout, file), join(staged, file))
  cpSync(bundle, join(staged, 'dist/bundle'), { recursive: true })
  cpSync(join(bundle, '../src'), join(staged, 'dist/src'), { recursive: true })
  cpSync(join(checkout, 'src'), join(staged, 'src'), { recursive: true })
  const { stdout } = await succeed(staged, 'npm', 'pack', '--ignore-scripts', '--silent')
  return join(staged, stdout.trim())
}

/** Installs as npm does. Where npm can reach neither its cache nor a registry, the checkout lends its dependencies. */
async function install(project: string, tarball: string): Promise<Ran | null> {
  const npm = await start(project, 'npm', [
    'install',
    '--save-dev',
    tarball,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
  ]).ended
  if (npm.code === 0) return npm
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, 'heddle'), { recursive: true })
  await succeed(project, 'tar', 'xzf', tarball, '-C', join(modules, 'heddle'), '--strip-components=1')
  for (const name of readdirSync(join(checkout, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'heddle')
      symlinkSync(join(checkout, 'node_modules', name), join(modules, name))
  }
  mkdirSync(join(modules, '.bin'))
  chmodSync(join(modules, 'heddle', manifest.bin.heddle), 0o755)
  symlinkSync(join('../heddle', manifest.bin.heddle), join(modules, '.bin/heddle'))
  return null
}

const cleanUps: (() => void)[] = []
const whole = { after: (work: () => void) => void cleanUps.push(work) } as unknown as TestContext
after(() => cleanUps.forEach((work) => work()))

let tarball: string
let first: string
let installed: Ran | null
before(async () => {
  tarball = await pack(folder(whole))
  first = folder(whole)
  await succeed(first, 'npm', 'init', '-y')
  installed = await install(first, tarball)
})

/** A new project with the one installation: what npm makes, or these contents of package.json. */
async function project(t: TestContext, files: Readonly<Record<string, string>>, manifest?: object): Promise<string> {
  const cwd = folder(t, { ...files, ...(manifest === undefined ? {} : { 'package.json': JSON.stringify(manifest) }) })
  if (manifest === undefined) cpSync(join(first, 'package.json'), join(cwd, 'package.json'))
  symlinkSync(join(first, 'node_modules'), join(cwd, 'node_modules'))
  return cwd
}

/** The first block of code in that language under a heading of the README that contains the text. */
function fromReadme(heading: string, language: string, containing = ''): string {
  const section = readme.slice(readme.indexOf(`## ${heading}`))
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  const block = blocks.find(([, lang, code]) => lang === language && code!.includes(containing))
  assert.ok(block, `README: ${heading} has no block of ${language} with '${containing}'`)
  return block[2]!
}
const readmeProgram = fromReadme('A program', 'ts')
const inJavaScript = readmeProgram.replaceAll(']!', ']')
const withRequire = inJavaScript
  .replace("import assert from 'node:assert/strict'", "const assert = require('node:assert/strict')")
  .replace("import { program } from 'heddle'", "const { program } = require('heddle')")
  .replace('export default', 'module.exports =')

/** Only what npm itself says of the machine's own configuration may be there. */
const ownOutput = (text: string): string => text.replace(/^npm warn (Unknown|invalid) .*config .*\n/gm, '')

test('installing prints no warnings', () => {
  if (installed === null) return // there was no registry to install from
  assert.equal(ownOutput(installed.stderr), '')
  assert.match(installed.stdout, /^\s*added \d+ packages in \S+\s*$/)
})

const projects: readonly (readonly [name: string, file: string, program: string, manifest?: object])[] = [
  ['TypeScript in what npm init makes', 'lost-update.ts', readmeProgram],
  ['TypeScript in an ES module project', 'lost-update.ts', readmeProgram, { type: 'module' }],
  ['TypeScript in a project that says nothing', 'lost-update.ts', readmeProgram, {}],
  ['a CommonJS TypeScript file in an ES module project', 'lost-update.cts', readmeProgram, { type: 'module' }],
  ['JavaScript in an ES module project', 'lost-update.js', inJavaScript, { type: 'module' }],
  ['JavaScript modules in what npm init makes', 'lost-update.js', inJavaScript],
  ['JavaScript with require in what npm init makes', 'lost-update.js', withRequire],
]

for (const [name, file, program, manifest] of projects) {
  test(`the program of the README is checked as it is: ${name}`, async (t) => {
    const cwd = await project(t, { [file]: program }, manifest)
    const { code, stdout, stderr } = await start(cwd, './node_modules/.bin/heddle', ['check', file]).ended
    assert.equal(stderr, '')
    assert.equal(code, 1)
    assert.match(stdout, /^bug found {2}lost update\n\nassertion: Expected values to be strictly equal:\n {2}40 !== 50/)
    assert.match(stdout, new RegExp(`alice +write +balance\\[0\\] +(100 → )?(= )?40 +${file}:9:3[12]`))
  })
}

test('npx prints nothing that is not its own', async (t) => {
  const cwd = await project(t, { 'lost-update.ts': readmeProgram })
  const command = fromReadme('In your project', 'sh', 'npx').trim()
  const { code, stdout, stderr } = await start(cwd, 'sh', ['-c', command]).ended
  assert.equal(ownOutput(stderr), '')
  assert.equal(code, 1)
  assert.match(stdout, /^bug found {2}lost update/)
  assert.match(stdout, /Replay it:\n +npx heddle replay lost-update\.ts --schedule h1\./)
})

const requiring = (test: string): string =>
  test.replace(
    /^import (\{.*\}) from ('.*')$/gm,
    (_, names: string, from: string) => `const ${names} = require(${from})`,
  )

test('the first test of the README fails with the report of the check', async (t) => {
  const given = fromReadme('In your project', 'js', 'heddle/node-test')
  const cwd = await project(t, {
    'lost-update.ts': readmeProgram,
    'lost-update.test.mjs': given,
    'required.test.cjs': requiring(given),
  })
  for (const file of ['lost-update.test.mjs', 'required.test.cjs']) {
    const { code, stdout, stderr } = await start(cwd, process.execPath, ['--test', '--test-reporter=tap', file]).ended
    assert.equal(stderr, '')
    assert.equal(code, 1)
    assert.match(stdout, /not ok 1 - no update is lost/)
    assert.match(stdout, /error: \|-\n +bug found {2}lost update\n/)
    assert.match(stdout, /npx heddle replay lost-update\.ts --schedule h1\./)
  }
})

test('pnpm installs it too', async (t) => {
  const cwd = folder(t, { 'lost-update.ts': readmeProgram, 'package.json': '{ "type": "commonjs" }' })
  const pnpm = join(checkout, 'node_modules/pnpm/bin/pnpm.cjs')
  const args = [
    'add',
    '--save-dev',
    tarball,
    '--prefer-offline',
    '--fetch-retries=0',
    '--store-dir',
    join(cwd, 'store'),
  ]
  const added = await start(cwd, process.execPath, [pnpm, ...args]).ended
  if (added.code !== 0 && /ERR_PNPM_(META_)?FETCH|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/.test(added.stdout + added.stderr))
    return t.skip('there is no registry to install from')
  assert.equal(added.code, 0, added.stdout + added.stderr)
  assert.doesNotMatch(added.stdout + added.stderr, /WARN(?!.*(deprecated|update available))/)
  const { code, stdout, stderr } = await start(cwd, './node_modules/.bin/heddle', ['check', 'lost-update.ts']).ended
  assert.equal(stderr, '')
  assert.equal(code, 1)
  assert.match(stdout, /^bug found {2}lost update/)
})

test('commands, API and lent workers of the installed package', async (t) => {
  const cwd = await project(
    t,
    {
      'p.ts': lostUpdate,
      'api.mjs': `import { check } from 'heddle'\nconst { outcome, executions } = await check('p.ts', { allBugs: true, reduction: 'none' })\nconsole.log(outcome, executions)\n`,
      'worker.mjs': `import 'heddle/worker'\n`,
      'pool.mjs': `import { Worker } from 'node:worker_threads'
import { admit, verify } from 'heddle'
await verify('p.ts', { set: 'p.set' })
const pool = [1, 2].map(() => new Worker(new URL('./worker.mjs', import.meta.url)))
const { failures, runs } = await admit('p.set').enforce('p.ts', { pool, repeat: 10 })
console.log(failures.length, runs)
for (const worker of pool) await worker.terminate()
`,
    },
    { name: 'empty', private: true, type: 'module' },
  )
  const installed = join(cwd, 'node_modules/heddle')
  assert.ok(
    !existsSync(join(installed, 'dist/test')) && !existsSync(join(installed, 'test')),
    'tests are not part of the package',
  )

  const version = await succeed(cwd, 'npx', '--no-install', 'heddle', '--version')
  assert.equal(version.stdout.trim(), manifest.version)

  const checked = await start(cwd, 'npx', ['--no-install', 'heddle', 'check', 'p.ts']).ended
  assert.equal(checked.code, 1, checked.stderr)
  const command = /Replay it:\n +(npx heddle replay p\.ts .*)/.exec(checked.stdout)?.[1]
  assert.ok(command, checked.stdout)
  const replayed = await start(cwd, 'sh', ['-c', command]).ended
  assert.equal(replayed.code, 1, replayed.stderr)
  assert.match(replayed.stdout, /the balance is wrong/)

  // Real threads may lose the update, or not.
  const real = await start(cwd, './node_modules/.bin/heddle', ['run', 'p.ts', '--plain', '--json']).ended
  assert.ok(real.code === 0 || real.code === 1, real.stdout + real.stderr)
  assert.equal((JSON.parse(real.stdout) as { runs: number }).runs, 1)

  const api = await succeed(cwd, process.execPath, 'api.mjs')
  assert.equal(api.stdout.trim(), 'bug 6')

  const pool = await succeed(cwd, process.execPath, 'pool.mjs')
  assert.equal(pool.stdout.trim(), '0 10')
})

test('through a link, from another folder', async (t) => {
  const cwd = folder(t, { 'p.ts': lostUpdate })
  mkdirSync(join(cwd, 'bin'))
  symlinkSync(main, join(cwd, 'bin/heddle'))
  const ran = await start(cwd, process.execPath, ['bin/heddle', 'check', 'p.ts'], {
    PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
  }).ended
  assert.equal(ran.code, 1, ran.stderr)
  assert.match(ran.stdout, /^ +heddle replay p\.ts --schedule h1\./m)
})
