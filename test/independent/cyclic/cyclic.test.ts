import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../notation.ts'
import { newCounts, runCyclic } from './campaign.ts'

test('random programs whose states come again agree with the reference', () => {
  const counts = newCounts()
  const said: string[] = []
  for (let i = 0; i < 40; i++)
    runCyclic(1, i, 300, counts, (program, search, faults) =>
      said.push(`#${i} ${JSON.stringify(search)}\n${print(program)}\n${faults.join('\n')}`),
    )
  assert.deepEqual(said, [])
  assert.ok(counts.programs > 25 && counts.livelocks > 8, JSON.stringify(counts))
  assert.ok(3 * counts.unfinished < counts.checks, JSON.stringify(counts))
})
