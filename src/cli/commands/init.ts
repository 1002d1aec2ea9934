/** `heddle init`: a first test in a project, for the runner that it has. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { usageError } from '../../base/errors.ts'
import type { Console } from '../console.ts'
import type { OptionValues } from '../options.ts'

interface Runner {
  readonly module: string
  /** How a file is run. */
  readonly command: string
  /** Whether it takes TypeScript as it is. */
  readonly typeScript: boolean
}

const runners: Readonly<Record<string, Runner>> = {
  vitest: { module: 'heddle/vitest', command: 'npx vitest run', typeScript: true },
  node: { module: 'heddle/node-test', command: 'node --test', typeScript: false },
}

export async function initCommand(folder: string, values: OptionValues, { out }: Console): Promise<number> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usageError(`there is no folder ${folder}`)
  const manifest = manifestIn(folder)
  const runner = runners[values.runner ?? runnerOf(manifest)]!
  const isTypeScript = runner.typeScript && existsSync(join(folder, 'tsconfig.json'))
  const tests = ['test', 'tests', '__tests__'].find((name) => existsSync(join(folder, name))) ?? 'test'
  const file = join(folder, tests, `counter.heddle.test.${isTypeScript ? 'ts' : 'mjs'}`)
  write(file, firstTest(runner, isTypeScript))
  const shown = relative(process.cwd(), file)
  const missing = dependsOn(manifest, 'heddle') ? [] : ['npm install --save-dev heddle']
  out.write(
    [
      `wrote ${shown}`,
      '',
      'Run it:',
      ...[...missing, `${runner.command} ${shown}`].map((line) => `  ${line}`),
      '',
    ].join('\n'),
  )
  return 0
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

function manifestIn(folder: string): Manifest {
  const file = join(folder, 'package.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw usageError(`there is no package.json in ${folder}; name the folder of a project, or make one with npm init`)
  }
  try {
    return JSON.parse(text) as Manifest
  } catch (error) {
    throw usageError(`${file} is no JSON: ${(error as Error).message}`)
  }
}

const dependsOn = ({ dependencies, devDependencies }: Manifest, name: string): boolean =>
  Object.hasOwn({ ...dependencies, ...devDependencies }, name)

const runnerOf = (manifest: Manifest): string => (dependsOn(manifest, 'vitest') ? 'vitest' : 'node')

function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw usageError(
      code === 'EEXIST'
        ? `${file} exists already, and is left as it is`
        : `${file} cannot be written (${code ?? String(error)})`,
    )
  }
}

/** A test that passes, and says how to make it fail. */
function firstTest({ module }: Runner, isTypeScript: boolean): string {
  const element = isTypeScript ? 's.n[0]!' : 's.n[0]'
  return `import assert from 'node:assert/strict'
import { verified } from '${module}'

// Every interleaving of these threads that matters is run. To see a bug, and the schedule that shows it,
// write \`${element} += 1\` instead of \`Atomics.add(s.n, 0, 1)\`: that reads and writes, and others may come in between.
verified('both increments count', {
  shared: (mem) => ({ n: mem.int32('n', 1) }),
  threads: {
    one(s) {
      Atomics.add(s.n, 0, 1)
    },
    other(s) {
      Atomics.add(s.n, 0, 1)
    },
  },
  after: (s) => assert.equal(s.n[0], 2),
})
`
}
