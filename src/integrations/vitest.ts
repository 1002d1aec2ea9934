/** `import { verified } from 'heddle/vitest'` */
import { test, type TestContext } from 'vitest'
import type { VerifiedTarget } from '../frontends/declaring/verified.ts'
import { fullName } from '../frontends/declaring/declared-programs.ts'
import { checkDeclaration, runVerifiedTest, type Verified, type VerifiedOptions } from './verified-test.ts'

export type { Verified, VerifiedOptions } from './verified-test.ts'

type Task = TestContext['task']

const declareBy =
  (declare: typeof test | typeof test.skip) =>
  (name: string, target: VerifiedTarget, options: VerifiedOptions = {}): void => {
    checkDeclaration(name, target)
    const { timeout } = options
    declare(name, timeout === undefined ? {} : { timeout }, async ({ task, signal }) => {
      await runVerifiedTest(target, options, {
        file: task.file.filepath,
        fullName: fullName(namesOf(task)),
        timeout: task.timeout,
        signal,
        print: (text) => console.log(text),
      })
    })
  }

/** Of the suites around a test, the file itself not among them, and of the test. */
function namesOf({ name, suite }: Task): string[] {
  const names = [name]
  for (let outer = suite; outer !== undefined; outer = outer.suite) names.unshift(outer.name)
  return names
}

export const verified: Verified<void> = Object.assign(declareBy(test), {
  only: declareBy(test.only),
  skip: declareBy(test.skip),
})
