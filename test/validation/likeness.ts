import type { ControlledThread } from '../../src/execution/controlled-thread.ts'
import type { Program } from '../../src/program/program.ts'

/** What separates the threads in the text of an outcome. */
export const NEXT_THREAD = '\u0001'

/** A thread in texts: its handle, or the name of one that was spawned, which says what it runs: `t0#4160`. */
export const threadText = ({ handle, name }: ControlledThread): string => (name.includes('#') ? name : String(handle))

/**
 * Threads that run the same function, or task, are interchangeable, and a search that merges equal states may find one of several
 * executions that differ only in who is who: texts in which such threads are called by one name, and what nobody sees is
 * left out.
 */
export class Likeness {
  private readonly roots: readonly number[]
  private readonly names: ReadonlyMap<string, string>
  private readonly isBlind: boolean
  /** Tasks that are not told which of their threads they are. */
  private readonly tasks: ReadonlySet<string>

  constructor({ threads, tasks, outcome }: Program) {
    this.roots = threads.map(({ body }) => threads.findIndex((other) => other.body === body))
    this.tasks = new Set([...tasks].filter(([, { body }]) => body.length < 3).map(([name]) => name))
    this.names = new Map(threads.map(({ name }, i) => [name, threads[this.roots[i]!]!.name]))
    this.isBlind = outcome?.length === 1
  }

  /** `deadlock 0,0… 0=blocked …` or `exception in 0: …`. Who returned what, checks find out (`arrangements.ts`). */
  outcome(text: string): string {
    const [head, ...threads] = text
      .replace(/^(exception in )([^:]+)/, (_, start, thread) => start + this.root(thread))
      .split(NEXT_THREAD)
    const results = threads.map((thread) => {
      const [, who, result] = /^([^=]+)=(.*)$/su.exec(thread)!
      const isSpawned = who!.includes('#')
      const name = this.root(who!)
      // What a spawned thread returned is seen by those only who join it.
      return `${name}=${result === '"blocked"' || !(isSpawned || this.isBlind) ? result! : ''}`
    })
    return [head, ...results.sort()].join(NEXT_THREAD)
  }

  /** `0 read 8 | 1 write 8`. */
  race(text: string): string {
    const sides = text.split(' | ').map((side) => side.replace(/^\S+/, (thread) => this.root(thread)))
    return sides.sort().join(' | ')
  }

  /** A thread's name, or `NAME: what it waits for; …`. */
  waiting(text: string): string {
    const threads = text
      .split('; ')
      .map((one) => one.replace(/^[^:]+/, (name) => this.names.get(name) ?? this.root(name)))
    return threads.sort().join('; ')
  }

  private root(thread: string): string {
    const [task, handle] = thread.split('#')
    if (handle === undefined) return String(this.roots[Number(thread)] ?? thread)
    return this.tasks.has(task!) ? task! : thread
  }
}
