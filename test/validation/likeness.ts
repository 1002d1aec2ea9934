import type { Program } from '../../src/program/program.ts'

/** What separates the threads in the text of an outcome. */
export const NEXT_THREAD = '\u0001'

/**
 * Threads that run the same function are interchangeable, and a search that merges equal states may find one of several
 * executions that differ only in who is who: texts in which such threads are called by one name, and what nobody sees is
 * left out.
 */
export class Likeness {
  private readonly roots: readonly number[]
  private readonly names: ReadonlyMap<string, string>
  private readonly isBlind: boolean

  constructor({ threads, tasks, outcome }: Program) {
    this.roots = threads.map(({ body }, i) => (tasks.size > 0 ? i : threads.findIndex((other) => other.body === body)))
    this.names = new Map(threads.map(({ name }, i) => [name, threads[this.roots[i]!]!.name]))
    this.isBlind = outcome?.length === 1
  }

  /** `deadlock 0,0… 0=blocked …` or `exception in 0: …`. Where somebody sees who returned what, that is all there. */
  outcome(text: string): string {
    if (!this.isBlind && text.startsWith('end ')) return text
    const [head, ...threads] = text
      .replace(/^(exception in )(\d+)/, (_, start, handle) => start + this.root(handle))
      .split(NEXT_THREAD)
    const results = threads.map((thread) => {
      const [, handle, result] = /^(\d+)=(.*)$/su.exec(thread)!
      return `${this.root(handle!)}=${this.isBlind && result !== '"blocked"' ? '' : result!}`
    })
    return [head, ...results.sort()].join(NEXT_THREAD)
  }

  /** `0 read 8 | 1 write 8`. */
  race(text: string): string {
    const sides = text.split(' | ').map((side) => side.replace(/^\d+/, (handle) => this.root(handle)))
    return sides.sort().join(' | ')
  }

  /** A thread's name, or `NAME: what it waits for; …`. */
  waiting(text: string): string {
    const threads = text.split('; ').map((one) => one.replace(/^[^:]+/, (name) => this.names.get(name) ?? name))
    return threads.sort().join('; ')
  }

  private root(handle: string): string {
    return String(this.roots[Number(handle)] ?? handle)
  }
}
