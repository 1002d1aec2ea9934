/**
 * One check in a process of its own, so that none runs code that another has warmed: prints what it took as JSON. With
 * `unseen` as the last argument nobody sees what the program's threads return.
 */
import { Checker } from '../../src/checking/checker.ts'
import type { CheckOptions } from '../../src/checking/check-options.ts'
import { generators } from '../anchors/generators.ts'
import { threadSeconds } from '../thread-time.ts'

export interface Measured {
  readonly isComplete: boolean
  /** Of all passes. */
  readonly steps: number
  readonly transitions: number
  /** Of the thread that checks, while it does. */
  readonly seconds: number
  /** By the clock, from the start of the process to the end of the check: what somebody waits. */
  readonly elapsed: number
}

const [name, n, rounds, options, results] = process.argv.slice(2) as [string, string, string, string, string?]
const program = generators[name]!(Number(n), Number(rounds))
const measuredProgram = results === 'unseen' ? { ...program, outcome: () => null } : program
const checker = new Checker(measuredProgram, JSON.parse(options) as CheckOptions)
const start = threadSeconds()
while (!checker.run(Infinity));
const seconds = threadSeconds() - start
const { outcome, passes } = checker.result()
const sum = (figure: 'visited' | 'transitions'): number => passes.reduce((all, pass) => all + pass[figure], 0)
const measured: Measured = {
  isComplete: outcome === 'verified',
  steps: sum('visited'),
  transitions: sum('transitions'),
  seconds,
  elapsed: performance.now() / 1000,
}
console.log(JSON.stringify(measured))
