import type { BoundName } from '../../src/bounds/bound.ts'
import type { Execution } from '../../src/execution/execution.ts'
import { Explorer, type ExplorerOptions } from '../../src/search/explorer.ts'
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
  readonly found: Found = { events: new Set(), ends: new Set(), failures: new Set(), outcomes: new Set(), complaints: [] }
  readonly graph: Graph
  /** The states of the current sequence. */
  protected readonly path: Node[]

  /** The events of the current sequence. */
  private readonly taken: number[] = []

  constructor(execution: Execution, options: ExplorerOptions, graph: Graph) {
    super(execution, options, () => false)
    this.graph = graph
    this.path = [graph.root]
  }

  protected override push(depth: number): void {
    super.push(depth)
    const thread = this.handleOf(this.log.thread[depth]!)
    const choice = this.log.choice[depth]!
    const edge = this.path[depth]!.edges.find((candidate) => candidate.thread === thread && candidate.choice === choice)
    if (edge === undefined) throw new Error(`the search took a step that the reference does not know: thread ${thread}, choice ${choice}`)
    this.path[depth + 1] = edge.target
    this.taken[depth] = edge.event
    if (this.reduction.accepts === undefined) this.found.events.add(edge.event)
  }

  protected override conclude(): boolean {
    const node = this.path[this.depth]!
    const { found } = this
    for (let i = 0; i < this.depth; i++) found.events.add(this.taken[i]!)
    found.ends.add(node.id)
    if (node.failed !== null) found.failures.add(node.failed)
    const outcome = outcomeText(this.execution)
    if (outcome !== node.outcome) this.complain(`an execution came to ${outcome ?? 'nothing'}, but its trace comes to ${node.outcome ?? 'nothing'}`)
    found.outcomes.add(outcome ?? 'nothing')
    this.checkCosts()
    return super.conclude()
  }

  /** Recomputes the cost of the whole schedule by the reference's definitions (errata 30c). */
  private checkCosts(): void {
    const limits = this.options.bounds as Limits
    const claimed = this.costs()
    const order = this.orderWithin()
    for (const name of Object.keys(limits) as BoundName[]) {
      const cost = this.costOf(name, order)
      // The optimal reduction claims only that it is within the limit.
      if (cost !== (claimed[name] ?? cost)) this.complain(`the ${name} cost of an execution is ${cost}, not ${claimed[name]!}`)
      if (cost > limits[name]!) this.complain(`an execution has the ${name} cost ${cost}, above ${limits[name]!}`)
    }
  }

  /** What the events cost in this order, which must lead where they led. */
  private costOf(name: BoundName, order: readonly number[]): number {
    let cost = 0
    let node = this.graph.root
    let last: number | null = null
    for (const event of order) {
      const [handle, value] = [this.handleOf(this.log.thread[event]!), this.log.choice[event]!]
      const edge = node.edges.find(({ thread, choice }) => thread === handle && choice === value)
      if (edge === undefined) throw new Error(`an order of the events that is not possible: ${order.join(' ')}`)
      cost = costs[name](cost, { graph: this.graph, node, last, limits: this.options.bounds as Limits }, edge)
      node = edge.target
      last = handle
    }
    if (node !== this.path[this.depth]) this.complain('another order of the events is another trace')
    return cost
  }

  private complain(complaint: string): void {
    if (this.found.complaints.length < 5) this.found.complaints.push(complaint)
  }
}
