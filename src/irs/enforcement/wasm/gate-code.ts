/**
 * How what touches one place passes a gate, as WebAssembly: that code exists once for all workers, and so is in the
 * processor's caches when the next
 * one wakes up, where each worker has its own copy of what the engine makes of JavaScript. It also is short, so that
 * the lock is not taken for long. Waiting, conditions, threads
 * and choices are left to the JavaScript, which does all of it.
 */
import { Access } from '../../../dependence/accesses.ts'
import { Unblocked, GateWord, Mode, Place, SlotWord } from '../gate/gate-state.ts'
import { EVENT_WORDS, EventWord } from '../admission/trace-index.ts'
import {
  add,
  and,
  atLeast,
  atomicAdd,
  atomicLoad,
  block,
  branch,
  branchIf,
  call,
  type Code,
  compareExchange,
  eq,
  exchange,
  type FunctionCode,
  giveBack,
  isZero,
  less,
  load,
  loop,
  mul,
  ne,
  or,
  shl,
  store,
  sub,
  trailingZeros,
  when,
  whileDo,
  xor,
} from './encode.ts'
import { cellAt, eachCell, eventAt, Callee, LOCK, named, slotAt, unlock, word } from './parts.ts'
import { lookUp, search, seek, witnessFor } from './search-code.ts'

/**
 * `leave`: all done; and the thread has ended; gates open, and the lock is still taken; some are to be woken or started
 * (`Unblocked`); and the thread has ended.
 */
export const Left = { done: 0, ended: 1, opens: 2, wakes: 3, wakesEnded: 4 } as const

/**
 * It pays to look for some microseconds: who has the lock needs no longer if it runs, and if not, sleeping costs more
 * than that was.
 */
const SPINS = 2000

/** Takes the lock and decides; see `decide`. `BUSY` if it was not to be had. */
function enter(): FunctionCode {
  const { spins, ...params } = named(
    'slot',
    'version',
    'fingerprint',
    'first',
    'cell',
    'bytes',
    'stride',
    'access',
    'spins',
  )
  const takeLock = block(
    loop(
      when(isZero(atomicLoad(LOCK)), branchIf(isZero(compareExchange(LOCK, 0, 1)), 2)),
      spins.set(add(spins.value, 1)),
      branchIf(less(spins.value, SPINS), 0),
    ),
    giveBack(BUSY),
  )
  return {
    name: 'enter',
    params: 8,
    locals: 1,
    body: [...takeLock, ...giveBack(call(Callee.decide, ...Object.values(params).map(({ value }) => value)))],
  }
}
export const BUSY = -2

/**
 * Says which event the access is, if it may happen: then the lock, which is taken, stays so, the name is noted, and the
 * witness contains it. Otherwise -1, and the lock is given
 * back. `first` is what the thread does first, by its fingerprint.
 */
function decide(): FunctionCode {
  const { slot, version, fingerprint, first, cell, bytes, stride, access, event, a } = named(
    'slot',
    'version',
    'fingerprint',
    'first',
    'cell',
    'bytes',
    'stride',
    'access',
    'event',
    'a',
  )
  const refuseUnlessGated = [
    branchIf(ne(word(GateWord.version), version.value), 0),
    branchIf(ne(word(GateWord.fastVersion), version.value), 0),
    branchIf(ne(word(GateWord.mode), Mode.gated), 0),
  ].flat()
  const refuseUnlessExpected = [
    ...event.set(sub(load(slotAt(slot.value), 4 * SlotWord.last), 1)),
    ...when(less(event.value, 0), a.set(first.value), a.set(load(eventAt(event.value), 4 * EventWord.next))),
    ...branchIf(ne(a.value, fingerprint.value), 0),
  ]
  const accept = [
    ...event.set(call(Callee.lookUp, slot.value, cell.value, bytes.value, stride.value, access.value, -1, 0)),
    ...branchIf(less(event.value, 0), 0),
    ...a.set(call(Callee.witnessFor, slot.value, event.value)),
    ...branchIf(less(a.value, 0), 0),
    ...when(ne(a.value, word(GateWord.witness)), [
      ...store(4 * GateWord.witness, a.value),
      ...store(4 * GateWord.switches, add(word(GateWord.switches), 1)),
    ]),
    ...giveBack(event.value),
  ]
  return {
    name: 'decide',
    params: 8,
    locals: 2,
    body: [...block(refuseUnlessGated, refuseUnlessExpected, accept), ...unlock],
  }
}

/**
 * Whether an access of some bytes from `cell` on conflicts with what the words of a slot, at `at`, say that its thread
 * waits to do: `conflict` of `dependence/accesses.ts`, where the first has no second cell.
 */
function conflicts(): FunctionCode {
  const { cell, bytes, access, at } = named('cell', 'bytes', 'access', 'at')
  const field = (which: number): Code => load(at.value, 4 * which)
  const meets = (from: Code, length: Code | number): Code =>
    and(less(cell.value, add(from, length)), less(from, add(cell.value, bytes.value)))
  const writes = (other: Code): Code => atLeast(or(access.value, other), Access.write)
  const both = or(
    and(
      and(ne(field(SlotWord.access), Access.none), writes(field(SlotWord.access))),
      meets(field(SlotWord.cell), field(SlotWord.bytes)),
    ),
    and(and(atLeast(field(SlotWord.cell2), 0), writes(field(SlotWord.access2))), meets(field(SlotWord.cell2), 1)),
  )
  return { name: 'conflicts', params: 4, locals: 0, body: giveBack(both) }
}

/**
 * Lets those who wait go on, if they may now, and wait to do what conflicts with an access of some bytes from `cell`
 * on: 1 if there are some. They are noted at `unblocked`.
 */
function release(): FunctionCode {
  const { cell, bytes, access, unblocked, rest, slot, at, event, result, claimed } = named(
    'cell',
    'bytes',
    'access',
    'unblocked',
    'rest',
    'slot',
    'at',
    'event',
    'result',
    'claimed',
  )
  const field = (which: number): Code => load(at.value, 4 * which)
  const note = (list: number): Code => [
    ...store(unblocked.value, or(load(unblocked.value, 4 * list), shl(1, slot.value)), 4 * list),
    ...result.set(1),
  ]
  const wake = (waiting: number, woken: number, started: number): Code => [
    ...store(4 * waiting, and(word(waiting), xor(shl(1, slot.value), -1))),
    ...claimed.set(0),
    ...when(eq(field(SlotWord.unstarted), 1), claimed.set(exchange(at.value, 0, 4 * SlotWord.unstarted))),
    ...when(
      claimed.value,
      note(started),
      when(eq(field(SlotWord.asleep), 1), [
        ...store(at.value, 0, 4 * SlotWord.asleep),
        ...atomicAdd(at.value, 1, 4 * SlotWord.wake),
        ...note(woken),
      ]),
    ),
  ]
  const each = (waiting: number, firstSlot: number, woken: number, started: number): Code => [
    ...rest.set(word(waiting)),
    ...whileDo(
      rest.value,
      slot.set(add(trailingZeros(rest.value), firstSlot)),
      at.set(slotAt(slot.value)),
      rest.set(and(rest.value, sub(rest.value, 1))),
      when(call(Callee.conflicts, cell.value, bytes.value, access.value, at.value), [
        ...event.set(
          call(
            Callee.lookUp,
            slot.value,
            field(SlotWord.cell),
            field(SlotWord.bytes),
            field(SlotWord.stride),
            field(SlotWord.access),
            field(SlotWord.cell2),
            field(SlotWord.access2),
          ),
        ),
        ...when(
          atLeast(event.value, 0),
          when(atLeast(call(Callee.witnessFor, slot.value, event.value), 0), wake(waiting, woken, started)),
        ),
      ]),
    ),
  ]
  return {
    name: 'release',
    params: 4,
    locals: 6,
    body: [
      ...each(GateWord.waitingLo, 0, Unblocked.wokenLo, Unblocked.startedLo),
      ...each(GateWord.waitingHi, 32, Unblocked.wokenHi, Unblocked.startedHi),
      ...giveBack(result.value),
    ],
  }
}

/** The event has been performed: notes it, and gives the lock back unless there is more to do; see `Left`. */
function leave(): FunctionCode {
  const {
    slot,
    event,
    cell,
    bytes,
    stride,
    access,
    endCell,
    lo,
    hi,
    at,
    c,
    end,
    mark,
    lastMark,
    item,
    wanted,
    other,
    last,
    woke,
  } = named(
    'slot',
    'event',
    'cell',
    'bytes',
    'stride',
    'access',
    'endCell',
    'lo',
    'hi',
    'at',
    'c',
    'end',
    'mark',
    'lastMark',
    'item',
    'wanted',
    'other',
    'last',
    'woke',
  )
  const write = (address: Code): Code => [
    ...store(address, lo.value),
    ...store(address, hi.value, 4),
    ...store(address, 0, 8),
    ...store(address, 0, 12),
  ]
  const names = add(Place.lastNames, shl(slot.value, 3))
  const stopWaiting = (list: number): Code => store(4 * list, and(word(list), xor(shl(1, slot.value), -1)))
  const happen = [
    ...lo.set(word(GateWord.nameLo)),
    ...hi.set(word(GateWord.nameHi)),
    ...eachCell(
      at,
      c,
      end,
      [cell, bytes, stride],
      when(eq(access.value, Access.write), write(at.value), [
        ...store(at.value, add(load(at.value, 8), lo.value), 8),
        ...store(at.value, add(load(at.value, 12), hi.value), 12),
      ]),
    ),
    ...store(names, lo.value),
    ...store(names, hi.value, 4),
    ...store(slotAt(slot.value), add(event.value, 1), 4 * SlotWord.last),
    // A thread that was started early may still count as waiting.
    ...when(less(slot.value, 32), stopWaiting(GateWord.waitingLo), stopWaiting(GateWord.waitingHi)),
  ]
  // Has the event in `c` happened: is it the last one of a thread, or before that in the thread?
  const isDeeper = less(
    load(eventAt(wanted.value), 4 * EventWord.depth),
    load(eventAt(last.value), 4 * EventWord.depth),
  )
  const branchIfReached = (depth: number): Code => [
    ...other.set(0),
    ...whileDo(
      less(other.value, word(GateWord.slots)),
      last.set(sub(load(slotAt(other.value), 4 * SlotWord.last), 1)),
      block(
        loop(
          branchIf(less(last.value, 0), 1),
          branchIf(isZero(isDeeper), 1),
          last.set(load(eventAt(last.value), 4 * EventWord.parent)),
          branch(0),
        ),
      ),
      branchIf(eq(last.value, wanted.value), depth + 2),
      other.set(add(other.value, 1)),
    ),
  ]
  const listed = (list: number, i: Code): Code => add(word(list), shl(i, 2))
  const openIfFinished = [
    ...mark.set(load(eventAt(event.value), 4 * EventWord.firstMark)),
    ...lastMark.set(load(eventAt(event.value), 4 * (EVENT_WORDS + EventWord.firstMark))),
    ...whileDo(
      less(mark.value, lastMark.value),
      c.set(load(listed(GateWord.markOfAt, mark.value))),
      item.set(load(listed(GateWord.markStartAt, c.value))),
      end.set(load(listed(GateWord.markStartAt, c.value), 4)),
      block(
        // left when an event of the prefix has not happened
        whileDo(
          less(item.value, end.value),
          wanted.set(load(listed(GateWord.markEventsAt, item.value))),
          block(branchIfReached(0), branch(3)),
          item.set(add(item.value, 1)),
        ),
        giveBack(Left.opens),
      ),
      mark.set(add(mark.value, 1)),
    ),
  ]
  const unblocked = add(Place.unblocked, mul(slot.value, 4 * Unblocked.words))
  const forget = [Unblocked.wokenLo, Unblocked.wokenHi, Unblocked.startedLo, Unblocked.startedHi].flatMap((list) =>
    store(unblocked, 0, 4 * list),
  )
  const releaseFor = (cellOf: Code, length: Code | number, how: Code | number): Code =>
    woke.set(or(woke.value, call(Callee.release, cellOf, length, how, unblocked)))
  const endThread = [
    ...write(cellAt(endCell.value)),
    ...store(slotAt(slot.value), 1, 4 * SlotWord.ended),
    ...releaseFor(endCell.value, 1, Access.write),
    ...unlock,
    ...when(woke.value, giveBack(Left.wakesEnded)),
    ...giveBack(Left.ended),
  ]
  return {
    name: 'leave',
    params: 7,
    locals: 12,
    body: [
      ...happen,
      ...openIfFinished,
      ...forget,
      ...releaseFor(cell.value, bytes.value, access.value),
      ...when(isZero(load(eventAt(event.value), 4 * EventWord.next)), endThread),
      ...unlock,
      ...when(woke.value, giveBack(Left.wakes)),
      ...giveBack(Left.done),
    ],
  }
}

export const gateFunctions = (): readonly FunctionCode[] => [
  seek(),
  search(),
  lookUp(),
  witnessFor(),
  release(),
  decide(),
  enter(),
  leave(),
  conflicts(),
]
