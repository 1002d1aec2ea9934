/** Where gates in WebAssembly find things, and what they do again and again. */
import { GateWord, Place } from '../gate/gate-state.ts'
import { EVENT_WORDS } from '../admission/trace-index.ts'
import { add, type Code, eq, exchange, less, load, mul, notifyOne, shl, Variable, when, whileDo } from './encode.ts'

/** Functions by their numbers in the module. */
export const Callee = { seek: 0, search: 1, lookUp: 2, witnessFor: 3, release: 4, decide: 5, conflicts: 8 } as const

export const LOCK = 4 * GateWord.lock
const CELL_BYTES_SHIFT = 4
const EVENT_SHIFT = Math.log2(4 * EVENT_WORDS)

export const word = (which: number): Code => load(4 * which)
export const unlock: Code = when(eq(exchange(LOCK, 0), 2), notifyOne(LOCK))
export const eventAt = (event: Code): Code => add(word(GateWord.eventsAt), shl(event, EVENT_SHIFT))
export const cellAt = (cell: Code): Code => add(Place.cells, shl(cell, CELL_BYTES_SHIFT))
export const slotAt = (slot: Code): Code => add(Place.slots, mul(slot, Place.slotBytes))

/** The parameters of a function and then its local variables, in this order. */
export function named<const Names extends readonly string[]>(...names: Names): Record<Names[number], Variable> {
  return Object.fromEntries(names.map((name, i) => [name, new Variable(i)])) as Record<Names[number], Variable>
}

/** For each cell of the access, whose address is then in `at`. */
export function eachCell(
  at: Variable,
  c: Variable,
  end: Variable,
  [cell, bytes, stride]: readonly Variable[],
  action: Code,
): Code {
  return [
    ...c.set(cell!.value),
    ...end.set(add(cell!.value, bytes!.value)),
    ...whileDo(less(c.value, end.value), at.set(cellAt(c.value)), action, c.set(add(c.value, stride!.value))),
  ]
}
