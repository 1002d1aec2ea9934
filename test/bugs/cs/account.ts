/**
 * account_bad of SCTBench's CS family. A deposit, a withdrawal and a check, each under the lock.
 * Bug: the check expects the deposit to have been taken off, and sees both done only if it comes last.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const [opening, deposited, withdrawn] = [1, 2, 4] as const

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  balance: mem.int32('balance', [opening]),
  depositDone: mem.int32('depositDone', 1),
  withdrawDone: mem.int32('withdrawDone', 1),
})

export function make({ fixed = false }: Variant = {}): Program {
  const expected = fixed ? opening + deposited - withdrawn : opening - deposited - withdrawn
  return program({
    name: 'account',
    shared,
    threads: {
      check(s) {
        s.lock.lock()
        if (s.depositDone[0] === 1 && s.withdrawDone[0] === 1) {
          assert.equal(s.balance[0], expected) // BUG
        }
        s.lock.unlock()
      },
      deposit(s) {
        s.lock.lock()
        s.balance[0]! += deposited
        s.depositDone[0] = 1
        s.lock.unlock()
      },
      withdraw(s) {
        s.lock.lock()
        s.balance[0]! -= withdrawn
        s.withdrawDone[0] = 1
        s.lock.unlock()
      },
    },
  })
}

export default make()
