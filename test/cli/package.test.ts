/** The package as people get it: packed, installed into an empty project, started through npx. */
import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { folder, main, type Ran, start } from './heddle.ts'
import { lostUpdate } from './programs.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const built = dirname(dirname(main))

interface Manifest {
  readonly version: string
  readonly bin: { readonly heddle: string }
  readonly dependencies: Readonly<Record<string, string>>
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
async function pack(t: TestContext): Promise<string> {
  const staged = folder(t)
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    if (existsSync(join(checkout, file))) cpSync(join(checkout, file), join(staged, file))
  cpSync(built, join(staged, 'dist/src'), { recursive: true })
  cpSync(join(checkout, 'src'), join(staged, 'src'), { recursive: true })
  const { stdout } = await succeed(staged, 'npm', 'pack', '--ignore-scripts', '--silent')
  return join(staged, stdout.trim())
}

/** Installs as npm does. Where npm can reach neither its cache nor a registry, the checkout lends its dependencies. */
async function install(project: string, tarball: string): Promise<void> {
  const npm = await start(project, 'npm', [
    'install',
    tarball,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
  ]).ended
  if (npm.code === 0) return
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
}

test('packed and installed in an empty project', async (t) => {
  const project = folder(t, {
    'package.json': '{ "name": "empty", "private": true, "type": "module" }',
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
  })
  await install(project, await pack(t))
  const installed = join(project, 'node_modules/heddle')
  assert.ok(
    !existsSync(join(installed, 'dist/test')) && !existsSync(join(installed, 'test')),
    'tests are not part of the package',
  )

  const version = await succeed(project, 'npx', '--no-install', 'heddle', '--version')
  assert.equal(version.stdout.trim(), manifest.version)

  const checked = await start(project, 'npx', ['--no-install', 'heddle', 'check', 'p.ts']).ended
  assert.equal(checked.code, 1, checked.stderr)
  const command = /Replay it:\n +(npx heddle replay p\.ts .*)/.exec(checked.stdout)?.[1]
  assert.ok(command, checked.stdout)
  const replayed = await start(project, 'sh', ['-c', command]).ended
  assert.equal(replayed.code, 1, replayed.stderr)
  assert.match(replayed.stdout, /the balance is wrong/)

  // Real threads may lose the update, or not.
  const real = await start(project, './node_modules/.bin/heddle', ['run', 'p.ts', '--plain', '--json']).ended
  assert.ok(real.code === 0 || real.code === 1, real.stdout + real.stderr)
  assert.equal((JSON.parse(real.stdout) as { runs: number }).runs, 1)

  const api = await succeed(project, process.execPath, 'api.mjs')
  assert.equal(api.stdout.trim(), 'bug 6')

  const pool = await succeed(project, process.execPath, 'pool.mjs')
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
