import { useState } from 'preact/hooks'
import type { PageData, PageProgram } from '../../src/report/html/page-data.ts'
import { Bugs } from './bugs.tsx'
import { Findings } from './findings.tsx'
import { SetOfTraces } from './set.tsx'
import { Walkthrough } from './walkthrough.tsx'

const words: Readonly<Record<PageProgram['outcome'], string>> = {
  bug: 'bug found',
  verified: 'verified',
  incomplete: 'not finished',
  completed: 'completed',
  error: 'cannot be checked',
  'not run': 'not run',
}

export function App({ data }: { data: PageData }) {
  const { programs, sets, version } = data
  const [chosen, choose] = useState(
    Math.max(
      0,
      programs.findIndex(({ outcome }) => outcome === 'bug'),
    ),
  )
  const program = programs[chosen]
  return (
    <>
      {programs.length > 1 && <Programs programs={programs} chosen={chosen} choose={choose} />}
      {program !== undefined && <Program key={chosen} program={program} />}
      {sets.map((set) => (
        <SetOfTraces set={set} />
      ))}
      {program === undefined && sets.length === 0 && <p>There is no program in this report.</p>}
      <footer>Heddle {version}</footer>
    </>
  )
}

function Programs({
  programs,
  chosen,
  choose,
}: {
  programs: readonly PageProgram[]
  chosen: number
  choose: (i: number) => void
}) {
  return (
    <nav class="programs" aria-label="Programs">
      {programs.map(({ name, file, outcome }, i) => (
        <button type="button" aria-pressed={i === chosen} onClick={() => choose(i)} title={file ?? undefined}>
          <Badge outcome={outcome} /> {name}
        </button>
      ))}
    </nav>
  )
}

const Badge = ({ outcome }: { outcome: PageProgram['outcome'] }) => (
  <span class={`badge ${outcome.replace(' ', '-')}`}>{words[outcome]}</span>
)

function Program({ program }: { program: PageProgram }) {
  const [execution, show] = useState(program.bugs[0]?.execution ?? 0)
  return (
    <main>
      <header>
        <h1>
          <Badge outcome={program.outcome} /> {program.name}
        </h1>
        {program.file !== null && <p class="muted mono">{program.file}</p>}
      </header>
      <Bugs program={program} shown={execution} show={show} />
      {program.notes.map((note) => (
        <p class="note">{note}</p>
      ))}
      {program.executions[execution] !== undefined && (
        <Walkthrough key={execution} program={program} number={execution} show={show} />
      )}
      <Findings program={program} shown={execution} show={show} />
    </main>
  )
}
