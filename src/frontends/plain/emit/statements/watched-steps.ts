/** Statements of which something can be told: they say where they begin, and give what is to be looked at then. */
import type { Node } from '../../analysis/ast.ts'
import { type StepStart, stepsOf } from '../../analysis/steps.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { calleeValues, keptValues } from './watched-loops.ts'

/** What is emitted between the statements of a list; `null` where nothing is. */
export class WatchedSteps {
  private readonly statements: readonly Node[]
  private readonly fn: FunctionContext
  private readonly starts: ReadonlyMap<number, StepStart>
  private name = ''
  private isInside = false

  /** `isBody`: of a function. Code that passes gates, or is not a thread's, tells nothing. */
  constructor(statements: readonly Node[], block: Node, isBody: boolean, fn: FunctionContext) {
    this.statements = statements
    this.fn = fn
    this.starts = fn.mode === 'twin' ? stepsOf(statements, block, isBody, fn.file.scopes) : new Map()
  }

  /** Before the statement of this number, or after the last one. */
  before(number: number): Code {
    const start = this.starts.get(number)
    if (start === undefined) return ''
    const { fn } = this
    const { isFirst, callees, kept } = start
    if (isFirst) this.name = fn.keep('t')
    this.watches(callees !== null)
    const begun = [fn.helper('stepBegins'), '(', isFirst ? 'null' : this.name, ',', String(number)]
    const called: Code = callees === null ? '' : [',', calleeValues(callees, fn)]
    // A debugger stops there in the statement that follows.
    const place = this.statements[number]
    return [place === undefined ? '' : fn.mark(place), this.name, '=', begun, ',', keptValues(kept), called, ');']
  }

  /** While statements are emitted of which something is told. */
  private watches(isInside: boolean): void {
    if (isInside !== this.isInside) this.fn.rounds += isInside ? 1 : -1
    this.isInside = isInside
  }

  /** After the last statement. */
  end(number: number): Code {
    const code = this.before(number)
    this.watches(false)
    return code
  }
}
