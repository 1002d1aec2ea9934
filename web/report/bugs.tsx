import type { PageBug, PageProgram } from '../../src/report/html/page-data.ts'
import { Command } from './command.tsx'
import { Place } from './source.tsx'

interface Props {
  program: PageProgram
  shown: number
  show: (execution: number) => void
}

export function Bugs({ program, shown, show }: Props) {
  const { bugs, moreBugs, guarantee } = program
  return (
    <>
      {bugs.map((bug, i) => (
        <Bug key={i} bug={bug} shown={shown} show={show} program={program} />
      ))}
      {moreBugs > 0 && <p class="muted">and {moreBugs} more bugs</p>}
      {bugs.length === 0 && guarantee !== null && <p class="guarantee">{guarantee}</p>}
    </>
  )
}

function Bug({ bug, shown, show, program }: Omit<Props, 'program'> & { bug: PageBug; program: PageProgram }) {
  const [first, ...rest] = bug.message.split('\n').filter((line) => line.trim() !== '')
  return (
    <section class="finding" aria-label={`Bug: ${bug.kind}`}>
      <h2>
        {bug.kind}: {bug.waiting.length > 0 ? 'no thread can go on' : first}
      </h2>
      {bug.waiting.length === 0 && rest.length > 0 && <pre>{rest.join('\n')}</pre>}
      <p class="where">
        {bug.thread !== null && (
          <>
            in thread <b>{bug.thread}</b>,{' '}
          </>
        )}
        {bug.at !== null && (
          <>
            at <Place at={bug.at} program={program} />,{' '}
          </>
        )}
        {bug.input !== null && (
          <>
            for <code>{bug.input}</code>,{' '}
          </>
        )}
        {bug.preemptions}
      </p>
      {bug.waiting.length > 0 && (
        <ul class="waiting">
          {bug.waiting.map(({ thread, text, at, context }) => (
            <li>
              <b>{thread}</b> {text}
              {at !== null && (
                <>
                  {' '}
                  at <Place at={at} program={program} />
                </>
              )}
              {context.map((line) => (
                <div class="context">{line}</div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {bug.execution !== null && bug.execution !== shown && (
        <button type="button" onClick={() => show(bug.execution!)}>
          Show this execution
        </button>
      )}
      {bug.replay !== null && <Command text={bug.replay} label="Replay it" />}
    </section>
  )
}
