/** Asks for inputs. The solver is loaded when the first question is, in a worker of its own. */
import { Worker } from 'node:worker_threads'
import { internalError } from '../base/errors.ts'
import { entryUrl } from '../base/own-code.ts'
import type { Assignment, Expr } from './expressions.ts'
import { answerOf, domainSmt, outsideSmt, widthFor } from './smt.ts'
import type { SolverAnswer, SolverRequest } from './solver-protocol.ts'
import { isInRegion } from './uncovered-inputs.ts'

/** Some ten seconds; more is not worth waiting for, and that it is not known is said. */
const LIMIT = 100_000_000

/**
 * After so many questions it is told everything anew, in as many steps as there are regions: what it has learned
 * meanwhile would only grow.
 */
const RENEWED = 100

/** All conditions that hold for the inputs of a region. */
export type Constraints = readonly Expr[]

export class Solver {
  queries = 0
  /** That it took to answer, without loading it. */
  milliseconds = 0
  /** It was asked, and the package is not there. */
  isMissing = false
  private readonly variables: readonly Expr[]
  private readonly fixed: Assignment
  private readonly limit: number
  private worker: Worker | null = null
  private receive: (message: SolverAnswer) => void = () => undefined
  /** What the solver has been told: how many regions, in words of which width. */
  private told = 0
  private width = 0

  /** `fixed`: values of variables that have been given one. */
  constructor(variables: readonly Expr[], fixed: Assignment, limit = LIMIT) {
    this.variables = variables
    this.fixed = fixed
    this.limit = limit
  }

  /**
   * An input outside all regions, null where there is none, undefined where that is not known (that it `isMissing` is
   * one reason). Regions are added only.
   * `also`: outside this one as well, for this question alone.
   */
  async outside(
    regions: readonly Constraints[],
    also: Constraints | null = null,
  ): Promise<Assignment | null | undefined> {
    if (!(await this.load())) return undefined
    const { variables, fixed, limit } = this
    const added = also === null ? [] : [also]
    const width = Math.max(this.width, widthFor([...variables, ...regions.slice(this.told).flat(), ...added.flat()]))
    const reset = width !== this.width || this.queries % RENEWED === 0
    const commands = [
      ...(reset ? [domainSmt(variables, fixed, width)] : []),
      ...regions.slice(reset ? 0 : this.told).map((region) => outsideSmt(region, variables, width)),
    ]
    this.width = width
    this.told = regions.length
    this.queries++
    const ofDomain = 2 * variables.length + variables.filter(({ name }) => fixed.has(name)).length
    const answer = this.next()
    this.worker!.postMessage({
      reset,
      commands,
      also: also === null ? null : outsideSmt(also, variables, width),
      assertions: ofDomain + regions.length + added.length,
      limit,
    } satisfies SolverRequest)
    const message = await answer
    if (message.type !== 'answer') throw unexpected(message)
    this.milliseconds += message.ms
    const found = answerOf(message.text.trim(), variables)
    if (found != null) this.check(found, [...regions.slice(0, this.told), ...added])
    return found
  }

  /** What the solver says is believed only where it can be seen. */
  private check(found: Assignment, regions: readonly Constraints[]): void {
    const isInput = this.variables.every(({ name, least, most }) => {
      const value = found.get(name)!
      return value >= least && value <= most && (this.fixed.get(name) ?? value) === value
    })
    if (!isInput || regions.some((region) => isInRegion(region, found)))
      throw internalError('the solver names an input that is none, or is in a region already')
  }

  private async load(): Promise<boolean> {
    if (this.worker !== null || this.isMissing) return !this.isMissing
    const worker = (this.worker = new Worker(entryUrl('solver-worker'), { execArgv: [] }))
    const ready = this.next()
    worker.on('message', (message: SolverAnswer) => this.receive(message))
    worker.on('error', (error) => this.receive({ type: 'failed', message: String(error) }))
    const message = await ready
    if (message.type === 'ready') return true
    await this.close()
    if (message.type !== 'missing') throw unexpected(message)
    this.isMissing = true
    return false
  }

  private next(): Promise<SolverAnswer> {
    return new Promise((resolve) => {
      this.receive = resolve
    })
  }

  async close(): Promise<void> {
    const { worker } = this
    this.worker = null
    await worker?.terminate()
  }
}

const unexpected = (message: SolverAnswer): Error =>
  internalError(`the solver failed: ${message.type === 'failed' ? message.message : message.type}`)
