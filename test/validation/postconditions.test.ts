import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bound, BoundName } from '../../src/bounds/bound.ts'
import { Execution } from '../../src/execution/execution.ts'
import { noOptimisations } from '../../src/search/optimisations.ts'
import { altered } from './mutants/mutant.ts'
import { PostconditionExplorer } from './postconditions.ts'
import { randomProgram } from './programs/generate.ts'
import { print } from './programs/notation.ts'
import { compile } from './programs/source.ts'
import type { Limits } from './reference/costs.ts'
import { Graph, TooLarge } from './reference/graph.ts'

const settings: readonly Limits[] = [
  {},
  { preemption: 0 },
  { preemption: 1 },
  { preemption: 2 },
  { context: 1 },
  { context: 3 },
  { delta: 0 },
  { delta: 2 },
  { fair: 0 },
  { fair: 1 },
  { depth: 4 },
  { 'local-depth': 3 },
  { 'local-context': 1 },
]

/** For the test of the test: what the preemption bound adds beyond DPOR is left out. */
class WithoutSecondPoint extends PostconditionExplorer {
  protected override makeBound(name: BoundName, limit: number): Bound {
    return altered(super.makeBound(name, limit), {
      backtrack: () => {
        /* nothing */
      },
    })
  }
}

function violations(
  seed: number,
  profile: string,
  bounds: Limits,
  type: typeof PostconditionExplorer = PostconditionExplorer,
): { requirements: number; violations: string[] } {
  const text = randomProgram(seed, profile)
  const program = compile(text)
  let graph: Graph
  try {
    graph = Graph.of(program, 60)
  } catch (error) {
    if (error instanceof TooLarge) return { requirements: 0, violations: [] }
    throw error
  }
  const explorer = new type(
    new Execution(program),
    { reduction: 'dpor', bounds, optimise: noOptimisations, maxDepth: 100, count: false },
    graph,
  )
  for (let runs = 0; runs < 150 && !explorer.finished; runs++) explorer.explore()
  return {
    requirements: explorer.requirements,
    violations: explorer.violations.map((violation) => `${print(text)}: ${violation}`),
  }
}

describe('the postcondition of Explore(S) holds whenever it returns', () => {
  for (const bounds of settings) {
    test(JSON.stringify(bounds), () => {
      let requirements = 0
      for (let seed = 1; seed <= 40; seed++) {
        for (const profile of ['memory', 'locks', 'yields', 'sync']) {
          const found = violations(seed, profile, bounds)
          requirements += found.requirements
          assert.deepEqual(found.violations.slice(0, 3), [])
        }
      }
      assert.ok(
        requirements > (bounds.depth === undefined ? 500 : 100),
        `only ${requirements} requirements were looked at`,
      )
    })
  }
})

describe('the postcondition fails where backtrack points are missing', () => {
  for (const bounds of [{ preemption: 0 }, { context: 1 }, { delta: 1 }] satisfies Limits[]) {
    test(JSON.stringify(bounds), () => {
      const found = Array.from({ length: 40 }, (_, seed) =>
        violations(seed, 'memory', bounds, WithoutSecondPoint),
      ).flatMap(({ violations: list }) => list)
      assert.ok(found.length > 0)
    })
  }
})
