import { ops } from '../../src/program/ops.ts'
import type { Program } from '../../src/program/program.ts'
import { compare, type Comparison, describeSetting, type ExplorerClass, type Setting } from './compare.ts'
import { ObservedExplorer } from './observed-explorer.ts'
import { print, type ProgramText } from './programs/notation.ts'
import { compile, moduleSource } from './programs/source.ts'
import { Graph, ReferenceError, TooLarge } from './reference/graph.ts'
import { countSequences } from './reference/reachable.ts'
import { shrink } from './shrink.ts'

/** How large programs and searches may be: beyond, the time is better spent on other programs. */
export interface Sizes {
  readonly traces: number
  readonly executions: number
  /** Up to how many sequences the search without reduction is run too. */
  readonly unreduced: number
}

export const defaultSizes: Sizes = { traces: 700, executions: 2000, unreduced: 700 }

/** What is checked, other than the search and the operations as they are: a mutant. */
export interface Subject {
  readonly type?: ExplorerClass
  readonly operations?: typeof ops
}

export interface Verdict {
  readonly mismatch: Mismatch | null
  readonly tooLarge: boolean
  readonly searches: number
  readonly unfinished: number
}

export interface Mismatch {
  readonly program: ProgramText
  /** Null when the reference itself found something wrong. */
  readonly setting: Setting | null
  readonly message: string
}

/** Runs the searches that `choose` picks on one program and compares each with the reference. */
export function checkProgram(
  text: ProgramText, choose: (withUnreduced: boolean) => readonly Setting[], sizes: Sizes = defaultSizes, subject: Subject = {},
): Verdict {
  const { type = ObservedExplorer, operations = ops } = subject
  const program = compile(text, operations)
  let searches = 0
  let unfinished = 0
  const verdict = (setting: Setting | null, message: string | null, tooLarge = false): Verdict =>
    ({ mismatch: message === null ? null : { program: text, setting, message }, tooLarge, searches, unfinished })
  const graph = graphOf(program, sizes)
  if (graph instanceof TooLarge) return verdict(null, null, true)
  if (graph instanceof ReferenceError) return verdict(null, graph.message)
  for (const setting of choose(countSequences(graph) <= sizes.unreduced)) {
    const { mismatch, unfinished: cut } = attempt(() => compare(program, graph, setting, sizes.executions, type))
    searches++
    if (cut) unfinished++
    if (mismatch !== null) return verdict(setting, mismatch)
  }
  return verdict(null, null)
}

function graphOf(program: Program, sizes: Sizes): Graph | TooLarge | ReferenceError {
  try {
    return Graph.of(program, sizes.traces)
  } catch (error) {
    if (error instanceof TooLarge || error instanceof ReferenceError) return error
    throw error
  }
}

function attempt(run: () => Comparison): Comparison {
  try {
    return run()
  } catch (error) {
    return { mismatch: `the search failed: ${error instanceof Error ? error.stack ?? error.message : String(error)}`, unfinished: false, executions: 0 }
  }
}

/** The smallest program that shrinking finds for the same setting. */
export function shrinkMismatch({ program, setting }: Mismatch, sizes: Sizes = defaultSizes, subject: Subject = {}): Mismatch {
  const run = (candidate: ProgramText): Mismatch | null => checkProgram(candidate, () => (setting === null ? [] : [setting]), sizes, subject).mismatch
  const least = shrink(program, (candidate) => run(candidate) !== null)
  return run(least)!
}

/** A mismatch as a file that can be run. */
export function report({ program, setting, message }: Mismatch, file: string): string {
  const command = setting === null ? 'the reference search' : `heddle check ${file} --all-bugs ${describeSetting(setting)}`
  return `${print(program)}\n  ${command}\n  ${message}\n\n${moduleSource(program, [command, ...message.split('\n')])}`
}
