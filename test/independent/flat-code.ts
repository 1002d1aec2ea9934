import type { Block, Condition, Local, Operation, Statement, Value } from './language.ts'
import { isOperation } from './language.ts'

/** Structured code as a list with jumps, so that where a thread is is one number. */
export type Instruction =
  | { readonly do: 'operation'; readonly operation: Operation; readonly into: Local | null }
  | { readonly do: 'assign'; readonly into: Local; readonly value: Value }
  | { readonly do: 'jump'; to: number }
  | { readonly do: 'unless'; readonly condition: Condition; to: number }
  | { readonly do: 'begin-loop'; readonly counter: number; readonly times: number; end: number }
  | { readonly do: 'next-round'; readonly counter: number; readonly begin: number }
  | { readonly do: 'seal' | 'unseal' }
  | { readonly do: 'throw'; readonly message: string }
  | { readonly do: 'assert'; readonly condition: Condition; readonly message: string }
  | { readonly do: 'return'; readonly value: Value }

export interface Handler {
  readonly at: number
  readonly into: Local
}

export interface FlatCode {
  readonly instructions: readonly Instruction[]
  /** Who catches what the instruction at this place throws. */
  readonly handlers: readonly (Handler | null)[]
  readonly counters: number
}

export function flatten(block: Block): FlatCode {
  const instructions: Instruction[] = []
  const handlers: (Handler | null)[] = []
  let counters = 0
  let handler: { at: number; readonly into: Local } | null = null
  let breaks: { to: number }[] = []

  const emit = <I extends Instruction>(instruction: I): I => {
    instructions.push(instruction)
    handlers.push(handler)
    return instruction
  }
  const all = (inner: Block): void => inner.forEach(one)

  function one(statement: Statement): void {
    if (isOperation(statement)) {
      emit({ do: 'operation', operation: statement, into: null })
      return
    }
    switch (statement[0]) {
      case 'let':
        emit({ do: 'operation', operation: statement[2], into: statement[1] })
        break
      case 'assign':
        emit({ do: 'assign', into: statement[1], value: statement[2] })
        break
      case 'throw':
        emit({ do: 'throw', message: statement[1] })
        break
      case 'assert':
        emit({ do: 'assert', condition: statement[1], message: statement[2] })
        break
      case 'return':
        emit({ do: 'return', value: statement[1] })
        break
      case 'break':
        breakOut(statement[1])
        break
      case 'if':
        branch(statement[1], statement[2], statement[3])
        break
      case 'repeat':
        loop(statement[1], statement[2])
        break
      case 'try':
        guarded(statement[1], statement[2], statement[3])
        break
      case 'sealed':
        emit({ do: 'seal' })
        all(statement[1])
        emit({ do: 'unseal' })
        break
    }
  }

  function branch(condition: Condition, then: Block, otherwise: Block): void {
    const test = emit({ do: 'unless', condition, to: -1 })
    all(then)
    const over = emit({ do: 'jump', to: -1 })
    test.to = instructions.length
    all(otherwise)
    over.to = instructions.length
  }

  function breakOut(condition: Condition): void {
    const test = emit({ do: 'unless', condition, to: -1 })
    breaks.push(emit({ do: 'jump', to: -1 }))
    test.to = instructions.length
  }

  function loop(times: number, body: Block): void {
    const counter = counters++
    const outer = breaks
    breaks = []
    const begin = emit({ do: 'begin-loop', counter, times, end: -1 })
    const first = instructions.length
    all(body)
    emit({ do: 'next-round', counter, begin: first })
    begin.end = instructions.length
    for (const jump of breaks) jump.to = instructions.length
    breaks = outer
  }

  function guarded(body: Block, into: Local, otherwise: Block): void {
    const outer = handler
    const mine = { at: -1, into }
    handler = mine
    all(body)
    handler = outer
    const over = emit({ do: 'jump', to: -1 })
    mine.at = instructions.length
    // What is thrown leaves sealed code, too.
    emit({ do: 'unseal' })
    all(otherwise)
    over.to = instructions.length
  }

  all(block)
  if (breaks.length > 0) throw new Error('a break stands outside of any loop')
  emit({ do: 'return', value: undefined })
  return { instructions, handlers, counters }
}
