import { version } from '../base/version.ts'
import { type Console, print, widthOf } from './console.ts'
import { helpFor } from './help.ts'
import type { CommandName } from './command-table.ts'
import type { OptionValues } from './options.ts'
import { type Invocation, parse, ParseError } from './parse.ts'
import { jsonLine } from '../results/json.ts'
import { errorAsJson, errorText } from './print-error.ts'

type Run = (files: readonly string[], values: OptionValues, console: Console) => Promise<number>

/** Loaded when needed: help and usage errors are to be quick. */
const runs: Readonly<Record<CommandName, () => Promise<Run>>> = {
  check: async () => checkOrWatch,

  replay: async () => single((await import('./commands/replay.ts')).replayCommand),
  run: async () => single((await import('./commands/run.ts')).runCommand),
  verify: async () => single((await import('./commands/verify.ts')).verifyCommand),
  certify: async () => single((await import('./commands/certify.ts')).certifyCommand),
  report: async () => single((await import('./commands/report.ts')).reportCommand),
  init: async () => single((await import('./commands/init.ts')).initCommand),
  inspect: async () => single((await import('./commands/inspect.ts')).inspectCommand),
}

const checkOrWatch: Run = async (files, values, console) =>
  values.watch === undefined
    ? (await import('./commands/check-all.ts')).checkAllCommand(files, values, console)
    : (await import('./commands/watch.ts')).watchCommand(files, values, console)

const single =
  (run: (file: string, values: OptionValues, console: Console) => Promise<number>): Run =>
  ([file], values, console) =>
    run(file!, values, console)

/** Runs the command line and returns the exit code. */
export async function cli(args: readonly string[], console: Console): Promise<number> {
  try {
    return await dispatch(parse(args), console)
  } catch (error) {
    print(console.err, errorText(error))
    if (args.includes('--json')) console.out.write(jsonLine({ schema: 1, outcome: 'error', error: errorAsJson(error) }))
    if (error instanceof ParseError)
      console.err.write(args.length === 0 ? `\n${helpFor(null, widthOf(console.err))}` : `See: ${error.help}\n`)
    return 2
  }
}

async function dispatch(invocation: Invocation, console: Console): Promise<number> {
  switch (invocation.kind) {
    case 'help':
      console.out.write(helpFor(invocation.command, widthOf(console.out)))
      return 0
    case 'version':
      console.out.write(`${version()}\n`)
      return 0
    case 'command': {
      const run = await runs[invocation.command]()
      return run(invocation.files, invocation.values, console)
    }
  }
}
