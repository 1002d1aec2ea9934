/**
 * What `CausalPast`, `TraceIndex` and `Admission` do, as WebAssembly: the name of an event, and traces that have it.
 */
import { Access } from '../../../dependence/accesses.ts'
import { GateWord, Place, SlotWord } from '../gate/gate-state.ts'
import { EVENT_WORDS, EventWord } from '../admission/trace-index.ts'
import {
  add,
  and,
  atLeast,
  branch,
  branchIf,
  call,
  type Code,
  eq,
  type FunctionCode,
  giveBack,
  less,
  load,
  loop,
  mul,
  ne,
  or,
  shl,
  shr,
  store,
  sub,
  type Variable,
  when,
  whileDo,
  xor,
} from './encode.ts'
import { cellAt, eachCell, eventAt, Callee, named, slotAt, word } from './parts.ts'

/** The same steps as in `CellHash`. */
function absorb([lo, hi, a, b]: readonly Variable[], withLo: Code, withHi: Code): Code {
  return [
    ...a!.set(mul(xor(lo!.value, withLo), 0x9e3779b1)),
    ...b!.set(mul(xor(hi!.value, withHi), 0x85ebca6b)),
    ...lo!.set(xor(xor(a!.value, shr(b!.value, 15)), shl(b!.value, 7))),
    ...hi!.set(add(b!.value, xor(a!.value, shr(a!.value, 13)))),
  ]
}

function finish([lo, hi, a, b]: readonly Variable[]): Code {
  const mixed = (x: Variable, shift: number, y: Variable, factor: number): Code =>
    mul(xor(xor(x.value, shr(x.value, shift)), y.value), factor)
  return [
    ...a!.set(lo!.value),
    ...b!.set(hi!.value),
    ...a!.set(mixed(a!, 16, b!, 0x7feb352d)),
    ...b!.set(mixed(b!, 15, a!, 0x846ca68b)),
    ...a!.set(mixed(a!, 14, b!, 0xc2b2ae35)),
    ...lo!.set(xor(a!.value, shr(a!.value, 16))),
    ...hi!.set(xor(xor(b!.value, shr(b!.value, 13)), shl(a!.value, 9))),
  ]
}

/** The first trace from `from` on that contains the event, or as many as there are traces. */
export function seek(): FunctionCode {
  const { event, from, at, low, high, end, middle } = named('event', 'from', 'at', 'low', 'high', 'end', 'middle')
  const runAt = (run: Code): Code => add(word(GateWord.runsAt), shl(run, 3))
  return {
    name: 'seek',
    params: 2,
    locals: 5,
    body: [
      ...at.set(eventAt(event.value)),
      ...low.set(load(at.value, 4 * EventWord.firstRun)),
      ...end.set(load(at.value, 4 * (EVENT_WORDS + EventWord.firstRun))),
      ...high.set(end.value),
      ...whileDo(
        less(low.value, high.value),
        middle.set(shr(add(low.value, high.value), 1)),
        when(less(load(runAt(middle.value), 4), from.value), low.set(add(middle.value, 1)), high.set(middle.value)),
      ),
      ...when(eq(low.value, end.value), giveBack(word(GateWord.traces))),
      ...at.set(load(runAt(low.value))),
      ...when(less(at.value, from.value), giveBack(from.value)),
      ...giveBack(at.value),
    ],
  }
}

/**
 * The first trace in [from, to) with everything that has happened and `event` as the next one of the thread in `slot`,
 * or -1.
 */
export function search(): FunctionCode {
  const { slot, event, from, to, next, other, last } = named('slot', 'event', 'from', 'to', 'next', 'other', 'last')
  return {
    name: 'search',
    params: 4,
    locals: 3,
    body: loop(
      // anew when the candidate, `from`, has changed
      next.set(call(Callee.seek, event.value, from.value)),
      when(atLeast(next.value, to.value), giveBack(-1)),
      from.set(next.value),
      other.set(0),
      whileDo(
        less(other.value, word(GateWord.slots)),
        last.set(sub(load(slotAt(other.value), 4 * SlotWord.last), 1)),
        when(and(ne(other.value, slot.value), atLeast(last.value, 0)), [
          ...next.set(call(Callee.seek, last.value, from.value)),
          ...when(atLeast(next.value, to.value), giveBack(-1)),
          ...when(ne(next.value, from.value), [...from.set(next.value), ...branch(4)]),
        ]),
        other.set(add(other.value, 1)),
      ),
      giveBack(from.value),
    ),
  }
}

/** The same among all traces, beginning with the witness. */
export function witnessFor(): FunctionCode {
  const { slot, event, witness, found } = named('slot', 'event', 'witness', 'found')
  return {
    name: 'witnessFor',
    params: 2,
    locals: 2,
    body: [
      ...witness.set(word(GateWord.witness)),
      ...when(eq(call(Callee.seek, event.value, witness.value), witness.value), giveBack(witness.value)),
      ...found.set(call(Callee.search, slot.value, event.value, witness.value, word(GateWord.traces))),
      ...when(atLeast(found.value, 0), giveBack(found.value)),
      ...giveBack(call(Callee.search, slot.value, event.value, 0, witness.value)),
    ],
  }
}

/** Which event it is when the thread in `slot` does something now, and notes its name; -1 if no trace has it. */
export function lookUp(): FunctionCode {
  const { slot, cell, bytes, stride, access, cell2, access2, lo, hi, a, b, at, c, end, event, mask } = named(
    'slot',
    'cell',
    'bytes',
    'stride',
    'access',
    'cell2',
    'access2',
    'lo',
    'hi',
    'a',
    'b',
    'at',
    'c',
    'end',
    'event',
    'mask',
  )
  const hash = [lo, hi, a, b]
  const names = add(Place.lastNames, shl(slot.value, 3))
  const see = (how: Variable): Code => [
    ...absorb(hash, load(at.value), load(at.value, 4)),
    ...when(eq(how.value, Access.write), absorb(hash, load(at.value, 8), load(at.value, 12))),
  ]
  const identify = [
    ...lo.set(load(slotAt(slot.value), 4 * SlotWord.seedLo)),
    ...hi.set(load(slotAt(slot.value), 4 * SlotWord.seedHi)),
    ...absorb(hash, load(names), load(names, 4)),
    ...when(access.value, eachCell(at, c, end, [cell, bytes, stride], see(access))),
    ...when(atLeast(cell2.value, 0), [...at.set(cellAt(cell2.value)), ...see(access2)]),
    ...finish(hash),
    ...store(4 * GateWord.nameLo, lo.value),
    ...store(4 * GateWord.nameHi, hi.value),
  ]
  const find = [
    ...mask.set(word(GateWord.tableMask)),
    ...at.set(and(xor(lo.value, shr(hi.value, 7)), mask.value)),
    ...loop(
      event.set(sub(load(add(word(GateWord.tableAt), shl(at.value, 2))), 1)),
      when(less(event.value, 0), giveBack(-1)),
      c.set(eventAt(event.value)),
      at.set(and(add(at.value, 1), mask.value)),
      branchIf(or(xor(load(c.value, 4 * EventWord.lo), lo.value), xor(load(c.value, 4 * EventWord.hi), hi.value)), 0),
    ),
  ]
  return { name: 'lookUp', params: 7, locals: 9, body: [...identify, ...find, ...giveBack(event.value)] }
}
