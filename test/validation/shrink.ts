import { type Block, type ProgramText, size, type Statement } from './programs/notation.ts'

/** Smaller programs, each with one thing left out or made simpler. */
function* smaller(program: ProgramText): Generator<ProgramText> {
  const { threads, tasks } = program
  for (let i = 0; i < threads.length; i++)
    if (threads.length > 1) yield { ...program, threads: threads.toSpliced(i, 1) }
  for (let i = 0; i < threads.length; i++)
    for (const block of smallerBlocks(threads[i]!)) {
      yield { ...program, threads: threads.with(i, block) }
      // Threads that do the same are interchangeable: they may have to stay that.
      const text = JSON.stringify(threads[i])
      yield { ...program, threads: threads.map((other) => (JSON.stringify(other) === text ? block : other)) }
    }
  for (let i = 0; i < tasks.length; i++)
    for (const block of smallerBlocks(tasks[i]!)) yield { ...program, tasks: tasks.with(i, block) }
  if (tasks.length > 0 && !JSON.stringify(threads).includes('"spawn"')) yield { ...program, tasks: [] }
  const { layout = [] } = program
  if (layout.length > 0) yield { threads, tasks }
  for (let i = 0; i < layout.length; i++) yield { ...program, layout: layout.toSpliced(i, 1) }
  for (let i = 0; i < layout.length; i++)
    if (layout[i]!.includes(':')) yield { ...program, layout: layout.with(i, layout[i]!.split(':')[0]!) }
}

function* smallerBlocks(block: Block): Generator<Block> {
  for (let i = 0; i < block.length; i++) yield block.toSpliced(i, 1)
  for (let i = 0; i < block.length; i++)
    for (let j = i + 1; j < block.length; j++) yield block.toSpliced(j, 1).toSpliced(i, 1)
  for (let i = 0; i < block.length; i++) for (const simple of simpler(block[i]!)) yield block.toSpliced(i, 1, ...simple)
}

function* simpler(statement: Statement): Generator<readonly Statement[]> {
  const { op, args, body, otherwise } = statement
  if (body !== undefined) {
    yield body
    if (otherwise !== undefined) yield otherwise
    if (otherwise !== undefined) yield [{ op, args, body }]
    for (const block of smallerBlocks(body)) yield [{ ...statement, body: block }]
    for (const block of smallerBlocks(otherwise ?? [])) yield [{ ...statement, otherwise: block }]
  }
  if (['add', 'xchg', 'cas', 'store'].includes(op)) yield [{ op: 'w', args: [args[0]!] }]
  if (op === 'load' || op === 'spin') yield [{ op: 'r', args: [args[0]!] }]
  if (op === 'w' && args.length > 1) yield [{ op, args: [args[0]!] }]
  for (let i = 0; i < args.length; i++) if (/^[yz]$/.test(args[i]!)) yield [{ op, args: args.with(i, 'x') }]
}

/**
 * A program that still fails and of which no single part can be left out. `fails` must be true of the given one.
 * Greedy: takes the first smaller one that fails and goes on from there.
 */
export function shrink(program: ProgramText, fails: (candidate: ProgramText) => boolean): ProgramText {
  let best = program
  for (let improved = true; improved; ) {
    improved = false
    for (const candidate of smaller(best)) {
      const worthwhile =
        size(candidate) < size(best) ||
        JSON.stringify(candidate).length < JSON.stringify(best).length ||
        simplerNames(candidate, best)
      if (!worthwhile || !fails(candidate)) continue
      best = candidate
      improved = true
      break
    }
  }
  return best
}

/** The same size, with fewer distinct locations. */
function simplerNames(a: ProgramText, b: ProgramText): boolean {
  const weight = (program: ProgramText): number => (JSON.stringify(program).match(/"[yz]"/g) ?? []).length
  return weight(a) < weight(b)
}
