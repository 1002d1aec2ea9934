/**
 * What an exploration has learned about its input: every condition that code met, with the answer that it got. Inputs
 * for which all of them hold get the same answers everywhere, and so the same exploration.
 */
import { internalError } from '../base/errors.ts'
import { type Assignment, evaluate, type Expr, Expressions } from './expressions.ts'
import type { MetConditions } from './met-conditions.ts'
import type { PinnedPlaces } from './pinned-places.ts'
import { type Concrete, SymbolicValue } from './symbolic-value.ts'

export class Path {
  readonly expressions: Expressions
  private readonly input: Assignment
  private readonly values = new Map<Expr, bigint | null>()
  /** One of a kind each, so that variables that hold them can be compared. */
  private readonly numbers = new Map<Expr, SymbolicValue>()
  private readonly truths = new Map<Expr, SymbolicValue>()
  /** By dividend and divisor. */
  private readonly quotients = new Map<Expr, Map<Expr, SymbolicValue>>()
  /** What assertions have told, in messages that are those of the representative. */
  private readonly told = new Set<SymbolicValue>()
  /** What executions came to, as far as that is computed from inputs, by formula. */
  readonly outcomes = new Map<string, unknown>()
  /** Conditions that hold for the input, with their numbers. */
  private readonly conditions = new Map<Expr, number>()
  /** Told of each time that one is met, where that matters. */
  met: MetConditions | null = null
  /** Told where values were pinned that were not. */
  pinned: PinnedPlaces | null = null
  /** Told once, when the first execution has come to its end, as far as `outcome`. */
  onFirstEnd: (() => void) | null = null

  constructor(input: Assignment, expressions = new Expressions()) {
    this.input = input
    this.expressions = expressions
  }

  get constraints(): readonly Expr[] {
    return [...this.conditions.keys()]
  }

  /** How many there are: none is ever taken back. */
  get count(): number {
    return this.conditions.size
  }

  /** In the order in which they were met first. */
  numberOf(condition: Expr): number {
    return this.conditions.get(condition)!
  }

  /** Its value gets into a message that nobody sees who goes on: whoever catches it does. */
  tell(value: SymbolicValue): void {
    this.told.add(value)
  }

  caught(): void {
    for (const value of this.told) value.pin()
    this.told.clear()
  }

  ended(): void {
    const tell = this.onFirstEnd
    this.onFirstEnd = null
    tell?.()
  }

  /** For the input. */
  valueOf(expr: Expr): bigint {
    const value = evaluate(expr, this.input, this.values)
    if (value === null) throw internalError('a symbolic expression has no value for the input that is explored')
    return value
  }

  symbolic(expr: Expr, value: Concrete): SymbolicValue {
    const known = typeof value === 'boolean' ? this.truths : this.numbers
    let found = known.get(expr)
    if (found === undefined) known.set(expr, (found = new SymbolicValue(this, expr, value)))
    return found
  }

  /** Of a divisor that is above 0 for all inputs for which the conditions hold that were met so far. */
  quotient(expr: Expr, divisor: Expr): SymbolicValue {
    let known = this.quotients.get(expr)
    if (known === undefined) this.quotients.set(expr, (known = new Map()))
    let found = known.get(divisor)
    if (found === undefined) {
      const value = Number(this.valueOf(expr)) / Number(this.valueOf(divisor))
      known.set(divisor, (found = new SymbolicValue(this, expr, value, null, divisor)))
    }
    return found
  }

  /** Notes that a condition holds, or that it does not. */
  assume(condition: Expr, holds: boolean): void {
    const said = holds ? condition : this.expressions.apply('not', condition)
    if (said.kind !== 'const') this.note(said)
  }

  /** Notes that something has one value only. */
  pin(condition: Expr): void {
    const { count } = this
    this.assume(condition, true)
    if (this.count > count) this.pinned?.note()
  }

  // A method, so that the validation can put a forgetful one in its place.
  protected note(condition: Expr): void {
    if (!this.conditions.has(condition)) this.conditions.set(condition, this.conditions.size)
    this.met?.note(condition)
  }
}
