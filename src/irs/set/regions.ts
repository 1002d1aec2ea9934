/** Which region of a set an input is in: its conditions are evaluated, without any solver. */
import { decodeDomains } from '../../program/inputs/encoded-domains.ts'
import type { InputDomains, InputValues } from '../../program/inputs/input-values.ts'
import type { Program } from '../../program/program.ts'
import { conditionTexts } from '../../symbolic/condition-text.ts'
import { type EncodedExpr, ExprDecoder } from '../../symbolic/expression-codec.ts'
import { evaluate, type Expr, Expressions } from '../../symbolic/expressions.ts'
import { assignmentOf } from '../../symbolic/symbolic-inputs.ts'
import type { KnownElement } from './initial-memory.ts'
import type { SetHeader } from './records.ts'
import { corrupt } from './set-error.ts'
import type { Holds } from './input-traces.ts'
import type { SetSection } from './set-file.ts'

const decoderFor = (domains: InputDomains, expressions = new Expressions()): ExprDecoder =>
  new ExprDecoder(domains, expressions, corrupt)

/** Asks about the input of the program; null for one that has none. */
export function holdsFor({ inputs, input }: Program): Holds | null {
  if (inputs === null || input === null) return null
  const decoder = decoderFor(inputs)
  const at = assignmentOf(inputs, input)
  const known = new Map<Expr, bigint | null>()
  return (condition) => (evaluate(decoder.decode(condition), at, known) ?? 0n) !== 0n
}

/** Conditions of a region, to be compared with others of the same factory. */
export function constraintsOf(
  conditions: readonly EncodedExpr[],
  domains: InputDomains,
  expressions: Expressions,
): Expr[] {
  const decoder = decoderFor(domains, expressions)
  return conditions.map((one) => decoder.decode(one))
}

/** The conditions of a region, for people; none where the set is about one input. */
export function regionTexts({ header: { region }, notes: { conditions } }: SetSection): string[] {
  if (region === null) return []
  const domains = decodeDomains(region.inputs)
  const expressions = new Expressions()
  return conditionTexts(constraintsOf(conditions, domains, expressions), domains, expressions)
}

/** What elements of shared memory begin with that depend on inputs, and began with for the input that was explored. */
export function knownElements({ region, input: then }: SetHeader, { inputs, input }: Program): KnownElement[] {
  if (region === null || inputs === null || input === null) return []
  const decoder = decoderFor(inputs)
  const valueFor = (value: EncodedExpr, of: InputValues): number =>
    Number(evaluate(decoder.decode(value), assignmentOf(inputs, of)) ?? NaN)
  return region.memory.map(({ cell, type, value }) => ({
    cell,
    type,
    now: valueFor(value, input),
    verified: valueFor(value, then!),
  }))
}
