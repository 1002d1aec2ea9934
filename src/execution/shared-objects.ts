import { callShared } from '../program/memory/call-shared.ts'
import { Layout } from '../program/memory/layout.ts'
import type { Program } from '../program/program.ts'
import { enterContext, type ExecutionContext } from '../program/context/execution-context.ts'

/** What `shared` returned, once per thread slot and once for `after` and `outcome`. */
export class SharedObjects {
  readonly layout = new Layout()
  private readonly program: Program
  private readonly context: ExecutionContext
  private readonly objects: unknown[] = []
  private main: { readonly value: unknown } | null
  /** When `shared` returns only what `mem` made, there is nothing in it that an execution could change. */
  private reusable = true

  constructor(program: Program, context: ExecutionContext) {
    this.program = program
    this.context = context
    this.main = { value: this.attach() }
  }

  /**
   * The object of one thread, for its code to start with: made when it is needed, and anew where an earlier run may
   * have changed it.
   */
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
    const { context } = this
    const before = enterContext(context)
    context.supplied.preparing = true
    try {
      const { value, reusable } = callShared(this.program, this.layout)
      if (!reusable) this.reusable = false
      return value
    } finally {
      context.supplied.preparing = false
      enterContext(before)
    }
  }
}
