import type { BoundName } from '../../src/bounds/bound.ts'
import type { Execution } from '../../src/execution/execution.ts'
import { detectorFor } from '../../src/checking/races.ts'
import { Explorer, type ExplorerOptions } from '../../src/search/explorer.ts'
import { FoundRaces } from './found-races.ts'
import { costs, type Limits } from './reference/costs.ts'
import type { Graph, Node } from './reference/graph.ts'
import { outcomeText } from './reference/state.ts'

/** What a search did, in the reference's terms. */
export interface Found {
  readonly events: Set<number>
  readonly ends: Set<number>
  readonly failures: Set<number>
  readonly outcomes: Set<string>
  /** Things that are wrong whatever was reached: a cost above the limit, an outcome that the trace does not have. */
  readonly complaints: string[]
}

/** A search that is followed on the reference's graph. */
export class ObservedExplorer extends Explorer {
  readonly found: Found = {
    events: new Set(),
    ends: new Set(),
    failures: new Set(),
    outcomes: new Set(),
    complaints: [],
  }
  readonly graph: Graph
  /** The states of the current sequence. */
  protected readonly path: Node[]

  /** Mutants have others. */
  static makeDetector: typeof detectorFor = detectorFor
  readonly races: FoundRaces

  constructor(execution: Execution, options: ExplorerOptions, graph: Graph) {
    const races = new FoundRaces(execution)
    super(execution, { ...options, races: new.target.makeDetector(execution, races) }, () => false)
    this.races = races
    this.graph = graph
    this.path = [graph.root]
  }

  protected override push(depth: number): void {
    super.push(depth)
    const thread = this.handleOf(this.log.thread[depth]!)
    const choice = this.log.choice[depth]!
    const edge = this.path[depth]!.edges.find((candidate) => candidate.thread === thread && candidate.choice === choice)
    if (edge === undefined)
      throw new Error(`the search took a step that the reference does not know: thread ${thread}, choice ${choice}`)
    this.path[depth + 1] = edge.target
    this.found.events.add(edge.event)
  }

  protected override conclude(): boolean {
    const node = this.path[this.depth]!
    const { found } = this
    found.ends.add(node.id)
    if (node.failed !== null) found.failures.add(node.failed)
    const outcome = outcomeText(this.execution)
    if (outcome !== node.outcome)
      this.complain(`an execution came to ${outcome ?? 'nothing'}, but its trace comes to ${node.outcome ?? 'nothing'}`)
    found.outcomes.add(outcome ?? 'nothing')
    this.checkCosts()
    return super.conclude()
  }

  /** Recomputes the cost of the whole schedule by the reference's definitions (errata 30c). */
  private checkCosts(): void {
    const limits = this.options.bounds as Limits
    const claimed = this.costs()
    for (const name of Object.keys(limits) as BoundName[]) {
      const cost = this.costOf(name)
      if (cost !== claimed[name]) this.complain(`the ${name} cost of an execution is ${cost}, not ${claimed[name]!}`)
      if (cost > limits[name]!) this.complain(`an execution has the ${name} cost ${cost}, above ${limits[name]!}`)
    }
  }

  private costOf(name: BoundName): number {
    let cost = 0
    let last: number | null = null
    for (let i = 0; i < this.depth; i++) {
      const [handle, value] = [this.handleOf(this.log.thread[i]!), this.log.choice[i]!]
      const node = this.path[i]!
      const edge = node.edges.find(({ thread, choice }) => thread === handle && choice === value)!
      cost = costs[name](cost, { graph: this.graph, node, last, limits: this.options.bounds as Limits }, edge)
      last = handle
    }
    return cost
  }

  private complain(complaint: string): void {
    if (this.found.complaints.length < 5) this.found.complaints.push(complaint)
  }
}
