/** Random programs with inputs: what they compute from them, they decide by, write, index with and return. */
import { Random } from '../../frontends/oracle/random.ts'
import { COMPARISONS, ValueWriter } from './random-values.ts'

const MEMORY = ['int8', 'uint8', 'uint8clamped', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64']
const UPDATES = ['add', 'sub', 'and', 'or', 'xor', 'exchange', 'store']

/**
 * What programs do besides: with values in local variables, and in memory, objects, arrays and results; the same in
 * interchangeable threads; and the same with choices, and with waits that may or may not time out.
 */
export const kinds = ['plain', 'more', 'memory', 'twins', 'choices'] as const
export type Kind = (typeof kinds)[number]

/** The source of a CommonJS file that exports the program. */
export function randomProgram(seed: number, kind: Kind = 'plain'): string {
  return new Writer(new Random(seed), kind).program()
}

/** A function that takes results, under a name that is found nowhere else where it does not look at them. */
const seeing = (body: string, inputs: string, arrow: string): string =>
  `(s, ${/\br\./.test(body) ? 'r' : 'unseen'}, ${inputs}) ${arrow} ${body}`

class Writer extends ValueWriter {
  private readonly kind: Kind
  private fresh = 0

  constructor(random: Random, kind: Kind) {
    super(random)
    this.kind = kind
  }

  program(): string {
    return this.usesMemory ? this.memoryProgram() : this.plainProgram()
  }

  private get usesMemory(): boolean {
    return this.kind === 'memory' || this.kind === 'twins' || this.kind === 'choices'
  }

  /** Fewer inputs, since more is done with them, and more memory, which is looked at in more ways. */
  private memoryProgram(): string {
    const { random } = this
    const low = random.pick([-2, 0, 0, 1, 126, 254, 32766, 2147483646])
    const type = random.pick(MEMORY)
    const begin = random.pick(['[0, 1]', '[n, 1]', 'xs', '[0, n + 1]'])
    const areTwins = this.kind === 'twins'
    const waits = this.kind === 'choices' ? ", lock: mem.mutex('lock'), free: mem.semaphore('free', 1)" : ''
    return `const { program, int, bool, oneOf, array, spawn, join, choose } = require('heddle')
const assert = require('node:assert')
function twice(x, y) { return x + y }
const pick = (x, y = 3) => x > y ? x : y - x
const other = { method(x, y) { return x ^ y } }
${areTwins ? `function twin(${this.thread()}` : ''}
module.exports = program({
  name: 'random',
  inputs: { n: int(${low}, ${low + random.pick([1, 2, 3])}), m: int(0, 2), flag: bool(), xs: array(int(0, 1), 2) },
  shared: (mem, { n, xs }) => {
    const a = mem.int32('a', ${random.pick(['[0, 0]', '[n, 0]', 'xs'])})
    return { a, b: mem.${type}('b', ${begin}), bytes: ${random.chance(20) ? 'new Uint8Array(a.buffer)' : 'a'}${waits} }
  },
  ${areTwins ? `threads: { one: twin, two: twin${random.chance(30) ? ', three(s) { s.a[1]++ }' : ''} },` : `threads: { one(${this.thread()}, two(${this.thread()} },`}
  ${areTwins ? '' : `tasks: { task(s, self, arg, { n, m }) { if (n > arg) s.b[0] = m; return ${random.pick(['n + arg', 's.a[0]', 'm * 2', '[n]'])} } },`}
  outcome${random.chance(70) ? `: ${seeing(this.memoryOutcome(), '{ n, flag }', '=>')}` : `${seeing(`{ return ${this.memoryOutcome()} }`, '{ n, flag }', '')}`},
  after: ${seeing(`{ ${this.memoryAfter()} }`, 'inputs', '=>')},
})
`
  }

  private memoryOutcome(): string {
    this.names = ['n', 'flag']
    return this.random.pick([
      '[s.a[0], s.a[1], s.b[0], s.b[1]]',
      '({ a: s.a[0], b: Atomics.load(s.a, 1), c: s.b[0] })',
      '[s.a[0], r.one, r.two]',
      '[...s.a, ...s.b]',
      `[s.b[0], ${this.condition(2)} ? s.a[1] : 2]`,
      's.a[0] + s.b[1]',
    ])
  }

  private memoryAfter(): string {
    this.names = ['inputs.n', 'inputs.m', 's.a[0]', 's.b[1]']
    return this.random.pick([
      '',
      `assert(${this.condition(2)} || s.a[0] !== 1)`,
      'assert(!(r.one > r.two))',
      'assert.notDeepEqual(s.a[0], s.b[0])',
      'assert.equal(inputs.n, s.b[0])',
      'for (let i = 0; i < s.b.length; i++) assert(s.b[i] < 200)',
    ])
  }

  /** Where values go that were computed from inputs: and where they come from again. */
  private memoryStatement(): string {
    const { random } = this
    const name = `v${this.fresh++}`
    const named = (text: string): string => {
      this.names.push(name)
      return `let ${name} = ${text};`
    }
    const kind = random.below(16)
    switch (kind === 12 && this.kind === 'twins' ? 0 : kind) {
      case 0:
      case 1:
        return `${this.cell()} = ${this.value(2)};`
      case 2:
        return `${this.cell()} ${random.pick(['+=', '-=', '*=', '|=', '^=', '%=', '<<=', '&&='])} ${this.value(1)};`
      case 3:
        return named(`${this.cell()}${random.pick(['++', '--'])}`)
      case 4:
        return `${random.pick(['++', '--'])}${this.cell()};`
      case 5:
        return named(this.cell())
      case 6:
        return `Atomics.${random.pick(UPDATES)}(s.a, ${this.index()}, ${this.value(1)});`
      case 7:
        return named(`Atomics.${random.pick(UPDATES)}(s.a, ${this.index()}, ${this.value(1)})`)
      case 8:
        return named(`Atomics.compareExchange(s.a, ${this.index()}, ${this.value(1)}, ${this.value(1)})`)
      case 9:
        return `{ const o = { k: ${this.value(1)}, j: ${this.value(0)} }; o.j = ${this.value(1)}; o.k += 1; if (o.j > o.k) s.a[0] = o.j; }`
      case 10:
        return `{ const list = [${this.value(1)}, ${this.value(0)}]; list[1] = ${this.value(1)}; if (list[0] === list[1]) s.b[0] = list[0]; else s.a[1] = list.indexOf(2); }`
      case 11:
        return `{ const [p, q] = [${this.value(1)}, ${this.cell()}]; if (p ${random.pick(COMPARISONS)} q) s.a[0] = p; }`
      case 12:
        return `{ const h = spawn('task', ${random.below(2)}); const j = join(h); if (j > ${this.value(0)}) s.a[1] = 3; }`
      case 13:
        return `s.bytes[1] = ${this.value(1)};`
      case 14:
        return `if (${this.cell()} ${random.pick(COMPARISONS)} ${this.value(1)}) { ${this.block(1)} }`
      default:
        return `new DataView(s.a.buffer).${random.pick(['setInt16(0, 5)', 'setInt32(4, 1, true)', 'getUint8(1)'])};`
    }
  }

  /** Something that is decided neither by the inputs nor by who comes first. */
  private choice(): string {
    const { random } = this
    const name = `v${this.fresh++}`
    const named = (text: string): string => {
      this.names.push(name)
      return `let ${name} = ${text};`
    }
    switch (random.below(7)) {
      case 0:
        return named(`choose(${2 + random.below(2)})`)
      case 1:
        return named(`choose(2) ? ${this.value(1)} : ${this.value(1)}`)
      case 2:
        return `if (choose(2) === 0 && ${this.condition(1)}) { ${this.block(1)} }`
      case 3:
        return `s.a[choose(2)] = ${this.value(1)};`
      case 4:
        return `if (s.lock.tryLock(${random.pick(['5', ''])})) { ${this.cell()} = ${this.value(1)}; s.lock.unlock(); } else s.a[1] = ${this.value(1)};`
      case 5:
        return `if (!s.free.tryAcquire(1)) { ${this.cell()} += ${this.value(0)}; }`
      default:
        return named(`Atomics.wait(s.a, ${random.below(2)}, ${this.value(1)}, 10) === 'not-equal' ? 1 : 0`)
    }
  }

  private cell(): string {
    return `s.${this.random.pick(['a', 'a', 'b', 'b', 'b', 'bytes'])}[${this.index()}]`
  }

  private plainProgram(): string {
    const { random } = this
    const low = random.pick([-2, 0, 0, 1])
    const size = random.pick([1, 2, 3])
    const inputs = [
      `n: int(${low}, ${low + size})`,
      `m: int(0, 1)`,
      'flag: bool()',
      `op: oneOf(${random.pick(["'a', 'b', 'c'", "'a', 2, true"])})`,
      `xs: array(int(0, 1), ${random.pick([1, 2])})`,
    ]
    return `const { program, int, bool, oneOf, array } = require('heddle')
const assert = require('node:assert')
function twice(x, y) { return x + y }
const pick = (x, y = 3) => x > y ? x : y - x
const other = { method(x, y) { return x ^ y } }
module.exports = program({
  name: 'random',
  inputs: { ${inputs.join(', ')} },
  shared: (mem${random.chance(30) ? ', { n, m }' : ''}) => ({ a: mem.int32('a', [0, ${random.chance(30) ? '1' : '2'}]) }),
  threads: { one(${this.thread()}, two(${this.thread()} },
  outcome: (s, r, { n, flag, op }) => ${this.outcome()},
  after: (s, r, inputs) => { ${this.after()} },
})
`
  }

  /** Inputs are handed over in all kinds of ways. */
  private thread(): string {
    this.names = ['n', 'm', 'flag', 'x0', 'x1']
    if (this.usesMemory)
      return `s, self, { n, m, flag, xs }) { const x0 = xs[0], x1 = xs[1]; ${this.block(2)} ${this.random.chance(50) ? `return ${this.random.pick([this.value(1), this.cell()])}` : ''} }`
    const [head, names] = this.random.pick([
      ['s, self, { n, m, flag, op, xs }', 'let x0 = xs[0], x1 = xs[1];'],
      ['s, self, inputs', 'const { n, m, flag, op, xs } = inputs; const x0 = xs[0]; let x1 = xs[1];'],
      [
        's, self, inputs',
        'let n = inputs.n, m = inputs.m; let flag = inputs.flag; const op = inputs.op, xs = inputs.xs; const [x0, x1] = xs;',
      ],
      ['s, self, { n, m = 1, flag, op, ...rest }', 'let x0 = rest.xs[0], x1 = 0;'],
    ] as const)
    return `${head}) { ${names} ${this.block(3)} ${this.random.chance(50) ? `return ${this.value(2)}` : ''} }`
  }

  private outcome(): string {
    this.names = ['n', 'flag']
    return this.random.pick([
      '[s.a[0], s.a[1]]',
      '[s.a[0], s.a[1], r]',
      `[s.a[0], ${this.condition(2)} ? 1 : 2]`,
      `s.a[${this.index()}]`,
    ])
  }

  private after(): string {
    this.names = ['inputs.n', 'inputs.m']
    return this.random.pick([
      '',
      `assert(${this.condition(2)} || s.a[0] !== 1)`,
      `if (s.a[0] > 0) assert.strictEqual(${this.value(1)}, ${this.value(1)}, \`\${inputs.n} is wrong\`)`,
      `assert.equal(inputs.n, s.a[0])`,
    ])
  }

  private block(length: number): string {
    const known = this.names.length
    const text = Array.from({ length: 1 + this.random.below(length) }, () => this.statement()).join(' ')
    this.names.length = known
    return text
  }

  private statement(): string {
    const { random } = this
    if (this.kind === 'choices' && random.chance(35)) return this.choice()
    if (this.usesMemory && random.chance(75)) return this.memoryStatement()
    switch (random.below(this.kind === 'more' ? 34 : this.usesMemory ? 9 : 15)) {
      case 0:
      case 1: {
        const name = `v${this.fresh++}`
        const text = `let ${name} = ${this.value(3)};`
        this.names.push(name)
        return text
      }
      case 2:
        return `${this.variable()} ${random.pick(['=', '+=', '-=', '*=', '|=', '^=', '&&=', '||=', '??='])} ${this.value(2)};`
      case 3:
        return `${random.pick(['++', '--'])}${this.variable()};`
      case 4:
        return `s.a[0] = ${this.variable()}++;`
      case 5:
        return `if (${this.condition(2)}) { ${this.block(2)} } else { ${this.block(1)} }`
      case 6:
        return `if (${this.condition(2)}) s.a[${this.index()}] = ${random.below(3)};`
      case 7:
        return `s.a[${this.index()}] ${random.pick(['=', '+=', '-='])} ${this.value(1)};`
      case 8:
        return `for (let i = 0; i < (${this.value(1)}) && i < 2; i++) { ${this.block(1)} }`
      case 9:
        return `switch (${random.pick(['op', 'n', this.value(1)])}) { case 'a': ${this.block(1)} break; case ${this.value(1)}: ${this.block(1)} default: ${this.block(1)} }`
      case 10:
        return `if (typeof ${random.pick(['op', 'n', 'flag'])} === ${random.pick(["'string'", "'number'"])}) s.a[1] = ${random.below(3)};`
      case 11:
        return `{ const f = () => ${this.value(2)}; if (f() ${random.pick(COMPARISONS)} ${this.value(1)}) s.a[0] = 3; }`
      case 12:
        return `try { if (${this.condition(1)}) throw ${this.value(1)}; } catch (e) { s.a[1] = e === 1 ? 1 : 2; }`
      case 13:
        return `assert(${this.condition(1)} || s.a[0] < 2, \`seen \${${this.value(1)}}\`);`
      case 23:
        return `[1, 2].forEach((e, i) => { ${this.variable()} += (${this.value(1)}) * e; });`
      case 15:
        return `(function (x) { x = ${this.value(1)}; s.a[1] = arguments[0] > 1 ? 1 : 2; })(${this.value(1)});`
      case 16:
        return `{ class C { f = ${this.value(1)}; get g() { return this.f > ${this.value(1)}; } } s.a[1] = new C().g ? 1 : 2; }`
      case 17:
        return `{ const [p, q = ${this.value(1)}] = [${this.value(1)}]; if (p > q) s.a[0] = 1; }`
      case 18:
        return `{ function* g() { yield ${this.value(1)}; yield ${this.value(1)}; } for (const e of g()) if (e > 1) s.a[1] = 1; }`
      case 19:
        return `{ const h = (z, ...rest) => rest[0] + z; if (h(${this.value(1)}, ${this.value(1)}) > 2) s.a[0] = 2; }`
      case 20:
        return `{ let t = ${this.value(1)}; [t] = [t + 1]; ({ t } = { t }); if (t > 2) s.a[0] = 1; t = t ? t : 5; s.a[1] = t === 5 ? 1 : 0; }`
      case 21:
        return `{ const g = function (z) { return z > 0 ? g2(z - 1) + 1 : 0; }; const g2 = (z) => g(z); s.a[0] = g((${this.value(1)}) & 3); }`
      case 24:
        return `{ const c = ${this.value(1)}; try { c ${random.pick(['||=', '&&=', '??='])} ${this.value(1)}; } catch { s.a[0] = 1; } if (c > 1) s.a[1] = 1; }`
      case 25:
        return `{ let d = ${this.value(1)}; switch (d) { case (d = 1, ${this.value(1)}): s.a[0] = 1; break; case 1: s.a[0] = 2; break; default: s.a[1] = d > 0 ? 1 : 2; } }`
      case 26:
        return `{ const o = { k: ${this.value(1)} }; ${random.pick(['Object.freeze(o)', 'Object.seal(o)', "s.a[1] = 'get' in Object.getOwnPropertyDescriptor(o, 'k') ? 1 : 2", "Object.defineProperty(o, 'k', { enumerable: false })"])}; o.k = ${this.value(1)}; if (o.k > 1) s.a[0] = Object.keys(o).length; }`
      case 27:
        return `try { (function () { 'use strict'; ${random.pick(['inputs.n = 7; s.a[0] = 1', 'xs[0] = 5; s.a[0] = 2'])}; })(); } catch (e) { s.a[1] = e instanceof TypeError ? 1 : 2; }`
      case 28:
        return `b${++this.fresh}: { try { if (${this.condition(1)}) break b${this.fresh}; ${this.block(1)} } finally { s.a[1] = ${this.value(1)} > 1 ? 1 : 0; } }`
      case 29:
        return `{ const l = [${this.value(1)}, ${this.value(1)}]; let t = 0; for (const e of ${random.pick(['l', 'xs'])}) { if (e ${random.pick(COMPARISONS)} ${this.value(1)}) ${random.pick(['break', 'continue', 'l.push(1), l.length > 3 && (t = 9)', 't++'])}; if (l.length > 5) break; t += e; } s.a[0] = t > ${this.value(1)} ? 1 : 2; }`
      case 30:
        return `{ const o = { p: { k: ${this.value(1)} }, q: ${this.value(1)} }; o.q ${random.pick(['+=', '-=', '|=', '??=', '&&='])} ${this.value(1)}; o.p.k++; if (o?.q ${random.pick(COMPARISONS)} o.p.k) s.a[0] = 1; }`
      case 31:
        return `{ const e = ${this.value(1)} ${random.pick(['||', '&&', '??'])} ${this.value(1)}; if (e ${random.pick(COMPARISONS)} 1) s.a[1] = e ? 1 : 2; }`
      case 32:
        return `try { ${random.pick(['assert(', 'assert.ok('])}${this.condition(1)}, ${random.pick([`'seen ' + ${this.value(0)}`, `\`seen \${${this.value(1)}}\``])}); assert.equal(${this.value(1)}, 1); } catch (${random.pick(['e) { s.a[1] = e.message.length', '{ message, actual }) { s.a[1] = message.length + (actual ? 1 : 0)', 'e) { s.a[1] = e.actual === 2 ? 1 : 2'])}; }`
      case 33:
        return `{ const o = { v: ${this.value(0)}, get g() { return this.v > 1 ? this.v : 1; }, set g(z) { this.v = z; } }; o.g = ${this.value(1)}; o.g += 1; if (o.g > ${this.value(1)}) s.a[0] = 1; }`
      case 22:
        return `switch (${this.condition(1)}) { case true: ${this.block(1)} break; case ${this.condition(1)}: ${this.block(1)} }`
      default:
        return `if (op ${random.pick(['===', '!==', '=='])} ${random.pick(["'a'", "'b'", '2', 'true', 'm'])}) { ${this.block(1)} }`
    }
  }

  private index(): string {
    return this.random.pick(
      ['0', '1', `(${this.value(1)}) & 1`, 'Math.abs(n) % 2'].filter(
        (one) => !one.includes('n)') || this.names.includes('n'),
      ),
    )
  }

  private variable(): string {
    const free = this.names.filter((name) => /^v\d+$/.test(name))
    if (free.length > 0) return this.random.pick(free)
    return 's.a[1]'
  }
}
