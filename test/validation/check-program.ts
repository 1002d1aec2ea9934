import { ops } from '../../src/program/operations/ops.ts'
import type { Program } from '../../src/program/program.ts'
import { type Commutations, noCommutations } from '../../src/search/commutations.ts'
import { type CheckerClass, type CheckSetting, compareCheck, describeCheck } from './check-results.ts'
import { compare, type Comparison, describeSetting, type ExplorerClass, type Setting } from './compare.ts'
import { ObservedExplorer } from './observed-explorer.ts'
import { print, type ProgramText } from './programs/notation.ts'
import { compile, moduleSource } from './programs/source.ts'
import { Graph, ReferenceError, TooLarge } from './reference/graph.ts'
import { countSequences, reachable } from './reference/reachable.ts'
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
  readonly checker?: CheckerClass
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
  readonly setting: Setting | CheckSetting | null
  readonly message: string
}

/** Runs the searches that `choose` picks on one program and compares each with the reference. */
export function checkProgram(
  text: ProgramText,
  choose: (withUnreduced: boolean) => readonly (Setting | CheckSetting)[],
  sizes: Sizes = defaultSizes,
  subject: Subject = {},
): Verdict {
  const { type = ObservedExplorer, checker, operations = ops } = subject
  const program = compile(text, operations)
  let searches = 0
  let unfinished = 0
  const verdict = (setting: Setting | CheckSetting | null, message: string | null, tooLarge = false): Verdict => ({
    mismatch: message === null ? null : { program: text, setting, message },
    tooLarge,
    searches,
    unfinished,
  })
  const graph = graphOf(program, sizes)
  if (graph instanceof TooLarge) return verdict(null, null, true)
  if (graph instanceof ReferenceError) return verdict(null, graph.message)
  const coarser = new Coarser(program, graph, sizes)
  for (const setting of choose(countSequences(graph) <= sizes.unreduced)) {
    const traces = 'options' in setting ? graph : coarser.graphFor(setting)
    if (typeof traces === 'string') return verdict(setting, traces)
    const { mismatch, unfinished: cut } = attempt(() =>
      'options' in setting
        ? compareCheck(program, graph, setting, sizes.executions, checker)
        : compare(program, traces, setting, sizes.executions, type),
    )
    searches++
    if (cut) unfinished++
    if (mismatch !== null) return verdict(setting, mismatch)
  }
  return verdict(null, null)
}

/** The traces of coarser equivalences, which must come to the same. */
class Coarser {
  private readonly program: Program
  private readonly graph: Graph
  private readonly sizes: Sizes
  private readonly known = new Map<string, Graph | string>()

  constructor(program: Program, graph: Graph, sizes: Sizes) {
    this.program = program
    this.graph = graph
    this.sizes = sizes
  }

  /** Or what is wrong with them. */
  graphFor({ commute }: Setting): Graph | string {
    if (commute === undefined) return this.graph
    const key = JSON.stringify(commute)
    const found = this.known.get(key) ?? this.make(commute)
    this.known.set(key, found)
    return found
  }

  private make(commute: Commutations): Graph | string {
    const coarser = graphOf(this.program, this.sizes, commute)
    if (!(coarser instanceof Graph)) return coarser.message
    const [fine, coarse] = [this.graph, coarser].map((graph) => [...reachable(graph, {}).outcomes].sort())
    return JSON.stringify(fine) === JSON.stringify(coarse)
      ? coarser
      : `of ${fine!.length} outcomes the coarser equivalence has ${coarse!.length}`
  }
}

function graphOf(program: Program, sizes: Sizes, commute = noCommutations): Graph | TooLarge | ReferenceError {
  try {
    return Graph.of(program, sizes.traces, commute)
  } catch (error) {
    if (error instanceof TooLarge || error instanceof ReferenceError) return error
    throw error
  }
}

function attempt(run: () => Comparison): Comparison {
  try {
    return run()
  } catch (error) {
    return {
      mismatch: `the search failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      unfinished: false,
      executions: 0,
    }
  }
}

/** The smallest program that shrinking finds for the same setting. */
export function shrinkMismatch(
  { program, setting }: Mismatch,
  sizes: Sizes = defaultSizes,
  subject: Subject = {},
): Mismatch {
  const run = (candidate: ProgramText): Mismatch | null =>
    checkProgram(candidate, () => (setting === null ? [] : [setting]), sizes, subject).mismatch
  const least = shrink(program, (candidate) => run(candidate) !== null)
  return run(least)!
}

export const describeAny = (setting: Setting | CheckSetting): string =>
  'options' in setting ? describeCheck(setting) : describeSetting(setting)

/** A mismatch as a file that can be run. */
export function report({ program, setting, message }: Mismatch, file: string): string {
  const command =
    setting === null
      ? 'the reference search'
      : 'options' in setting
        ? `check('${file}', ${describeAny(setting)})`
        : `heddle check ${file} --all-bugs ${describeAny(setting)}`
  return `${print(program)}\n  ${command}\n  ${message}\n\n${moduleSource(program, [command, ...message.split('\n')])}`
}
