import type { PageExecution } from '../../src/report/html/page-data.ts'

/** An event in words, as screen readers say it. */
export function eventText({ events, threads, deciding }: PageExecution, position: number): string {
  const { n, thread, operation, location, value, at, preemption } = events[position]!
  const before = events[position - 1]
  return [
    `Event ${n} of ${events.at(-1)!.n}`,
    threads[thread],
    [operation, location, value].filter((part) => part !== null).join(' '),
    at === null ? null : `at ${at}`,
    preemption && before !== undefined ? `interrupts ${threads[before.thread]}` : null,
    deciding !== null && (deciding.first === position || deciding.second === position)
      ? 'one of the two events whose order makes the difference'
      : null,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** The name of an operation where there is little room. */
export const shortName = (operation: string): string => operation.replace(/^Atomics\./, '')
