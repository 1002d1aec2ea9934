import { inspect } from 'node:util'
import { HeddleError, programError } from '../errors.ts'
import { freezeShared } from '../program/freeze-shared.ts'
import { Layout } from '../program/layout.ts'
import { attach } from '../program/memory.ts'
import { Primitive } from '../program/primitives/primitive.ts'
import type { Program } from '../program/program.ts'

/** What `shared` returned in one JavaScript thread of a real run. */
export class SharedObject {
  readonly layout: Layout
  value: unknown = undefined
  /** Otherwise `shared` must be called again before each run. */
  reusable = true
  private readonly program: Program
  private readonly alone: <T>(action: () => T) => T
  private primitives: Primitive[] = []

  /** Allocates, or attaches to buffers that were allocated elsewhere; `alone` keeps other workers from doing so meanwhile. */
  constructor(program: Program, buffers: readonly SharedArrayBuffer[] | null, alone: <T>(action: () => T) => T = (action) => action()) {
    this.program = program
    this.alone = alone
    this.layout = new Layout(buffers)
    this.attach()
  }

  /** Calls `shared`, which may write initial values: never while a thread runs. */
  attach(): void {
    this.alone(() => this.attachAlone())
  }

  private attachAlone(): void {
    this.layout.blank()
    const { mem, made, end } = attach(this.layout)
    this.value = this.callShared(mem)
    end()
    this.reusable = freezeShared(this.value, made).onlyMade
    this.primitives = [...made].filter((one) => one instanceof Primitive)
  }

  private callShared(mem: Parameters<Program['shared']>[0]): unknown {
    const { name } = this.program
    let value: unknown
    try {
      value = this.program.shared(mem)
    } catch (error) {
      if (error instanceof HeddleError) throw error
      throw programError(`\`shared\` of program '${name}' threw: ${error instanceof Error ? error.stack ?? error.message : inspect(error)}`)
    }
    if (value instanceof Promise) throw programError(`\`shared\` of program '${name}' must not be async: it returned a promise`)
    return value
  }

  /** A new run starts on restored memory. */
  forget(): void {
    for (const primitive of this.primitives) primitive.forget()
  }

  /** What was allocated, for comparison between JavaScript threads. */
  signature(): string[] {
    return this.layout.allocations.map(({ kind, name, shape }) => `${kind} '${name}' (${shape})`)
  }
}

export function checkSignature(expected: readonly string[], found: readonly string[]): void {
  const length = Math.max(expected.length, found.length)
  for (let i = 0; i < length; i++) {
    if (expected[i] === found[i]) continue
    throw programError(
      `\`shared\` allocated differently when it was called again: allocation ${i + 1} was ${expected[i] ?? 'not there'} and now is ` +
      `${found[i] ?? 'missing'}. It is called once per thread and must always allocate the same`)
  }
}
