/** Verifiers and gates that are known to be wrong, by which the validation itself is tested: it must notice. */
import { Admission } from '../../../src/irs/enforcement/admission/admission.ts'
import { GateWord } from '../../../src/irs/enforcement/gate/gate-state.ts'
import { FinishedSubtrees } from '../../../src/irs/verifier/finished-subtrees.ts'
import { Verifier } from '../../../src/irs/verifier/verifier.ts'
import type { ThreadSets } from '../../../src/base/thread-sets.ts'
import { VerifyingExplorer } from '../../../src/irs/verifier/verifying-explorer.ts'
import { Simulation } from '../simulation.ts'
import type { Parts } from './check-subject.ts'
import { randomSubject, type SearchPlan, type Subject } from './subject.ts'

export interface AdmissionMutant {
  readonly name: string
  /** Where to look for it in random programs. */
  readonly profile: string
  /** Within how many of them it must be noticed. */
  readonly budget: number
  readonly parts: Parts
  /** How sets come to be in which it can show. */
  readonly plan: Partial<SearchPlan>
}

/** Where to look for a mutant. */
export function mutantSubject({ profile, plan }: AdmissionMutant, seed: number): Subject {
  const subject = randomSubject(seed, profile)
  return { ...subject, wrong: { ...subject.wrong, every: 2 + (seed % 3) }, plan: { ...subject.plan, ...plan } }
}

type ExplorerType = new (...parts: ConstructorParameters<typeof VerifyingExplorer>) => VerifyingExplorer

function withExplorer(explorer: ExplorerType): Parts {
  return {
    verifier: class extends Verifier {
      protected override makeExplorer(...parts: ConstructorParameters<typeof VerifyingExplorer>): VerifyingExplorer {
        return new explorer(...parts)
      }
    },
  }
}

function withSubtrees(subtrees: typeof FinishedSubtrees): Parts {
  return withExplorer(
    class extends VerifyingExplorer {
      protected override makeSubtrees(): FinishedSubtrees {
        return new subtrees(this.stack)
      }
    },
  )
}

function withAdmission(admission: typeof Admission): Parts {
  return {
    simulation: class extends Simulation {
      protected override makeAdmission(): Admission {
        return new admission(this.index, this.state)
      }
    },
  }
}

/**
 * Tells of a finished prefix when its last event has been put back, but not the one that the search has replaced
 * further up (errata 32).
 */
class TellsLate extends VerifyingExplorer {
  private last: { at: number; thread: number; choice: number } | null = null

  constructor(...parts: ConstructorParameters<typeof VerifyingExplorer>) {
    super(...parts)
    const { log } = this
    let tell = this.onFinished
    Object.defineProperty(this, 'onFinished', {
      get: () => (depth: number) => {
        this.told = depth
      },
      set: (action: (depth: number) => void) => {
        tell = action
      },
    })
    this.tellNow = (depth) => {
      const { last } = this
      if (last === null || depth !== last.at + 1) return tell(depth)
      const { [last.at]: thread } = log.thread
      const { [last.at]: choice } = log.choice
      log.thread[last.at] = last.thread
      log.choice[last.at] = last.choice
      tell(depth)
      log.thread[last.at] = thread!
      log.choice[last.at] = choice!
    }
  }
  private told = -1
  private readonly tellNow: (depth: number) => void

  override explore(): void {
    this.told = -1
    super.explore()
    if (this.told >= 0) this.tellNow(this.told)
  }

  protected override branch(at: number, thread: number, choice: number): void {
    this.last = { at, thread: this.log.thread[at]!, choice: this.log.choice[at]! }
    super.branch(at, thread, choice)
  }
}

/** What sleeps was explored somewhere, so it is taken for correct (errata 27). */
class IgnoresSleepers extends FinishedSubtrees {
  override leave(depth: number, thread: number, _sleeps: boolean, isLastValue: boolean): boolean {
    return super.leave(depth, thread, false, isLastValue)
  }
}

/** A sleeping transition counts as finished as soon as its sub-tree is left. */
class SleepersRest extends FinishedSubtrees {
  override leave(depth: number, thread: number, sleeps: boolean, isLastValue: boolean): boolean {
    const finished = super.leave(depth, thread, sleeps, isLastValue)
    ;(this as unknown as { done: ThreadSets }).done.add(depth, thread)
    return finished
  }
}

/** What is wrong somewhere below is forgotten one level up. */
class ForgetsFlaws extends FinishedSubtrees {
  override leave(depth: number, thread: number, sleeps: boolean, isLastValue: boolean): boolean {
    const flaws = (this as unknown as { flawed: boolean[] }).flawed
    const before = flaws[depth]!
    const finished = super.leave(depth, thread, sleeps, isLastValue)
    if (flaws[depth + 1] === true && depth > 1) flaws[depth] = before
    return finished
  }
}

/** A search that is resumed knows nothing of what was wrong before. */
class ForgetsOnResume extends FinishedSubtrees {
  override restore(rows: readonly (readonly number[])[]): void {
    super.restore(rows.map(([, ...rest]) => [0, ...rest]))
  }
}

/** What a bound has excluded is not missed. */
class IgnoresBounds extends FinishedSubtrees {
  override leave(depth: number, thread: number, sleeps: boolean, isLastValue: boolean): boolean {
    const { stack } = this as unknown as { stack: { exceeded: Uint8Array } }
    const before = stack.exceeded[depth + 1]!
    stack.exceeded[depth + 1] = 0
    const finished = super.leave(depth, thread, sleeps, isLastValue)
    stack.exceeded[depth + 1] = before
    return finished
  }
}

/** An execution that was found before is taken for correct, whatever it came to. */
class KnownIsCorrect extends Verifier {
  protected override makeExplorer(...parts: ConstructorParameters<typeof VerifyingExplorer>): VerifyingExplorer {
    const explorer = new VerifyingExplorer(...parts)
    const { flaw } = explorer.subtrees
    let known = false
    Object.defineProperty(explorer, 'onAbandoned', {
      get: () =>
        this.told === null
          ? null
          : (depth: number, why: string) => {
              known = why === 'known'
              this.told!(depth, why)
              known = false
            },
      set: (action: (depth: number, why: string) => void) => {
        this.told = action
      },
    })
    explorer.subtrees.flaw = (depth) => {
      if (!known) flaw.call(explorer.subtrees, depth)
    }
    return explorer
  }
  private told: ((depth: number, why: string) => void) | null = null
}

/** An event is admissible if some trace has it, whatever else has happened (errata 27). */
class EdgeByEdge extends Admission {
  override witnessFor(_slot: number, event: number): number {
    const trace = this.index.seek(event, 0)
    return trace < this.index.traces ? trace : -1
  }
}

/** Only the thread that moved last is asked, not all others. */
class LooksAtLast extends Admission {
  private recent: number[] = []
  override witnessFor(slot: number, event: number): number {
    const state = (this as unknown as { state: { words: Int32Array; last(slot: number): number } }).state
    const others = this.recent.filter((other) => other !== slot && state.words[state.last(other)]! > 0)
    for (let trace = 0; trace < this.index.traces; trace++) {
      if (
        [event, ...others.map((other) => state.words[state.last(other)]! - 1)].every((one) =>
          this.index.contains(one, trace),
        )
      )
        return trace
    }
    return -1
  }
  override commit(slot: number, event: number, witness: number): boolean {
    this.recent = [slot, ...this.recent.filter((other) => other !== slot)].slice(0, 1)
    return super.commit(slot, event, witness)
  }
}

/** Gates open when one event of a finished prefix has happened. */
class OpensEarly extends Admission {
  override commit(slot: number, event: number, witness: number): boolean {
    super.commit(slot, event, witness)
    return this.index.entersFinished(event, () => true)
  }
}

/** The witness is kept although the event is in another trace. */
class KeepsWitness extends Admission {
  override commit(slot: number, event: number, _witness: number): boolean {
    const state = (this as unknown as { state: { words: Int32Array } }).state
    return super.commit(slot, event, state.words[GateWord.witness]!)
  }
}

const MAX_DEPTH = 80
const all = { cuts: [], traces: 400 }
const optimal: Partial<SearchPlan> = {
  ...all,
  search: { reduction: 'optimal', maxDepth: MAX_DEPTH },
}
const bounded: Partial<SearchPlan> = {
  ...all,
  search: { reduction: 'dpor', bounds: { preemption: 2 }, maxDepth: MAX_DEPTH },
}
const partial: Partial<SearchPlan> = { ...optimal, traces: 12 }
const resumed: Partial<SearchPlan> = { ...optimal, cuts: [1, 2, 3, 4, 6, 8, 11, 15] }

export const admissionMutants: readonly AdmissionMutant[] = [
  {
    name: 'finished prefixes told after the search has moved on',
    profile: 'choices',
    budget: 60,
    plan: optimal,
    parts: withExplorer(TellsLate),
  },
  {
    name: 'sleeping transitions taken for correct',
    profile: 'memory',
    budget: 60,
    plan: optimal,
    parts: withSubtrees(IgnoresSleepers),
  },
  {
    name: 'sleeping transitions finished when they are left',
    profile: 'memory',
    budget: 60,
    plan: optimal,
    parts: withSubtrees(SleepersRest),
  },
  {
    name: 'flaws forgotten one level up',
    profile: 'memory',
    budget: 60,
    plan: optimal,
    parts: withSubtrees(ForgetsFlaws),
  },
  {
    name: 'flaws forgotten when the search is resumed',
    profile: 'memory',
    budget: 60,
    plan: resumed,
    parts: withSubtrees(ForgetsOnResume),
  },
  {
    name: 'what a bound excluded is not missed',
    profile: 'memory',
    budget: 60,
    plan: bounded,
    parts: withSubtrees(IgnoresBounds),
  },
  {
    name: 'what was found before is correct',
    profile: 'memory',
    budget: 60,
    plan: bounded,
    parts: { verifier: KnownIsCorrect },
  },
  {
    name: 'events admitted one by one',
    profile: 'memory',
    budget: 60,
    plan: partial,
    parts: withAdmission(EdgeByEdge),
  },
  {
    name: 'only the last other thread counts',
    profile: 'memory',
    budget: 60,
    plan: partial,
    parts: withAdmission(LooksAtLast),
  },
  {
    name: 'gates open at the first event of a finished prefix',
    profile: 'memory',
    budget: 60,
    plan: optimal,
    parts: withAdmission(OpensEarly),
  },
  {
    name: 'the witness is never changed',
    profile: 'memory',
    budget: 60,
    plan: partial,
    parts: withAdmission(KeepsWitness),
  },
]
