import { HeddleError, programError } from '../errors.ts'
import { freezeShared } from '../program/freeze-shared.ts'
import { Layout } from '../program/layout.ts'
import { attach } from '../program/memory.ts'
import type { Program } from '../program/program.ts'

/** What `shared` returned, once per thread slot and once for `after` and `outcome`. */
export class SharedObjects {
  readonly layout = new Layout()
  private readonly program: Program
  private readonly objects: unknown[] = []
  private main: { readonly value: unknown } | null
  /** When `shared` returns only what `mem` made, there is nothing in it that an execution could change. */
  private reusable = true

  constructor(program: Program) {
    this.program = program
    this.main = { value: this.attach() }
  }

  /** The object of one thread, for its code to start with: made when it is needed, and anew where an earlier run may have changed it. */
  forThread(slot: number): unknown {
    if (!this.reusable) return this.layout.preserving(() => this.attach())
    return (this.objects[slot] ??= this.layout.preserving(() => this.attach()))
  }

  forMain(): unknown {
    return (this.main ??= { value: this.layout.preserving(() => this.attach()) }).value
  }

  /** What `after` and `outcome` have seen may have been changed by them. */
  renewMain(): void {
    if (!this.reusable) this.main = null
  }

  /** The state before the first transition. */
  restore(): void {
    this.renewMain()
    this.layout.restore()
  }

  private attach(): unknown {
    this.layout.blank()
    const attachment = attach(this.layout)
    let value: unknown
    try {
      value = this.program.shared(attachment.mem)
    } catch (error) {
      if (error instanceof HeddleError) throw error
      throw programError(`\`shared\` of program '${this.program.name}' threw: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)
    }
    if (value instanceof Promise) throw programError(`\`shared\` of program '${this.program.name}' must not be async: it returned a promise`)
    attachment.end()
    const { onlyMade } = freezeShared(value, attachment.made)
    if (!onlyMade) this.reusable = false
    return value
  }
}
