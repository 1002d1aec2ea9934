/**
 * Schedules that may show the same with less: variants of one, each to be tried. A variant leaves a switch out, so that
 * the parts of a thread on both sides of it become one; or leaves a part out, which runs in the end or never.
 */
import type { GuidedRun, Ran, Segment } from './guided-run.ts'

/** Longer executions than the one at hand cannot be better, but where preemptions are saved. */
const LONGER = 2

/** Until when, by the clock; and whether somebody wants to stop. */
export type IsOver = () => boolean

/** With as few preemptions as merging and leaving out parts can get to, and then as few events. */
export function reduced(run: GuidedRun, found: Ran, isOver: IsOver): Ran {
  const fewer = improved(run, found, merged, isOver, (ran, best) => isLess(ran, best, 'preemptions'))
  return improved(run, fewer, shortened, isOver, (ran, best) => isLess(ran, best, 'events'))
}

/** Fewer events and no more preemptions. */
export function shorter(run: GuidedRun, found: Ran, isOver: IsOver): Ran {
  return improved(run, found, shortened, isOver, (ran, best) => isLess(ran, best, 'events'))
}

function isLess(ran: Ran, best: Ran, first: 'preemptions' | 'events'): boolean {
  if (ran.bug !== best.bug) return false
  if (first === 'events') return ran.preemptions <= best.preemptions && ran.events < best.events
  return ran.preemptions < best.preemptions || (ran.preemptions === best.preemptions && ran.events < best.events)
}

/** The variants of the best one so far, until none is better. */
function improved(
  run: GuidedRun,
  found: Ran,
  variants: (segments: readonly Segment[]) => Iterable<readonly Segment[]>,
  isOver: IsOver,
  isBetter: (ran: Ran, best: Ran) => boolean,
): Ran {
  let best = found
  for (let again = true; again; ) {
    again = false
    for (const segments of variants(best.segments)) {
      if (isOver()) return best
      const ran = run.follow(segments, best.choices, LONGER * best.events)
      if (ran === null || !isBetter(ran, best)) continue
      best = ran
      again = true
      break
    }
  }
  return best
}

/** Each part of a thread joined with its next one: there, or here. Then what leaves parts out. */
function* merged(segments: readonly Segment[]): Generator<readonly Segment[]> {
  for (let i = segments.length - 1; i >= 0; i--) {
    const { thread } = segments[i]!
    const next = segments.findIndex((segment, k) => k > i && segment.thread === thread)
    const until = next < 0 ? Infinity : segments[next]!.until
    yield segments.flatMap((segment, k) => (k === next ? [] : k === i ? [{ thread, until }] : [segment]))
    yield segments.filter((_, k) => k !== i)
  }
}

/** Without a part, or with less of it. */
function* shortened(segments: readonly Segment[]): Generator<readonly Segment[]> {
  for (let i = segments.length - 1; i >= 0; i--) yield segments.filter((_, k) => k !== i)
  for (let i = segments.length - 1; i >= 0; i--) {
    const { thread, until } = segments[i]!
    const before = segments.findLast((segment, k) => k < i && segment.thread === thread)?.until ?? 0
    for (let less = Math.ceil((until - before) / 2); less >= 1; less = less === 1 ? 0 : Math.ceil(less / 2))
      yield segments.map((segment, k) => (k === i ? { thread, until: until - less } : segment))
  }
}
