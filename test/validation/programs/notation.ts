/**
 * The notation in which tests, shrinking and reports speak of small programs: `[w x; r y] || [lock m; unlock m]`.
 * Threads are separated by `||`, after `where` come tasks that threads can spawn: `[spawn t0; join] where t0 [w x]`.
 * Statements with a body: `if 1 {w x} else {r y}`, where the condition is whether the last value seen was 1. After `in`
 * comes how what is shared is allocated: `[acquire q] || [w x] in q words` (see `layout.ts`).
 */
export interface Statement {
  readonly op: string
  readonly args: readonly string[]
  readonly body?: readonly Statement[]
  readonly otherwise?: readonly Statement[]
}

export type Block = readonly Statement[]

export interface ProgramText {
  readonly threads: readonly Block[]
  /** t0, t1, … */
  readonly tasks: readonly Block[]
  /** The allocations in their order. */
  readonly layout?: readonly string[]
}

export function print({ threads, tasks, layout = [] }: ProgramText): string {
  const main = threads.map((block) => `[${printBlock(block)}]`).join(' || ')
  const spawned =
    tasks.length === 0 ? '' : ` where ${tasks.map((block, i) => `t${i} [${printBlock(block)}]`).join(' ')}`
  return main + spawned + (layout.length === 0 ? '' : ` in ${layout.join(' ')}`)
}

function printBlock(block: Block): string {
  return block
    .map((statement) => {
      const { op, args, body, otherwise } = statement
      const head = [op, ...args].join(' ')
      if (body === undefined) return head
      return `${head} {${printBlock(body)}}${otherwise === undefined ? '' : ` else {${printBlock(otherwise)}}`}`
    })
    .join('; ')
}

export function parse(text: string): ProgramText {
  const tokens = text.match(/\[|\]|\{|\}|;|\|\||[^\s[\]{};|]+/g) ?? []
  let at = 0
  const take = (expected?: string): string => {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`expected ${expected ?? 'more'}, got ${token ?? 'the end'} in: ${text}`)
    return token
  }
  const blockUntil = (end: string): Block => {
    const block: Statement[] = []
    while (tokens[at] !== end) {
      if (tokens[at] === ';') at++
      else block.push(statement())
    }
    take(end)
    return block
  }
  const statement = (): Statement => {
    const op = take()
    const args: string[] = []
    while (!['[', ']', '{', '}', ';', '||'].includes(tokens[at] ?? ']')) args.push(take())
    if (tokens[at] !== '{') return { op, args }
    take('{')
    const body = blockUntil('}')
    if (tokens[at] !== 'else') return { op, args, body }
    take('else')
    take('{')
    return { op, args, body, otherwise: blockUntil('}') }
  }
  const bracketed = (): Block => {
    take('[')
    return blockUntil(']')
  }
  const threads = [bracketed()]
  while (tokens[at] === '||') {
    take('||')
    threads.push(bracketed())
  }
  const tasks: Block[] = []
  if (tokens[at] === 'where') {
    take('where')
    while (at < tokens.length && tokens[at] !== 'in') {
      take(`t${tasks.length}`)
      tasks.push(bracketed())
    }
  }
  const layout = tokens[at] === 'in' ? tokens.slice(at + 1) : []
  if (tokens[at] !== 'in' && at < tokens.length) throw new Error(`unexpected ${tokens[at]!} in: ${text}`)
  return layout.length === 0 ? { threads, tasks } : { threads, tasks, layout }
}

/** How many operations a program is written with, which shrinking makes small. */
export function size({ threads, tasks }: ProgramText): number {
  return [...threads, ...tasks].reduce((sum, block) => sum + 1 + sizeOf(block), 0)
}

function sizeOf(block: Block): number {
  return block.reduce((sum, { body, otherwise }) => sum + 1 + sizeOf(body ?? []) + sizeOf(otherwise ?? []), 0)
}
