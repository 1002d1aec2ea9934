import type { ThreadSets } from '../../../src/base/thread-sets.ts'
import { SearchStack } from '../../../src/search/search-stack.ts'
import { EventLog } from '../../../src/trace/event-log.ts'
import { KeyTable } from '../../../src/base/key-table.ts'
import { type Setting, setting } from '../compare.ts'
import { type Mutant, whilePatched } from './mutant.ts'

interface Grows {
  grow(): void
}

/** A table of which one column stays as short as it was, so that what is written beyond its end is lost. */
function keepsColumn<T extends object>(prototype: T, column: keyof T & string): ReturnType<typeof whilePatched> {
  return whilePatched(
    prototype as unknown as Grows,
    'grow',
    (grow) =>
      function (this: Grows) {
        const table = this as unknown as Record<string, unknown>
        const { [column]: before } = table
        grow.call(this)
        table[column] = before
      },
  )
}

/** A search stack whose sleep sets do not grow with it. */
const keepsSleepSets = whilePatched(
  SearchStack.prototype as unknown as Grows,
  'grow',
  (grow) =>
    function (this: Grows) {
      const { sleep } = this as unknown as { sleep: ThreadSets }
      const before = sleep.words
      grow.call(this)
      sleep.words = before
    },
)

/** A table that is empty after it has grown. */
const forgetsAll = whilePatched(
  KeyTable.prototype,
  'grow',
  (grow) =>
    function (this: KeyTable, moved: Parameters<typeof grow>[0]) {
      grow.call(this, moved)
      this.clear()
    },
)

const growing = (plain: Setting): Setting => ({ ...plain, capacities: { room: 1 } })
const optimal = growing(setting('optimal'))
const sleeping = growing(setting('dpor', {}, { sleep: true }))
const cached = growing(setting('dpor', { preemption: 2 }, { cache: true }))

export const growthMutants: readonly Mutant[] = [
  {
    name: 'the event log forgets spawns when it grows',
    budget: 60,
    source: 'event-log.ts',
    subject: keepsColumn(EventLog.prototype, 'spawned'),
    example: '[w x; spawn t0] where t0 [r x]',
    setting: optimal,
    profile: 'threads',
    settings: [optimal, sleeping],
  },
  {
    name: 'the search stack grows without sleep sets',
    budget: 60,
    source: 'search-stack.ts',
    subject: keepsSleepSets,
    example: '[w x; r y] || [w y; r x] || [r x; r y]',
    setting: optimal,
    profile: 'memory',
    settings: [optimal, sleeping],
  },
  {
    name: 'tables of hashes forget when they grow',
    budget: 60,
    source: 'key-table.ts',
    subject: forgetsAll,
    example: '[r x; w x] || [r x; w x] || [r x]',
    setting: cached,
    profile: 'memory',
    settings: [cached],
  },
]
