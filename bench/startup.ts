/**
 * How long `heddle check` of a trivial program takes, and what of that is Node's own: each arm is a process, in turns.
 * Arguments: how many rounds, and the command lines (`…/cli/main.js`) of other builds to compare with.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [rounds = '15', ...others] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'heddle-startup-'))

const files = {
  'package.json': '{ "type": "module" }',
  'trivial.ts': `import { program } from 'heddle'
export default program({
  name: 'trivial',
  shared: (mem) => ({ a: mem.int32('a', 1) }),
  threads: { one(s) { s.a[0] = 1 }, two(s) { s.a[0] = 2 } },
})
`,
  'nothing.js': '',
  'worker.js': `import { Worker } from 'node:worker_threads'
new Worker(new URL('./nothing.js', import.meta.url))
`,
  'hooks.js': `import { Worker } from 'node:worker_threads'
new Worker(new URL('./registering.js', import.meta.url))
`,
  'registering.js': `import { register } from 'node:module'
register('./nothing.js', import.meta.url)
`,
}

const own = fileURLToPath(new URL('../bundle/cli/main.js', import.meta.url))
const unbundled = fileURLToPath(new URL('../src/cli/main.js', import.meta.url))
const arms: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['node', ['nothing.js']],
  ['node, a worker', ['worker.js']],
  ['node, a worker, its hooks', ['hooks.js']],
  ['heddle check', [own, 'check', 'trivial.ts']],
  ['heddle check, not bundled', [unbundled, 'check', 'trivial.ts']],
  ...others.map((main) => [main, [resolve(main), 'check', 'trivial.ts']] as const),
]

/** Of processes that have ended, in milliseconds, as the shell's `times` tells it. */
function run(args: readonly string[]): { wall: number; processor: number } {
  const begin = performance.now()
  const command = ['"$0" "$@" >/dev/null 2>&1 || exit 1; times', process.execPath, ...args]
  const { status, stdout } = spawnSync('sh', ['-c', ...command], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`failed: ${args.join(' ')}`)
  const children = stdout.trim().split('\n').at(-1)!
  const processor = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  )
  return { wall: performance.now() - begin, processor: processor * 1000 }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

try {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const runs = arms.map(() => [] as ReturnType<typeof run>[])
  for (let round = 0; round < Number(rounds); round++) arms.forEach(([, args], i) => runs[i]!.push(run(args)))
  console.log(`median of ${rounds} rounds, in turns: milliseconds, and processor time`)
  arms.forEach(([name], i) => {
    const wall = median(runs[i]!.map((one) => one.wall))
    const processor = median(runs[i]!.map((one) => one.processor))
    console.log(`${wall.toFixed(0).padStart(6)} ${processor.toFixed(0).padStart(6)}  ${name}`)
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
