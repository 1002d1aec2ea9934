import assert from 'node:assert/strict'
import { readdirSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { disk } from '../../src/irs/set/disk.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import type { VerifyOptions } from '../../src/irs/verifier/verify-options.ts'
import { folder } from '../cli/heddle.ts'
import { lastZero } from '../programs/last-zero.ts'
import { traceNames, verifyInto } from './verified.ts'

/** A disk with room for so many bytes more: what does not fit is written in part, and then nothing. */
function withRoomFor<T>(bytes: number, action: () => T): T {
  let room = bytes
  disk.write = (descriptor, data, offset, length, position) => {
    if (room === 0)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
    const written = writeSync(descriptor, data, offset, Math.min(length, room), position)
    room -= written
    return written
  }
  try {
    return action()
  } finally {
    disk.write = writeSync
  }
}

const program = lastZero(3)
const verify = (out: string, options: Omit<VerifyOptions, 'out'> = {}): SetReader =>
  verifyInto(program, { ...options, out }).reader

test('on a full disk the error says so, and all that was verified before is kept', (t) => {
  const dir = folder(t)
  const whole = traceNames(verify(join(dir, 'whole')))
  const size = statSync(join(dir, 'whole')).size
  const kept = new Set<number>()
  for (let room = 0; room < size; room += 31) {
    const set = join(dir, `set${room}`)
    assert.throws(
      () => withRoomFor(room, () => verify(set)),
      (error) =>
        error instanceof HeddleError &&
        error.kind === 'usage' &&
        /cannot write the admissible set .*ENOSPC.*make room, and go on with --resume/.test(error.message),
    )
    assert.deepEqual(
      readdirSync(dir).filter((name) => name.endsWith('.new')),
      [],
      'nothing is left lying about',
    )
    if (statSync(set, { throwIfNoEntry: false }) === undefined) continue // not even its header found room
    const reader = new SetReader(set)
    reader.close()
    assert.deepEqual(traceNames(reader), whole.slice(0, reader.set.traces))
    assert.equal(reader.position, statSync(set).size, 'no part of a record is left behind')
    kept.add(reader.set.traces)
    assert.deepEqual(traceNames(verify(set, { resume: true })), whole)
  }
  assert.ok(kept.size > 5, [...kept].join())
})

test('a place of the search that finds no room leaves the one before, and its set', (t) => {
  const dir = folder(t)
  const set = join(dir, 'set')
  const whole = traceNames(verify(join(dir, 'whole')))
  verify(set, { traces: 3 })
  const { size } = statSync(set)
  verify(set, { traces: 5, resume: true })
  // Room for the records of two more traces, not for the place.
  const more = statSync(set).size - size + 200
  assert.throws(
    () => withRoomFor(more, () => verify(set, { traces: 7, resume: true })),
    /cannot write the place of the search, .*set\.search: ENOSPC/,
  )
  const reader = new SetReader(set)
  reader.close()
  assert.deepEqual(traceNames(reader), whole.slice(0, 7))
  const { reader: resumed, result } = verifyInto(program, { resume: true, out: set })
  assert.deepEqual([traceNames(resumed), result.startedOver], [whole, null])
})
