import { memoryKindNames, primitives } from './layout.ts'
import type { Block, ProgramText } from './notation.ts'
import type { Random } from './random.ts'

/** What tasks return instead of what they have seen. */
const returned = ['true', 'true', 'false', '0', '1', 'undefined', 'null', 'v', 'handle', 'handle', 'text', 'object']

/**
 * Varies what a program's statements do not say, and what searches once depended on: in which order and as what things
 * are allocated, what threads return, and sometimes one or two threads more, up to six. The statements stay as they
 * are, so that seeds mean nearly the same as without.
 */
export function vary(program: ProgramText, random: Random, block: () => Block): ProgramText {
  const layout = random.chance(0.7) ? randomLayout(program, random) : []
  const more = Math.min(random.chance(0.12) ? 1 + random.below(2) : 0, 6 - program.threads.length)
  return {
    threads: [
      ...program.threads.map((thread) => returning(thread, random, 0.1)),
      ...Array.from({ length: Math.max(more, 0) }, block),
    ],
    tasks: program.tasks.map((task) => returning(task, random, 0.6)),
    ...(layout.length === 0 ? {} : { layout }),
  }
}

function returning(block: Block, random: Random, probability: number): Block {
  return random.chance(probability) ? [...block, { op: 'return', args: [random.pick(returned)] }] : block
}

/** Threads return nothing, or what they have seen last. */
export function forgetting(program: ProgramText, random: Random): ProgramText {
  const results = random.pick([['undefined'], ['undefined', 'v'], ['v']])
  const forget = (block: Block): Block => [...block, { op: 'return', args: [random.pick(results)] }]
  return { ...program, threads: program.threads.map(forget), tasks: program.tasks.map(forget) }
}

/** Threads that do what another one does, beside it or instead of one; and an outcome that does not tell who returned what. */
export function withTwins(program: ProgramText, random: Random): ProgramText {
  const threads = [...program.threads]
  for (let i = 1 + random.below(2); i > 0; i--) {
    const like = threads[random.below(threads.length)]!
    if (threads.length < 4) threads.splice(random.below(threads.length + 1), 0, like)
    else threads[random.below(threads.length)] = like
  }
  const layout = program.layout ?? []
  return { ...program, threads, ...(random.chance(0.5) ? { layout: [...layout, 'blind'] } : {}) }
}

/** Threads that do nothing come between the others, of which the last one is the last of all. */
export function amongMany(program: ProgramText, random: Random): ProgramText {
  const threads = [...program.threads]
  for (let more = 60 + random.below(41); more > 0; more--) threads.splice(random.below(threads.length), 0, [])
  return { ...program, threads }
}

/** Primitives before memory more often than not: what is allocated first has the least address. */
function randomLayout({ threads, tasks }: ProgramText, random: Random): string[] {
  const text = JSON.stringify([threads, tasks])
  const names = Object.keys(primitives).filter((name) => text.includes(`"${name}"`))
  const single = random.chance(0.25)
  const words = single ? ['x', 'y', 'z'].filter((name) => text.includes(`"${name}`)) : ['words']
  const memory = words.map((name) => (random.chance(0.3) ? `${name}:${random.pick(memoryKindNames)}` : name))
  // An object that nobody uses comes first now and then, so that nothing else does.
  const order = [...shuffled([...names, ...memory], random), ...(random.chance(0.3) ? ['late'] : [])]
  return random.chance(0.1)
    ? [random.pick(Object.keys(primitives)), ...order].filter((name, i, all) => all.indexOf(name) === i)
    : order
}

function shuffled(list: readonly string[], random: Random): string[] {
  const rest = [...list]
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!)
}
