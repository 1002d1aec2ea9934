import { Bpor } from '../../../src/search/strategies/bpor.ts'
import { setting } from '../compare.ts'
import { type Mutant, withReduction } from './mutant.ts'

/** Looks only at the last access of what the operation touches, by whomever (errata 6). */
class OnlyLastAccess extends Bpor {
  protected override backtrackAll(u: number): void {
    const { log, depth } = this.search
    const op = this.search.next(u)
    for (let i = depth - 1; i >= 0; i--) {
      const touches =
        log.accesses[i]!.cell < op.accesses.cell + op.accesses.bytes &&
        op.accesses.cell < log.accesses[i]!.cell + log.accesses[i]!.bytes
      if (!touches) continue
      if (log.thread[i] !== u && this.isDependent(i, u)) this.backtrack(i, u)
      return
    }
  }
}

/** Looks only at enabled threads (errata 6). */
class OnlyEnabled extends Bpor {
  protected override backtrack(i: number, u: number): void {
    if (this.execution.isEnabled(u)) super.backtrack(i, u)
  }
}

/** Ignores what is still pending when an execution ends. */
class IgnoresPendingAtTheEnd extends Bpor {
  override end(): void {
    /* that is the mutation */
  }
}

/**
 * Def. 6.5 without the test whether the thread's event happens after i, though i may stand for a release (errata 20,
 * 21).
 */
class LiteralAlternatives extends Bpor {
  protected override leadsTo(v: number, i: number): boolean {
    const seen = this.happensBefore.clock[v]!
    return seen > 0 && this.happensBefore.eventsOf[v]![seen - 1]! > i
  }
}

/** Adds nothing where an initial of what must run there is already in the backtrack set (errata 22). */
class SourceSetSkip extends Bpor {
  protected override addBacktrackPoint(i: number, u: number): void {
    const initials = this.initials(i, u)
    const inSet = (v: number): boolean => this.backtrackSets.has(i, v)
    if (!initials.some(inSet)) super.addBacktrackPoint(i, initials.includes(u) ? u : (initials[0] ?? u))
  }

  /** The threads that can go first in notdep(i, S).next(u). */
  private initials(i: number, u: number): number[] {
    const { happensBefore, search } = this
    const later: number[] = []
    for (let e = i + 1; e < search.depth; e++) if (!happensBefore.before(i, e)) later.push(e)
    const first = later
      .filter((e) => !later.some((d) => d < e && happensBefore.before(d, e)))
      .map((e) => search.log.thread[e]!)
    happensBefore.examinePast(search.next(u))
    const free = !later.some(
      (e) =>
        search.log.thread[e] === u ||
        happensBefore.clock[search.log.thread[e]!]! >= happensBefore.seen(e, search.log.thread[e]!),
    )
    return (free ? [...first, u] : first).filter((v) => search.stack.isEnabled(i, v))
  }
}

const preemption = [0, 1, 2].map((limit) => setting('dpor', { preemption: limit }))

export const reductionMutants: readonly Mutant[] = [
  {
    name: 'only the last access is tracked',
    budget: 60,
    source: 'errata 6',
    subject: withReduction(OnlyLastAccess),
    example: '[r x] || [r x; w x]',
    setting: setting('dpor'),
    profile: 'memory',
    settings: [setting('dpor')],
  },
  {
    name: 'only enabled threads are considered',
    budget: 30,
    source: 'errata 6',
    subject: withReduction(OnlyEnabled),
    example: '[lock m; w x; unlock m] || [lock m; r x; unlock m]',
    setting: setting('dpor'),
    profile: 'locks',
    settings: [setting('dpor')],
  },
  {
    name: 'pending operations at the end are ignored',
    budget: 60,
    source: 'errata 23',
    subject: withReduction(IgnoresPendingAtTheEnd),
    example: '[lock m] || [lock m]',
    setting: setting('dpor'),
    profile: 'locks',
    settings: [setting('dpor')],
  },
  {
    name: 'release with a preemption bound',
    budget: 1000,
    source: 'errata 21',
    subject: {},
    example: '[lock m; w z; unlock m; w x] || [r z; w x; lock m; w x]',
    setting: setting('dpor', { preemption: 1 }, { release: true }),
    profile: 'locks',
    settings: [0, 1, 2].flatMap((limit) =>
      [{ release: true }, { release: true, trans: true, alt: true, bound: true, sleep: true }].map((on) =>
        setting('dpor', { preemption: limit }, on),
      ),
    ),
  },
  {
    name: 'release and alternatives combined literally',
    budget: 500,
    source: 'errata 20, 21',
    subject: withReduction(LiteralAlternatives),
    example: '[w x; lock m] || [r x; lock m; unlock m]',
    setting: setting('dpor', {}, { release: true, alt: true, trans: true }),
    profile: 'locks',
    settings: [
      setting('dpor', {}, { release: true, alt: true, trans: true }),
      setting('dpor', {}, { release: true, alt: true }),
    ],
  },
  {
    name: 'source-set skip under a preemption bound',
    budget: 1500,
    source: 'errata 22',
    subject: withReduction(SourceSetSkip),
    example: '[w z; r y] || [w x; r y] || [w y]',
    setting: setting('dpor', { preemption: 0 }),
    profile: 'memory',
    settings: preemption,
  },
]
