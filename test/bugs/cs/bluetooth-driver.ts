/**
 * bluetooth_driver_bad of SCTBench's CS family; first in Qadeer and Wu, KISS, PLDI 2004. A device is used while it is
 * being stopped. Bug: whether it is stopping is tested before the use is counted, so that it can be stopped in between
 * and is used all the same.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const shared = (mem: Mem) => ({
  atomic: mem.mutex('atomic'),
  pendingIo: mem.int32('pendingIo', [1]),
  stoppingFlag: mem.int32('stoppingFlag', 1),
  stoppingEvent: mem.int32('stoppingEvent', 1),
  stopped: mem.int32('stopped', 1),
})
type Device = ReturnType<typeof shared>

function increment(e: Device): boolean {
  if (e.stoppingFlag[0] === 1) return false
  e.atomic.lock()
  e.pendingIo[0]!++
  e.atomic.unlock()
  return true
}

/** Counted first, so that the device is not stopped once the flag was seen to be clear. */
function incrementBeforeTest(e: Device): boolean {
  e.atomic.lock()
  e.pendingIo[0]!++
  e.atomic.unlock()
  return e.stoppingFlag[0] === 0
}

function decrement(e: Device): void {
  e.atomic.lock()
  e.pendingIo[0]!--
  const pending = e.pendingIo[0]
  e.atomic.unlock()
  if (pending === 0) e.stoppingEvent[0] = 1
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'bluetooth driver',
    shared,
    threads: {
      add(e) {
        if (fixed ? incrementBeforeTest(e) : increment(e)) {
          assert.equal(e.stopped[0], 0) // BUG
        }
        decrement(e)
      },
      stop(e) {
        e.stoppingFlag[0] = 1
        decrement(e)
        if (e.stoppingEvent[0] === 1) e.stopped[0] = 1
      },
    },
  })
}

export default make()
