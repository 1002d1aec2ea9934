/** Random threads that wait in loops, each as JavaScript and as code of the machine. */
import { Random } from '../../validation/programs/random.ts'
import type { Condition, Instruction, MachineThread } from './machine.ts'

export interface RandomLoops {
  /** A CommonJS module whose export is the program. */
  readonly source: string
  readonly threads: readonly MachineThread[]
}

export const CELLS = 3
const names = ['x', 'y', 'z']

/** `busy`: rounds also write to shared memory, and yield; what counts them lets them go on for long. */
export function randomLoops(seed: number, busy = false): RandomLoops {
  const random = new Random(seed)
  const threads = [
    waiter(random, busy),
    random.chance(0.5) ? waiter(random, busy) : writer(random),
    ...(random.chance(0.4) ? [writer(random)] : []),
  ]
  const source = `const { program, yieldNow } = require('heddle')
const relax = yieldNow
const real = Atomics
const at = (view) => view[0]
const first = (shared, name) => at(shared[name])
const peek = { at(view, i) { const seen = real.load(view, i); return seen } }
// What has a property below these limits: by value minus limit.
const below1 = { '-1': {} }, below2 = { '-1': {}, '-2': {} }
module.exports = program({
  name: 'random loops', shared: (mem) => ({ ${names.map((name) => `${name}: mem.int32('${name}', 1)`).join(', ')} }),
  threads: [
${threads.map(({ body }) => `    (s) => { ${body} },\n`).join('')}  ],
  outcome: (s, results) => [[${names.map((name) => `s.${name}[0]`).join(', ')}], results],
})`
  return { source, threads: threads.map(({ code, result }) => ({ code, result })) }
}

interface Thread extends MachineThread {
  readonly body: string
}

function writer(random: Random): Thread {
  const code: Instruction[] = []
  const body: string[] = []
  for (let n = 1 + random.below(3); n > 0; n--) write(random, code, body)
  return { code, result: [], body: `${body.join('; ')}; return []` }
}

function write(random: Random, code: Instruction[], body: string[]): void {
  const cell = random.below(CELLS)
  const value = 1 + random.below(2)
  if (random.chance(0.7)) {
    code.push({ op: 'store', cell, value })
    body.push(random.chance(0.5) ? `s.${names[cell]}[0] = ${value}` : `real.store(s.${names[cell]}, 0, ${value})`)
  } else {
    code.push({ op: 'add', cell, value: 1 })
    body.push(`real.add(s.${names[cell]}, 0, 1)`)
  }
}

/**
 * How a loop can count its rounds behind its syntax: what stands before the loop, the statement that counts, and the
 * counter.
 */
interface Bump {
  readonly before: string
  readonly bump: string
  readonly counter: string
}

const byObject = (before: string, bump: string): Bump => ({
  before: `const o = { n: 0 }; ${before}`,
  bump,
  counter: 'o.n',
})
const byGetter = (before: string, bump: string): Bump => ({ before, bump, counter: 'o.n' })

const bumps: Readonly<Record<string, Bump>> = {
  'a getter': byGetter('const o = { n: 0, get tick() { return this.n++ } }', 'o.tick'),
  'an inherited getter': byGetter('class O { n = 0; get tick() { return this.n++ } } const o = new O()', 'o.tick'),
  'a getter by a key': byGetter('const o = { n: 0, get tick() { return this.n++ } }, k = "tick"', 'o[k]'),
  'a getter by a pattern': byGetter('const o = { n: 0, get tick() { return this.n++ } }', '{ const { tick } = o }'),
  'a proxy': byObject('const p = new Proxy(o, { get: () => o.n++ })', 'p.tick'),
  'a sign': byObject('const c = { valueOf: () => o.n++ }', '+c'),
  'a sum': byObject('const c = { valueOf: () => o.n++ }', '1 + c'),
  'a comparison': byObject('const c = { valueOf: () => o.n++ }', '1 == c'),
  'a text': byObject('const c = { toString: () => o.n++ }', '`${c}`'),
  'a key': byObject('const k = { toString: () => (o.n++, "x") }', 's[k]'),
  'an index': byObject('const own = new Int32Array(9), i = { valueOf: () => o.n++ && 0 }', 'real.load(own, i)'),
  'an own function': byObject('const yieldNow = () => { o.n++ }', 'yieldNow()'),
  'an own method': byObject('const Atomics = { load: () => o.n++ }', 'Atomics.load()'),
  'a closure': byObject('const bump = () => o.n++', 'bump()'),
  'a tag': byObject('const tag = () => o.n++', 'tag`a`'),
  'an iterator': byObject('const it = { next: () => ({ done: o.n++ < 0 }) }', 'it.next()'),
  'a getter in a function': byGetter('const o = { n: 0, get tick() { return this.n++ } }, f = (v) => v.tick', 'f(o)'),
  'a conversion in a function': byObject('const c = { valueOf: () => o.n++ }, f = (v) => 1 + v', 'f(c)'),
  'a method in a function': byObject('const c = { go() { o.n++ } }, f = (v) => v.go()', 'f(c)'),
  'a key in a function': byObject('const f = (v, k) => { v[k] = v[k] + 1 }', 'f(o, "n")'),
  'a function that a function is given': byObject('const g = () => { o.n++ }, f = (h) => h()', 'f(g)'),
  'a property': byObject('', 'o.n = o.n + 1'),
  'an update': byObject('', 'o.n++'),
  'an array': { before: 'const a = []', bump: 'a.push(0)', counter: 'a.length' },
  'memory of its own': {
    before: 'const own = new Int32Array(1)',
    bump: 'real.compareExchange(own, 0, own[0], own[0] + 1)',
    counter: 'own[0]',
  },
  'an element of its own': { before: 'const own = new Int32Array(1)', bump: 'own[0] = own[0] + 1', counter: 'own[0]' },
  'a variable': { before: 'let n = 0', bump: 'n = n + 1', counter: 'n' },
  'a var': { before: 'var n = 0', bump: 'var n = n + 1', counter: 'n' },
  'a parameter': { before: 'const n = 0', bump: 's = { ...s, n: (s.n ?? 0) + 1 }', counter: '(s.n ?? 0)' },
}

/** A statement of a round, in JavaScript and on the machine, where it may leave the round. */
interface Part {
  readonly js: string
  readonly code: Instruction | null
  readonly leaves?: 'loop' | 'round'
}

/** Makes the rounds of one loop. */
class Rounds {
  readonly parts: Part[] = []
  /** Variables that outlast a round; all others are its own. */
  readonly outer: string[] = []
  /** What stands before the loop. */
  before = ''
  /** What counts the rounds behind their syntax; null when nothing does. */
  counter: string | null = null
  /** A round may throw, without a word about it. */
  throws = false
  private readonly random: Random
  private readonly isDo: boolean
  private readonly busy: boolean
  /** Two: a thread can wait for no more. */
  private readonly cells: readonly number[]
  private readonly seen: string[] = []
  private swaps = false

  constructor(random: Random, isDo: boolean, busy: boolean) {
    this.random = random
    this.isDo = isDo
    this.busy = busy
    if (busy) this.parts.push({ js: 'relax()', code: null })
    const without = random.below(CELLS)
    this.cells = [0, 1, 2].filter((cell) => cell !== without)
  }

  get own(): string[] {
    return this.seen.filter((name) => !this.outer.includes(name))
  }

  /** The loop counts its rounds where it cannot be seen, and ends after some. */
  hide(): void {
    const { random } = this
    const { before, bump, counter } = bumps[random.pick(Object.keys(bumps))]!
    const most = this.busy ? 5 + random.below(40) : 1 + random.below(3)
    this.before = before
    this.counter = counter
    this.parts.push(
      { js: `if (${counter} >= ${most}) break`, code: jump(['n', '>=', most]), leaves: 'loop' },
      { js: bump, code: { op: 'bump', register: 'n' } },
    )
  }

  look(): void {
    const { random } = this
    const cell = random.pick(this.cells)
    const into = `v${this.seen.length}`
    const isOuter = this.isDo || random.chance(0.5) // the test of a do-while does not see what its body declares
    if (isOuter) this.outer.push(into)
    this.seen.push(into)
    const target = isOuter ? into : `${random.pick(['const', 'let'])} ${into}`
    const view = `s.${names[cell]}`
    if (!this.swaps && random.chance(0.2)) {
      this.swaps = true
      const expected = random.below(2)
      this.parts.push({
        js: `${target} = real.compareExchange(${view}, 0, ${expected}, ${expected + 1})`,
        code: { op: 'cas', into, cell, expected, value: expected + 1 },
      })
      return
    }
    const form = random.pick([
      `${view}[0]`,
      `${this.counter === null ? 'Atomics' : 'real'}.load(${view}, 0)`,
      `s['${names[cell]}']['0']`,
      `real.load(${view}, 0)`,
      `at(${view})`,
      `peek.at(${view}, 0)`,
      `first(s, '${names[cell]}')`,
    ])
    const code: Instruction = { op: 'look', into, cell }
    // Not in busy rounds: with these, some endless programs have more executions that are cut than anybody can wait for (seed
    // 4112: 68,620 while 4 ended), and `maxExecutions` counts those that end.
    if (!isOuter && !this.busy && random.chance(0.25)) {
      this.parts.push({ js: `let ${into}; for (let i = 0; i < 2; i++) ${into} = ${form}`, code }, { js: '', code })
      return
    }
    this.parts.push({ js: `${target} = ${form}`, code })
  }

  statement(): void {
    switch (
      this.random.pick([
        'look',
        'exit',
        'again',
        'yield',
        'keep',
        'throw',
        ...(this.busy ? ['store', 'store', 'store'] : []),
      ])
    ) {
      case 'store':
        return this.store()
      case 'look':
        return this.look()
      case 'exit':
        return this.leave('loop')
      case 'again':
        return this.leave('round')
      case 'throw':
        return this.throw()
      case 'yield':
        if (this.counter === null) this.parts.push({ js: 'yieldNow()', code: null })
        return
      default:
        return this.keep()
    }
  }

  private store(): void {
    const cell = this.random.pick(this.cells)
    const value = this.random.below(3)
    const js = this.random.pick([`s.${names[cell]}[0] = ${value}`, `real.store(s.${names[cell]}, 0, ${value})`])
    this.parts.push({ js, code: { op: 'store', cell, value } })
  }

  leave(leaves: 'loop' | 'round'): void {
    const when = this.condition()
    this.parts.push({ js: `if (${text(when)}) ${leaves === 'loop' ? 'break' : 'continue'}`, code: jump(when), leaves })
  }

  /** A property of nothing, for some values. */
  private throw(): void {
    const register = this.random.pick(this.seen)
    const limit = 1 + this.random.below(2)
    this.throws = true
    this.parts.push({
      js: `below${limit}[${register} - ${limit}].thing`,
      code: jump([register, '>=', limit]),
      leaves: 'loop',
    })
  }

  /** A variable outside the loop is given a value of this round. */
  keep(): void {
    const into = `w${this.outer.length}`
    const from = this.random.pick(this.seen)
    this.outer.push(into)
    this.parts.push({ js: `${into} = ${from}`, code: { op: 'move', into, from } })
  }

  condition(): Condition {
    return [
      this.random.pick(this.isDo ? this.outer.filter((name) => name.startsWith('v')) : this.seen),
      '===',
      this.random.below(3),
    ]
  }
}

const jump = (when: Condition | null, to = -1): Instruction => ({ op: 'jump', to, when })
const text = ([register, operator, value]: Condition): string => `${register} ${operator} ${value}`

function waiter(random: Random, busy: boolean): Thread {
  const isDo = random.chance(0.3)
  const rounds = new Rounds(random, isDo, busy)
  if (random.chance(0.4)) rounds.hide()
  rounds.look()
  for (let n = random.below(4); n > 0; n--) rounds.statement()
  if (!isDo) rounds.leave('loop')
  if (random.chance(0.3)) rounds.keep()
  const code: Instruction[] = []
  const body: string[] = []
  if (random.chance(0.3)) write(random, code, body)
  body.push(rounds.before, rounds.outer.length === 0 ? '' : `let ${rounds.outer.join(', ')}`)
  const loop = assemble(
    rounds,
    isDo ? rounds.condition() : null,
    code,
    random.pick(['for (;;)', 'while (true)', 'while (!false)']),
  )
  body.push(rounds.throws ? `try { ${loop} } catch {}` : random.chance(0.2) ? `try { ${loop} } finally { s.w }` : loop)
  if (random.chance(0.4)) write(random, code, body)
  const { outer, counter } = rounds
  const result = [...outer, ...(counter === null ? [] : ['n'])]
  const values = [...outer.map((name) => `(${name} ?? -1)`), ...(counter === null ? [] : [counter])]
  return { code, result, body: `${body.filter((part) => part !== '').join('; ')}; return [${values.join(', ')}]` }
}

/** Appends the loop to the machine's code, and returns it in JavaScript. `until` is the negated test of a do-while. */
function assemble({ parts, own }: Rounds, until: Condition | null, code: Instruction[], head: string): string {
  const start = code.length
  const length = parts.filter((part) => part.code !== null).length
  const again = start + length
  const exit = again + (until === null ? 2 : 3)
  for (const { code: instruction, leaves } of parts) {
    if (instruction !== null)
      code.push(instruction.op === 'jump' ? { ...instruction, to: leaves === 'loop' ? exit : again } : instruction)
  }
  if (until !== null) code.push(jump(until, exit))
  code.push({ op: 'unset', registers: own }, jump(null, start))
  const body = `{ ${parts.map(({ js }) => js).join('; ')} }`
  return until === null ? `${head} ${body}` : `do ${body} while (!(${text(until)}))`
}
