import type { ReplayResult } from '../../src/index.ts'
import type { IndependentProgram } from './language.ts'
import { type End, Machine } from './machine.ts'
import type { State, Thread } from './state.ts'

/** An execution of Heddle's, event by event, in the reference: it must be possible there, too, and cost as much. */
export interface Rerun {
  readonly end: End | null
  readonly preemptions: number
  readonly fault: string | null
}

export function rerun(program: IndependentProgram, events: ReplayResult['events']): Rerun {
  const machine = new Machine(program)
  let state: State = machine.initial()
  let preemptions = 0
  let last: { thread: Thread['id']; yielded: boolean } | null = null
  for (const [i, event] of events.entries()) {
    const enabled = machine.enabled(state)
    const thread = enabled.find(({ name }) => name === event.thread)
    const say = (fault: string): Rerun => ({
      end: null,
      preemptions,
      fault: `event ${i + 1}: ${event.thread} ${event.operation}: ${fault}`,
    })
    if (thread === undefined) return say('not enabled in the reference')
    const isPreemption =
      last !== null && thread.id !== last.thread && !last.yielded && enabled.some(({ id }) => id === last!.thread)
    if (isPreemption) preemptions++
    if (event.preemption !== isPreemption)
      return say(event.preemption ? 'marked as a preemption' : 'not marked as a preemption')
    const choice = thread.pending!.choices > 1 ? Number(/\d+/.exec(event.value ?? '')?.[0]) : 0
    if (!(choice < thread.pending!.choices)) return say(`chose ${event.value}`)
    const { to, yielded } = machine.step(state, thread, choice)
    if ('message' in to) {
      return {
        end: { kind: 'failed', failure: to },
        preemptions,
        fault: i === events.length - 1 ? null : 'events after a failure',
      }
    }
    last = { thread: thread.id, yielded }
    state = to
  }
  const isOver = machine.enabled(state).length === 0
  return { end: isOver ? machine.end(state) : null, preemptions, fault: isOver ? null : 'the reference could go on' }
}
