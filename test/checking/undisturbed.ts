import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type CheckOptions } from '../../src/checking/checker.ts'
import { check, type CheckResult, type Program } from '../../src/index.ts'
import { withoutTimes } from '../support/without-times.ts'

const places = ['shared', 'thread', 'outcome'] as const

/** What a program does besides, where it is run. */
export type During = Readonly<Partial<Record<(typeof places)[number], () => void>>>

export interface Case {
  readonly subject: (during?: During) => Program
  readonly options: CheckOptions
}

const comparable = (result: CheckResult): unknown =>
  withoutTimes('report' in result ? { ...result, report: '' } : result)

/** From beginning to end, without giving way to anybody. */
export function checkHere({ subject, options }: Case): unknown {
  const checker = new Checker(subject(), options)
  while (!checker.run(Infinity));
  return comparable(checker.result())
}

/** Checks in one process, by turns and one inside another: each comes to what it comes to `alone`. */
export function undisturbed(cases: readonly Case[], alone: readonly unknown[]): void {
  test('at the same time, by turns', async () => {
    const one = ({ subject, options }: Case): Promise<CheckResult> => check(subject(), options)
    const inTurn: unknown[] = []
    for (const each of cases) inTurn.push(comparable(await one(each)))
    const together = await Promise.all(cases.map(one))
    assert.deepEqual(together.map(comparable), inTurn)
  })

  for (const place of places) {
    test(`one is made from beginning to end while the ${place} of another one runs`, () => {
      for (const [i, outer] of cases.entries()) {
        for (const [k, inner] of cases.entries()) {
          let calls = 0
          let nested = 0
          const inside = (): void => {
            calls++
            if (calls !== 2 && calls !== 5) return
            nested++
            assert.deepEqual(checkHere(inner), alone[k], `${k} inside ${i}`)
          }
          const found = checkHere({ ...outer, subject: () => outer.subject({ [place]: inside }) })
          assert.deepEqual(found, alone[i], `${i} with ${k} inside`)
          assert.ok(nested > 0)
        }
      }
    })
  }
}
