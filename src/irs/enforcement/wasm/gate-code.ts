/**
 * What `CausalPast`, `TraceIndex` and `Admission` do when an access to memory passes a gate, as WebAssembly: that code exists once for all workers, and so is in
 * the processor's caches when the next one wakes up, where each worker has its own copy of what the engine makes of JavaScript. Only what happens mostly
 * is here. What is not, is left to the JavaScript that does all of it.
 */
import { Access } from '../../../program/operation.ts'
import { Freed, GateWord, Mode, Place, SlotWord } from '../gate-state.ts'
import { EVENT_WORDS, EventWord } from '../trace-index.ts'
import {
  add, and, atLeast, atomicAdd, atomicLoad, block, branch, branchIf, call, type Code, compareExchange, eq, exchange, type FunctionCode, giveBack, isZero, less, load, loop, mul, ne, notifyOne,
  or, shl, shr, store, sub, trailingZeros, Variable, when, whileDo, xor,
} from './encode.ts'

/** `leave`: all done; and the thread has ended; gates open, and the lock is still taken; some are to be woken or started (`Freed`); and the thread has ended. */
export const Left = { done: 0, ended: 1, opens: 2, wakes: 3, wakesEnded: 4 } as const

/** Functions by their numbers in the module. */
const Function = { seek: 0, search: 1, lookUp: 2, witnessFor: 3, release: 4, decide: 5 } as const

/** It pays to look for some microseconds: who has the lock needs no longer if it runs, and if not, sleeping costs more than that was. */
const SPINS = 2000
const LOCK = 4 * GateWord.lock
const CELL_BYTES_SHIFT = 4
const EVENT_SHIFT = Math.log2(4 * EVENT_WORDS)

const word = (which: number): Code => load(4 * which)
const unlock: Code = when(eq(exchange(LOCK, 0), 2), notifyOne(LOCK))
const eventAt = (event: Code): Code => add(word(GateWord.eventsAt), shl(event, EVENT_SHIFT))
const cellAt = (cell: Code): Code => add(Place.cells, shl(cell, CELL_BYTES_SHIFT))
const slotAt = (slot: Code): Code => add(Place.slots, mul(slot, Place.slotBytes))

function variables(count: number): Variable[] {
  return Array.from({ length: count }, (_, i) => new Variable(i))
}

/** The same steps as in `CellHash`. */
function absorb([lo, hi, a, b]: readonly Variable[], withLo: Code, withHi: Code): Code {
  return [
    ...a!.set(mul(xor(lo!.value, withLo), 0x9e3779b1)), ...b!.set(mul(xor(hi!.value, withHi), 0x85ebca6b)),
    ...lo!.set(xor(xor(a!.value, shr(b!.value, 15)), shl(b!.value, 7))), ...hi!.set(add(b!.value, xor(a!.value, shr(a!.value, 13)))),
  ]
}

function finish([lo, hi, a, b]: readonly Variable[]): Code {
  const mixed = (x: Variable, shift: number, y: Variable, factor: number): Code => mul(xor(xor(x.value, shr(x.value, shift)), y.value), factor)
  return [
    ...a!.set(lo!.value), ...b!.set(hi!.value),
    ...a!.set(mixed(a!, 16, b!, 0x7feb352d)), ...b!.set(mixed(b!, 15, a!, 0x846ca68b)), ...a!.set(mixed(a!, 14, b!, 0xc2b2ae35)),
    ...lo!.set(xor(a!.value, shr(a!.value, 16))), ...hi!.set(xor(xor(b!.value, shr(b!.value, 13)), shl(a!.value, 9))),
  ]
}

/** For each cell of the access, whose address is then in `at`. */
function eachCell(at: Variable, c: Variable, end: Variable, [cell, bytes, stride]: readonly Variable[], action: Code): Code {
  return [
    ...c.set(cell!.value), ...end.set(add(cell!.value, bytes!.value)),
    ...whileDo(less(c.value, end.value), at.set(cellAt(c.value)), action, c.set(add(c.value, stride!.value))),
  ]
}

/** The first trace from `from` on that contains the event, or as many as there are traces. */
function seek(): FunctionCode {
  const [event, from, at, low, high, end, middle] = variables(7) as [Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const runAt = (run: Code): Code => add(word(GateWord.runsAt), shl(run, 3))
  return {
    name: 'seek', params: 2, locals: 5,
    body: [
      ...at.set(eventAt(event.value)),
      ...low.set(load(at.value, 4 * EventWord.firstRun)), ...end.set(load(at.value, 4 * (EVENT_WORDS + EventWord.firstRun))), ...high.set(end.value),
      ...whileDo(less(low.value, high.value),
        middle.set(shr(add(low.value, high.value), 1)),
        when(less(load(runAt(middle.value), 4), from.value), low.set(add(middle.value, 1)), high.set(middle.value))),
      ...when(eq(low.value, end.value), giveBack(word(GateWord.traces))),
      ...at.set(load(runAt(low.value))),
      ...when(less(at.value, from.value), giveBack(from.value)),
      ...giveBack(at.value),
    ],
  }
}

/** The first trace in [from, to) with everything that has happened and `event` as the next one of the thread in `slot`, or -1. */
function search(): FunctionCode {
  const [slot, event, from, to, next, other, last] = variables(7) as [Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  return {
    name: 'search', params: 4, locals: 3,
    body: loop( // anew when the candidate, `from`, has changed
      next.set(call(Function.seek, event.value, from.value)),
      when(atLeast(next.value, to.value), giveBack(-1)),
      from.set(next.value),
      other.set(0),
      whileDo(less(other.value, word(GateWord.slots)),
        last.set(sub(load(slotAt(other.value), 4 * SlotWord.last), 1)),
        when(and(ne(other.value, slot.value), atLeast(last.value, 0)), [
          ...next.set(call(Function.seek, last.value, from.value)),
          ...when(atLeast(next.value, to.value), giveBack(-1)),
          ...when(ne(next.value, from.value), [...from.set(next.value), ...branch(4)]),
        ]),
        other.set(add(other.value, 1))),
      giveBack(from.value)),
  }
}

/** The same among all traces, beginning with the witness. */
function witnessFor(): FunctionCode {
  const [slot, event, witness, found] = variables(4) as [Variable, Variable, Variable, Variable]
  return {
    name: 'witnessFor', params: 2, locals: 2,
    body: [
      ...witness.set(word(GateWord.witness)),
      ...when(eq(call(Function.seek, event.value, witness.value), witness.value), giveBack(witness.value)),
      ...found.set(call(Function.search, slot.value, event.value, witness.value, word(GateWord.traces))),
      ...when(atLeast(found.value, 0), giveBack(found.value)),
      ...giveBack(call(Function.search, slot.value, event.value, 0, witness.value)),
    ],
  }
}

/** Which event it is when the thread in `slot` does something now, and notes its name; -1 if no trace has it. */
function lookUp(): FunctionCode {
  const [slot, cell, bytes, stride, access, cell2, access2, lo, hi, a, b, at, c, end, event, mask] = variables(16) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const hash = [lo, hi, a, b]
  const names = add(Place.lastNames, shl(slot.value, 3))
  const see = (how: Variable): Code => [
    ...absorb(hash, load(at.value), load(at.value, 4)),
    ...when(eq(how.value, Access.write), absorb(hash, load(at.value, 8), load(at.value, 12))),
  ]
  const identify = [
    ...lo.set(load(slotAt(slot.value), 4 * SlotWord.seedLo)), ...hi.set(load(slotAt(slot.value), 4 * SlotWord.seedHi)),
    ...absorb(hash, load(names), load(names, 4)),
    ...when(access.value, eachCell(at, c, end, [cell, bytes, stride], see(access))),
    ...when(atLeast(cell2.value, 0), [...at.set(cellAt(cell2.value)), ...see(access2)]),
    ...finish(hash),
    ...store(4 * GateWord.nameLo, lo.value), ...store(4 * GateWord.nameHi, hi.value),
  ]
  const find = [
    ...mask.set(word(GateWord.tableMask)), ...at.set(and(xor(lo.value, shr(hi.value, 7)), mask.value)),
    ...loop(
      event.set(sub(load(add(word(GateWord.tableAt), shl(at.value, 2))), 1)),
      when(less(event.value, 0), giveBack(-1)),
      c.set(eventAt(event.value)),
      at.set(and(add(at.value, 1), mask.value)),
      branchIf(or(xor(load(c.value, 4 * EventWord.lo), lo.value), xor(load(c.value, 4 * EventWord.hi), hi.value)), 0)),
  ]
  return { name: 'lookUp', params: 7, locals: 9, body: [...identify, ...find, ...giveBack(event.value)] }
}

/** Takes the lock and decides; see `decide`. `BUSY` if it was not to be had. */
function enter(): FunctionCode {
  const params = variables(8)
  const spins = new Variable(8)
  const takeLock = block(
    loop(
      when(isZero(atomicLoad(LOCK)), branchIf(isZero(compareExchange(LOCK, 0, 1)), 2)),
      spins.set(add(spins.value, 1)), branchIf(less(spins.value, SPINS), 0)),
    giveBack(BUSY))
  return { name: 'enter', params: 8, locals: 1, body: [...takeLock, ...giveBack(call(Function.decide, ...params.map(({ value }) => value)))] }
}
export const BUSY = -2

/**
 * Says which event the access is, if it may happen: then the lock, which is taken, stays so, the name is noted, and the witness contains it. Otherwise -1, and the lock is given
 * back. `first` is what the thread does first, by its fingerprint.
 */
function decide(): FunctionCode {
  const [slot, version, fingerprint, first, cell, bytes, stride, access, event, a] = variables(10) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const refuseUnlessGated = [
    branchIf(ne(word(GateWord.version), version.value), 0), branchIf(ne(word(GateWord.fastVersion), version.value), 0),
    branchIf(or(xor(word(GateWord.mode), Mode.gated), word(GateWord.central)), 0),
  ].flat()
  const refuseUnlessExpected = [
    ...event.set(sub(load(slotAt(slot.value), 4 * SlotWord.last), 1)),
    ...when(less(event.value, 0), a.set(first.value), a.set(load(eventAt(event.value), 4 * EventWord.next))),
    ...branchIf(ne(a.value, fingerprint.value), 0),
  ]
  const accept = [
    ...event.set(call(Function.lookUp, slot.value, cell.value, bytes.value, stride.value, access.value, -1, 0)),
    ...branchIf(less(event.value, 0), 0),
    ...a.set(call(Function.witnessFor, slot.value, event.value)),
    ...branchIf(less(a.value, 0), 0),
    ...when(ne(a.value, word(GateWord.witness)), [...store(4 * GateWord.witness, a.value), ...store(4 * GateWord.switches, add(word(GateWord.switches), 1))]),
    ...giveBack(event.value),
  ]
  return { name: 'decide', params: 8, locals: 2, body: [...block(refuseUnlessGated, refuseUnlessExpected, accept), ...unlock] }
}

/** Lets those who wait go on, if they may now, and wait to do what conflicts with an access of some bytes from `cell` on: 1 if there are some. They are noted at `freed`. */
function release(): FunctionCode {
  const [cell, bytes, access, freed, rest, slot, at, event, result, claimed] = variables(10) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const field = (which: number): Code => load(at.value, 4 * which)
  const meets = (from: Code, length: Code | number): Code => and(less(cell.value, add(from, length)), less(from, add(cell.value, bytes.value)))
  const writes = (other: Code): Code => atLeast(or(access.value, other), Access.write)
  const conflicts = or(
    and(and(ne(field(SlotWord.access), Access.none), writes(field(SlotWord.access))), meets(field(SlotWord.cell), field(SlotWord.bytes))),
    and(and(atLeast(field(SlotWord.cell2), 0), writes(field(SlotWord.access2))), meets(field(SlotWord.cell2), 1)))
  const note = (list: number): Code => [...store(freed.value, or(load(freed.value, 4 * list), shl(1, slot.value)), 4 * list), ...result.set(1)]
  const wake = (waiting: number, woken: number, started: number): Code => [
    ...store(4 * waiting, and(word(waiting), xor(shl(1, slot.value), -1))),
    ...claimed.set(0), ...when(eq(field(SlotWord.unstarted), 1), claimed.set(exchange(at.value, 0, 4 * SlotWord.unstarted))),
    ...when(claimed.value, note(started), when(eq(field(SlotWord.asleep), 1), [
      ...store(at.value, 0, 4 * SlotWord.asleep), ...atomicAdd(at.value, 1, 4 * SlotWord.wake), ...note(woken),
    ])),
  ]
  const each = (waiting: number, firstSlot: number, woken: number, started: number): Code => [
    ...rest.set(word(waiting)),
    ...whileDo(rest.value,
      slot.set(add(trailingZeros(rest.value), firstSlot)), at.set(slotAt(slot.value)),
      rest.set(and(rest.value, sub(rest.value, 1))),
      when(conflicts, [
        ...event.set(call(Function.lookUp, slot.value, field(SlotWord.cell), field(SlotWord.bytes), field(SlotWord.stride), field(SlotWord.access), field(SlotWord.cell2), field(SlotWord.access2))),
        ...when(atLeast(event.value, 0), when(atLeast(call(Function.witnessFor, slot.value, event.value), 0), wake(waiting, woken, started))),
      ])),
  ]
  return {
    name: 'release', params: 4, locals: 6,
    body: [
      ...each(GateWord.waitingLo, 0, Freed.wokenLo, Freed.startedLo), ...each(GateWord.waitingHi, 32, Freed.wokenHi, Freed.startedHi), ...giveBack(result.value),
    ],
  }
}

/** The event has been performed: notes it, and gives the lock back unless there is more to do; see `Left`. */
function leave(): FunctionCode {
  const [slot, event, cell, bytes, stride, access, endCell, lo, hi, at, c, end, mark, lastMark, item, wanted, other, last, woke] = variables(19) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const write = (address: Code): Code => [...store(address, lo.value), ...store(address, hi.value, 4), ...store(address, 0, 8), ...store(address, 0, 12)]
  const names = add(Place.lastNames, shl(slot.value, 3))
  const stopWaiting = (list: number): Code => store(4 * list, and(word(list), xor(shl(1, slot.value), -1)))
  const happen = [
    ...lo.set(word(GateWord.nameLo)), ...hi.set(word(GateWord.nameHi)),
    ...eachCell(at, c, end, [cell, bytes, stride], when(eq(access.value, Access.write), write(at.value), [
      ...store(at.value, add(load(at.value, 8), lo.value), 8), ...store(at.value, add(load(at.value, 12), hi.value), 12),
    ])),
    ...store(names, lo.value), ...store(names, hi.value, 4),
    ...store(slotAt(slot.value), add(event.value, 1), 4 * SlotWord.last),
    // A thread that was started early may still count as waiting.
    ...when(less(slot.value, 32), stopWaiting(GateWord.waitingLo), stopWaiting(GateWord.waitingHi)),
  ]
  // Has the event in `c` happened: is it the last one of a thread, or before that in the thread?
  const isDeeper = less(load(eventAt(wanted.value), 4 * EventWord.depth), load(eventAt(last.value), 4 * EventWord.depth))
  const branchIfReached = (depth: number): Code => [
    ...other.set(0),
    ...whileDo(less(other.value, word(GateWord.slots)),
      last.set(sub(load(slotAt(other.value), 4 * SlotWord.last), 1)),
      block(loop(
        branchIf(less(last.value, 0), 1),
        branchIf(isZero(isDeeper), 1),
        last.set(load(eventAt(last.value), 4 * EventWord.parent)),
        branch(0))),
      branchIf(eq(last.value, wanted.value), depth + 2),
      other.set(add(other.value, 1))),
  ]
  const listed = (list: number, i: Code): Code => add(word(list), shl(i, 2))
  const openIfFinished = [
    ...mark.set(load(eventAt(event.value), 4 * EventWord.firstMark)), ...lastMark.set(load(eventAt(event.value), 4 * (EVENT_WORDS + EventWord.firstMark))),
    ...whileDo(less(mark.value, lastMark.value),
      c.set(load(listed(GateWord.markOfAt, mark.value))),
      item.set(load(listed(GateWord.markStartAt, c.value))), end.set(load(listed(GateWord.markStartAt, c.value), 4)),
      block( // left when an event of the prefix has not happened
        whileDo(less(item.value, end.value),
          wanted.set(load(listed(GateWord.markEventsAt, item.value))),
          block(branchIfReached(0), branch(3)),
          item.set(add(item.value, 1))),
        giveBack(Left.opens)),
      mark.set(add(mark.value, 1))),
  ]
  const freed = add(Place.freed, mul(slot.value, 4 * Freed.words))
  const forget = [Freed.wokenLo, Freed.wokenHi, Freed.startedLo, Freed.startedHi].flatMap((list) => store(freed, 0, 4 * list))
  const releaseFor = (cellOf: Code, length: Code | number, how: Code | number): Code => woke.set(or(woke.value, call(Function.release, cellOf, length, how, freed)))
  const endThread = [
    ...write(cellAt(endCell.value)),
    ...store(slotAt(slot.value), 1, 4 * SlotWord.ended),
    ...releaseFor(endCell.value, 1, Access.write),
    ...unlock,
    ...when(woke.value, giveBack(Left.wakesEnded)),
    ...giveBack(Left.ended),
  ]
  return {
    name: 'leave', params: 7, locals: 12,
    body: [
      ...happen, ...openIfFinished, ...forget, ...releaseFor(cell.value, bytes.value, access.value),
      ...when(isZero(load(eventAt(event.value), 4 * EventWord.next)), endThread),
      ...unlock,
      ...when(woke.value, giveBack(Left.wakes)),
      ...giveBack(Left.done),
    ],
  }
}

export const gateFunctions = (): readonly FunctionCode[] => [seek(), search(), lookUp(), witnessFor(), release(), decide(), enter(), leave()]
