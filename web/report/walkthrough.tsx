/** One execution, step by step. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PageExecution, PageProgram } from '../../src/report/html/page-data.ts'
import { Compare } from './compare.tsx'
import { Controls } from './controls.tsx'
import { eventText } from './event-text.ts'
import { stepFor } from './keys.ts'
import { Memory } from './memory.tsx'
import { Order } from './order.tsx'
import { SourceAt } from './source.tsx'
import { Story } from './story.tsx'
import { Threads } from './threads.tsx'
import { Timeline } from './timeline.tsx'

interface Props {
  program: PageProgram
  number: number
  show: (execution: number) => void
}

export function Walkthrough({ program, number, show }: Props) {
  const execution = program.executions[number]!
  const [position, go] = usePosition(execution)
  const event = execution.events[position]
  return (
    <section class="walkthrough" aria-label="What happened">
      <Story execution={execution} position={position} go={go} />
      <Compare program={program} execution={execution} position={position} show={show} go={go} />
      <h2>Step by step</h2>
      {event === undefined ? (
        <p class="muted">This execution has no events.</p>
      ) : (
        <div class="steps">
          <div class="sequence">
            <Controls execution={execution} position={position} go={go} />
            <Timeline execution={execution} position={position} go={go} />
          </div>
          <div class="details">
            <p class="sr-only" aria-live="polite">
              {eventText(execution, position)}
            </p>
            <h3>
              <span class={`dot t${event.thread % 8}`} /> Event {event.n}: {execution.threads[event.thread]}
            </h3>
            <p class="mono">
              {[event.operation, event.location, event.value].filter((part) => part !== null).join(' ')}
            </p>
            <SourceAt at={event.at} program={program} />
            <Order execution={execution} position={position} go={go} />
            <Memory execution={execution} position={position} go={go} />
            <Threads program={program} execution={execution} position={position} />
          </div>
        </div>
      )}
    </section>
  )
}

/** The event that is looked at; arrow keys go on and back wherever the focus is, but where they mean something else. */
function usePosition(execution: PageExecution): [position: number, go: (position: number) => void] {
  const [position, setPosition] = useState(0)
  /** Keys may come faster than the page is drawn: each begins where the one before has led to. */
  const reached = useRef(0)
  const go = (to: number) => {
    reached.current = Math.max(0, Math.min(execution.events.length - 1, to))
    setPosition(reached.current)
  }
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const to = stepFor(event, execution, reached.current)
      if (to === null) return
      event.preventDefault()
      go(to)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [execution])
  return [position, go]
}
