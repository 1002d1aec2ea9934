/**
 * Regions as one, where their union is as short: where they differ in one respect only. There may be thousands, so that
 * each is known by what it is but for one respect, for every one of these.
 */
import { hashText } from '../base/hash-text.ts'
import type { Expr, Expressions } from './expressions.ts'
import { eitherOf, type Interval, type RegionShape } from './region-shape.ts'

interface Merged {
  readonly shape: RegionShape
  /** Numbers of those that are in it. */
  readonly of: readonly number[]
  /** The place among all: what was made last comes last. */
  readonly place: number
  readonly keys: readonly string[]
}

/** As few regions as can be made of these, each with numbers of those that are in it. */
export function mergedShapes(
  shapes: readonly RegionShape[],
  expressions: Expressions,
): { shape: RegionShape; of: readonly number[] }[] {
  const names = [...new Set(shapes.flatMap(({ values }) => [...values.keys()]))]
  const found = new Set<Merged>()
  const byKey = new Map<string, Set<Merged>>()
  const remove = (one: Merged): void => {
    found.delete(one)
    for (const key of one.keys) byKey.get(key)!.delete(one)
  }
  const add = (one: Merged): void => {
    found.add(one)
    for (const key of one.keys) {
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, new Set([one]))
      else known.add(one)
    }
  }
  for (const [i, one] of shapes.entries()) {
    let [shape, of, keys] = [one, [i], keysOf(one, names, expressions)]
    // What came of two may differ from a third one in one respect only.
    for (;;) {
      let [first, union]: [Merged | null, RegionShape | null] = [null, null]
      for (const other of keys.flatMap((key) => [...(byKey.get(key) ?? [])])) {
        if (first !== null && first.place <= other.place) continue
        const both = unionOf(other.shape, shape, expressions)
        if (both !== null) [first, union] = [other, both]
      }
      if (first === null || union === null) break
      remove(first)
      shape = union
      of = [...first.of, ...of]
      keys = keysOf(shape, names, expressions)
    }
    add({ shape, of, place: i, keys })
  }
  return [...found]
}

/** One for each respect, the same for all that are alike but for this; seldom for others. */
function keysOf({ values, rest }: RegionShape, names: readonly string[], expressions: Expressions): string[] {
  const hashes = new Map(names.map((name) => [name, hashText(`${name} ${textOf(values.get(name))}`)]))
  const conditions = new Map([...rest].map((one) => [one, hashText(`condition ${one.id}`)]))
  const all = [...hashes.values(), ...conditions.values()].reduce((sum, one) => sum + one, 0)
  return [
    ...names.map((name) => `${name} ${all - hashes.get(name)!}`),
    ...[...conditions].map(([one, hash]) => {
      const { id } = expressions.apply('not', one)
      return `${Math.min(one.id, id)}/${Math.max(one.id, id)} ${all - hash}`
    }),
  ]
}

const textOf = (intervals: readonly Interval[] | undefined): string => (intervals ?? []).join(' ')

/** Null where they differ in more than one respect. */
function unionOf(a: RegionShape, b: RegionShape, expressions: Expressions): RegionShape | null {
  const names = [...new Set([...a.values.keys(), ...b.values.keys()])]
  const different = names.filter((name) => !sameIntervals(a.values.get(name), b.values.get(name)))
  const [more, less] = [a, b].map(({ rest }, i) => [...rest].filter((one) => ![b, a][i]!.rest.has(one))) as [
    Expr[],
    Expr[],
  ]
  if (
    different.length === 0 &&
    more.length === 1 &&
    less.length === 1 &&
    expressions.apply('not', more[0]!) === less[0]
  )
    return { values: a.values, rest: new Set([...a.rest].filter((one) => one !== more[0])) }
  if (different.length !== 1 || more.length > 0 || less.length > 0) return null
  const [name] = different as [string]
  const [one, other] = [a.values.get(name), b.values.get(name)]
  const values = new Map(a.values)
  if (one === undefined || other === undefined) values.delete(name)
  else values.set(name, eitherOf(one, other))
  return { values, rest: a.rest }
}

const sameIntervals = (a?: readonly Interval[], b?: readonly Interval[]): boolean =>
  a?.length === b?.length && (a ?? []).every(([low, high], i) => low === b![i]![0] && high === b![i]![1])
