/** The asynchronous waits of a thread, as its code knows them: which promise each is to settle. */
import { armTake, LEAVES, NO_LIMIT } from '../../../../program/operations/wait-async.ts'
import { armControl } from '../../../../program/operations/controls.ts'
import type { Operation } from '../../../../program/operations/operation.ts'
import { internalError } from '../../../../base/errors.ts'
import type { Twin } from '../calls/suspension.ts'
import { fulfil, type PromiseRecord } from './promise-records.ts'

interface AsyncWait {
  readonly number: number
  readonly record: PromiseRecord
  /** In milliseconds. */
  readonly limit: number
  /** Of the wait list that it is in. */
  readonly cell: number
}

export class AsyncWaits {
  private readonly waits = new Map<number, AsyncWait>()

  get any(): boolean {
    return this.waits.size > 0
  }

  add(wait: AsyncWait): void {
    this.waits.set(wait.number, wait)
  }

  /**
   * The thread has nothing else to do. What was notified meanwhile is settled together, as one task of V8's does it;
   * whose time is over, alone. `leaves`: the thread would end if there was nothing to settle.
   */
  *next(leaves: boolean, site: number): Twin {
    const waits = [...this.waits.values()]
    const cells = waits.map(({ cell }) => cell)
    const { limited, first } = leaves ? { limited: LEAVES, first: false } : yield* this.chosen(waits, site)
    const taken = (yield armTake(site, cells, limited, first)) as string
    if (taken === '') this.waits.clear()
    else if (taken.startsWith('t')) this.settle(Number(taken.slice(1)), 'timed-out')
    else for (const number of yield* this.ordered(taken.split(',').map(Number), site)) this.settle(number, 'ok')
    return undefined
  }

  private settle(number: number, value: 'ok' | 'timed-out'): void {
    const { record } = this.wait(number)
    this.waits.delete(number)
    fulfil(record, value)
  }

  private wait(number: number): AsyncWait {
    const wait = this.waits.get(number)
    if (wait === undefined) throw internalError(`the thread knows no asynchronous wait ${number}`)
    return wait
  }

  /**
   * Whose time is over first, where several waits may end. A wait that was made earlier with a time limit that is not
   * longer ends earlier. Where others can be notified before that, this is one more way to go on.
   */
  private *chosen(waits: readonly AsyncWait[], site: number): Generator<unknown, Limited, unknown> {
    const due = waits.filter(
      ({ number, limit }) => limit < Infinity && !waits.some((other) => other.number < number && other.limit <= limit),
    )
    if (due.length === 0) return { limited: NO_LIMIT, first: false }
    const ways = due.map(({ number }): Limited => ({ limited: number, first: true }))
    if (due.length < waits.length) ways.push({ limited: due[0]!.number, first: false })
    return ways[ways.length === 1 ? 0 : ((yield at(site, armControl.choose(ways.length))) as number)]!
  }

  /**
   * Waits of one list are settled in its order. Between lists, which was notified first is not known: any order of them
   * is tried.
   */
  private *ordered(numbers: readonly number[], site: number): Generator<unknown, readonly number[], unknown> {
    const lists = new Map<number, number[]>()
    for (const number of numbers) {
      const { cell } = this.wait(number)
      lists.set(cell, [...(lists.get(cell) ?? []), number])
    }
    const order: number[] = []
    for (const left = [...lists.values()]; left.length > 0; ) {
      const i = left.length === 1 ? 0 : ((yield at(site, armControl.choose(left.length))) as number)
      order.push(left[i]!.shift()!)
      if (left[i]!.length === 0) left.splice(i, 1)
    }
    return order
  }
}

interface Limited {
  readonly limited: number
  /** Also where others have been notified. */
  readonly first: boolean
}

function at(site: number, op: Operation): Operation {
  op.site = site
  return op
}
