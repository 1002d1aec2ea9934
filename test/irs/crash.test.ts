import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { SetReader } from '../../src/irs/set/set-file.ts'
import { Verifier } from '../../src/irs/verifier/verifier.ts'
import type { VerifyOptions } from '../../src/irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../src/results/verify-result.ts'
import type { Program } from '../../src/program/program.ts'
import { folder, heddle, main, start } from '../cli/heddle.ts'
import { lastZero } from '../programs/last-zero.ts'
import { randomProgram } from '../validation/programs/generate.ts'
import { print } from '../validation/programs/notation.ts'
import { Random } from '../validation/programs/random.ts'
import { compile } from '../validation/programs/source.ts'
import { Simulation } from './simulation.ts'
import { noSources, traceNames } from './verified.ts'

/** Some executions are wrong, so that sub-trees with and without errors are left, and there are bugs to be kept. */
const faulty = (program: Program, results: readonly number[]): Program => ({
  ...program,
  after: (_, of) => {
    if (results.includes((of as number[])[0]!)) throw new Error(`the reader found ${(of as number[])[0]}`)
  },
})
const program = faulty(lastZero(4), [2])

function verify(out: string, options: Omit<VerifyOptions, 'out'> = {}): VerifyResult {
  const verifier = new Verifier(program, { ...options, out }, noSources, '0')
  while (!verifier.run(1000));
  return verifier.result()
}

function contentOf(file: string): Record<string, unknown> {
  const reader = new SetReader(file)
  reader.close()
  const { set, notes } = reader
  return {
    traces: traceNames(reader),
    finished: set.finished,
    erroneous: notes.erroneous,
    bugs: notes.bugs.map((bug) => (bug as { message: string }).message),
    executions: notes.completion?.executions,
  }
}

/**
 * What a killed process leaves: the set, with a part of the record that was being written, and the place of the search
 * as it was saved earlier.
 */
function crashed(at: { file: string; saved: string | null; set: string; length: number }): void {
  writeFileSync(at.file, readFileSync(at.set).subarray(0, at.length))
  rmSync(`${at.file}.search`, { force: true })
  if (at.saved !== null) copyFileSync(at.saved, `${at.file}.search`)
}

for (const [how, options] of [
  ['optimal', {}],
  ['dpor, with executions that are found twice', { reduction: 'dpor' }],
] as const) {
  test(`whatever a crash leaves, a resumed search ends with the same set: ${how}`, (t) => {
    const dir = folder(t)
    const random = new Random(1)
    const whole = verify(join(dir, 'whole'), options)
    const expected = contentOf(join(dir, 'whole'))
    assert.ok(whole.traces > 10 && whole.erroneous > 0 && whole.finishedSubtrees > 0)
    for (let round = 0; round < 30; round++) {
      const [file, growing, saved] = [
        join(dir, `set${round}`),
        join(dir, `growing${round}`),
        join(dir, `saved${round}`),
      ]
      const first = 1 + random.below(whole.traces - 2)
      verify(growing, { ...options, traces: first })
      const least = statSync(growing).size
      copyFileSync(`${growing}.search`, saved)
      verify(growing, {
        ...options,
        resume: true,
        ...(random.chance(0.3) ? {} : { traces: first + 1 + random.below(whole.traces - first) }),
      })
      const length = least + random.below(statSync(growing).size - least)
      crashed({ file, saved: random.chance(0.7) ? saved : null, set: growing, length })
      const result = verify(file, { ...options, resume: true })
      assert.deepEqual(contentOf(file), expected, `round ${round}`)
      assert.deepEqual(
        [result.traces, result.erroneous, result.bugs.length, result.complete],
        [whole.traces, whole.erroneous, whole.bugs.length, true],
      )
    }
  })
}

/** Failures in the middle of executions leave redundant ones behind them, which a resumed search must expect too. */
test('a search that met failing threads goes on where it was, wherever it stops', (t) => {
  const dir = folder(t)
  let stops = 0
  const random = new Random(1)
  for (let seed = 1; seed <= 25; seed++) {
    const text = randomProgram(seed, 'memory')
    const failing = throwing(compile(text))
    const run = (out: string, options: Omit<VerifyOptions, 'out'>): VerifyResult => {
      const verifier = new Verifier(failing, { maxDepth: 60, ...options, out }, noSources, '0')
      while (!verifier.run(1000));
      return verifier.result()
    }
    const whole = run(join(dir, `whole${seed}`), { traces: 300, budgetMs: 1000 })
    if (!whole.complete || whole.erroneous === 0 || whole.traces < 3) continue
    for (let stop = 1; stop < whole.traces; stop += 1 + Math.floor(whole.traces / 8)) {
      const file = join(dir, `set${seed} ${stop}`)
      run(file, { traces: stop })
      run(file, { resume: true })
      // Which redundant executions come after a failure depends on what the search remembers, which is not all saved;
      // so may which sub-trees are known to be finished.
      const what = `${seed}, stopped at ${stop}: ${print(text)}`
      const reader = new SetReader(file)
      reader.close()
      assert.deepEqual(traceNames(reader), contentOf(join(dir, `whole${seed}`))['traces'], what)
      const simulation = new Simulation(failing, reader, (below) => random.below(below))
      for (let i = 0; i < 50; i++) assert.equal(simulation.run(), null, what)
      stops++
    }
  }
  assert.ok(stops > 3, String(stops))
})

/** Threads throw when they have seen a 1 in memory, which they do in some of the executions. */
function throwing(program: Program): Program {
  const threads = program.threads.map(({ name, body }) => ({
    name,
    body: function* (this: void, shared: unknown, self: unknown): Generator {
      const inner = body(shared, self) as Generator
      for (let step = inner.next(); ; ) {
        if (step.done === true) return step.value
        const value: unknown = yield step.value
        if (value === 1) throw new Error('seen a 1')
        step = inner.next(value)
      }
    },
  }))
  return { ...program, threads: threads as unknown as Program['threads'] }
}

test('a place of the search that is ahead of the set is not gone on from', (t) => {
  const dir = folder(t)
  verify(join(dir, 'whole'))
  verify(join(dir, 'later'), { traces: 9 })
  verify(join(dir, 'set'), { traces: 3 })
  copyFileSync(join(dir, 'later.search'), join(dir, 'set.search'))
  verify(join(dir, 'set'), { resume: true })
  assert.deepEqual(contentOf(join(dir, 'set')), contentOf(join(dir, 'whole')))
})

const WRITERS = 10
const source = `import { ops, program } from 'heddle'
export default program({
  name: 'last zero', shared: (mem) => ({ a: mem.int32('a', ${WRITERS} + 1) }),
  threads: [
    function* reader(s) { let i = ${WRITERS}; while ((yield* ops.read(s.a, i)) !== 0) i--; return i },
    ...Array.from({ length: ${WRITERS} }, (_, j) => function* writer(s) { yield* ops.write(s.a, j + 1, (yield* ops.read(s.a, j)) + 1) }),
  ],
  after: (_, results) => { if (results[0] === 4) throw new Error('the reader found 4') },
})
`

test('a verifier that is killed at any moment loses nothing and invents nothing', async (t) => {
  const dir = folder(t, { 'program.ts': source })
  const verifyArgs = (set: string): string[] => ['verify', 'program.ts', '-o', set, '--budget', '5m']
  await heddle(dir, ...verifyArgs('whole'))
  const expected = contentOf(join(dir, 'whole'))
  const all = expected['traces'] as string[]
  assert.ok(all.length > 1000)
  const random = new Random(Date.now())
  const set = join(dir, 'set')
  let before = 0
  let partly = 0
  for (let kills = 0; kills < 6; kills++) {
    const running = start(dir, process.execPath, [main, ...verifyArgs('set'), '--resume'])
    const enough = ((kills + random.below(100) / 100) / 6) * statSync(join(dir, 'whole')).size
    while ((statSync(set, { throwIfNoEntry: false })?.size ?? -1) < enough && running.child.exitCode === null)
      await sleep(1)
    running.child.kill('SIGKILL')
    await running.ended
    const left = contentOf(set)['traces'] as string[]
    assert.deepEqual(left, all.slice(0, left.length))
    assert.ok(left.length >= before)
    if (left.length > before && left.length < all.length) partly++
    before = left.length
  }
  assert.ok(partly > 0, 'some of the kills came in the middle')
  await heddle(dir, ...verifyArgs('set'), '--resume')
  assert.deepEqual(contentOf(set), expected)
})

test('a set can be read at any moment while it grows', async (t) => {
  const dir = folder(t, { 'program.ts': source })
  const running = start(dir, process.execPath, [main, 'verify', 'program.ts', '-o', 'set', '--budget', '5m'])
  const set = join(dir, 'set')
  while (!existsSync(set) && running.child.exitCode === null) await sleep(5)
  const following = new SetReader(set)
  const sizes = new Set<number>()
  while (running.child.exitCode === null) {
    following.readMore()
    const anew = new SetReader(set)
    anew.close()
    assert.ok(anew.set.traces >= following.set.traces)
    sizes.add(anew.set.traces)
    await sleep(20)
  }
  following.readMore()
  following.close()
  assert.deepEqual(traceNames(following), contentOf(set)['traces'])
  assert.ok(sizes.size > 2, 'it was read while it grew')
})
