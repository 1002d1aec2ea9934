import type { Block, ProgramText, Statement } from './notation.ts'

const statement = (text: string): Statement => ({ op: text.split(' ')[0]!, args: text.split(' ').slice(1) })

/** What tiny programs are made of: two variables, a lock, a yield. */
export const alphabet: readonly Statement[] = ['r x', 'w x', 'r y', 'w y', 'lock m', 'unlock m', 'yield'].map(statement)

/** All sequences of 1 to `length` statements in which a lock is given back only after it was taken. */
function blocks(length: number): Block[] {
  let last: Block[] = [[]]
  const all: Block[] = []
  for (let n = 0; n < length; n++) {
    last = last.flatMap((block) => alphabet.filter((next) => mayFollow(block, next)).map((next) => [...block, next]))
    all.push(...last)
  }
  return all
}

function mayFollow(block: Block, { op }: Statement): boolean {
  const holds = block.filter((s) => s.op === 'lock').length - block.filter((s) => s.op === 'unlock').length
  return op === 'lock' ? holds === 0 : op !== 'unlock' || holds > 0
}

/**
 * All programs of `threads` threads with up to `length` statements each, up to the order of the threads and the names
 * of the variables; but not those in which some thread shares nothing with any other.
 */
export function* tinyPrograms(threads: number, length: number): Generator<ProgramText> {
  const choices = blocks(length)
  const indices = new Array<number>(threads).fill(0)
  for (;;) {
    const program = indices.map((i) => choices[i]!)
    if (connected(program) && text(program) <= text(renamed(program))) yield { threads: program, tasks: [] }
    let at = threads - 1
    while (at >= 0 && indices[at] === choices.length - 1) at--
    if (at < 0) return
    // The threads in ascending order, so that each set of threads comes once.
    indices.fill(indices[at]! + 1, at)
  }
}

const names = (block: Block): string[] => block.flatMap(({ args }) => args)

function connected(threads: readonly Block[]): boolean {
  return threads.every((block, i) =>
    threads.some((other, j) => i !== j && names(block).some((name) => names(other).includes(name))),
  )
}

function renamed(threads: readonly Block[]): Block[] {
  return threads.map((block) =>
    block.map(({ op, args }) => ({ op, args: args.map((name) => ({ x: 'y', y: 'x' })[name] ?? name) })),
  )
}

/** A text by which programs that differ only in the order of threads are the same. */
function text(threads: readonly Block[]): string {
  return threads
    .map((block) => block.map(({ op, args }) => [op, ...args].join(' ')).join(';'))
    .sort()
    .join('|')
}
