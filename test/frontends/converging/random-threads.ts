/**
 * Random threads of plain code with statements that see and forget, and loops of all kinds: variables that rounds keep and values that they forget, counters,
 * nested loops, loops that wait, early exits, and what a loop can keep where its syntax does not show it. And with
 * functions that are called in several places: arrows and methods that end early, throw, clean up, call each other and
 * what they are given, and return what they have seen, part of it, or nothing.
 */
import { Random } from '../../validation/programs/random.ts'

const cells = ['x', 'x', 'x', 'y', 'z']
const variables = ['a', 'b', 'c']

/** How often what a loop keeps changes behind its syntax: what is declared, what changes it, and what shows it. */
const hidden: readonly { readonly declares: string; readonly change: string; readonly shows: string }[] = [
  { declares: 'const o = { n: 0 }', change: 'o.n = o.n + 1', shows: 'o.n' },
  { declares: 'const o = { n: 0 }; const bump = () => { o.n++ }', change: 'bump()', shows: 'o.n' },
  { declares: 'let n = 0; const bump = () => { n++ }', change: 'bump()', shows: 'n' },
  { declares: 'const o = { n: 0, get tick() { return this.n++ } }', change: 'o.tick', shows: 'o.n' },
  { declares: 'const o = { n: 0 }; const p = { valueOf: () => o.n++ }', change: 'a = a + p * 0', shows: 'o.n' },
  { declares: 'const list = []', change: 'list.push(a)', shows: 'list.length' },
  { declares: 'const own = new Int32Array(1)', change: 'own[0] = own[0] + 1', shows: 'own[0]' },
  {
    declares: 'const bytes = new DataView(new ArrayBuffer(1))',
    change: 'bytes.setInt8(0, bytes.getInt8(0) + 1)',
    shows: 'bytes.getInt8(0)',
  },
  { declares: '', change: 'a = Math.random() < 0.5 ? 0 : 1', shows: '(Math.random() < 0.5)' },
  {
    declares: 'const f = function* () { for (let k = 0; ; k++) yield k }; const it = f()',
    change: 'it.next()',
    shows: 'it.next().value',
  },
  { declares: 'let last = null', change: 'last = { a }', shows: '(last === null ? -1 : last.a)' },
]

export function randomThreads(seed: number): string {
  const random = new Random(seed)
  const count = random.chance(0.25) ? 3 : 2
  const body = (): string => `(s) => { ${new Thread(random, count).body()} }`
  const threads = Array.from({ length: count }, body)
  if (random.chance(0.2)) threads[1] = threads[0]!
  return `const { program } = require('heddle')
module.exports = program({
  name: 'random threads',
  shared: (mem) => ({ x: mem.int32('x', 1), y: mem.int32('y', 1), z: mem.int32('z', 1), m: mem.mutex('m') }),
  threads: [
${threads.map((thread) => `    ${thread},\n`).join('')}  ],
  ${random.chance(0.8) ? 'outcome: (s, results) => [s.x[0], s.y[0], s.z[0], results]' : 'outcome: (s) => [s.x[0], s.y[0]]'},
})`
}

class Thread {
  private readonly random: Random
  /** How many more accesses it may have, loops counted as often as they go round. */
  private left: number
  private loops = 0
  private readonly secret: (typeof hidden)[number] | null
  private inFunction = false

  constructor(random: Random, threads: number) {
    this.random = random
    this.left = threads === 2 ? 13 : 8
    this.secret = random.chance(0.35) ? random.pick(hidden) : null
  }

  body(): string {
    const { random } = this
    const declared = [`let a = 0, b = 0, c = 0`, this.secret?.declares ?? '']
    const straight = random.chance(0.5) ? this.straight(1) : ''
    const called = random.chance(0.55) ? (random.chance(0.4) ? this.helper() : this.functions()) : ''
    const uses = called === '' ? '' : this.calls()
    const waits = random.chance(0.15) ? this.wait() : ''
    const statements = `${this.access(1)}; ${random.chance(0.7) ? this.loop(1) : this.statement(1)}; ${waits}; ${this.block(random.below(3), 1)}`
    const end = random.pick(['return [a, b, c]', 'return a', 'return c', 'return b + c', ''])
    const shown = this.secret === null ? '' : `Atomics.store(s.${random.pick(cells)}, 0, Number(${this.secret.shows}))`
    return [...declared, straight, called, uses, statements, shown, end].filter((part) => part !== '').join('; ')
  }

  /**
   * Statements one after the other that see values, some of which are used later: by what stands behind, by a function
   * that stands before, in a block inside, where something is caught, or nowhere.
   */
  private straight(times: number): string {
    const { random } = this
    this.left -= 5 * times
    const at = (): string => `s.${random.pick(cells)}`
    const [one, other] = [`Atomics.load(${at()}, 0)`, `${at()}[0]`]
    const uses = (name: string): string =>
      random.pick([`c = ${name}`, `if (${name} === 1) ${at()}[0] = 2`, `${at()}[0] = ${name}`, `${name} = 0`, ''])
    const middle = random.pick([
      `${at()}[0]`,
      'w = u & 1',
      `if (u === ${random.below(2)}) { w = ${other}; ${at()}[0] } else { ${at()}[0] = w }`,
      `try { ${at()}[0]; u = ${other}; ${at()}[0]; if (w === 0) throw 1; w = 2 } catch { b = u }`,
      `switch (u) { case 0: w = ${other}; break; default: ${at()}[0]; w = 1 }`,
      `out: { u = ${other}; ${at()}[0]; if (u === 1) break out; w = u; ${at()}[0] }`,
      `{ const u = ${other}; ${at()}[0]; w = u & 1 }`,
      this.secret === null || this.inFunction ? 'w = w + 1 & 1' : this.secret.change,
      `for (let k = 0; k < 2; k++) { ${at()}[0] = w; w = ${other} & 1; Atomics.load(s.x, 0) }`,
      `w = (u === 1 ? ${other} : 0)`,
      `w = [u].length + u`,
    ])
    const first = random.pick([`let u = ${one}`, `let u = ${one} & 1`, `var u = ${one}`, `let u; u = ${one}`])
    const before = random.pick(['', '', 'function shows() { return u + w }', 'const shows = () => u'])
    const shown = before === '' ? '' : random.pick([`; c = shows()`, `; if (shows() === 1) ${at()}[0] = 1`])
    const declared = random.pick(['let w = 0', `let w = ${other} & 1`, 'var w = 0'])
    const body = `${before}; ${first}; ${declared}; ${middle}; ${this.access(0)}; ${uses('u')}; ${at()}[0]; ${uses('w')}${shown}; ${at()}[0]`
    return random.pick([`{ ${body} }`, `{ ${body} }`, `{ const straight = () => { ${body}; return c }; straight() }`])
  }

  /** A loop in a function of its own, whose caller goes on in its own way. */
  private helper(): string {
    this.inFunction = true
    this.left = Math.floor(this.left / 2)
    const source = `const helper = (a, b) => { let c = 0; ${this.loop(1)}; return ${this.random.pick(['a', 'c', 'a + b'])} }`
    this.inFunction = false
    return source
  }

  /** Functions whose calls may leave nothing but what they return; or may leave more, without a word. */
  private functions(): string {
    const { random } = this
    this.inFunction = true
    this.left = Math.floor(this.left / 2)
    const inner = `const inner = (a, f) => { let b = 0, c = 0; ${this.insides(1)} }`
    const callee = random.pick([
      'inner(a, null)',
      'inner(0, null)',
      'inner(s.x[0], null)',
      'tools.inner(b, null)',
      's.y[0]',
    ])
    const given = random.chance(0.3) ? `; if (f !== null) ${random.pick(['f()', 'b = f()', 'f.call(tools)'])}` : ''
    const body = `${random.chance(0.5) ? `${this.access(2)}; ` : ''}${random.pick(['c = ', 'b = ', ''])}${callee}${given}; ${this.insides(2)}`
    this.inFunction = false
    const tools = `const tools = { inner, n: 0, outer(a, f) { let b = 0, c = 0; ${body} } }`
    return `${inner}; ${tools}; const helper = ${random.pick(['(a, b) => tools.outer(a + b, null)', '(a, b) => tools.outer(b, null)', '(a, b) => inner(a, null)', `(a, b) => tools.outer(a, ${this.callback()})`])}`
  }

  private callback(): string {
    return this.random.pick(['() => { tools.n++ }', '() => s.x[0]', '() => tools.n++', '() => { s.y[0] = 1 }'])
  }

  private insides(times: number): string {
    const { random } = this
    const result = random.pick(['return a', 'return b', 'return c & 1', '', '', 'return [b]', 'return s.z[0] & 1'])
    const body = `${this.access(times)}; ${random.chance(0.5) ? this.simple(times) : this.local()}`
    const early = random.chance(0.3)
      ? `; if (${this.condition()}) ${random.pick(['return', 'return b', 'throw 7'])}`
      : ''
    const inside = `${body}${early}`
    return random.pick([
      `${inside}; ${result}`,
      `${inside}; ${result}`,
      `try { ${inside}; ${result} } finally { if (${this.condition()}) ${this.access(times)} }`,
      `try { ${inside} } catch { b = 1 }; ${result}`,
      `for (let i = 0; i < 1; i++) { ${inside} }; ${result}`,
    ])
  }

  /** Until another thread has written, or has not. A thread can wait for two places, no more. */
  private wait(): string {
    const { random } = this
    this.left -= 4
    const [cell, other] = random.pick(['xy', 'yx', 'zx', 'xz'])
    const look = random.pick([
      `s.${cell}[0]`,
      `Atomics.load(s.${cell}, 0)`,
      `Atomics.compareExchange(s.${cell}, 0, 1, 2)`,
    ])
    return random.pick([
      `while (${look} === 0);`,
      `{ let t; do { t = ${look} } while (t < 1); c = ${random.pick(['t', '1'])} }`,
      `for (;;) { const t = ${look}; if (t !== 0) { b = t; break } if (s.${other}[0] > 1) break }`,
      `{ const ready = () => ${look} !== 0; while (!ready()); }`,
      `{ const ready = (s) => ${look} !== 0; while (!ready(s)); }`,
      `{ const ready = () => ${look} > 1; for (;;) { if (ready()) break; if (s.${other}[0] > 0) { c = 1; break } } }`,
      `for (let i = 0; i < 2; i++) { while (${look} === 0) { if (s.${other}[0] > i) break } }`,
    ])
  }

  private calls(): string {
    const { random } = this
    return random.pick([
      'a = helper(0, 0); b = helper(0, 0)',
      'helper(0, 0); c = helper(0, 0) + 1',
      'for (let k = 0; k < 2; k++) a = helper(a, k)',
      'b = helper(0, 0)',
      'helper(0, 1); helper(0, 0)',
      'try { a = helper(0, 0) } catch { c = 2 }; helper(0, 0)',
      's.y[0] + helper(1, 0)',
      'a = s.x[0] + helper(0, 0)',
    ])
  }

  private block(length: number, times: number): string {
    const parts: string[] = []
    for (let i = 0; i < length; i++) parts.push(this.statement(times))
    return parts.join('; ')
  }

  private statement(times: number): string {
    const { random } = this
    if (this.left < times) return this.local()
    return random.weighted<string>({
      access: 6,
      loop: this.loops < 2 ? 4 : 0,
      local: 2,
      branch: 2,
      hidden: 2,
      lock: 1,
    }) === 'loop'
      ? this.loop(times)
      : this.left >= 8 * times && random.chance(0.1)
        ? this.straight(times)
        : this.simple(times)
  }

  private simple(times: number): string {
    const { random } = this
    switch (random.weighted<string>({ access: 6, local: 2, branch: 2, hidden: 2, lock: 1 })) {
      case 'access':
        return this.access(times)
      case 'branch':
        return `if (${this.condition()}) { ${this.statement(times)} }${random.chance(0.4) ? ` else { ${this.statement(times)} }` : ''}`
      case 'hidden':
        return this.secret === null || this.inFunction ? this.local() : this.secret.change
      case 'lock':
        this.left -= 2 * times
        return `s.m.lock(); ${this.access(times)}; s.m.unlock()`
      default:
        return this.local()
    }
  }

  private access(times: number): string {
    const { random } = this
    const at = `s.${random.pick(cells)}`
    const variable = random.pick(variables)
    this.left -= times
    return random.pick([
      `${variable} = ${at}[0]`,
      `${variable} = Atomics.load(${at}, 0)`,
      `${at}[0]`,
      `Atomics.load(${at}, 0)`,
      `${at}[0] = ${random.below(3)}`,
      `Atomics.store(${at}, 0, ${variable})`,
      `${at}[0] = (${variable} + 1) & 3`,
      `Atomics.add(${at}, 0, 1)`,
      `${variable} = Atomics.compareExchange(${at}, 0, ${random.below(2)}, ${random.below(3)})`,
      `{ const t = ${at}[0]; ${variable} = t & 1 }`,
    ])
  }

  /** What it saw decides what it does, and is forgotten: only that tells how the round went, or nothing does. */
  private forgetting(times: number): string {
    const { random } = this
    this.left -= 2 * times
    const secret = this.secret === null || this.inFunction ? null : this.secret.change
    const [one, other] = random.pick([
      [secret ?? 's.y[0] = 1', ''],
      ['s.y[0] = 1', 's.z[0] = 1'],
      ['s.y[0]', 's.z[0]'],
    ])
    return `{ a = ${random.pick(['Atomics.load(s.x, 0)', 'Atomics.load(s.x, 0)', 's.x[0]'])}; if (a === ${random.below(2)}) { ${one} } else { ${other} }; a = 0 }`
  }

  private local(): string {
    const { random } = this
    const [one, other] = [random.pick(variables), random.pick(variables)]
    return random.pick([
      `${one} = ${other}`,
      `${one} = 0`,
      `${one} = (${one} + 1) & 1`,
      `${one} = ${other} === 0 ? 1 : 0`,
    ])
  }

  private condition(): string {
    return `${this.random.pick(variables)} === ${this.random.below(2)}`
  }

  private loop(times: number): string {
    const { random } = this
    this.loops++
    const rounds = 2 + (times === 1 && random.chance(0.3) ? 1 : 0)
    const i = `i${this.loops}`
    const parts: string[] = []
    for (let n = 1 + random.below(2); n > 0; n--) parts.push(`{ ${this.statement(times * rounds)} }`)
    if (random.chance(0.4) && this.left >= times * rounds) parts.push(this.forgetting(times * rounds))
    if (random.chance(0.4))
      parts.push(
        `if (${this.condition()}) ${random.pick(['break', 'break', 'continue', this.inFunction ? 'return 7' : 'return [b, c]'])}`,
      )
    if (random.chance(0.3)) parts.push(random.pick([`c = ${i}`, `b = ${i} & 1`, `{ ${this.local()} }`]))
    if (random.chance(0.2)) parts.push(`{ ${this.statement(times * rounds)} }`)
    const body = parts.join('; ')
    this.loops--
    return random.pick([
      `for (let ${i} = 0; ${i} < ${rounds}; ${i}++) { ${body} }`,
      `for (let ${i} = 0; ${i} < ${rounds}; ${i}++) { ${body} }`,
      `{ let ${i} = 0; for (; ${i} < ${rounds}; ${i}++) { ${body} } }`,
      `{ let ${i} = 0; while (${i} < ${rounds}) { ${i}++; ${body} } }`,
      `{ let ${i} = 0; do { ${i}++; ${body} } while (${i} < ${rounds}) }`,
      `for (var ${i} = 0, e${i} = 0; ; ${i}++) { if (${i} === ${rounds}) break; ${body} }`,
      `for (let ${i} = 0, e${i} = s.x[0] & 1; ${i} < ${rounds} - e${i}; ${i}++) { ${body} }`,
      `for (const ${i} of [0, 1]) { ${body} }`,
      `{ let ${i} = 0; try { while (${i} < ${rounds}) { ${i}++; ${body} } } finally { a = ${i} } }`,
    ])
  }
}
