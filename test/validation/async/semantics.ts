/**
 * What such programs may come to, from the semantics alone: all interleavings, without any of the engine. Jobs are
 * continuations in a queue; what was notified is settled by a task of its thread, all of it together.
 */
import type { AsyncProgram, Step } from './programs.ts'

interface Activity {
  receives?: string
  readonly steps: readonly Step[]
  at: number
  /** The last activity that it started. */
  started: number
  ended: boolean
  /** The activities that await its end. */
  awaitedBy: number[]
}

interface Waiter {
  readonly thread: number
  /** Of an asynchronous wait, the activity; -1 where the thread itself is blocked. */
  readonly activity: number
  readonly limit: number
  readonly serial: number
}

interface Thread {
  /** Of activities that run before their first `await`: who called them. */
  readonly callers: number[]
  readonly activities: Activity[]
  /** The one that runs, or -1. */
  running: number
  readonly queue: number[]
  /** In which list it is blocked; -2 where it has been notified, -1 where it is not blocked. */
  blocked: number
  /** Asynchronous waits that were notified, in that order. */
  notified: Waiter[]
  readonly out: string[]
  /** What was out when its function returned. */
  result: string
  hasEnded: boolean
}

interface State {
  readonly words: number[]
  readonly lists: Waiter[][]
  readonly threads: Thread[]
  serial: number
}

const activityOf = (steps: readonly Step[]): Activity => ({ steps, at: 0, started: -1, ended: false, awaitedBy: [] })

export function outcomesOf(program: AsyncProgram, words: number, most: number): Set<string> | null {
  const start: State = {
    words: Array.from({ length: words }, () => 0),
    lists: Array.from({ length: words }, () => []),
    threads: program.map((steps) => ({
      activities: [activityOf(steps)],
      callers: [],
      running: 0,
      queue: [],
      blocked: -1,
      notified: [],
      out: [],
      result: '',
      hasEnded: false,
    })),
    serial: 0,
  }
  const outcomes = new Set<string>()
  const seen = new Set<string>()
  for (let t = 0; t < program.length; t++) goOn(start, t)
  const left = [start]
  while (left.length > 0) {
    const state = left.pop()!
    const key = JSON.stringify(state)
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > most) return null
    const next = state.threads.flatMap((_, t) => transitions(state, t))
    left.push(...next)
    if (next.length === 0) outcomes.add(outcomeOf(state))
  }
  return outcomes
}

const outcomeOf = ({ threads, words }: State): string =>
  threads.every(({ hasEnded }) => hasEnded) ? JSON.stringify([words, threads.map(({ result }) => result)]) : 'deadlock'

const copy = (state: State): State => JSON.parse(JSON.stringify(state)) as State

function transitions(state: State, t: number): State[] {
  const { running, blocked, hasEnded } = state.threads[t]!
  if (hasEnded || blocked >= 0) return []
  if (blocked === -2) return [after(state, t, (next) => resume(next, t, 'ok'))]
  return running >= 0 ? [after(state, t, (next) => perform(next, t))] : settlements(state, t)
}

function after(state: State, t: number, action: (next: State) => void): State {
  const next = copy(state)
  action(next)
  goOn(next, t)
  return next
}

function resume({ threads }: State, t: number, value: string): void {
  const thread = threads[t]!
  thread.blocked = -1
  thread.out.push(value)
  thread.activities[thread.running]!.at++
}

/** The shared access that the running activity is at. */
function perform(state: State, t: number): void {
  const { words, lists } = state
  const thread = state.threads[t]!
  const activity = thread.activities[thread.running]!
  const step = activity.steps[activity.at]!
  activity.at++
  switch (step.do) {
    case 'store':
      words[step.word] = step.value
      return
    case 'load':
      thread.out.push(`l${words[step.word]!}`)
      return
    case 'add':
      thread.out.push(`a${words[step.word]!++}`)
      return
    case 'notify':
      thread.out.push(`n${notify(state, step.word, step.count)}`)
      return
    case 'wait':
      if (words[step.word] !== step.value) {
        thread.out.push('not-equal')
        return
      }
      activity.at--
      thread.blocked = step.word
      lists[step.word]!.push({ thread: t, activity: -1, limit: -1, serial: state.serial++ })
      return
    case 'waitAsync':
      if (words[step.word] !== step.value) thread.out.push('not-equal')
      else if (step.timeout === 0) thread.out.push('timed-out')
      else {
        const limit = step.timeout ?? -1
        lists[step.word]!.push({ thread: t, activity: thread.running, limit, serial: state.serial++ })
        thread.running = callerOf(thread)
      }
  }
}

function notify({ lists, threads }: State, word: number, count: number): number {
  const woken = lists[word]!.splice(0, count)
  for (const waiter of woken) {
    const thread = threads[waiter.thread]!
    if (waiter.activity < 0) thread.blocked = -2
    else thread.notified.push(waiter)
  }
  return woken.length
}

/** An idle thread: it takes what was notified, or the time of a wait is over, or it leaves. */
function settlements(state: State, t: number): State[] {
  const { notified, activities } = state.threads[t]!
  const waiting = state.lists.flat().filter(({ thread, activity }) => thread === t && activity >= 0)
  const leaves = activities[0]!.ended
  const next: State[] = []
  if (notified.length > 0)
    next.push(
      after(state, t, (changed) => {
        const thread = changed.threads[t]!
        for (const { activity } of thread.notified.splice(0)) settle(thread, activity, 'Aok')
      }),
    )
  else if (leaves) {
    next.push(
      after(state, t, (changed) => {
        changed.threads[t]!.hasEnded = true
        remove(changed, ({ thread, activity }) => thread === t && activity >= 0)
      }),
    )
  }
  if (!leaves)
    for (const { serial, limit, activity } of waiting) {
      // One that was made earlier, and does not wait longer, has ended before, or has been notified before.
      const isLater = [...waiting, ...notified].some(
        (one) => one.serial < serial && one.limit >= 0 && one.limit <= limit,
      )
      if (limit < 0 || isLater) continue
      next.push(
        after(state, t, (changed) => {
          remove(changed, (one) => one.serial === serial)
          settle(changed.threads[t]!, activity, 'Atimed-out')
        }),
      )
    }
  return next
}

function remove({ lists }: State, test: (waiter: Waiter) => boolean): void {
  for (const list of lists) for (let i = list.length - 1; i >= 0; i--) if (test(list[i]!)) list.splice(i, 1)
}

/** What an activity gets from its wait is noted when it goes on. */
function settle(thread: Thread, activity: number, value: string): void {
  thread.queue.push(activity)
  received(thread.activities[activity]!, value)
}

function received(activity: Activity, value: string): void {
  activity.receives = value
}

/** Everything up to the next shared access, or until there is no job left. */
function goOn({ threads }: State, t: number): void {
  const thread = threads[t]!
  if (thread.hasEnded || thread.blocked !== -1) return
  for (;;) {
    if (thread.running < 0) {
      const next = thread.queue.shift()
      if (next === undefined) break
      thread.running = next
      const activity = thread.activities[next]!
      if (activity.receives !== undefined) thread.out.push(activity.receives)
      delete activity.receives
    }
    if (runLocally(thread)) return
  }
  const main = thread.activities[0]!
  // A thread whose waits are left over ends by a transition of its own.
  if (main.ended && !hasWaits(threads, t)) thread.hasEnded = true
}

function hasWaits(threads: readonly Thread[], t: number): boolean {
  const { activities, notified } = threads[t]!
  return notified.length > 0 || activities.some((activity) => isWaiting(activity))
}

const isWaiting = ({ steps, at, ended }: Activity): boolean => !ended && steps[at - 1]?.do === 'waitAsync'

/** True where it has come to a shared access. */
function runLocally(thread: Thread): boolean {
  while (thread.running >= 0) {
    const self = thread.running
    const activity = thread.activities[self]!
    const step = activity.steps[activity.at]
    if (step === undefined) {
      if (self > 0) thread.out.push('e')
      else thread.result = thread.out.join()
      activity.ended = true
      for (const one of activity.awaitedBy) thread.queue.push(one)
      thread.running = callerOf(thread)
      continue
    }
    if (step.do === 'tick' || step.do === 'join') {
      activity.at++
      const awaited = step.do === 'join' ? thread.activities[activity.started]! : null
      received(activity, step.do === 'tick' ? 't' : 'j')
      if (awaited === null || awaited.ended) thread.queue.push(self)
      else awaited.awaitedBy.push(self)
      thread.running = callerOf(thread)
      continue
    }
    if (step.do !== 'start') return true
    activity.at++
    activity.started = thread.activities.length
    thread.activities.push(activityOf(step.activity))
    thread.callers.push(self)
    thread.running = activity.started
  }
  return false
}

const callerOf = ({ callers }: Thread): number => callers.pop() ?? -1
