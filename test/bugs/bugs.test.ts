/** Every bug of the suite shows by a small search, at a place that its source marks; repaired programs are verified. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import type { Bug } from '../../src/results/check-result.ts'
import type { BuggyProgram } from './entry.ts'
import { buggyPrograms } from './index.ts'
import { sources, Subject } from './subject.ts'

const MARK = '// BUG'

/** Whether `at` is in a line of the suite's sources that says that a bug may show there. */
function isMarked(at: string | null): boolean {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(at ?? '') ?? []
  if (file === undefined || !resolve(file).startsWith(sources)) return false
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1]!.includes(MARK)
}

/** Where it shows: where each thread waits, or the place of the failure. */
const placesOf = ({ at, waiting }: Bug): (string | null)[] => waiting?.map((one) => one.at) ?? [at]

/** Programs of one file follow each other, so one worker at a time is enough. */
let current: { readonly file: string; readonly subject: Subject } | null = null
async function subjectOf(file: string): Promise<Subject> {
  if (current?.file !== file) {
    await current?.subject.close()
    current = { file, subject: new Subject(file) }
  }
  return current.subject
}
after(() => current?.subject.close())

async function find({ file, n, shown }: BuggyProgram): Promise<Bug | null> {
  const subject = await subjectOf(file)
  if ('schedule' in shown) return subject.run({ n }, shown.schedule)
  const result = await subject.check({ n }, { ...shown.by, maxExecutions: shown.within, budgetMs: Infinity })
  return result.bugs[0] ?? null
}

for (const entry of buggyPrograms) {
  const { repaired, file, family, name } = entry
  test(`${family} ${name} fails where it is marked`, async () => {
    const bug = await find(entry)
    assert.ok(bug !== null, 'no bug was found')
    assert.equal(bug.kind, entry.kind, bug.message)
    for (const place of placesOf(bug)) assert.ok(isMarked(place), `${bug.message} at ${place}`)
  })
  if (repaired === undefined) continue
  test(`${family} ${name}, repaired, is verified`, async () => {
    const variant = { n: repaired.n ?? entry.n, fixed: true }
    const result = await (await subjectOf(file)).check(variant, { ...repaired.by, budgetMs: Infinity })
    assert.equal(result.outcome, 'verified', result.bugs[0]?.message ?? result.guarantee)
    assert.ok(result.exhaustive, result.guarantee)
  })
}

test('no program is in the suite twice', () => {
  const names = buggyPrograms.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})
