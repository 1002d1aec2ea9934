/** Which inputs of a small domain are in no region so far: they are gone through, and no solver is needed. */
import { inputAt, type InputDomains, type InputValues } from '../program/inputs/input-values.ts'
import { drawn } from './draw.ts'
import { type Assignment, evaluate, type Expr } from './expressions.ts'
import { assignmentOf } from './symbolic-inputs.ts'

export const isInRegion = (constraints: readonly Expr[], at: Assignment): boolean => {
  const known = new Map<Expr, bigint | null>()
  return constraints.every((one) => (evaluate(one, at, known) ?? 0n) !== 0n)
}

export class UncoveredInputs {
  private readonly domains: InputDomains
  private readonly fixed: InputValues
  /** By number, in order. */
  private readonly left: Map<number, Assignment>
  /** Numbers of those with a value, by variable. */
  private readonly withValue = new Map<string, Map<bigint, readonly number[]>>()
  private readonly random: ((n: number) => number) | null

  /** `bySize`: one of them at random, which most likely is in a region that holds many, rather than the first. */
  constructor(domains: InputDomains, fixed: InputValues, total: number, bySize = false) {
    this.random = bySize ? drawn(1) : null
    this.domains = domains
    this.fixed = fixed
    this.left = new Map(
      Array.from({ length: total }, (_, i): [number, Assignment] => [i, assignmentOf(domains, this.input(i))]),
    )
  }

  /** An input that is outside this region and all before; null where there is none. */
  after(constraints: readonly Expr[]): InputValues | null {
    for (const i of this.candidates(constraints)) {
      const at = this.left.get(i)
      if (at !== undefined && isInRegion(constraints, at)) this.left.delete(i)
    }
    const { size } = this.left
    return size === 0 ? null : this.input(this.numberAt(this.random?.(size) ?? 0))
  }

  private numberAt(place: number): number {
    if (place === 0) return this.left.keys().next().value!
    return [...this.left.keys()][place]!
  }

  /** All that may be in the region: where it is about one value of an input, there may be thousands like it. */
  private candidates(constraints: readonly Expr[]): Iterable<number> {
    for (const { kind, args } of constraints)
      if (kind === 'eq' && args[0]!.kind === 'var' && args[1]!.kind === 'const')
        return this.numbersBy(args[0]!.name).get(args[1]!.value) ?? []
    return [...this.left.keys()]
  }

  private numbersBy(name: string): ReadonlyMap<bigint, readonly number[]> {
    let found = this.withValue.get(name)
    if (found === undefined) {
      this.withValue.set(name, (found = new Map<bigint, number[]>()))
      for (const [i, at] of this.left) {
        const value = at.get(name)!
        const known = found.get(value) as number[] | undefined
        if (known === undefined) found.set(value, [i])
        else known.push(i)
      }
    }
    return found
  }

  private input(i: number): InputValues {
    return inputAt(this.domains, this.fixed, i)
  }
}
