/**
 * What `CausalPast`, `TraceIndex` and `Admission` do when an access to memory passes a gate, as WebAssembly: that code exists once for all workers, and so is in
 * the processor's caches when the next one wakes up, where each worker has its own copy of what the engine makes of JavaScript. Only what happens mostly
 * is here. What is not, is left to the JavaScript that does all of it.
 */
import { Access } from '../../../program/operation.ts'
import { GateWord, Mode, Place, SlotWord } from '../gate-state.ts'
import { EVENT_WORDS, EventWord } from '../trace-index.ts'
import {
  add, and, atLeast, atomicLoad, block, branch, branchIf, type Code, compareExchange, constant, eq, exchange, type FunctionCode, giveBack, isZero, less, load, loop, mul, ne, notifyOne,
  or, shl, shr, store, sub, trailingZeros, Variable, when, whileDo, xor,
} from './encode.ts'

/** `leave`: all done; and the thread has ended. With the others the lock is still taken: gates open, and somebody may go on because of the event, or of the thread's end. */
export const Left = { done: 0, ended: 1, opens: 2, releases: 3, endReleases: 4 } as const

/** As in JavaScript: it pays to look a few times. */
const SPINS = 300
const LOCK = 4 * GateWord.lock
const CELL_BYTES_SHIFT = 4
const EVENT_SHIFT = Math.log2(4 * EVENT_WORDS)

const word = (which: number): Code => load(4 * which)
const unlock: Code = when(eq(exchange(LOCK, 0), 2), notifyOne(LOCK))
const eventAt = (event: Code): Code => add(word(GateWord.eventsAt), shl(event, EVENT_SHIFT))
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
    ...whileDo(less(c.value, end.value), at.set(add(Place.cells, shl(c.value, CELL_BYTES_SHIFT))), action, c.set(add(c.value, stride!.value))),
  ]
}

/**
 * Takes the lock and says which event the access is, if the witness contains it: then the lock stays taken, and the name is noted. Otherwise -1, without the lock.
 * `first` is what the thread does first, by its fingerprint.
 */
function enter(): FunctionCode {
  const [slot, version, fingerprint, first, cell, bytes, stride, access, lo, hi, a, b, at, c, end, event, low, high, trace, mask] = variables(20) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
  const hash = [lo, hi, a, b]
  const takeLock = block(
    loop(
      when(isZero(atomicLoad(LOCK)), branchIf(isZero(compareExchange(LOCK, 0, 1)), 2)),
      c.set(add(c.value, 1)), branchIf(less(c.value, SPINS), 0)),
    giveBack(-1))
  const refuseUnlessGated = [
    branchIf(ne(word(GateWord.version), version.value), 0), branchIf(ne(word(GateWord.fastVersion), version.value), 0),
    branchIf(or(xor(word(GateWord.mode), Mode.gated), word(GateWord.central)), 0),
  ].flat()
  const refuseUnlessExpected = [
    ...event.set(sub(load(slotAt(slot.value), 4 * SlotWord.last), 1)),
    ...when(less(event.value, 0), a.set(first.value), a.set(load(eventAt(event.value), 4 * EventWord.next))),
    ...branchIf(ne(a.value, fingerprint.value), 0),
  ]
  const names = add(Place.lastNames, shl(slot.value, 3))
  const identify = [
    ...lo.set(load(slotAt(slot.value), 4 * SlotWord.seedLo)), ...hi.set(load(slotAt(slot.value), 4 * SlotWord.seedHi)),
    ...absorb(hash, load(names), load(names, 4)),
    ...eachCell(at, c, end, [cell, bytes, stride], [
      ...absorb(hash, load(at.value), load(at.value, 4)),
      ...when(eq(access.value, Access.write), absorb(hash, load(at.value, 8), load(at.value, 12))),
    ]),
    ...finish(hash),
  ]
  const find = [
    ...mask.set(word(GateWord.tableMask)), ...at.set(and(xor(lo.value, shr(hi.value, 7)), mask.value)),
    ...loop(
      event.set(sub(load(add(word(GateWord.tableAt), shl(at.value, 2))), 1)),
      branchIf(less(event.value, 0), 1),
      c.set(eventAt(event.value)),
      at.set(and(add(at.value, 1), mask.value)),
      branchIf(or(xor(load(c.value, 4 * EventWord.lo), lo.value), xor(load(c.value, 4 * EventWord.hi), hi.value)), 0)),
  ]
  const runAt = (run: Code): Code => add(word(GateWord.runsAt), shl(run, 3))
  const refuseUnlessInWitness = [
    ...trace.set(word(GateWord.witness)),
    ...low.set(load(c.value, 4 * EventWord.firstRun)), ...end.set(load(c.value, 4 * (EVENT_WORDS + EventWord.firstRun))), ...high.set(end.value),
    ...whileDo(less(low.value, high.value),
      a.set(shr(add(low.value, high.value), 1)),
      when(less(load(runAt(a.value), 4), trace.value), low.set(add(a.value, 1)), high.set(a.value))),
    ...branchIf(eq(low.value, end.value), 0),
    ...branchIf(less(trace.value, load(runAt(low.value))), 0),
  ]
  const accept = [...store(4 * GateWord.nameLo, lo.value), ...store(4 * GateWord.nameHi, hi.value), ...giveBack(event.value)]
  return {
    name: 'enter', params: 8, locals: 12,
    body: [...takeLock, ...block(refuseUnlessGated, refuseUnlessExpected, identify, find, refuseUnlessInWitness, accept), ...unlock],
  }
}

/** Whether somebody waits to do what conflicts with an access of some bytes from `cell` on: then `branch(depth)`. `rest` is a list of waiting slots. */
function branchIfConflict(rest: Variable, at: Variable, firstSlot: number, [cell, bytes, access]: readonly Code[], depth: number): Code {
  const field = (which: number): Code => load(at.value, 4 * which)
  const meets = (from: Code, length: Code | number): Code => and(less(cell!, add(from, length)), less(from, add(cell!, bytes!)))
  const writes = (other: Code): Code => atLeast(or(access!, other), Access.write)
  return whileDo(rest.value,
    at.set(slotAt(add(trailingZeros(rest.value), firstSlot))),
    rest.set(and(rest.value, sub(rest.value, 1))),
    branchIf(and(and(ne(field(SlotWord.access), Access.none), writes(field(SlotWord.access))), meets(field(SlotWord.cell), field(SlotWord.bytes))), depth + 2),
    branchIf(and(and(atLeast(field(SlotWord.cell2), 0), writes(field(SlotWord.access2))), meets(field(SlotWord.cell2), 1)), depth + 2))
}

/** The event has been performed: notes it, and gives the lock back unless there is more to do; see `Left`. */
function leave(): FunctionCode {
  const [slot, event, cell, bytes, stride, access, endCell, lo, hi, at, c, end, mark, lastMark, item, wanted, other, last] = variables(18) as
    [Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable, Variable]
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
  const conflicts = (where: readonly Code[], result: number): Code => [
    ...block(
      block(
        c.set(word(GateWord.waitingLo)), branchIfConflict(c, at, 0, where, 0),
        c.set(word(GateWord.waitingHi)), branchIfConflict(c, at, 32, where, 0),
        branch(1)),
      giveBack(result)),
  ]
  const endThread = [
    ...write(add(Place.cells, shl(endCell.value, CELL_BYTES_SHIFT))),
    ...store(slotAt(slot.value), 1, 4 * SlotWord.ended),
    ...conflicts([endCell.value, constant(1), constant(Access.write)], Left.endReleases),
    ...unlock, ...giveBack(Left.ended),
  ]
  return {
    name: 'leave', params: 7, locals: 11,
    body: [
      ...happen, ...openIfFinished, ...conflicts([cell.value, bytes.value, access.value], Left.releases),
      ...when(isZero(load(eventAt(event.value), 4 * EventWord.next)), endThread),
      ...unlock, ...giveBack(Left.done),
    ],
  }
}

export const gateFunctions = (): readonly FunctionCode[] => [enter(), leave()]
