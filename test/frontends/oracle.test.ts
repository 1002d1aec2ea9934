/**
 * Random programs, run in one thread: the original over recording proxies against the transformed one over shared memory.
 * `HEDDLE_ORACLE=5000` runs that many, `HEDDLE_ORACLE_SEED=17` starts with that seed.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from './oracle/compare.ts'

const count = Number(process.env['HEDDLE_ORACLE'] ?? 400)
const first = Number(process.env['HEDDLE_ORACLE_SEED'] ?? 1)

test(`${count} random programs do the same, transformed or not`, () => {
  let accesses = 0
  for (let seed = first; seed < first + count; seed++) {
    const { source, original, transformed, accesses: made } = compare(seed)
    accesses += made
    const at = original.findIndex((line, i) => line !== transformed[i])
    if (at === -1 && original.length === transformed.length) continue
    const from = at === -1 ? Math.min(original.length, transformed.length) : at
    assert.fail(`seed ${seed} differs at step ${from}: ${original[from]} became ${transformed[from]}\nbefore: ${original.slice(Math.max(0, from - 5), from).join('; ')}\n${source}`)
  }
  assert(accesses > count * 5, `the programs made only ${accesses} accesses: too few to tell anything`)
})
