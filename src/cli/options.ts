/** The one table of options: parser, defaults, help and documentation are made from it and from that of commands. */
import type { CommandName } from './command-table.ts'
import { choice, duration, flag, integer, limit, type OptionKind, share, text, valueList } from './option-kinds.ts'
import { outputFiles } from '../report/outputs/index.ts'
import { annotationHelp, annotationNames, traceHelp, traceNames } from './format-names.ts'
import { MOST_INPUTS } from '../checking/inputs/most-inputs.ts'
import {
  boundNames,
  inputModes,
  orderNames,
  priorities,
  reductionNames,
  supplyKinds,
  switchNames,
} from './search-names.ts'

export interface Option<T, Repeatable extends boolean = boolean> {
  readonly kind: OptionKind<T>
  readonly commands: readonly CommandName[]
  readonly help: string
  /** As one would type it; used when the option is not given. */
  readonly default?: string
  /** What not giving the option means, where that is no value one could type. */
  readonly otherwise?: string
  readonly required?: true
  readonly repeatable: Repeatable
  /** Where a command means something else by it. */
  readonly in?: Readonly<Partial<Record<CommandName, Partial<Pick<Option<unknown>, 'kind' | 'help' | 'otherwise'>>>>>
}

const one = <T>(kind: OptionKind<T>, rest: Omit<Option<T>, 'kind' | 'repeatable'>): Option<T, false> => ({
  kind,
  repeatable: false,
  ...rest,
})
const many = <T>(kind: OptionKind<T>, rest: Omit<Option<T>, 'kind' | 'repeatable'>): Option<T, true> => ({
  kind,
  repeatable: true,
  ...rest,
})

export const options = {
  reduction: one(choice('NAME', 'reduction', reductionNames), {
    commands: ['check', 'verify'],
    help: 'leave out interleavings that are equivalent to explored ones: none of them, most (dpor), all but one of each trace (optimal; without bounds), or all that lead to a state that was explored (stateful)',
    otherwise:
      'optimal, taking turns with dpor under 0, 1, 2, … preemptions or context switches, and with stateful, until one of them has covered everything; with a bound dpor, and stateful where that takes less',
  }),
  bound: many(limit('bound', boundNames), {
    commands: ['check', 'verify'],
    help: 'explore only executions whose cost is within the limit (repeatable)',
    otherwise: 'no bound if a reduction is named, else fair:2 where threads yield',
  }),
  iterate: many(choice('BOUND', 'bound', boundNames), {
    commands: ['check'],
    help: 'let the limit of this bound grow by one from pass to pass until it excludes nothing, beside a search without it; with --reduction dpor or none, these passes only (repeatable: they take turns)',
    otherwise: 'preemption and context if no reduction, bound or order is named',
  }),
  optimise: one(text('LIST', 'all, none, or names of trans, alt, release, bound, sleep, cache with commas'), {
    commands: ['check'],
    help: 'which optimisations of the reduction to use: all, none, or some of trans,alt,release,bound,sleep,cache',
    otherwise: 'all that are sound for the bounds',
  }),
  commute: one(text('LIST', 'all, none, or names of failed-cas, unused-results with commas'), {
    commands: ['check'],
    help: 'explore fewer interleavings with the same outcomes: a compare-and-swap that fails is a read (failed-cas), and Atomics.add, sub, and, or, xor whose results are unused commute (unused-results)',
    otherwise: 'none',
  }),
  order: one(choice('NAME', 'order', orderNames), {
    commands: ['check'],
    help: 'search depth-first (dfs), or what --priority prefers first (best-first), which finds the same in the end; or draw executions at random, which covers nothing: any enabled thread (random), random priorities that change at few events (pct), priorities drawn again where events depend on each other (pos), equal chances for all orders of the accesses to one location (surw)',
    otherwise: orderNames[0],
  }),
  priority: one(text('LIST', `names of ${Object.keys(priorities).join(', ')} with commas`), {
    commands: ['check'],
    help: `what --order best-first runs first: ${Object.entries(priorities)
      .map(([name, { summary }]) => `${summary} (${name})`)
      .join(', ')}; of several names the first one decides, the next where that one does not`,
    otherwise: 'pb, after method and var where --focus or --focus-diff is given',
  }),
  focus: many(text('NAME', 'a function, lines such as lib/queue.ts:10-20, or a shared location such as x or x[0]'), {
    commands: ['check'],
    help: 'what --order best-first with --priority method or var prefers: functions, lines of files (FILE:FROM-TO) and shared locations (repeatable)',
    otherwise: 'nothing',
  }),
  'focus-diff': one(text('REV', 'a revision of git, such as HEAD or main'), {
    commands: ['check'],
    help: 'and lines that have changed since this revision of git, to see first whether a change has broken something',
    otherwise: 'none',
  }),
  fringe: one(integer(1), {
    commands: ['check'],
    help: 'of the executions that --order best-first has left to run, keep so many in memory, and the others in a file of the temporary folder',
    otherwise: '200000',
  }),
  'pct-depth': one(integer(1), {
    commands: ['check'],
    help: 'the depth of the bugs that --order pct looks for: how many ordered pairs of events make them',
    otherwise: '3',
  }),
  switch: one(choice('WHERE', 'switch mode', switchNames), {
    commands: ['check'],
    help: 'where threads can be interleaved: at all shared accesses, or at synchronisation and Atomics only (sync; data races are bugs then)',
    default: 'all',
  }),
  seal: many(text('PATTERN', 'a pattern of files, such as lib/** or node_modules/queue/**'), {
    commands: ['check'],
    help: 'trust the code of these files to be atomic: calls into them are not preempted (repeatable)',
    otherwise: 'none',
  }),
  explore: many(valueList('source of values', supplyKinds), {
    commands: ['check', 'replay'],
    help: 'try these values wherever a thread asks for a random number (from 0 to below 1) or for the time (milliseconds that pass between two looks), as choices; without values 0, 0.5 and the largest below 1, or 0 and 1000 (repeatable)',
    otherwise: 'one value each, whose places are named',
  }),
  yield: many(text('FILE:LINE', 'the file and line of a loop, such as lib/lock.js:12'), {
    commands: ['check', 'replay'],
    help: 'the loop that begins there waits for other threads: each of its rounds yields, so that a fair bound can leave it (repeatable)',
    otherwise: 'what only looks at shared memory is recognised by itself',
  }),
  races: one(flag, { commands: ['check'], help: 'data races are bugs' }),
  'all-bugs': one(flag, { commands: ['check'], help: 'go on after the first bug' }),
  bail: one(flag, { commands: ['check'], help: 'check no more programs after the first that is not verified' }),
  'no-minimise': one(flag, {
    commands: ['check'],
    help: 'report the schedule of a bug as it was found: not the smallest one that a second, or a tenth of the time spent, can find',
  }),
  'no-count': one(flag, { commands: ['check'], help: 'do not count distinct traces and local states (saves memory)' }),
  annotate: one(choice('NAME', 'form of annotation', annotationNames), {
    commands: ['check'],
    help: `say in the end where each bug and each race is, as ${annotationHelp}`,
    otherwise: 'not said',
  }),
  sarif: one(text('FILE', 'a file name'), { commands: ['check'], help: outputFiles.sarif.help, otherwise: 'none' }),
  junit: one(text('FILE', 'a file name'), { commands: ['check'], help: outputFiles.junit.help, otherwise: 'none' }),
  html: one(text('FILE', 'a file name'), {
    commands: ['check', 'replay', 'inspect'],
    in: {
      inspect: {
        help: 'write a page for browsers: which events are still ordered, between which lines of the source, and what that costs (with --cost)',
      },
    },
    help: 'write a page for browsers: what was found, and the executions of bugs and outcomes step by step, with the source, the memory and the calls at each event',
    otherwise: 'none',
  }),
  cost: one(text('PROGRAM', 'the file of the program'), {
    commands: ['inspect'],
    help: 'run the program, plainly and under the set in turns, and say how much longer it takes and how often threads wait',
    otherwise: 'not measured',
  }),
  certificate: one(text('FILE', 'a file name'), {
    commands: ['check'],
    help: 'write what was checked (digests of all files, versions), how, what was covered and what that rests on, for machines; heddle certify confirms it',
    otherwise: 'none',
  }),
  budget: one(duration, {
    commands: ['check', 'verify'],
    help: 'stop after this time (500ms, 30s, 5m, 1h; a bare number is in seconds) and say what was covered',
    default: '60s',
  }),
  'max-executions': one(integer(1), {
    commands: ['check'],
    help: 'stop after so many executions',
    otherwise: 'no limit',
  }),
  'max-rows': one(integer(1), {
    commands: ['check'],
    help: 'list at most so many outcomes, races and bugs, each, and count the rest',
    default: '10000',
  }),
  'max-depth': one(integer(1), {
    commands: ['check', 'verify'],
    help: 'cut executions after so many transitions',
    default: '10000',
  }),
  'step-timeout': one(duration, {
    commands: ['check', 'replay', 'verify'],
    help: 'report a thread that runs so long without a shared operation',
    default: '5s',
  }),
  schedule: one(text('S', 'a schedule as `heddle check` prints it (h1.…), or @ and a file'), {
    commands: ['replay'],
    help: 'the schedule to run, as `heddle check` prints it, or @FILE that holds one, or the result of a check with --json, whose first bug is run',
    required: true,
  }),
  format: one(choice('NAME', 'format', traceNames), {
    commands: ['replay'],
    help: `print the trace for another tool: ${traceHelp}`,
    otherwise: 'a report for people',
  }),
  events: one(integer(1), {
    commands: ['replay'],
    help: 'show at most so many events: the first, the last, and those where threads follow on each other',
    default: '1000',
  }),
  inspect: one(flag, {
    commands: ['replay'],
    help: 'replay it once more in the inspector of Node, and stop after an event, where its thread goes on: open chrome://inspect, or attach an editor',
  }),
  at: one(integer(1), {
    commands: ['replay'],
    help: 'the event after which the debugger stops (with --inspect)',
    otherwise: 'the last one',
  }),
  'inspect-port': one(integer(0), {
    commands: ['replay'],
    help: 'where the inspector listens, on this machine only; 0 for any port that is free (with --inspect)',
    otherwise: '9229',
  }),
  plain: one(flag, { commands: ['run'], help: 'without any control over the schedule' }),
  admit: one(text('SET', 'a file that heddle verify made'), {
    commands: ['run'],
    help: 'only under the schedules of the set',
  }),
  follow: one(flag, { commands: ['run'], help: 'take in what is added to the set meanwhile (with --admit)' }),
  monitor: one(flag, {
    commands: ['run'],
    help: 'watch every run: record what happens and compare it with the set, also where everything is verified and nothing gated (with --admit)',
  }),
  watch: one<number | true>(share, {
    commands: ['check', 'run'],
    in: {
      check: {
        kind: flag,
        help: 'check again whenever a file changes that was loaded, until Ctrl-C',
        otherwise: 'once',
      },
    },
    help: 'watch the first run and this share of the others, as --monitor does all of them (with --admit)',
    otherwise: 'none: with a whole set, runs are free and notice nothing',
  }),
  seed: one(integer(0), {
    commands: ['check', 'run'],
    help: 'what is drawn at random: other executions by an order that samples, other runs to watch',
    otherwise: '1',
  }),
  'keep-memory': one(flag, {
    commands: ['run'],
    help: 'begin each run with the memory that the one before left, which must be as it was verified, instead of restoring it (with --admit)',
  }),
  input: many(text('NAME=VALUE', 'the name of an input and its value, as in n=5 or xs=1,2,3'), {
    commands: ['check', 'replay', 'run', 'verify'],
    help: 'the value of an input of the program; run, verify and replay need one for each. For run also THREAD:VALUES, as in parse:2,0: what the first, second, … choose of a thread results in, of the values that were verified (with --admit) (repeatable)',
    otherwise: 'all values of an input are checked, and any choice is verified',
  }),
  inputs: one(choice('HOW', 'way to check inputs', inputModes), {
    commands: ['check', 'verify'],
    help: `how inputs without a given value are checked: all of them, one after the other, at most ${MOST_INPUTS.toLocaleString('en-US')}; or those that behave alike at once (symbolic; needs the package z3-solver where there are more). A set is about one input, or about all (symbolic)`,
    otherwise: 'all; verify wants a value for each',
  }),
  repeat: one(integer(1), { commands: ['run', 'verify'], help: 'how many times to run', default: '1' }),
  timeout: one(duration, { commands: ['run'], help: 'report a run as stuck when it takes longer', default: '5s' }),
  out: one(text('FILE', 'a file name'), {
    commands: ['verify', 'report'],
    help: 'the file to write: a set, which must be new unless with --resume; a page (also -o)',
    required: true,
  }),
  traces: one(integer(1), {
    commands: ['verify'],
    help: 'stop when the set holds so many traces',
    otherwise: 'no limit',
  }),
  overhead: one(integer(0), {
    commands: ['verify'],
    help: 'stop when the program runs at most so many percent longer under the set than plainly',
    otherwise: 'not measured',
  }),
  run: one(flag, { commands: ['verify'], help: 'run the program under the set meanwhile, from its first trace on' }),
  'input-log': one(text('FILE', 'a file name'), {
    commands: ['verify'],
    help: 'with --inputs symbolic: a log of inputs, as JSON, one a line; the regions of those that are there most often are verified first, and then those that hold more inputs',
    otherwise: 'regions that hold more inputs come first',
  }),
  resume: one(flag, { commands: ['verify'], help: 'go on with a set that was stopped, instead of a new one' }),
  force: one(flag, { commands: ['verify'], help: 'replace a set that exists' }),
  runner: one(choice('NAME', 'test runner', ['vitest', 'node']), {
    commands: ['init'],
    help: 'what the test is for: vitest, or the runner of Node',
    otherwise: 'vitest where the project depends on it, else node',
  }),
  json: one(flag, {
    commands: ['check', 'replay', 'run', 'verify', 'certify', 'inspect'],
    help: 'print the result as one JSON object',
  }),
  help: one(flag, {
    commands: ['check', 'replay', 'run', 'verify', 'certify', 'report', 'inspect', 'init'],
    help: 'show this help',
  }),
} satisfies Record<string, Option<unknown>>

export type OptionName = keyof typeof options

type ValueOf<O> = O extends Option<infer T, infer R> ? (R extends true ? readonly T[] : T) : never
/** What was given, and defaults for what was not. */
export type OptionValues = { readonly [K in OptionName]?: ValueOf<(typeof options)[K]> }

export function optionsOf(command: CommandName): [OptionName, Option<unknown>][] {
  return (Object.entries(options) as [OptionName, Option<unknown>][])
    .filter(([, option]) => option.commands.includes(command))
    .map(([name, option]) => [name, { ...option, ...option.in?.[command] }])
}
