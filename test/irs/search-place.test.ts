import assert from 'node:assert/strict'
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { VerifyOptions } from '../../src/irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../src/results/verify-result.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import type { Program } from '../../src/program/program.ts'
import { folder, heddle } from '../cli/heddle.ts'
import { lastZero } from '../programs/last-zero.ts'
import { ops } from '../../src/program/operations/ops.ts'
import { parse } from '../validation/programs/notation.ts'
import { Random } from '../validation/programs/random.ts'
import { compile } from '../validation/programs/source.ts'
import { Simulation } from './simulation.ts'
import { traceNames, verifyInto } from './verified.ts'

const correct = lastZero(4)
/** The reader must not find 2. */
const faulty: Program = {
  ...correct,
  after: (_, results) => {
    if ((results as number[])[0] === 2) throw new Error('the reader found 2')
  },
}

function verify(program: Program, out: string, options: Omit<VerifyOptions, 'out'> = {}): VerifyResult {
  return verifyInto(program, { ...options, out }).result
}

function read(file: string): SetReader {
  const reader = new SetReader(file)
  reader.close()
  return reader
}

/**
 * Resumes a set beside which a place lies that is not its own, and compares with what the search comes to by itself.
 */
function resumeBesideForeignPlace(dir: string, set: string, reason: RegExp): void {
  verify(faulty, join(dir, 'expected'))
  const result = verify(faulty, set, { resume: true })
  assert.match(result.startedOver ?? '', reason)
  const [found, expected] = [read(set), read(join(dir, 'expected'))]
  assert.deepEqual(traceNames(found), traceNames(expected))
  assert.deepEqual([result.complete, result.whole, result.erroneous > 0], [true, false, true])
  const random = new Random(1)
  const simulation = new Simulation(faulty, found, (below) => random.below(below))
  for (let i = 0; i < 300; i++) assert.equal(simulation.run(), null)
}

test('the place of a search that belongs to another set of the same program is not gone on from', (t) => {
  const dir = folder(t)
  const set = join(dir, 'set')
  // A search of the same program, as it was before it had errors, which had almost ended.
  const { traces } = verify(correct, join(dir, 'whole'))
  verify(correct, join(dir, 'other'), { traces: traces - 1 })
  verify(faulty, set, { traces: 3 })
  copyFileSync(join(dir, 'other.search'), `${set}.search`)
  resumeBesideForeignPlace(dir, set, /set\.search belongs to another set/)
})

test('a set beside the place of one that was there before is not taken for as far', (t) => {
  const dir = folder(t)
  const set = join(dir, 'set')
  const { traces } = verify(correct, join(dir, 'whole'))
  verify(correct, set, { traces: traces - 1 })
  verify(faulty, join(dir, 'restored'), { traces: traces - 12 })
  copyFileSync(join(dir, 'restored'), set)
  resumeBesideForeignPlace(dir, set, /set\.search belongs to another set/)
})

test('a place that was saved in another format, is damaged or not there is not gone on from, and that is said', (t) => {
  const dir = folder(t)
  const set = join(dir, 'set')
  const saved = `${set}.search`
  for (const [change, reason] of [
    [() => appendFileSync(saved, ' '), /set\.search is damaged or of another version/],
    [
      () => writeFileSync(saved, readFileSync(saved, 'utf8').replace(/^\d+/, '1')),
      /set\.search is damaged or of another version/,
    ],
    [() => rmSync(saved), /there is no .*set\.search/],
  ] as const) {
    verify(faulty, set, { traces: 5 })
    change()
    resumeBesideForeignPlace(dir, set, reason)
  }
})

test('a search that goes on from its own place does not say that it began anew', (t) => {
  const set = join(folder(t), 'set')
  assert.equal(verify(faulty, set, { traces: 5 }).startedOver, null)
  assert.equal(verify(faulty, set, { traces: 8, resume: true }).startedOver, null)
  assert.equal(verify(faulty, set, { resume: true }).startedOver, null)
  assert.equal(verify(faulty, set, { resume: true }).startedOver, null, 'it had ended')
})

test('the command says why a search began anew', async (t) => {
  const dir = folder(t, {
    'p.ts': `import { program } from 'heddle'
export default program({ name: 'p', shared: (mem) => ({ n: mem.int32('n', 1) }), threads: [0, 1, 2].map((i) => function writer(s) { s.n[0] = i }) })
`,
  })
  const args = ['verify', 'p.ts', '-o', 'set']
  await heddle(dir, ...args, '--traces', '2')
  rmSync(join(dir, 'set.search'))
  const { stdout, code } = await heddle(dir, ...args, '--resume')
  assert.match(stdout, /6 admissible traces/)
  assert.match(stdout, /the search began anew, since there is no set\.search; traces that were in the set are kept/)
  assert.equal(code, 0)
})

test('a place without traces knows in which pieces memory is accessed', (t) => {
  // A loop that reads x in one piece waits for it; but not where others access x in smaller pieces.
  const program = compile(
    parse(
      '[until x y] || [until x x.1; until x; w y 1; lock n; until y x; r y; unlock n] || [w y v; w y v; until x; cas x 1 2; w x 1] in words n late',
    ),
    ops,
  )
  const out = join(folder(t, {}), 'set')
  const options = { reduction: 'optimal', maxDepth: 80, budgetMs: 50 } as const
  const first = verify(program, out, options)
  assert.deepEqual([first.traces, first.stopped], [0, 'budget'])
  assert.equal(verify(program, out, { ...options, resume: true }).stopped, 'budget')
})
