import { flatten, type FlatCode } from './flat-code.ts'
import { type IndependentProgram, threadsOf } from './language.ts'
import { isElementKind, layOut, type MemoryLayout, readElement } from './memory.ts'
import { handleOf, IllFormed, prepare } from './operations.ts'
import { holdersOf, initialPrimitive, type Primitive } from './primitives.ts'
import { Draft, type Failure, type Pending, type State, type Thread } from './state.ts'
import { evaluate, holds, textOf } from './values.ts'

/** How an execution ends. */
export type End =
  /** All threads have ended. `failure` is a check of the final state that failed. */
  | {
      readonly kind: 'completed'
      readonly value: string
      readonly failure: Failure | null
      readonly held: readonly Held[]
    }
  | { readonly kind: 'deadlock'; readonly waiting: readonly Waiting[]; readonly held: readonly Held[] }
  | { readonly kind: 'failed'; readonly failure: Failure }

export interface Waiting {
  readonly thread: string
  readonly operation: string
  readonly heldBy: readonly string[]
}

/** A lock that a thread holds that has ended. */
export interface Held {
  readonly thread: string
  readonly lock: string
}

export interface Successor {
  readonly thread: number
  readonly yielded: boolean
  /** The next state, or the failure that ended the execution. */
  readonly to: State | Failure
}

const LOCAL_STEPS = 10_000

function heldByEnded({ primitives, threads }: State): Held[] {
  return [...primitives].flatMap(([lock, primitive]) =>
    holdersOf(primitive)
      .map((id) => threads.get(id)!)
      .filter(({ pending }) => pending === null)
      .map(({ name }) => ({ thread: name, lock })),
  )
}

/** Interprets a program, transition by transition, after the section on semantics in the design. */
export class Machine {
  readonly memory: MemoryLayout
  private readonly tasks: ReadonlyMap<string, FlatCode>
  private readonly ids = new Map<number, number>()
  private readonly program: IndependentProgram

  constructor(program: IndependentProgram) {
    this.program = program
    this.memory = layOut(program)
    this.tasks = new Map(Object.entries(program.tasks ?? {}).map(([name, code]) => [name, flatten(code)]))
  }

  get threads(): number {
    return this.ids.size
  }

  initial(): State {
    const primitives = new Map<string, Primitive>()
    for (const allocation of this.program.shared) {
      const primitive = initialPrimitive(allocation)
      if (primitive !== null) primitives.set(allocation[1], primitive)
    }
    const threads = new Map<number, Thread>()
    for (const [place, [name, code]] of threadsOf(this.program).entries()) {
      const thread = this.begin(name, place, flatten(code), [])
      if ('message' in thread) throw new IllFormed(`${name} fails before its first operation`)
      threads.set(thread.id, thread)
    }
    return { bytes: this.memory.initial, primitives, sleepers: [], threads }
  }

  /** Threads are numbered by identity, in the order in which any execution first showed them. */
  private idOf(handle: number): number {
    let id = this.ids.get(handle)
    if (id === undefined) this.ids.set(handle, (id = this.ids.size))
    return id
  }

  private begin(name: string, handle: number, code: FlatCode, locals: readonly unknown[]): Thread | Failure {
    const counters = Array<number>(code.counters).fill(0)
    return this.advance({
      id: this.idOf(handle),
      name,
      handle,
      code,
      at: 0,
      locals,
      counters,
      children: [],
      seal: 'outside',
      pending: null,
      result: undefined,
      key: '',
    })
  }

  enabled(state: State): Thread[] {
    return [...state.threads.values()].filter(({ pending }) => pending !== null && pending.isEnabled(state))
  }

  /** One successor for each enabled thread, and for each value that its choice has. */
  *successors(state: State): Generator<Successor> {
    for (const thread of this.enabled(state)) {
      for (let choice = 0; choice < thread.pending!.choices; choice++) yield this.step(state, thread, choice)
    }
  }

  step(state: State, thread: Thread, choice: number): Successor {
    const draft = new Draft(state)
    const effect = thread.pending!.perform(draft, choice)
    if ('misuse' in effect) {
      return { thread: thread.id, yielded: false, to: { kind: 'misuse', thread: thread.name, message: effect.misuse } }
    }
    if ('then' in effect) {
      const key = `${thread.key}>${effect.key}`
      draft.threads.set(thread.id, { ...thread, pending: effect.then, seal: inside(thread), key })
      return { thread: thread.id, yielded: false, to: draft }
    }
    const yielded = effect.yielded === true
    const begun = draft.spawned === null ? null : this.spawn(thread, draft.spawned.task, draft.spawned.argument)
    const result = begun === null ? effect.result : begun.handle
    const children = begun === null ? thread.children : [...thread.children, this.idOf(begun.handle)]
    const next = this.complete({ ...thread, children }, result)
    if (begun !== null && 'message' in begun.child) {
      if ('message' in next) throw new IllFormed(`${thread.name} and what it spawned fail at the same time`)
      return { thread: thread.id, yielded, to: begun.child }
    }
    if ('message' in next) return { thread: thread.id, yielded, to: next }
    draft.threads.set(thread.id, next)
    if (begun !== null) draft.threads.set((begun.child as Thread).id, begun.child as Thread)
    return { thread: thread.id, yielded, to: draft }
  }

  private spawn(parent: Thread, task: string, argument: unknown): { handle: number; child: Thread | Failure } {
    const code = this.tasks.get(task)
    if (code === undefined) throw new IllFormed(`there is no task ${task}`)
    const handle = handleOf(parent.handle, parent.children.length)
    return { handle, child: this.begin(`${task}#${handle}`, handle, code, [argument]) }
  }

  /** The thread's operation has this result. */
  private complete(thread: Thread, result: unknown): Thread | Failure {
    const instruction = thread.code.instructions[thread.at]!
    if (instruction.do !== 'operation') throw new Error('only operations are transitions')
    const locals = instruction.into === null ? thread.locals : withLocal(thread.locals, instruction.into.local, result)
    return this.advance({ ...thread, locals, at: thread.at + 1, seal: inside(thread) })
  }

  /** Runs what only the thread itself can see, up to its next transition or its end. */
  private advance(from: Thread): Thread | Failure {
    const { code } = from
    let { at, locals, seal } = from
    const counters = [...from.counters]
    const fail = (error: Error, assertion: boolean): Failure | null => {
      const handler = code.handlers[at]!
      if (handler === null) {
        return assertion
          ? { kind: 'assertion', thread: from.name, message: error.message }
          : { kind: 'exception', thread: from.name, message: `${error.name}: ${error.message}` }
      }
      locals = withLocal(locals, handler.into.local, error.message)
      at = handler.at
      return null
    }
    for (let steps = 0; steps < LOCAL_STEPS; steps++) {
      const instruction = code.instructions[at]!
      let failure: Failure | null = null
      switch (instruction.do) {
        case 'operation': {
          const here = { ...from, at, locals, counters, seal }
          const prepared = prepare(instruction.operation, here, this.memory)
          if ('pending' in prepared) return withKey(here, prepared.pending, undefined)
          if ('error' in prepared) {
            failure = fail(prepared.error, false)
            break
          }
          if (instruction.into !== null) locals = withLocal(locals, instruction.into.local, prepared.value)
          at++
          break
        }
        case 'assign':
          locals = withLocal(locals, instruction.into.local, evaluate(instruction.value, locals))
          at++
          break
        case 'jump':
          at = instruction.to
          break
        case 'seal':
          seal = 'entered'
          at++
          break
        case 'unseal':
          seal = 'outside'
          at++
          break
        case 'unless':
          at = holds(instruction.condition, locals) ? at + 1 : instruction.to
          break
        case 'begin-loop':
          counters[instruction.counter] = instruction.times
          at = instruction.times > 0 ? at + 1 : instruction.end
          break
        case 'next-round':
          at = --counters[instruction.counter]! > 0 ? instruction.begin : at + 1
          break
        case 'throw':
          failure = fail(new Error(instruction.message), false)
          break
        case 'assert':
          if (holds(instruction.condition, locals)) at++
          else failure = fail(new Error(instruction.message), true)
          break
        case 'return':
          return withKey(
            { ...from, at: -1, locals: [], counters: [] },
            null,
            structuredClone(evaluate(instruction.value, locals)),
          )
      }
      if (failure !== null) return failure
    }
    throw new IllFormed(`${from.name} runs too long without an operation`)
  }

  /** How an execution ends in a state without enabled threads. */
  end(state: State): End {
    const threads = [...state.threads.values()]
    const left = threads.filter(({ pending }) => pending !== null)
    const held = heldByEnded(state)
    if (left.length === 0) return { kind: 'completed', value: this.outcome(state), failure: this.check(state), held }
    const nameOf = (id: number): string => state.threads.get(id)!.name
    const waiting = left.map(({ name, pending }) => ({
      thread: name,
      operation: pending!.label,
      heldBy: pending!.holders(state).map(nameOf).sort(),
    }))
    return { kind: 'deadlock', waiting: waiting.sort((a, b) => (a.thread < b.thread ? -1 : 1)), held }
  }

  private outcome(state: State): string {
    const declared = threadsOf(this.program).map(([name], place): [string, unknown] => [
      name,
      state.threads.get(this.idOf(place))!.result,
    ])
    const results = Array.isArray(this.program.threads)
      ? declared.map(([, result]) => result)
      : Object.fromEntries(declared)
    switch (this.program.outcome) {
      case 'results':
        return textOf(results)
      case 'memory':
        return textOf(this.contents(state))
      default:
        return textOf([this.contents(state), results])
    }
  }

  /** All typed arrays, in the order of allocations and views. */
  private contents(state: State): unknown[][] {
    return [...this.program.shared, ...(this.program.views ?? [])]
      .filter(([kind]) => isElementKind(kind))
      .map(([, name]) => {
        const view = this.memory.views.get(name)!
        return Array.from({ length: view.length }, (_, i) => readElement(state.bytes, view, i))
      })
  }

  private check(state: State): Failure | null {
    const broken = this.program.after?.find(
      ([view, index, value]) => readElement(state.bytes, this.memory.views.get(view)!, index) === value,
    )
    return broken === undefined ? null : { kind: 'assertion', thread: null, message: broken[3] }
  }
}

const withLocal = (locals: readonly unknown[], at: number, value: unknown): unknown[] => {
  const next = [...locals]
  while (next.length < at) next.push(undefined)
  next[at] = value
  return next
}

/** Having performed something. */
const inside = ({ seal }: Thread): Thread['seal'] => (seal === 'outside' ? 'outside' : 'inside')

function withKey(thread: Thread, pending: Pending | null, result: unknown): Thread {
  const { at, counters, locals, seal } = thread
  const own = pending === null ? textOf(result) : `${at}:${counters.join()}:${textOf(locals)}:${seal}`
  return { ...thread, pending, result, key: `${thread.id}:${own}:${thread.children.join()}` }
}
