import type { Random } from '../support/random.ts'
import { type Block, type Forbidden, type IndependentProgram, r7, type Statement } from './language.ts'
import { isBig } from './memory.ts'
import { RandomCode } from './random-code.ts'
import { randomShared, shuffled, type Things } from './random-shared.ts'

const THREAD_NAMES = ['alice', 'bob', 'carol', 'main', '0', '1', '7', 'thread1', 'x', 'two words', 'length', 'toString']
const TASK_NAMES = ['k', 'work', '0', 'x', 'alice', 'then']

/** How many operations all threads have together, by the number of threads: more threads, shorter ones. */
const SIZES: Readonly<Record<number, number>> = { 1: 6, 2: 14, 3: 14, 4: 13, 5: 12, 6: 12 }

/** A program in which everything differs that a rule of an engine could depend on. */
export function randomProgram(random: Random, scale = 1): IndependentProgram {
  const { shared, views, things } = randomShared(random)
  const wantsTasks = things.families.includes('tasks')
  const threads = threadCount(random, wantsTasks)
  const tasks = wantsTasks ? randomTasks(random, things) : {}
  const names = Object.keys(tasks)
  // What a thread may do before it ends; some threads do nothing at all but one operation.
  // A spawn and its join leave less to do for the rest.
  const total = Math.max(threads, Math.round(scale * (4 + random.below(SIZES[threads]! - 3)) + (wantsTasks ? 2 : 0)))
  const each = spread(random, total, threads)
  const own = each.map((operations, t) =>
    new RandomCode(random, things, operations, { tasks: names, firstMessage: 100 * t, isTask: false }).thread(),
  )
  const code = random.chance(3) ? alike(random, own) : own
  const late = total <= 6 && random.chance(20) ? 29 + random.below(6) : 0
  const begun = late > 0 ? code.with(0, [idling(late), ...code[0]!]) : code
  const after = random.chance(4) ? [forbidden(random, things)] : undefined
  return {
    shared,
    ...(views.length > 0 ? { views } : {}),
    threads: random.chance(3) ? begun : Object.fromEntries(nameAll(random, begun)),
    ...(wantsTasks || late > 0 ? { tasks: late > 0 ? { ...tasks, idle: [] } : tasks } : {}),
    ...(after !== undefined ? { after } : {}),
    ...outcomeOf(random),
  }
}

/** Some threads do what one before them does. */
const alike = (random: Random, code: readonly Block[]): Block[] =>
  code.map((block, t) => (t > 0 && random.chance(2) ? code[random.below(t)]! : block))

function outcomeOf(random: Random): Pick<IndependentProgram, 'outcome'> {
  if (random.chance(6)) return { outcome: 'results' }
  return random.chance(3) ? { outcome: 'memory' } : {}
}

/** Many threads that come and go, so that those which are spawned later have high numbers. */
const idling = (times: number): Statement => [
  'repeat',
  times,
  [
    ['let', r7, ['spawn', 'idle']],
    ['join', r7],
  ],
]

function threadCount(random: Random, wantsTasks: boolean): number {
  if (wantsTasks) return random.pick([1, 2, 2, 2, 3])
  return random.pick([1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6])
}

/** Everybody gets one, and the others fall where they fall. */
function spread(random: Random, total: number, threads: number): number[] {
  const each = Array<number>(threads).fill(1)
  for (let i = threads; i < total; i++) each[random.below(threads)]!++
  return each
}

/** A task can spawn the ones after it, so that there is an end. */
function randomTasks(random: Random, things: Things): Record<string, Block> {
  const names = shuffled(random, TASK_NAMES).slice(0, 1 + random.below(3))
  const tasks: Record<string, Block> = {}
  for (const [i, name] of names.entries()) {
    const operations = random.chance(4) ? 0 : 1 + random.below(3)
    const nested = random.chance(2) ? names.slice(i + 1).filter((later) => !/^\d/.test(later)) : []
    const role = { tasks: nested, firstMessage: 1000 + 100 * i, isTask: true }
    tasks[name] = new RandomCode(random, things, operations, role).thread()
  }
  return tasks
}

const nameAll = (random: Random, code: readonly Block[]): [string, Block][] => {
  const names = shuffled(random, THREAD_NAMES)
  return code.map((block, i) => [names[i]!, block])
}

function forbidden(random: Random, { arrays, values }: Things): Forbidden {
  const { name, kind, length } = random.pick(arrays)
  const value = random.pick(values)
  return [name, random.below(length), isBig(kind) ? BigInt(Number.isInteger(value) ? value : 0) : value, 'final state']
}
