import type { PageExecution } from '../../src/report/html/page-data.ts'

const PAGE = 10

/** Where a key leads to; null for one that is none of ours. */
export function stepFor(event: KeyboardEvent, execution: PageExecution, position: number): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowRight':
    case 'j':
      return position + 1
    case 'ArrowUp':
    case 'ArrowLeft':
    case 'k':
      return position - 1
    case 'PageDown':
      return position + PAGE
    case 'PageUp':
      return position - PAGE
    case 'Home':
      return 0
    case 'End':
      return execution.events.length - 1
    case 'n':
      return nextSwitch(execution, position)
    case 'p':
      return previousSwitch(execution, position)
    case 'd':
      return nextDeciding(execution, position)
    default:
      return null
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)

/** The next event of another thread than the one before it. */
export function nextSwitch({ events }: PageExecution, position: number): number {
  for (let i = position + 1; i < events.length; i++) if (events[i]!.thread !== events[i - 1]!.thread) return i
  return position
}

export function previousSwitch({ events }: PageExecution, position: number): number {
  for (let i = position - 1; i > 0; i--) if (events[i]!.thread !== events[i - 1]!.thread) return i
  return 0
}

/** The one of the two deciding events that comes next, or else the other one. */
export function nextDeciding({ deciding }: PageExecution, position: number): number {
  const both = [deciding?.first, deciding?.second].filter((at) => at != null).sort((a, b) => a - b)
  return both.find((at) => at > position) ?? both[0] ?? position
}
