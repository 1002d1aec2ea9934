import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BoundName } from '../../src/bounds/bound.ts'
import { bounds } from '../../src/bounds/index.ts'
import { randomProgram } from './programs/generate.ts'
import { profiles } from './programs/profiles.ts'
import { print } from './programs/notation.ts'
import { Random } from './programs/random.ts'
import { compile } from './programs/source.ts'
import { Graph, TooLarge } from './reference/graph.ts'
import { independent, Walk } from './reference/walk.ts'

/**
 * What the bounds say of themselves in `properties` is true of random programs, and what they do not claim is false of
 * some.
 */
interface Sample {
  readonly program: string
  readonly graph: Graph
  readonly random: Random
}

const WALKS = 40

function* samples(): Generator<Sample> {
  const names = Object.keys(profiles).filter((name) => name !== 'bytes' && name !== 'sealed')
  for (let seed = 1; seed <= 160; seed++) {
    const text = randomProgram(seed, names[seed % names.length]!)
    try {
      yield { program: print(text), graph: Graph.of(compile(text), 400), random: new Random(seed) }
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
    }
  }
}
const all = [...samples()]

/** Null when it holds in all samples, otherwise where it does not. */
type Property = (bound: BoundName, sample: Sample) => string | null

const monotonic: Property = (bound, { graph, random, program }) => {
  const walk = new Walk(graph).randomly(random, 50)
  const costs = walk.edges.map((_, i) => new Walk(graph, walk.edges.slice(0, i + 1)).cost(bound))
  return costs.every((cost, i) => i === 0 || costs[i - 1]! <= cost) ? null : `${program}: ${costs.join(' ')}`
}

const stable: Property = (bound, { graph, random, program }) => {
  const known = new Map<number, number>()
  for (let i = 0; i < WALKS; i++) {
    const walk = new Walk(graph).randomly(random, 3 + random.below(10))
    const cost = walk.cost(bound)
    const before = known.get(walk.node.id) ?? cost
    if (before !== cost) return `${program}: two sequences of one trace cost ${before} and ${cost}`
    known.set(walk.node.id, cost)
  }
  return null
}

const extensible: Property = (bound, { graph, random, program }) => {
  for (let i = 0; i < WALKS; i++) {
    const S = new Walk(graph).randomly(random, random.below(8))
    if (S.node.edges.length === 0) continue
    const t = random.pick(S.node.edges)
    const alpha = S.randomly(random, 1 + random.below(4), (edge) => independent(graph, t, edge))
    const swapped = alpha.edges
      .slice(S.edges.length)
      .reduce<Walk | null>((walk, edge) => walk?.thenSame(edge) ?? null, S.then(t))
    if (swapped === null) continue // t failed, so nothing comes after it
    const [whole, own, others] = [swapped.cost(bound), S.then(t).cost(bound), alpha.cost(bound)]
    if (whole !== Math.max(own, others)) return `${program}: ${whole} instead of the larger one of ${own} and ${others}`
  }
  return null
}

const properties = { monotonic, stable, extensible }

describe('what bounds say of themselves', () => {
  for (const [name, { properties: claims }] of Object.entries(bounds) as [BoundName, (typeof bounds)[BoundName]][]) {
    for (const [property, holds] of Object.entries(properties) as [keyof typeof properties, Property][]) {
      test(`${name} is ${claims[property] ? '' : 'not '}${property}`, () => {
        const failures = all.map((sample) => holds(name, sample)).filter((failure) => failure !== null)
        if (claims[property]) assert.deepEqual(failures.slice(0, 3), [])
        else assert.ok(failures.length > 0, `${name} seems to be ${property} after all`)
      })
    }
  }
})
