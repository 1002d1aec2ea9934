import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { HeddleError } from '../../src/base/errors.ts'
import { checkSameProgram } from '../../src/irs/set/compatibility.ts'
import { SetReader } from '../../src/irs/set/set-file.ts'
import type { ProgramSources } from '../../src/frontends/loader/program-sources.ts'
import { Verifier } from '../../src/irs/verifier/verifier.ts'
import { folder } from '../cli/heddle.ts'
import { lastZero } from '../programs/last-zero.ts'
import { traceNames } from './verified.ts'

/** A program of one file. */
const sourcesOf = (digest: string): ProgramSources => ({
  files: () => [{ path: 'a.ts', digest }],
  count: () => 1,
  changedSince: ([file]) => (file!.digest === digest ? null : `${file!.path} has changed since`),
})

function makeSet(file: string, options: { traces?: number; resume?: boolean } = {}): void {
  const verifier = new Verifier(lastZero(3), { ...options, out: file }, sourcesOf('abc'), '1.0')
  while (!verifier.run(1000));
}

function read(file: string): SetReader {
  const reader = new SetReader(file)
  reader.close()
  return reader
}

test('a set holds one trace of each kind, and says that it is whole', (t) => {
  const file = join(folder(t), 'set')
  makeSet(file)
  const reader = read(file)
  assert.equal(reader.set.traces, 12)
  assert.equal(new Set(traceNames(reader)).size, 12)
  assert.ok(reader.set.isWhole)
  assert.equal(reader.notes.completion?.exhaustive, true)
})

test('every flipped byte is noticed', (t) => {
  const file = join(folder(t), 'set')
  makeSet(file, { traces: 4 })
  const good = readFileSync(file)
  for (let i = 0; i < good.length; i++) {
    const bad = Buffer.from(good)
    bad[i]! ^= 1 << (i % 8)
    writeFileSync(file, bad)
    assert.throws(
      () => read(file),
      (error) => error instanceof HeddleError && error.kind === 'usage',
      `byte ${i} of ${good.length}`,
    )
  }
})

test('a torn tail is dropped, wherever it is torn, and nothing else', (t) => {
  const file = join(folder(t), 'set')
  makeSet(file, { traces: 6 })
  const good = readFileSync(file)
  const all = traceNames(read(file))
  const seen = new Set<number>()
  for (let length = good.length; length > 0; length--) {
    writeFileSync(file, good.subarray(0, length))
    let reader: SetReader
    try {
      reader = read(file)
    } catch (error) {
      assert.match(String(error), /ends before its header does/)
      continue
    }
    const traces = traceNames(reader)
    assert.deepEqual(traces, all.slice(0, traces.length))
    seen.add(traces.length)
  }
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4, 5, 6])
})

test('records that are missing, repeated or moved are noticed', (t) => {
  const file = join(folder(t), 'set')
  makeSet(file, { traces: 4 })
  const good = readFileSync(file)
  const starts: number[] = []
  for (let at = 8; at < good.length; at += 12 + good.readUInt32LE(at)) starts.push(at)
  const records = starts.map((at, i) => good.subarray(at, starts[i + 1] ?? good.length))
  for (let i = 1; i + 1 < records.length; i++) {
    const damaged = [
      records.toSpliced(i, 1),
      records.toSpliced(i, 0, records[i]!),
      records.with(i, records[i + 1]!).with(i + 1, records[i]!),
    ]
    for (const list of damaged) {
      writeFileSync(file, Buffer.concat([good.subarray(0, 8), ...list]))
      assert.throws(() => read(file), /is damaged/)
    }
  }
})

test('a reader follows what is appended, also in pieces', (t) => {
  const file = join(folder(t), 'set')
  makeSet(file)
  const good = readFileSync(file)
  const whole = traceNames(read(file))
  const headerEnd = 8 + 12 + good.readUInt32LE(8)
  writeFileSync(file, good.subarray(0, headerEnd))
  const reader = new SetReader(file)
  assert.equal(reader.set.traces, 0)
  for (let at = headerEnd; at < good.length; at += 37) {
    appendFileSync(file, good.subarray(at, Math.min(at + 37, good.length)))
    reader.readMore()
  }
  reader.close()
  assert.deepEqual(traceNames(reader), whole)
  assert.ok(reader.set.isWhole)
})

test('a search that stopped goes on where it was', (t) => {
  const dir = folder(t)
  makeSet(join(dir, 'whole'))
  for (let stop = 1; stop < 12; stop++) {
    const file = join(dir, `set${stop}`)
    makeSet(file, { traces: stop })
    assert.equal(read(file).set.traces, stop)
    makeSet(file, { resume: true })
    assert.deepEqual(traceNames(read(file)), traceNames(read(join(dir, 'whole'))))
    assert.ok(read(file).set.isWhole)
  }
})

test('what is not a set of this program is refused, with the reason', (t) => {
  const dir = folder(t, { empty: '', other: 'something else entirely' })
  const file = join(dir, 'set')
  makeSet(file)
  const { header } = read(file)
  const same = { program: header.program, input: null, sources: sourcesOf('abc'), version: '1.0' }
  checkSameProgram(header, same, file)
  assert.throws(
    () => checkSameProgram(header, { ...same, program: 'another' }, file),
    /was made for the program 'lastzero\(3\)', not for 'another'/,
  )
  assert.throws(
    () => checkSameProgram({ ...header, input: { n: 1 } }, { ...same, input: { n: 2 } }, file),
    /was verified for n = 1, not for n = 2: a set is about one input/,
  )
  assert.throws(() => checkSameProgram(header, { ...same, input: { n: 2 } }, file), /for no inputs, not for n = 2/)
  assert.throws(
    () => checkSameProgram(header, { ...same, sources: sourcesOf('abd') }, file),
    /was made for another version of 'lastzero\(3\)': a\.ts has changed since/,
  )
  assert.throws(
    () => checkSameProgram(header, { ...same, version: '1.1' }, file),
    /made by heddle 1\.0, and this is 1\.1/,
  )
  assert.throws(() => read(join(dir, 'empty')), /nothing is verified yet/)
  assert.throws(() => read(join(dir, 'other')), /is not an admissible set/)
  assert.throws(() => read(join(dir, 'none')), /there is no admissible set/)
})

test('what is no set is not replaced by one, and a set is', (t) => {
  const cwd = folder(t, { 'notes.md': 'not to be lost', empty: '' })
  const at = (name: string): string => join(cwd, name)
  assert.throws(() => makeSet(at('notes.md')), {
    kind: 'usage',
    message: /notes\.md is not an admissible set, so it is not replaced by one/,
  })
  assert.equal(readFileSync(at('notes.md'), 'utf8'), 'not to be lost')
  makeSet(at('empty'))
  makeSet(at('empty'), { traces: 4 })
  assert.equal(read(at('empty')).set.traces, 4)
})

test('a set that cannot be written or read is no fault of ours', (t) => {
  const cwd = folder(t)
  const before = readdirSync(cwd)
  assert.throws(() => makeSet(cwd), { kind: 'usage', message: /cannot write.*a folder/ })
  assert.throws(() => makeSet(join(cwd, 'nowhere', 'set')), {
    kind: 'usage',
    message: /cannot write.*no such file or directory/,
  })
  assert.throws(() => makeSet('/dev/null'), { kind: 'usage', message: /cannot write.*not a file/ })
  assert.throws(() => read(cwd), { kind: 'usage', message: /cannot read/ })
  assert.deepEqual(readdirSync(cwd), before)
})
