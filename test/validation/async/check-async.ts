/** Asynchronous programs against the graph of all their states, and against what the semantics allow. */
import { program, type Program } from '../../../src/program/program.ts'
import type { Mem } from '../../../src/program/memory/mem.ts'
import { load } from '../../frontends/harness.ts'
import { compareCheck } from '../check-results.ts'
import { compare } from '../compare.ts'
import { ObservedExplorer } from '../observed-explorer.ts'
import { Random } from '../programs/random.ts'
import { Graph, TooLarge } from '../reference/graph.ts'
import { countSequences } from '../reference/reachable.ts'
import { checkSettings, someSettings, statefulSettings } from '../settings.ts'
import { explore } from '../../support/subject.ts'
import { type AsyncProgram, randomAsyncProgram, sourceOf } from './programs.ts'
import { outcomesOf } from './semantics.ts'

export interface AsyncVerdict {
  readonly mismatch: string | null
  /** Too large to be compared. */
  readonly skipped: boolean
  readonly searches: number
  readonly waits: boolean
}

export function compiled(text: AsyncProgram, words: number): Program {
  const { threads } = load(sourceOf(text)) as unknown as { threads: ((s: object) => unknown)[] }
  return program({
    name: 'async',
    shared: (mem: Mem) => ({ w: mem.int32('w', words) }),
    threads: threads as never,
    outcome: (s: { w: Int32Array }, results: unknown) => [[...s.w], results],
  } as never) as Program
}

/** `thorough`: by all searches that random programs are given to. */
export function checkAsync(seed: number, words: number, thorough: boolean): AsyncVerdict {
  const text = randomAsyncProgram(seed, words)
  const waits = JSON.stringify(text).includes('"waitAsync"')
  const subject = compiled(text, words)
  let searches = 0
  const verdict = (mismatch: string | null, skipped = false): AsyncVerdict => ({
    mismatch: mismatch === null ? null : `seed ${seed}, ${words} words: ${mismatch}\n${sourceOf(text)}`,
    skipped,
    searches,
    waits,
  })
  const allowed = outcomesOf(text, words, 20_000)
  if (allowed === null) return verdict(null, true)
  const { outcomes, gaveUp } = explore(subject, { reduction: 'dpor', maxExecutions: 3000 })
  if (gaveUp) return verdict(null, true)
  const found = new Set(outcomes.keys())
  const missing = [...allowed].filter((one) => !found.has(one))
  const beyond = [...found].filter((one) => !allowed.has(one))
  // Which of several words was notified first is not known to the engine, which tries any order.
  if (missing.length > 0 || (words === 1 && beyond.length > 0))
    return verdict(`of ${allowed.size} outcomes are missing ${missing.join(' ')}; not allowed are ${beyond.join(' ')}`)
  let graph: Graph
  try {
    graph = Graph.of(subject, 200)
  } catch (error) {
    if (error instanceof TooLarge) return verdict(null, true)
    throw error
  }
  const random = new Random(seed)
  const unreduced = countSequences(graph) <= 300
  const settings = thorough
    ? [...someSettings(random, unreduced), ...statefulSettings(random)]
    : [random.pick(someSettings(random, unreduced)), random.pick(statefulSettings(random))]
  for (const setting of settings) {
    searches++
    const { mismatch } = compare(subject, graph, setting, 1000, ObservedExplorer)
    if (mismatch !== null) return verdict(`${JSON.stringify(setting)}: ${mismatch}`)
  }
  for (const setting of thorough ? checkSettings(random, unreduced, false) : []) {
    searches++
    const { mismatch } = compareCheck(subject, graph, setting, 1000)
    // Threads that wait at other places in the source are other deadlocks, of which the graph knows only one.
    if (mismatch !== null && mismatch !== 'deadlock is listed twice')
      return verdict(`${JSON.stringify(setting)}: ${mismatch}`)
  }
  return verdict(null)
}
