/**
 * A small machine that loops of the random programs run on as well: all states of all threads, told apart by their
 * whole contents. It shares nothing with the engine, and knows nothing of spin-waits.
 */
export type Condition = readonly [register: string, operator: '===' | '>=', value: number]

export type Instruction =
  | { readonly op: 'look'; readonly into: string; readonly cell: number }
  | {
      readonly op: 'cas'
      readonly into: string
      readonly cell: number
      readonly expected: number
      readonly value: number
    }
  | { readonly op: 'store'; readonly cell: number; readonly value: number }
  | { readonly op: 'add'; readonly cell: number; readonly value: number }
  | { readonly op: 'move'; readonly into: string; readonly from: string }
  | { readonly op: 'bump'; readonly register: string }
  | { readonly op: 'unset'; readonly registers: readonly string[] }
  | { readonly op: 'jump'; readonly to: number; readonly when: Condition | null }

export interface MachineThread {
  readonly code: readonly Instruction[]
  /** The registers that are its result; one without a value is -1. */
  readonly result: readonly string[]
}

interface ThreadState {
  readonly at: number
  readonly registers: Readonly<Record<string, number>>
}
interface State {
  readonly memory: readonly number[]
  readonly threads: readonly ThreadState[]
}

export interface Reached {
  /** As JSON: memory and the threads' results. */
  readonly outcomes: ReadonlySet<string>
  /** Whether a state is reachable from which not all threads can end. */
  readonly endless: boolean
  /** Whether there is an execution that goes round in circles for ever, with every thread that has not ended. */
  readonly livelock: boolean
}

export class TooLarge extends Error {}

const isShared = ({ op }: Instruction): boolean => op === 'look' || op === 'cas' || op === 'store' || op === 'add'

export function reach(programs: readonly MachineThread[], cells: number, limit: number): Reached {
  const outcomes = new Set<string>()
  const start: State = {
    memory: Array.from({ length: cells }, () => 0),
    threads: programs.map(({ code }) => runLocal(code, { at: 0, registers: {} })),
  }
  const keys = new Map<string, number>([[JSON.stringify(start), 0]])
  const states = [start]
  const before: number[][] = [[]]
  const after: { readonly thread: number; readonly to: number }[][] = [[]]
  const ends: number[] = []
  for (let s = 0; s < states.length; s++) {
    if (states.length > limit) throw new TooLarge()
    const state = states[s]!
    const live = programs.flatMap(({ code }, t) => (state.threads[t]!.at < code.length ? [t] : []))
    if (live.length === 0) {
      ends.push(s)
      outcomes.add(
        JSON.stringify([
          state.memory,
          programs.map(({ result }, t) => result.map((name) => state.threads[t]!.registers[name] ?? -1)),
        ]),
      )
    }
    for (const t of live) {
      const next = step(state, t, programs[t]!.code)
      const key = JSON.stringify(next)
      let number = keys.get(key)
      if (number === undefined) {
        keys.set(key, (number = states.length))
        states.push(next)
        before.push([])
        after.push([])
      }
      before[number]!.push(s)
      after[s]!.push({ thread: t, to: number })
    }
  }
  return { outcomes, endless: countLeadingTo(ends, before) < states.length, livelock: hasFairCircle(before, after) }
}

/**
 * Who has not ended is the same in all states of a circle, and each of them can always go on: each has a step from
 * every state.
 */
function hasFairCircle(
  before: readonly (readonly number[])[],
  after: readonly (readonly { thread: number; to: number }[])[],
): boolean {
  const component = componentsOf(
    before,
    after.map((steps) => steps.map(({ to }) => to)),
  )
  const inside = new Map<number, Set<number>>()
  after.forEach((steps, s) => {
    for (const { thread, to } of steps) {
      if (component[to] !== component[s]) continue
      inside.set(component[s]!, (inside.get(component[s]!) ?? new Set()).add(thread))
    }
  })
  return after.some((steps, s) => steps.length > 0 && inside.get(component[s]!)?.size === steps.length)
}

/** Strongly connected components: by state, the number of its component [Kosaraju]. */
function componentsOf(before: readonly (readonly number[])[], after: readonly (readonly number[])[]): number[] {
  const order: number[] = []
  const seen = new Set<number>()
  for (let root = 0; root < after.length; root++) {
    const path: { s: number; next: number }[] = seen.has(root) ? [] : [{ s: root, next: 0 }]
    seen.add(root)
    for (let top; (top = path.at(-1)) !== undefined; ) {
      const to = after[top.s]![top.next++]
      if (to === undefined) order.push(path.pop()!.s)
      else if (!seen.has(to)) {
        seen.add(to)
        path.push({ s: to, next: 0 })
      }
    }
  }
  const component: number[] = []
  for (const root of order.reverse()) {
    if (component[root] !== undefined) continue
    component[root] = root
    const todo = [root]
    for (let s; (s = todo.pop()) !== undefined; ) {
      for (const earlier of before[s]!)
        if (component[earlier] === undefined) {
          component[earlier] = root
          todo.push(earlier)
        }
    }
  }
  return component
}

/** How many states lead to one of these. */
function countLeadingTo(ends: readonly number[], before: readonly (readonly number[])[]): number {
  const seen = new Set(ends)
  const todo = [...ends]
  for (let s; (s = todo.pop()) !== undefined; ) {
    for (const earlier of before[s]!)
      if (!seen.has(earlier)) {
        seen.add(earlier)
        todo.push(earlier)
      }
  }
  return seen.size
}

/** One access to memory, and what the thread does by itself after it. */
function step(state: State, t: number, code: readonly Instruction[]): State {
  const { at, registers } = state.threads[t]!
  const instruction = code[at]!
  const memory = [...state.memory]
  const next: Record<string, number> = { ...registers }
  switch (instruction.op) {
    case 'look':
      next[instruction.into] = memory[instruction.cell]!
      break
    case 'cas':
      next[instruction.into] = memory[instruction.cell]!
      if (memory[instruction.cell] === instruction.expected) memory[instruction.cell] = instruction.value
      break
    case 'store':
      memory[instruction.cell] = instruction.value
      break
    case 'add':
      memory[instruction.cell]! += instruction.value
      break
    default:
      throw new Error(`${instruction.op} is not an access`)
  }
  const threads = [...state.threads]
  threads[t] = runLocal(code, { at: at + 1, registers: next })
  return { memory, threads }
}

function runLocal(code: readonly Instruction[], { at, registers }: ThreadState): ThreadState {
  const now: Record<string, number> = { ...registers }
  for (; at < code.length && !isShared(code[at]!); at++) {
    const instruction = code[at]!
    switch (instruction.op) {
      case 'move':
        now[instruction.into] = now[instruction.from] ?? -1
        break
      case 'bump':
        now[instruction.register] = (now[instruction.register] ?? 0) + 1
        break
      case 'unset':
        for (const name of instruction.registers) delete now[name]
        break
      case 'jump':
        if (instruction.when === null || holds(instruction.when, now)) at = instruction.to - 1
        break
      default:
        throw new Error(`${instruction.op} is an access`)
    }
  }
  // In one order, so that equal states are equal as text.
  return { at, registers: Object.fromEntries(Object.entries(now).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

const holds = ([register, operator, value]: Condition, registers: Readonly<Record<string, number>>): boolean =>
  operator === '===' ? registers[register] === value : (registers[register] ?? 0) >= value
