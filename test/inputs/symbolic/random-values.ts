/** Random values and conditions of the names at hand, in the words of a program. */
import type { Random } from '../../frontends/oracle/random.ts'

const NUMBERS = [
  '0',
  '1',
  '2',
  '-1',
  '3',
  '5',
  '31',
  '32',
  '255',
  '2147483647',
  '-2147483648',
  '4294967296',
  '9007199254740991',
  '1073741824',
  '0.5',
  '-0',
]
const ARITHMETIC = ['+', '-', '*', '%', '&', '|', '^', '<<', '>>', '>>>', '+', '-', '*', '/', '**']
export const COMPARISONS = ['<', '>', '<=', '>=', '===', '!==', '==', '!=']
const MATH1 = ['abs', 'sign', 'floor', 'ceil', 'round', 'trunc', 'sqrt', 'clz32']
const OF_NUMBERS = ['Number', 'Boolean', 'isNaN', 'Number.isInteger', 'Number.isSafeInteger', 'Number.isNaN']
const MATH2 = ['max', 'min', 'imul', 'pow']

export class ValueWriter {
  protected readonly random: Random
  /** Numbers, and truth values, that can be used where code is written now. */
  protected names: string[] = []

  constructor(random: Random) {
    this.random = random
  }

  protected condition(depth: number): string {
    const { random } = this
    if (depth <= 0) return random.pick(this.names)
    switch (random.below(7)) {
      case 0:
        return `!(${this.condition(depth - 1)})`
      case 1:
        return `((${this.condition(depth - 1)}) ${random.pick(['&&', '||'])} (${this.condition(depth - 1)}))`
      case 2:
        return `(s.a[${random.below(2)}] ${random.pick(COMPARISONS)} ${this.value(1)})`
      case 3:
        return `Object.is(${this.value(1)}, ${random.pick(['0', '-0', '1'])})`
      default:
        return `((${this.value(depth - 1)}) ${random.pick(COMPARISONS)} (${this.value(depth - 1)}))`
    }
  }

  /** A fraction, or what is left of it in one of the ways in which programs come back to integers. */
  private quotient(dividend: string, divisor: string): string {
    const text = `${dividend} / ${divisor}`
    return this.random.pick([
      `Math.floor(${text})`,
      `Math.floor(${text})`,
      `Math.trunc(${text})`,
      `Math.ceil(${text})`,
      `Math.round(${text})`,
      `(${text} | 0)`,
      `~~(${text})`,
      `(${text} >> 0)`,
      `(${text} >>> 1)`,
      `(${text})`,
      `(${text} + 0.5)`,
      `(${text} * 2)`,
    ])
  }

  protected value(depth: number): string {
    const { random } = this
    if (depth <= 0) return random.chance(70) ? random.pick(this.names) : random.pick(NUMBERS)
    const inner = (): string => `(${this.value(depth - 1)})`
    switch (random.below(20)) {
      case 0:
        return `-${inner()}`
      case 1:
        return `~${inner()}`
      case 2:
        return `(${this.condition(1)} ? ${inner()} : ${inner()})`
      case 3:
        return `Math.${random.pick(MATH1)}(${inner()})`
      case 4:
        return `Math.${random.pick(MATH2)}(${inner()}, ${inner()})`
      case 5:
        return `twice(${inner()}, ${inner()})`
      case 6:
        return `pick(${inner()}${random.chance(50) ? `, ${inner()}` : ''})`
      case 7:
        return `other.method(${inner()}, ${inner()})`
      case 8:
        return `({ k: ${inner()} }).k`
      case 9:
        return `[${inner()}, 1].map((e, i) => e - i)[0]`
      case 10:
        return `(${inner()}, ${inner()})`
      case 11:
        return `+\`\${${inner()}}\``
      case 12:
        return `(${inner()} ?? 1)`
      case 13:
        return this.quotient(inner(), random.chance(70) ? random.pick(['2', '3', '4', '-2', '10', '0']) : inner())
      case 14:
        return `+${random.pick(OF_NUMBERS)}(${inner()})`
      default:
        return `(${inner()} ${random.pick(ARITHMETIC)} ${inner()})`
    }
  }
}
