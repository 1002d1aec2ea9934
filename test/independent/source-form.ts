import {
  type Allocation,
  type Block,
  type Condition,
  type IndependentProgram,
  isLocal,
  isOperation,
  LOCALS,
  type Operation,
  rootsOf,
  type Statement,
  threadsOf,
  type Value,
  type View,
} from './language.ts'
import { constructorName } from './generator-form.ts'
import { isBig, isElementKind } from './memory.ts'
import { isCompound } from './values.ts'

/** A program as a file of plain code, in which every shared access is a switch point. */
export function toSource(program: IndependentProgram, name = 'independent'): string {
  const kinds = new Map([...program.shared, ...(program.views ?? [])].map(([kind, name]) => [name, kind]))
  const writer = new Writer(kinds)
  const entries = (blocks: Readonly<Record<string, Block>>, task: boolean): string =>
    Object.entries(blocks)
      .map(([key, code]) => `    ${text(key)}${writer.body(code, task)},\n`)
      .join('')
  const roots = rootsOf(program)
  const codes = new Map(threadsOf(program))
  // One function in several threads; as an element it has no name.
  const twins = [...new Set(roots.values())].filter((root) => [...roots.values()].filter((r) => r === root).length > 1)
  const bodyOf = (name: string): string | null =>
    twins.includes(roots.get(name)!) ? `twins[${twins.indexOf(roots.get(name)!)}]` : null
  const threads = Array.isArray(program.threads)
    ? `[\n${[...codes]
        .map(([name, code]) => `    ${bodyOf(name) ?? `function ${writer.body(code, false)}`},\n`)
        .join('')}  ]`
    : `{\n${[...codes]
        .map(([name, code]) => {
          const body = bodyOf(name)
          return `    ${text(name)}${body === null ? writer.body(code, false) : `: ${body}`},\n`
        })
        .join('')}  }`
  const arrays = [...program.shared, ...(program.views ?? [])]
    .filter(([kind]) => isElementKind(kind))
    .map(([, key]) => `Array.from(s[${text(key)}])`)
  return `${PREAMBLE}
const twins = [
${twins.map((root) => `    function ${writer.body(codes.get(root)!, false)},\n`).join('')}]
export default program({
  name: ${text(name)},
  shared: (mem) => {
    const s = {}
${program.shared.map((allocation) => `    ${allocationText(allocation)}\n`).join('')}${(program.views ?? [])
  .map((view) => `    ${viewText(view, kinds.get(view[2])!)}\n`)
  .join('')}    return s
  },
  threads: ${threads},
${program.tasks === undefined ? '' : `  tasks: {\n${entries(program.tasks, true)}  },\n`}${
  program.after === undefined
    ? ''
    : `  after: (s) => {\n${program.after
        .map(
          ([view, index, value, message]) =>
            `    assert(s[${text(view)}][${index}] !== ${literal(value)}, ${text(message)})\n`,
        )
        .join('')}  },\n`
}${outcomeText(program, arrays.join(', '))}})
`
}

function outcomeText({ outcome }: IndependentProgram, arrays: string): string {
  switch (outcome) {
    case 'results':
      return ''
    case 'memory':
      return `  outcome: (s) => [${arrays}],\n`
    default:
      return `  outcome: (s, results) => [[${arrays}], results],\n`
  }
}

/** The same conversions as in `values.ts`: what a program computes for itself must not depend on the form. */
const PREAMBLE = `import assert from 'node:assert/strict'
import { choose, join, program, sealed, spawn, yieldNow } from 'heddle'

function numeric(value) {
  switch (typeof value) {
    case 'number': return value
    case 'bigint': return Number(value)
    case 'boolean': return value ? 1 : 0
    case 'string': return value.length
    case 'undefined': return 0
    default: return value === null ? 0 : 7
  }
}
function integral(value) {
  if (typeof value === 'bigint') return value
  const number = Math.trunc(numeric(value))
  return Number.isFinite(number) ? BigInt(number) : 0n
}
function indexOf(value, n) {
  const number = Math.abs(Math.trunc(numeric(value)))
  return Number.isFinite(number) ? number % n : 0
}
`

const text = (value: string): string => JSON.stringify(value)

function literal(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return `${value}n`
  return Object.is(value, -0) ? '-0' : String(value)
}

function allocationText(allocation: Allocation): string {
  const [kind, name] = allocation
  const args =
    allocation[0] === 'event'
      ? `{ manual: ${allocation[2] === 'manual'}, set: ${allocation[3] === 'set'} }`
      : allocation[0] === 'channel'
        ? `{ capacity: ${allocation[2]} }`
        : Array.isArray(allocation[2])
          ? `[${allocation[2].map(literal).join(', ')}]`
          : allocation[2]
  return `s[${text(name)}] = mem.${kind}(${text(name)}${args === undefined ? '' : `, ${args}`})`
}

function viewText([kind, name, of, byteOffset, length]: View, memory: string): string {
  const buffer = `s[${text(of)}]${memory === 'buffer' ? '' : '.buffer'}`
  return `s[${text(name)}] = new ${constructorName(kind)}(${buffer}, ${byteOffset}, ${length})`
}

/** Stands for the message of what was caught. */
const CAUGHT = 'the message of the error that was caught'

class Writer {
  private readonly kinds: ReadonlyMap<string, string>
  private loops = 0

  constructor(kinds: ReadonlyMap<string, string>) {
    this.kinds = kinds
  }

  body(code: Block, task: boolean): string {
    const locals = LOCALS.slice(task ? 1 : 0)
      .map(({ local }) => `r${local}`)
      .join(', ')
    return `(s${task ? ', r0' : ''}) {\n      let ${locals}\n${this.block(code, 6)}    }`
  }

  private block(block: Block, indent: number): string {
    return block.map((statement) => `${' '.repeat(indent)}${this.statement(statement, indent)}\n`).join('')
  }

  private statement(statement: Statement, indent: number): string {
    if (isOperation(statement)) return `;${this.operation(statement)}`
    const inner = (block: Block): string => `{\n${this.block(block, indent + 2)}${' '.repeat(indent)}}`
    switch (statement[0]) {
      case 'let':
        return `r${statement[1].local} = ${this.operation(statement[2])}`
      case 'assign':
        return `r${statement[1].local} = ${statement[2] === CAUGHT ? 'error.message' : value(statement[2])}`
      case 'if':
        return `if (${condition(statement[1])}) ${inner(statement[2])} else ${inner(statement[3])}`
      case 'repeat': {
        if (statement[1] === Infinity) return `for (;;) ${inner(statement[2])}`
        const i = `i${this.loops++}`
        return `for (let ${i} = 0; ${i} < ${statement[1]}; ${i}++) ${inner(statement[2])}`
      }
      case 'break':
        return `if (${condition(statement[1])}) break`
      case 'try': {
        const caught: Statement = ['assign', statement[2], CAUGHT]
        return `try ${inner(statement[1])} catch (error) ${inner([caught, ...statement[3]])}`
      }
      case 'sealed':
        return `sealed(() => ${inner(statement[1])})`
      case 'throw':
        return `throw new Error(${text(statement[1])})`
      case 'assert':
        return `assert(${condition(statement[1])}, ${text(statement[2])})`
      case 'return':
        return `return ${value(statement[1])}`
    }
  }

  private operation(operation: Operation): string {
    const on = (name: string): string => `s[${text(name)}]`
    const element = (): string => `${on(operation[1] as string)}, ${value(operation[2] as Value)}`
    /** As an element of the view, or of this type, takes it. */
    const fitting = (operand: Value, kind = this.kinds.get(operation[1] as string)!): string =>
      `${isBig(kind) ? 'integral' : 'numeric'}(${value(operand)})`
    const last = (operand: unknown): string => (operand === undefined ? '' : `, ${literal(operand)}`)
    switch (operation[0]) {
      case 'read':
        return `${on(operation[1])}[${value(operation[2])}]`
      case 'write':
        return `${on(operation[1])}[${value(operation[2])}] = ${fitting(operation[3])}`
      case 'get':
        return `${on(operation[1])}.get${operation[2]}(${value(operation[3])}, ${operation[4] === 'little'})`
      case 'put': {
        const [, view, type, offset, endian, operand] = operation
        return `${on(view)}.set${type}(${value(offset)}, ${fitting(operand, type)}, ${endian === 'little'})`
      }
      case 'load':
        return `Atomics.load(${element()})`
      case 'cas':
        return `Atomics.compareExchange(${element()}, ${fitting(operation[3])}, ${fitting(operation[4])})`
      case 'wait':
        return `Atomics.wait(${element()}, ${fitting(operation[3])}${last(operation[4])})`
      case 'notify':
        return `Atomics.notify(${element()}${last(operation[3])})`
      case 'store':
      case 'add':
      case 'sub':
      case 'and':
      case 'or':
      case 'xor':
      case 'exchange':
        return `Atomics.${operation[0]}(${element()}, ${fitting(operation[3])})`
      case 'signal':
        return `${on(operation[1])}.set()`
      case 'meet':
        return `${on(operation[1])}.wait()`
      case 'await':
      case 'pass':
        return `${on(operation[1])}.wait(${operation[2] ?? ''})`
      case 'sleep':
        return `${on(operation[1])}.wait(${on(operation[2])}${last(operation[3])})`
      case 'tryLock':
      case 'tryAcquire':
      case 'tryReceive':
        return `${on(operation[1])}.${operation[0]}(${operation[2] ?? ''})`
      case 'send':
        return `${on(operation[1])}.send(${value(operation[2])})`
      case 'trySend':
        return `${on(operation[1])}.trySend(${value(operation[2])}${last(operation[3])})`
      case 'release':
      case 'countDown':
        return `${on(operation[1])}.${operation[0]}(${operation[2] ?? ''})`
      case 'spawn':
        return `spawn(${text(operation[1])}, ${value(operation[2])})`
      case 'join':
        return `join(${value(operation[1])})`
      case 'choose':
        return `choose(${operation[1]})`
      case 'yield':
        return 'yieldNow()'
      default:
        return `${on(operation[1])}.${operation[0]}()`
    }
  }
}

function value(expression: Value): string {
  if (isLocal(expression)) return `r${expression.local}`
  if (!isCompound(expression)) return literal(expression)
  switch (expression[0]) {
    case '+':
    case '-':
    case '*':
      return `(numeric(${value(expression[1])}) ${expression[0]} numeric(${value(expression[2])}))`
    case 'mod':
      return `indexOf(${value(expression[1])}, ${expression[2]})`
    case 'list':
      return `[${expression
        .slice(1)
        .map((item) => value(item as Value))
        .join(', ')}]`
    case 'object':
      return `{ v: ${value(expression[1])} }`
  }
}

function condition([relation, left, right]: Condition): string {
  if (relation === '<') return `numeric(${value(left)}) < numeric(${value(right)})`
  return `${value(left)} ${relation === '==' ? '===' : '!=='} ${value(right)}`
}
