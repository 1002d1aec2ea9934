import type { Slot } from '../base/thread-numbers.ts'
import { callShared } from '../program/memory/call-shared.ts'
import { Layout } from '../program/memory/layout.ts'
import { programError } from '../base/errors.ts'
import { type ModuleState, sharedRefusal } from '../program/module-state.ts'
import type { Program, ThreadEntry } from '../program/program.ts'
import { type ExecutionContext, outsideThreads } from '../program/context/execution-context.ts'
import type { MetConditions } from '../symbolic/met-conditions.ts'
import { MAIN } from '../program/context/supplied-values.ts'

/** What a thread starts with: its code, as its own modules make it, and what `shared` has returned there. */
export interface ThreadStart {
  readonly entry: ThreadEntry
  readonly shared: unknown
}

/** What `shared` returned, once per thread slot and once for `after` and `outcome`. */
export class SharedObjects {
  readonly layout = new Layout()
  private readonly program: Program
  private readonly context: ExecutionContext
  private readonly objects: unknown[] = []
  private readonly moduleState: Pick<ModuleState, 'noteMade' | 'refuseChangesBy'>
  private main: { readonly value: unknown } | null = null
  /** When `shared` returns only what `mem` made, there is nothing in it that an execution could change. */
  private reusable = true

  private readonly conditions: MetConditions | null

  /** `moduleState` hears of each object that threads find again in every execution. */
  constructor(
    program: Program,
    context: ExecutionContext,
    moduleState: Pick<ModuleState, 'noteMade' | 'refuseChangesBy'>,
    conditions: MetConditions | null = null,
  ) {
    this.conditions = conditions
    this.program = program
    this.moduleState = moduleState
    this.context = context
    this.main = { value: this.attach() }
  }

  /**
   * What one thread starts its code with: made when it is needed, and anew where an earlier run may have changed it.
   * Modules of the thread's own are made anew each time, since nothing tells whether they have changed.
   */
  forThread(slot: Slot, entry: ThreadEntry): ThreadStart {
    if (this.program.instantiate === undefined)
      return { entry, shared: this.reusable ? (this.objects[slot] ??= this.keptObject()) : this.newObject() }
    return this.layout.preserving(() => {
      const program = this.instance()
      return { entry: entryIn(program, this.program, entry), shared: this.attach(this.handle, program) }
    })
  }

  private keptObject(): unknown {
    const shared = this.newObject()
    if (this.reusable) this.moduleState.noteMade(shared)
    return shared
  }

  private newObject(): unknown {
    return this.moduleState.refuseChangesBy(() => this.layout.preserving(() => this.attach(this.handle)))
  }

  /** Of the thread that is started. */
  private get handle(): number {
    return this.context.operation?.handle ?? MAIN
  }

  private instance(): Program {
    const { supplied } = this.context
    supplied.evaluating = true
    try {
      return this.program.instantiate!()
    } finally {
      supplied.evaluating = false
    }
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

  /** In reality each call is the first one of its module. */
  private compare(main: unknown, own: unknown): void {
    if (!isAlike(main, own)) throw sharedRefusal('returns something else when it is called again', null)
  }

  /** `handle`: for which thread; none for `after` and `outcome`. */
  private attach(handle = MAIN, program = this.program): unknown {
    const { conditions, context } = this
    const { sharedAlike } = context.supplied
    const mark = conditions?.mark
    try {
      const {
        value: { value, reusable },
        asked,
      } = outsideThreads(context, sharedAlike ? MAIN : handle, () => callShared(program, this.layout))
      if (!reusable) this.reusable = false
      if (program.instantiate === undefined && this.main !== null && this.reusable && asked === 0)
        this.compare(this.main.value, value)
      return value
    } finally {
      if (mark !== undefined) conditions!.forAll(mark)
    }
  }
}

/** Whether both have the same numbers, texts, … at the same places; what `mem` made is the same anyway. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null)
    return Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')
  if (!isPlain(a) || !isPlain(b)) return isPlain(a) === isPlain(b)
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isAlike(a[key as keyof typeof a], b[key as keyof typeof b]))
  )
}

const isPlain = (object: object): boolean =>
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(object) as object | null)

/** The thread or task of a program that another instance of it has at the same place. */
function entryIn(program: Program, other: Program, entry: ThreadEntry): ThreadEntry {
  const found = program.threads[other.threads.indexOf(entry)] ?? program.tasks.get(entry.name)
  if (found?.name === entry.name) return found
  throw programError(
    `program '${other.name}' has another thread in place of '${entry.name}' when its modules are evaluated again`,
  )
}
