/**
 * Attempts to read or write shared memory without a switch point, made up from what the language and Node allow. Each
 * is run on two contents: it performs operations, or is refused with its place, or neither does anything to memory nor
 * depends on it.
 */
import assert from 'node:assert/strict'
import inspector from 'node:inspector'
import Module, { createRequire } from 'node:module'
import { test } from 'node:test'
import util from 'node:util'
import v8 from 'node:v8'
import vm from 'node:vm'
import workerThreads from 'node:worker_threads'
import { HeddleError } from '../../src/base/errors.ts'
import { load, memory, type Ran, run } from './harness.ts'
import { second } from './unseen/objects-and-callbacks.ts'
import { first } from './unseen/syntax-and-builtins.ts'

Object.assign(globalThis, { vm, workerThreads, util, inspector, Module, v8, req: createRequire(import.meta.url) })
process.on('warning', () => undefined)
process.on('unhandledRejection', () => undefined)

const contents = [
  { n: [3, 1, 2], u: [65, 66] },
  { n: [7, 8, 9], u: [70, 71] },
] as const

interface Tried {
  readonly ran: Ran
  readonly changed: boolean
}

function attempt(code: string, { n, u }: (typeof contents)[number]): Tried {
  const s = memory((mem) => ({ n: mem.int32('n', [...n]), u: mem.uint8('u', [...u]), b: mem.buffer('b', 8) }))
  const raw = [s.n.buffer, s.u.buffer, s.b].map((buffer) => new Uint8Array(buffer))
  const bytes = (): string => raw.map((view) => Buffer.from(view).toString('hex')).join()
  const before = bytes()
  const ran = run(load(`exports.main = ${code}`, '/test/unseen.cjs')['main']!, s)
  return { ran, changed: bytes() !== before }
}

const { inspect } = util
const shown = ({ result, error }: Ran): string => (error === undefined ? inspect(result, { depth: 4 }) : String(error))

// All before the first test: promises that are rejected must not be taken for those of a test.
const tried = Object.entries({ ...first, ...second }).map(
  ([name, code]) => [name, contents.map((content) => attempt(code, content)) as [Tried, Tried]] as const,
)
await new Promise((resolve) => setImmediate(resolve))

for (const [name, [one, other]] of tried) {
  test(`unseen: ${name}`, () => {
    for (const {
      ran: { error },
    } of [one, other]) {
      if (!(error instanceof HeddleError)) continue
      assert.equal(error.kind, 'program', error.message)
      // The harness, where native code has resumed the thread's: in a check, the last call tells the place.
      assert.match(error.at ?? '', /^(\/test\/unseen\.cjs|evaluated code|\/.*\/harness\.js):\d+:\d+$/, error.message)
    }
    const isSeen = [one, other].some(({ ran }) => ran.error instanceof HeddleError) || one.ran.log.length > 0
    if (!isSeen) assert.deepEqual([one.changed, other.changed, shown(one.ran)], [false, false, shown(other.ran)])
  })
}
