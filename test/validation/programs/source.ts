import * as loops from '../../../src/frontends/plain/runtime/rounds.ts'
import { ops } from '../../../src/program/operations/ops.ts'
import { type Program, program } from '../../../src/program/program.ts'
import { compound, type Instruction, instructionsFor } from './instructions.ts'
import { allocationsOf, memoryContent, sharedSource } from './layout.ts'
import { type Block, print, type ProgramText } from './notation.ts'

/**
 * The program as a module that `heddle check` accepts. The tested program is made of the same text, so they cannot
 * differ. `more` are further properties of the program, as source.
 */
export function moduleSource(text: ProgramText, comments: readonly string[] = [], more = ''): string {
  const spins = JSON.stringify(text).includes('"until"')
    ? ['loops: roundsBegin, roundBegins and roundsEnd of the front end, which plain loops call']
    : []
  const head = [print(text), ...spins, ...comments].map((line) => `// ${line}\n`).join('')
  return `${head}import { ops, program } from 'heddle'\n\nexport default ${expression(text, more)}\n`
}

/** `operations` stands for what the program imports as `ops`. */
export function compile(text: ProgramText, operations: typeof ops = ops, more = ''): Program {
  return new Function('ops', 'program', 'loops', `return ${expression(text, more)}`)(
    operations,
    program,
    loops,
  ) as Program
}

function expression(given: ProgramText, more: string): string {
  const text = withoutAbsent(given)
  const { threads, tasks, layout = [] } = text
  const names = mentioned(text)
  const allocations = allocationsOf(layout, names)
  const instructions = instructionsFor(allocations)
  // Threads that do the same run the same function.
  const sources = threads.map((block) => thread(block, '', instructions))
  const different = [...new Set(sources)]
  const functions = different.map((source) => `    ${source},\n`).join('')
  const numbers = sources.map((source) => `f[${different.indexOf(source)}]`)
  const all = different.length === sources.length ? `[\n${functions}  ]` : `((f) => [${numbers}])([\n${functions}  ])`
  const sees = layout.includes('blind')
    ? `(s) => ({ memory: ${memoryContent(allocations)} })`
    : `(s, results) => ({ memory: ${memoryContent(allocations)}, results })`
  const spawned =
    tasks.length === 0
      ? ''
      : `  tasks: {\n${tasks.map((block, i) => `    t${i}: ${thread(block, parametersOf(block), instructions)},\n`).join('')}  },\n`
  return (
    `program({\n  name: 'random',\n  shared: ${sharedSource(allocations, names)},\n  threads: ${all},\n${spawned}` +
    `  outcome: ${sees},\n${more}})`
  )
}

/** `joinfirst` is for tasks, and only if thread 0 is the one that spawns; shrinking may have changed that. */
function withoutAbsent(text: ProgramText): ProgramText {
  const spawning = text.threads.map((block) => JSON.stringify(block).includes('"spawn"'))
  if (spawning[0] === true && !spawning.includes(true, 1)) return text
  return { ...text, tasks: text.tasks.map((block) => block.filter(({ op }) => op !== 'joinfirst')) }
}

/** What a task is told beside what is shared: no more than it looks at. */
function parametersOf(block: Block): string {
  const text = JSON.stringify(block)
  return text.includes('"self"') ? ', given, self' : text.includes('"given"') ? ', given' : ''
}

function thread(block: Block, told: string, instructions: Readonly<Record<string, Instruction>>): string {
  return `function* (s${told}) { let v = 0; const seen = [], handles = []; ${blockSource(block, instructions)}; return seen }`
}

function blockSource(block: Block, instructions: Readonly<Record<string, Instruction>>): string {
  return block
    .map((statement) => {
      const { op, args } = statement
      const source = compound[op]?.(statement, (body) => blockSource(body, instructions)) ?? instructions[op]?.(...args)
      if (source === undefined) throw new Error(`no such statement: ${op}`)
      return source
    })
    .join('; ')
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
