/** Minimises the bugs of random programs, found in several ways, and compares with the search without reduction. */
import { parseArgs } from 'node:util'
import type { CheckOptions } from '../../src/checking/checker.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { nothingTried, tryMinimising } from './minimised.ts'
import { randomProgram } from './programs/generate.ts'
import { print } from './programs/notation.ts'
import { compile } from './programs/source.ts'

const { values } = parseArgs({
  options: { programs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})

/** Profiles in which programs fail often. */
const profiles = ['locks', 'threads', 'control', 'stuck', 'permits', 'joins', 'choices', 'sealed', 'mixed', 'handing']
const ways: readonly CheckOptions[] = [
  {},
  { reduction: 'optimal' },
  { order: 'random', seed: 1 },
  { order: 'pos', seed: 2 },
]

const tried = nothingTried()
const start = performance.now()
for (let i = 0; i < Number(values.programs); i++) {
  const seed = Number(values.seed) + i
  const text = randomProgram(seed, profiles[i % profiles.length]!)
  const before = tried.problems.length
  try {
    tryMinimising(compile(text, ops), ways[(i >> 1) % ways.length]!, tried)
  } catch (error) {
    if (!/nothing to check/.test(String(error))) tried.problems.push(String(error))
  }
  if (tried.problems.length > before)
    console.log(`seed ${seed}: ${print(text)}\n  ${tried.problems.slice(before).join('\n  ')}`)
  if (tried.problems.length > 10) break
}
const { bugs, told, fewest, sure, differences, problems } = tried
console.log(
  `${values.programs} programs from seed ${values.seed} in ${((performance.now() - start) / 1000).toFixed(1)} s: ${bugs} bugs, ` +
    `${fewest} of ${told} with the fewest preemptions, ${sure} said to have them, ${differences} with two accesses that make the difference; ` +
    `${problems.length} problems`,
)
if (problems.length > 0) process.exitCode = 1
