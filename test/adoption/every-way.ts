/** Runs one program in all the ways in which it can be run: explored, replayed, on real workers, and under a set. */
import assert from 'node:assert/strict'
import path from 'node:path'
import type { CheckResult } from '../../src/index.ts'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
import type { VerifyResult } from '../../src/results/verify-result.ts'
import { runAdmitted, runPlain, type RunResult } from '../../src/host/run.ts'
import { folder } from '../frontends/temporary.ts'
import { check, replay } from '../support/built.ts'

export const HEADER = `import assert from 'node:assert/strict'
import { choose, join, ops, program, spawn, yieldNow } from 'heddle'
`

/** Files by relative path; `program.ts` exports the program, and gets the usual imports. */
export type Files = { readonly 'program.ts': string } & Readonly<Record<string, string>>

export class Subject {
  readonly file: string
  private readonly dir: ReturnType<typeof folder>

  constructor(files: Files) {
    this.dir = folder({ ...files, 'program.ts': HEADER + files['program.ts'] })
    this.file = this.dir.at('program.ts')
  }

  at(file: string): string {
    return this.dir.at(file)
  }

  /** Everything that can happen: no reduction, all bugs. */
  explore(): Promise<CheckResult> {
    return check(this.file, { reduction: 'none', allBugs: true, budgetMs: 60_000 })
  }

  verify(name: string, traces?: number): Promise<VerifyResult | null> {
    return verifyFile(this.file, { out: this.at(name), budgetMs: 60_000, ...(traces === undefined ? {} : { traces }) })
  }

  plain(repeat: number): Promise<RunResult> {
    return runPlain(this.file, { repeat, timeoutMs: 20_000 })
  }

  admitted(set: string, repeat: number): Promise<RunResult> {
    return runAdmitted(this.file, { set: this.at(set), monitor: true }, { repeat, timeoutMs: 20_000 })
  }

  dispose(): void {
    this.dir.remove()
  }
}

export async function using(files: Files, action: (subject: Subject) => Promise<void>): Promise<void> {
  const subject = new Subject(files)
  try {
    await action(subject)
  } finally {
    subject.dispose()
  }
}

export interface Expected {
  readonly executions: number
  /** All outcomes, in any order. */
  readonly outcomes: readonly unknown[]
  /** Those of them that are right; all, if none is given. */
  readonly right?: readonly unknown[]
}

const keys = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort()

/** Explored, it has exactly these outcomes; replays and real runs have no others; runs under a set only right ones. */
export async function checkEveryWay(files: Files, { executions, outcomes, right = outcomes }: Expected): Promise<void> {
  await using(files, async (subject) => {
    const result = await subject.explore()
    assert.deepEqual(keys(result.outcomes.map(({ value }) => value)), keys(outcomes))
    assert.equal(result.executions, executions)
    assert.equal(result.outcome, right === outcomes ? 'verified' : 'bug')
    for (const { value, schedule } of result.outcomes)
      assert.deepEqual((await replay(subject.file, schedule)).value, value)
    const { reduction, outcomes: reduced } = await check(subject.file, { allBugs: true }).then((found) => ({
      reduction: found.exhaustive,
      outcomes: found.outcomes,
    }))
    assert.ok(reduction)
    assert.deepEqual(keys(reduced.map(({ value }) => value)), keys(outcomes))
    assertSubset(await subject.plain(100), outcomes)
    for (const traces of [1, undefined]) {
      const set = await subject.verify(`set${traces ?? ''}`, traces)
      assert.ok(set!.traces > 0)
      if (traces === undefined) assert.equal(set!.whole, right === outcomes)
      const runs = await subject.admitted(`set${traces ?? ''}`, 50)
      assert.deepEqual(runs.failures, [])
      assertSubset(runs, right)
    }
  })
}

function assertSubset({ outcomes, runs }: RunResult, allowed: readonly unknown[]): void {
  assert.ok(runs > 0)
  const known = new Set(keys(allowed))
  for (const key of keys(outcomes.map(({ value }) => value)))
    assert.ok(known.has(key), `${key} is not among ${[...known].join()}`)
}

export const fileName = path.basename
