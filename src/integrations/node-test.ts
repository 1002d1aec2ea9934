/** `import { verified } from 'heddle/node-test'` */
import { test, type TestContext } from 'node:test'
import type { VerifiedTarget } from '../frontends/declaring/verified.ts'
import { checkDeclaration, runVerifiedTest, type Verified, type VerifiedOptions } from './verified-test.ts'

export type { Verified, VerifiedOptions } from './verified-test.ts'

const declareBy =
  (declare: typeof test | typeof test.skip) =>
  (name: string, target: VerifiedTarget, options: VerifiedOptions = {}): Promise<void> => {
    checkDeclaration(name, target)
    const { timeout = timeoutOfRunner() } = options
    return declare(name, { timeout }, async (context) => {
      await runVerifiedTest(target, options, {
        file: fileOf(context),
        fullName: (context as TestContext & { readonly fullName: string }).fullName,
        timeout,
        signal: context.signal,
        print: (text) => text.split('\n').forEach((line) => context.diagnostic(line)),
      })
    })
  }

/** Node 20 does not tell, and runs every file in a process of its own. */
const fileOf = (context: TestContext): string | null =>
  (context as TestContext & { readonly filePath?: string }).filePath ?? process.argv[1] ?? null

/** `node --test --test-timeout=5000` hands that on to the processes in which files are run. */
function timeoutOfRunner(): number {
  const given = process.execArgv.findLast((flag) => flag.startsWith('--test-timeout='))
  return given === undefined ? Infinity : Number(given.slice('--test-timeout='.length))
}

export const verified: Verified<Promise<void>> = Object.assign(declareBy(test), {
  only: declareBy(test.only),
  skip: declareBy(test.skip),
})
