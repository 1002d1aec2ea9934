/** Every bug of the suite is found by a small search, at the place that its source marks; repaired programs are verified. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import type { Bug } from '../../src/results/check-result.ts'
import { type BuggyProgram, buggyPrograms, missingPrograms } from './index.ts'
import { sources, Subject } from './subject.ts'

const MARK = '// BUG'

/** The lines at which a bug may show, as `file:line`. */
function markedLines(file: string): Set<string> {
  const lines = readFileSync(join(sources, file), 'utf8').split('\n')
  return new Set(lines.flatMap((line, i) => (line.includes(MARK) ? [`${basename(file)}:${i + 1}`] : [])))
}

const lineOf = (at: string | null): string => basename(at ?? '').replace(/:\d+$/, '')

/** Where it shows: every thread that waits, or the place of the failure. */
const placesOf = ({ at, waiting }: Bug): string[] => (waiting === undefined ? [lineOf(at)] : waiting.map((one) => lineOf(one.at)))

const subjects = new Map<string, Subject>()
/** Programs of one file follow each other, so one worker at a time is enough. */
async function subjectOf(file: string): Promise<Subject> {
  const known = subjects.get(file)
  if (known !== undefined) return known
  await closeAll()
  const subject = new Subject(file)
  subjects.set(file, subject)
  return subject
}

async function closeAll(): Promise<void> {
  for (const subject of subjects.values()) await subject.close()
  subjects.clear()
}
after(closeAll)

async function find({ file, n, shown }: BuggyProgram): Promise<Bug | null> {
  const subject = await subjectOf(file)
  if ('schedule' in shown) return subject.run({ n }, shown.schedule)
  const result = await subject.check({ n }, { ...shown.by, maxExecutions: shown.within, budgetMs: Infinity })
  return result.bugs[0] ?? null
}

for (const entry of buggyPrograms) {
  test(`${entry.family} ${entry.name} fails where it is marked`, async () => {
    const bug = await find(entry)
    assert.ok(bug !== null, 'no bug was found')
    assert.equal(bug.kind, entry.kind, bug.message)
    const marked = markedLines(entry.file)
    for (const place of placesOf(bug)) assert.ok(marked.has(place), `${bug.message} at ${place}`)
  })
  const { repaired, file, family, name } = entry
  if (repaired === undefined) continue
  test(`${family} ${name}, repaired, is verified`, async () => {
    const subject = await subjectOf(file)
    const result = await subject.check({ n: repaired.n ?? entry.n, fixed: true }, { ...repaired.by, budgetMs: Infinity })
    assert.equal(result.outcome, 'verified', result.bugs[0]?.message ?? result.guarantee)
    assert.ok(result.exhaustive, result.guarantee)
  })
}

for (const { family, name, file, n, missing } of missingPrograms) {
  test(`${family} ${name} cannot be checked yet`, async () => {
    const subject = await subjectOf(file)
    await assert.rejects(subject.check({ n }, {}), missing)
  })
}

test('the suite has as many programs as it should, each once', () => {
  const names = [...buggyPrograms, ...missingPrograms].map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})
