/**
 * An execution told in a few sentences: which thread ran for how long, what it did, and what others had changed in the
 * meantime that it had looked at before. That is what most concurrency bugs come down to.
 */
import type { EventRow } from '../../results/check-result.ts'
import type { StoryPart } from './page-data.ts'

/** Of an execution with more stretches, the last ones are told: they lead to how it ends. */
const MOST_PARTS = 12
/** What a thread looked at long before matters less. */
const REMEMBERED = 6
const MOST_LISTED = 4

interface Stretch {
  readonly thread: string
  readonly from: number
  readonly to: number
}

export function storyOf(
  events: readonly EventRow[],
  initial: Readonly<Record<string, string>> | null,
  threads: readonly string[],
): StoryPart[] {
  const stretches = stretchesOf(events)
  const told = Math.max(0, stretches.length - MOST_PARTS)
  const memory = new Memory(initial ?? {})
  const parts: StoryPart[] = []
  for (const [i, { thread, from, to }] of stretches.entries()) {
    const stale =
      initial === null
        ? []
        : memory.staleFor(
            thread,
            events.slice(from).filter((one) => one.thread === thread),
          )
    const changes = memory.run(events, from, to)
    if (i < told) continue
    parts.push({
      thread: threads.indexOf(thread),
      from,
      to,
      text: to - from < MOST_LISTED || initial === null ? listed(events.slice(from, to + 1)) : changesText(changes),
      stale,
      interrupted: events[to + 1]?.preemption === true,
    })
  }
  return parts
}

function stretchesOf(events: readonly EventRow[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const [i, { thread }] of events.entries()) {
    const last = stretches.at(-1)
    if (last?.thread === thread) stretches[stretches.length - 1] = { ...last, to: i }
    else stretches.push({ thread, from: i, to: i })
  }
  return stretches
}

function listed(events: readonly EventRow[]): string {
  const shown = events.length <= MOST_LISTED ? events : [...events.slice(0, 2), ...events.slice(-1)]
  const texts = shown.map(({ operation, location, value }) =>
    [operation, location, value === null ? null : isChange(value) ? value : `: ${value}`]
      .filter((part) => part !== null)
      .join(' ')
      .replace(' : ', ': '),
  )
  if (events.length > shown.length) texts.splice(2, 0, `… ${events.length - shown.length} more …`)
  return texts.join('; ')
}

const isChange = (value: string): boolean => value.startsWith('=') || value.includes('→')

function changesText(changes: ReadonlyMap<string, readonly string[]>): string {
  const texts = [...changes].map(([location, values]) => `${location}: ${sequence(values)}`)
  if (texts.length === 0) return 'only reads'
  const more = texts.length - MOST_LISTED
  return `changes ${texts.slice(0, MOST_LISTED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

const sequence = (values: readonly string[]): string =>
  (values.length <= 5 ? values : [...values.slice(0, 2), '…', ...values.slice(-2)]).join(' → ')

/** A compare-and-exchange that finds what it expects takes that for a sign that nothing has happened. */
const fooled = (next: EventRow | undefined): string =>
  next !== undefined && /compareExchange$/.test(next.operation) && isChange(next.value ?? '')
    ? `; compareExchange in event ${next.index} does not notice`
    : ''

interface Seen {
  readonly value: string
  readonly n: number
  /** What others have made of it since. */
  readonly since: string[]
}

/** What is in memory, and what each thread has seen of it last. */
class Memory {
  private readonly held: Map<string, string>
  private readonly seen = new Map<string, Map<string, Seen>>()

  constructor(initial: Readonly<Record<string, string>>) {
    this.held = new Map(Object.entries(initial))
  }

  /** What changes in a stretch, by location: the value before, and those after. */
  run(events: readonly EventRow[], from: number, to: number): Map<string, string[]> {
    const changes = new Map<string, string[]>()
    for (let i = from; i <= to; i++) {
      const { thread, location, index, changed = {} } = events[i]!
      for (const [where, value] of Object.entries(changed)) {
        const before = changes.get(where) ?? [this.held.get(where) ?? '?']
        changes.set(where, [...before, value])
        this.held.set(where, value)
        for (const [other, seen] of this.seen) if (other !== thread) seen.get(where)?.since.push(value)
      }
      for (const where of location?.split(', ') ?? []) this.look(thread, where, index)
    }
    return changes
  }

  private look(thread: string, location: string, n: number): void {
    const value = this.held.get(location)
    if (value === undefined) return
    let seen = this.seen.get(thread)
    if (seen === undefined) this.seen.set(thread, (seen = new Map()))
    seen.delete(location) // the last one comes last
    seen.set(location, { value, n, since: [] })
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!)
  }

  /** A thread goes on: what it has seen and others have changed, and what it makes of that in the events that follow. */
  staleFor(thread: string, following: readonly EventRow[]): string[] {
    const texts = [...(this.seen.get(thread) ?? [])].flatMap(([location, { value, n, since }]) => {
      if (since.length === 0) return []
      const now = since.at(-1)!
      const next = following.find((one) => one.location?.split(', ').includes(location))
      return [
        now === value
          ? `${location} is ${now} again, as in event ${n}, but was changed meanwhile: ${sequence([value, ...since])}${fooled(next)}`
          : `${location} was ${value} in event ${n}, and is ${now} by now${next === undefined ? `; ${thread} does not look again` : ''}`,
      ]
    })
    return texts.slice(-MOST_LISTED)
  }
}
