import { ops } from '../../../src/program/ops.ts'
import { type Program, program } from '../../../src/program/program.ts'
import { compound, instructions, isLocation, objects } from './instructions.ts'
import { type Block, print, type ProgramText } from './notation.ts'

/**
 * The program as a module that `heddle check` accepts. The tested program is made of the same text, so they cannot differ. `more` are further
 * properties of the program, as source.
 */
export function moduleSource(text: ProgramText, comments: readonly string[] = [], more = ''): string {
  const head = [print(text), ...comments].map((line) => `// ${line}\n`).join('')
  return `${head}import { ops, program } from 'heddle'\n\nexport default ${expression(text, more)}\n`
}

/** `operations` stands for what the program imports as `ops`. */
export function compile(text: ProgramText, operations: typeof ops = ops, more = ''): Program {
  return new Function('ops', 'program', `return ${expression(text, more)}`)(operations, program) as Program
}

function expression(given: ProgramText, more: string): string {
  const text = withoutAbsent(given)
  const { threads, tasks } = text
  const functions = threads.map((block) => `    ${thread(block, 's')},\n`).join('')
  const spawned = tasks.length === 0 ? '' : `  tasks: {\n${tasks.map((block, i) => `    t${i}: ${thread(block, 's')},\n`).join('')}  },\n`
  return `program({\n  name: 'random',\n  shared: ${sharedSource(text)},\n  threads: [\n${functions}  ],\n${spawned}` +
    `  outcome: (s, results) => ({ words: [...s.words], results }),\n${more}})`
}

/** `joinfirst` is for tasks, and only if thread 0 is the one that spawns; shrinking may have changed that. */
function withoutAbsent({ threads, tasks }: ProgramText): ProgramText {
  const spawning = threads.map((block) => JSON.stringify(block).includes('"spawn"'))
  if (spawning[0] === true && !spawning.includes(true, 1)) return { threads, tasks }
  return { threads, tasks: tasks.map((block) => block.filter(({ op }) => op !== 'joinfirst')) }
}

function thread(block: Block, parameters: string): string {
  return `function* (${parameters}) { let v = 0; const seen = [], handles = []; ${blockSource(block)}; return seen }`
}

function blockSource(block: Block): string {
  return block.map((statement) => {
    const { op, args } = statement
    const source = compound[op]?.(statement, blockSource) ?? instructions[op]?.(...args)
    if (source === undefined) throw new Error(`no such statement: ${op}`)
    return source
  }).join('; ')
}

function sharedSource(text: ProgramText): string {
  const names = mentioned(text)
  const used = Object.keys(objects).filter((name) => names.has(name)).map((name) => `, ${name}: ${objects[name]!}`).join('')
  const bytes = [...names].some((name) => isLocation(name) && name.length > 1)
  const views = bytes ? ', bytes: new Int8Array(words.buffer), view: new DataView(words.buffer)' : ''
  // Initial values other than zero would only rename the values that the statements compare with.
  return `(mem) => { const words = mem.int32('words', 4); return { words${views}${used} } }`
}

function mentioned({ threads, tasks }: ProgramText): Set<string> {
  const names = new Set<string>()
  const visit = (block: Block): void => {
    for (const { op, args, body, otherwise } of block) {
      for (const arg of args) names.add(arg)
      if (op === 'cwait' && args.length < 2) names.add('m')
      visit(body ?? [])
      visit(otherwise ?? [])
    }
  }
  for (const block of [...threads, ...tasks]) visit(block)
  return names
}
