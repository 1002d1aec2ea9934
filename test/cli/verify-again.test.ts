import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folder, heddle } from './heddle.ts'

const source = `import { program } from 'heddle'
export default program({ name: 'p', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [1, 2].map((i) => (s) => { s.n[0] = i }) })
`

test('a set that exists is replaced with --force only, and gone on with by --resume', async (t) => {
  const cwd = folder(t, { 'p.ts': source })
  const args = ['verify', 'p.ts', '-o', 'p.set']
  assert.equal((await heddle(cwd, ...args, '--traces', '1')).code, 0)
  const before = readFileSync(join(cwd, 'p.set'))
  const refused = await heddle(cwd, ...args)
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /p\.set exists: --resume goes on with it, --force replaces it/)
  assert.deepEqual(readFileSync(join(cwd, 'p.set')), before)
  const both = await heddle(cwd, ...args, '--force', '--resume')
  assert.match(both.stderr, /--resume or --force, not both/)
  assert.match((await heddle(cwd, ...args, '--resume')).stdout, /2 admissible traces/)
  assert.match((await heddle(cwd, ...args, '--force')).stdout, /2 admissible traces/)
})

test('a set of a program that has changed names the file', async (t) => {
  const lib = 'export const one = 1\n'
  const files = {
    'p.ts': source.replace('[1, 2]', '[one, 2]').replace(/^/, "import { one } from './lib.ts'\n"),
    'lib.ts': lib,
  }
  const cwd = folder(t, files)
  assert.equal((await heddle(cwd, 'verify', 'p.ts', '-o', 'p.set')).code, 0)
  const changed = folder(t, { ...files, 'lib.ts': lib.replace('1', '3') })
  const { code, stderr } = await heddle(changed, 'run', 'p.ts', '--admit', join(cwd, 'p.set'))
  assert.equal(code, 2)
  assert.match(stderr, /lib\.ts has changed since/)
})
