/** The numbers that the gates' `.wat` files name in braces: all of the layout is defined in TypeScript, once. */
import { Access } from '../../src/dependence/accesses.ts'
import { LANES_PER_CELL, LANES_PER_THREAD } from '../../src/irs/causal-past.ts'
import { EVENT_WORDS, EventWord } from '../../src/irs/enforcement/admission/trace-index.ts'
import { GateWord, Mode, Place, SlotWord, Unblocked, Unstarted } from '../../src/irs/enforcement/gate/gate-state.ts'
import { Entered, Left, MOST_PAGES } from '../../src/irs/enforcement/wasm/fast-gate.ts'

type Numbers = Readonly<Record<string, number>>

const WORD = 4

const mapped = (numbers: Numbers, map: (value: number) => number): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, map(value)]))

/** What consists of words: their places in bytes, from `place` on. */
const words = (names: Numbers, place = 0): Numbers => mapped(names, (word) => place + WORD * word)

const groups: Readonly<Record<string, Numbers>> = {
  memory: { mostPages: MOST_PAGES },
  word: { size: WORD },
  gate: words(GateWord),
  slot: { ...words(SlotWord, Place.slots), size: Place.slotBytes },
  lastName: { ...words({ lo: 0, hi: 1 }, Place.lastNames), size: WORD * LANES_PER_THREAD },
  unblocked: { ...words(Unblocked, Place.unblocked), size: WORD * Unblocked.words },
  /** See `CellHash`. */
  cell: { ...words({ writeLo: 0, writeHi: 1, readsLo: 2, readsHi: 3 }, Place.cells), size: WORD * LANES_PER_CELL },
  event: { ...words(EventWord), size: WORD * EVENT_WORDS },
  nextEvent: words(EventWord, WORD * EVENT_WORDS),
  /** See `sectionsOf`. */
  run: words({ first: 0, last: 1, size: 2 }),
  mode: Mode,
  unstarted: Unstarted,
  access: Access,
  entered: Entered,
  left: Left,
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** By name, as in `gate.name_lo`. */
export const constants: ReadonlyMap<string, number> = new Map(
  Object.entries(groups).flatMap(([group, numbers]) =>
    Object.entries(numbers).map(([name, value]) => [`${snakeCase(group)}.${snakeCase(name)}`, value] as const),
  ),
)
