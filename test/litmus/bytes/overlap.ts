import type { Mem } from '../../../src/program/memory/mem.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import { program } from '../../../src/program/program.ts'
import type { Litmus } from '../litmus.ts'

const shared = (mem: Mem): { words: Int32Array; bytes: Uint8Array; view: DataView } => {
  const buffer = mem.buffer('buffer', 8)
  return { words: new Int32Array(buffer), bytes: new Uint8Array(buffer), view: new DataView(buffer) }
}

/** Dependence is by overlapping bytes, whatever the views. */
export const litmus: Litmus[] = [
  {
    // Different bytes of one word: independent of each other, but not of the word's reader. 2 * 2.
    program: program({
      name: 'two bytes of a word',
      shared,
      threads: [
        function* low(s) {
          yield* ops.write(s.bytes, 0, 1)
        },
        function* high(s) {
          yield* ops.write(s.bytes, 3, 1)
        },
        function* whole(s) {
          return yield* ops.read(s.words, 0)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 6,
    traces: 4,
    bounds: { preemption: [4] },
  },
  {
    // The unaligned access overlaps both words, which do not overlap each other. 2 * 2.
    program: program({
      name: 'unaligned',
      shared,
      threads: [
        function* first(s) {
          yield* ops.write(s.words, 0, -1)
        },
        function* second(s) {
          yield* ops.write(s.words, 1, -1)
        },
        function* across(s) {
          return yield* ops.view.getInt32(s.view, 2, true)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 6,
    traces: 4,
    bounds: { preemption: [4] },
  },
  {
    // Neighbours only: nothing overlaps.
    program: program({
      name: 'neighbours',
      shared,
      threads: [
        function* first(s) {
          yield* ops.write(s.bytes, 0, 1)
        },
        function* second(s) {
          yield* ops.write(s.bytes, 1, 1)
        },
        function* third(s) {
          yield* ops.view.setInt16(s.view, 2, 1)
        },
      ],
    }),
    source: 'closed form',
    interleavings: 6,
    traces: 1,
    bounds: { preemption: [1] },
  },
]
