/** The commands, in the order in which help lists them, and how they end. */
import type { OptionName } from './options.ts'

export type CommandName = 'check' | 'replay' | 'run' | 'verify' | 'certify' | 'report' | 'inspect' | 'init'

export interface Command {
  /** What follows the name of the command, for usage lines. */
  readonly usage: string
  /** One line, for the list of commands. */
  readonly summary: string
  readonly description: string
  readonly examples: readonly string[]
  /** Exactly one of these options must be given. */
  readonly oneOf?: readonly OptionName[]
  /** It takes any number of files. */
  readonly many?: true
  /** What it is about when nothing is named. */
  readonly otherwise?: string
}

export const commands: Readonly<Record<CommandName, Command>> = {
  check: {
    usage: 'FILE… [options]',
    summary: 'explore the interleavings of programs and report bugs or what was verified',
    description:
      'Runs the programs that FILE exports, by default or by name, alone or in an array, under every thread interleaving that matters. Finds failed ' +
      'assertions, uncaught exceptions, deadlocks and misuse of primitives, and prints the command that replays what it found. A FILE can be a pattern ' +
      '(**/*.heddle.ts), or name one program of several (bank.ts#transfer, bank.ts#2).',
    many: true,
    examples: [
      'heddle check bank.ts',
      "heddle check 'test/**/*.heddle.ts' --bail",
      'heddle check bank.ts --all-bugs --budget 5m',
      'heddle check bank.ts --reduction none --json',
      "heddle check 'test/**/*.heddle.ts' --annotate github --sarif heddle.sarif --junit heddle.xml",
    ],
  },
  replay: {
    usage: 'FILE --schedule S [options]',
    summary: 'run one schedule again and show every event',
    description:
      'Runs the program under exactly the given schedule, as a failing check prints it. Shows each event with its thread, operation, ' +
      'location, value and source line, and marks preemptions.',
    examples: [
      'heddle replay bank.ts --schedule h1.…',
      'heddle replay bank.ts --schedule h1.… --format dot | dot -Tsvg > bug.svg',
      'heddle replay bank.ts --schedule h1.… --inspect --at 3',
    ],
  },
  run: {
    usage: 'FILE --plain | --admit SET [options]',
    summary: 'run the program on real worker threads, as it is or under verified schedules only',
    description:
      'Runs the program, one real worker per thread, and collects outcomes, failures and the time per run: as it is (--plain), or so that only ' +
      'executions happen that heddle verify has found correct (--admit).',
    oneOf: ['plain', 'admit'],
    examples: [
      'heddle run bank.ts --plain',
      'heddle run bank.ts --plain --repeat 10000 --json',
      'heddle run bank.ts --admit bank.set --repeat 10000',
    ],
  },
  verify: {
    usage: 'FILE -o SET [options]',
    summary: 'verify executions one by one and append the correct ones to a set to run the program under',
    description:
      'Explores the program and appends every complete, correct execution (as a trace: the partial order of its dependent events) to the set at ' +
      'once; erroneous ones are reported and never admitted. What has been verified so far is what `heddle run` can keep the program to.',
    examples: [
      'heddle verify bank.ts -o bank.set',
      'heddle verify bank.ts -o bank.set --traces 1000',
      'heddle verify bank.ts -o bank.set --resume --budget 1h',
    ],
  },
  certify: {
    usage: 'CERTIFICATE [options]',
    summary: 'check once more what a certificate tells of, and confirm it',
    description:
      'Reads what heddle check has written as a certificate, sees whether all files are as they were, checks the programs again with the same options, and compares outcome, ' +
      'guarantee, counts, outcomes and bugs. Exit code 0 if all is confirmed, 1 if anything differs, 3 if a search was ended by its budget, which cannot be repeated.',
    examples: ['heddle certify bank.certificate.json'],
  },
  report: {
    usage: 'RESULT -o PAGE',
    summary: 'make a page of a result that was kept as JSON',
    description:
      'Writes one file, which needs nothing else, for a browser: what was found and covered, and the executions of the first bugs step by step, as far as the ' +
      'result tells of them. RESULT is what heddle check, heddle replay or heddle inspect has printed as JSON. A page that the check itself writes has an execution for each outcome ' +
      'besides, and more of their events.',
    examples: ['heddle report result.json -o page.html'],
  },
  inspect: {
    usage: 'SET [options]',
    summary: 'say what an admissible set holds',
    description:
      'Shows the traces, finished sub-trees and bugs in a set, which events are still ordered, between which source lines, and, if asked for, what that costs.',
    examples: [
      'heddle inspect bank.set',
      'heddle inspect bank.set --json',
      'heddle inspect bank.set --cost bank.ts --html page.html',
    ],
  },
  init: {
    usage: '[FOLDER]',
    summary: 'write a first test into a project',
    description:
      'Writes a test that verifies a small program, and passes, into the test folder of the project, for vitest where the project depends on it and else for the runner of Node. Nothing that exists is changed.',
    examples: ['heddle init', 'heddle init packages/queue --runner vitest'],
    otherwise: '.',
  },
}

export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'verified as far as asked, the run showed no failure, or the certificate is confirmed'],
  [1, 'a bug was found, or a certificate is not confirmed'],
  [2, 'wrong usage, or a program that cannot be checked as it is written'],
  [
    3,
    'the budget, a limit or Ctrl-C ended the search first, or no execution ends within the bound; what was covered is said',
  ],
]
