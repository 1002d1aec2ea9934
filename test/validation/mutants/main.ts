import { parseArgs } from 'node:util'
import { describeAny } from '../check-program.ts'
import { print } from '../programs/notation.ts'
import { hunt, tryExample } from './hunt.ts'
import { mutants } from './index.ts'

/** Prints how often the validation notices each mutant. Fails if one is never noticed. */
const { values } = parseArgs({
  options: {
    programs: { type: 'string' }, // for all of them; otherwise each one's own budget
    seed: { type: 'string', default: '1' },
    name: { type: 'string', default: '' },
  },
})

for (const mutant of mutants.filter(({ name }) => name.includes(values.name))) {
  const { tried, caught, first, mismatch } = hunt(mutant, Number(values.seed), Number(values.programs ?? mutant.budget))
  const rate = `${caught} of ${tried} programs (${((100 * caught) / tried).toFixed(1)}%)`
  console.log(
    `${caught > 0 ? 'caught' : 'MISSED'}  ${mutant.name} (${mutant.source}): in ${rate}${first === null ? '' : `, first in program ${first}`}`,
  )
  if (mismatch !== null)
    console.log(
      `        ${print(mismatch.program)}  ${mismatch.setting === null ? '' : describeAny(mismatch.setting)}: ${mismatch.message.split('\n')[0]!}`,
    )
  console.log(`        its own example ${mutant.example}: ${tryExample(mutant) ?? 'nothing noticed'}`)
  if (caught === 0) process.exitCode = 1
}
