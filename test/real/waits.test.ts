/** Threads that run as they are do as they are written: waits are watched, and nothing of that shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { installMarkedWait } from '../../src/real/thread/wait-marks.ts'
import { attach } from '../../src/program/memory/mem.ts'
import { Layout } from '../../src/program/memory/layout.ts'
import { realm } from '../../src/program/context/realm.ts'

function conversions(wait: (note: (name: string, value: number) => number) => unknown): string[] {
  const order: string[] = []
  const note = (name: string, value: number): number =>
    ({ valueOf: () => (order.push(name), value) }) as unknown as number
  wait(note)
  return order
}

test('a watched wait converts its arguments in the order of the native one', () => {
  installMarkedWait()
  const view = new Int32Array(new SharedArrayBuffer(8))
  assert.deepEqual(
    conversions((note) => Atomics.wait(view, note('index', 1), note('value', 5), note('timeout', 0))),
    ['index', 'value', 'timeout'],
  )
  assert.throws(() => Atomics.wait([] as never, note(), note(), note()), TypeError)
  assert.throws(() => Atomics.wait(view, 9, note(), note()), RangeError)
  assert.equal(Atomics.wait(view, 0, 5), 'not-equal')
  assert.equal(Atomics.wait(view, 0, 0, 0), 'timed-out')
})

/** Converting it would be too early. */
function note(): number {
  return { valueOf: () => assert.fail('converted although an argument before it is wrong') } as unknown as number
}

test('a program that runs as it is finds no properties on its views', () => {
  realm.marksViews = false
  const attachment = attach(new Layout())
  const view = attachment.mem.int32('a', 2)
  attachment.end()
  assert.deepEqual(Reflect.ownKeys(view), ['0', '1'])
})
