import type { PageNote } from '../../src/report/html/page-data.ts'
import { Place, type WithSources } from './source.tsx'

/** A list of findings, each with its places. */
export function Notes({
  title,
  intro,
  notes,
  program,
}: {
  title: string
  intro?: string
  notes: readonly PageNote[]
  program: WithSources
}) {
  if (notes.length === 0) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {intro !== undefined && <p>{intro}</p>}
      <ul>
        {notes.map(({ text, places }) => (
          <li>
            {text}{' '}
            {places.map((at) => (
              <>
                <Place at={at} program={program} />{' '}
              </>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
