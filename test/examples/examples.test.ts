/** Every example, checked as its reader would, with what must come of it. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { CheckResult } from '../../src/results/check-result.ts'
import { folder, heddle } from '../cli/heddle.ts'

const root = checkout(dirname(fileURLToPath(import.meta.url)))

function checkout(path: string): string {
  return existsSync(join(path, 'package.json')) ? path : checkout(dirname(path))
}

interface Expected {
  readonly bug?: { kind: string; preemptions: number; message: RegExp }
  /** Distinct traces, where everything is explored. */
  readonly traces?: number
  readonly outcomes?: readonly unknown[]
  /** Whether plain accesses race. */
  readonly races: boolean
}

const examples: Record<string, Expected> = {
  '01-lost-update.ts': { bug: { kind: 'assertion', preemptions: 1, message: /40 !== 50/ }, races: true },
  '02-deadlock.ts': {
    bug: {
      kind: 'deadlock',
      preemptions: 1,
      message: /save waits at lock savings held by spend; spend waits at lock current held by save/,
    },
    races: false,
  },
  '03-dining-philosophers.ts': { traces: 30, races: false },
  '04-bounded-queue.ts': { traces: 32, outcomes: ['1 2', '2 1'], races: false },
  '05-treiber-stack.ts': {
    bug: { kind: 'assertion', preemptions: 1, message: /node 1 was popped twice/ },
    races: false,
  },
  '06-peterson.ts': { traces: 12, outcomes: [2], races: false },
  '07-peterson-swapped.ts': { bug: { kind: 'assertion', preemptions: 2, message: /1 !== 2/ }, races: true },
  '08-peterson-plain.ts': { traces: 12, outcomes: [2], races: true },
  '09-last-zero.ts': { traces: 64, outcomes: [0, 1, 2, 3, 4, 5], races: false },
  '10-indexer.ts': { traces: 8, races: false },
  '11-ringbuf.ts': { traces: 44, races: false },
  '12-withdrawal.ts': { traces: 202, races: false },
}

test('all examples are tested', () => {
  assert.deepEqual(readdirSync(join(root, 'examples')).sort(), Object.keys(examples).sort())
})

for (const [file, expected] of Object.entries(examples)) {
  test(`${file}`, async () => {
    const path = join('examples', file)
    const { code, stdout, stderr } = await heddle(root, 'check', path, '--json')
    const result = JSON.parse(stdout) as CheckResult
    assert.equal(result.races.length > 0, expected.races, stderr)
    if (expected.bug === undefined) {
      assert.equal(code, 0, result.guarantee)
      assert.ok(result.exhaustive)
      assert.equal(result.traces, expected.traces)
      if (expected.outcomes !== undefined)
        assert.deepEqual(result.outcomes.map(({ value }) => value).sort(), expected.outcomes)
      return
    }
    assert.equal(code, 1)
    const [bug] = result.bugs
    assert.equal(bug?.kind, expected.bug.kind)
    assert.equal(bug?.preemptions, expected.bug.preemptions)
    assert.match(bug?.message ?? '', expected.bug.message)
    const replayed = await heddle(root, 'replay', path, '--schedule', bug!.schedule)
    assert.equal(replayed.code, 1, replayed.stderr)
    assert.match(replayed.stdout, new RegExp(`^${expected.bug.kind}`, 'm'))
  })
}

test('a ringbuf.js that publishes its pointer before it copies is caught', async (t) => {
  const original = readFileSync(join(root, 'node_modules/ringbuf.js/dist/index.mjs'), 'utf8')
  const copies =
    /    this\._copy\(elements, offset, this\.storage, wr, first_part\);\n    this\._copy\(elements, offset \+ first_part, this\.storage, 0, second_part\);\n/
  const publishes =
    /    Atomics\.store\(\n      this\.write_ptr,\n      0,\n      \(wr \+ to_write\) % this\._storage_capacity\(\)\n    \);\n/
  const [copying] = copies.exec(original)!
  const [publishing] = publishes.exec(original)!
  const mutated = original.replace(copying, '').replace(publishing, publishing + copying)
  assert.notEqual(mutated, original)
  const program = readFileSync(join(root, 'examples/11-ringbuf.ts'), 'utf8').replace(
    `'ringbuf.js'\n`,
    `'./ringbuf.mjs'\n`,
  )
  const cwd = folder(t, { 'ringbuf.mjs': mutated, 'program.ts': program })
  const { code, stdout } = await heddle(cwd, 'check', 'program.ts', '--json')
  assert.equal(code, 1)
  const [bug] = (JSON.parse(stdout) as CheckResult).bugs
  assert.equal(bug?.kind, 'assertion')
  assert.equal((await heddle(cwd, 'replay', 'program.ts', '--schedule', bug!.schedule)).code, 1)
})

test('plain Peterson is reported where races are bugs', async () => {
  const { code, stdout } = await heddle(root, 'check', 'examples/08-peterson-plain.ts', '--races', '--json')
  assert.equal(code, 1)
  assert.equal((JSON.parse(stdout) as CheckResult).bugs[0]?.kind, 'race')
})
