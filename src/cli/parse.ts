import { existsSync } from 'node:fs'
import { HeddleError, usageError } from '../base/errors.ts'
import { nearest, orNearest } from '../base/nearest.ts'
import { type CommandName, commands } from './command-table.ts'
import { type Option, type OptionName, options, optionsOf, type OptionValues } from './options.ts'

export type Invocation =
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly files: readonly string[]
      readonly values: OptionValues
    }

/** A command line that makes no sense: what is wrong with it, what would be right, and the help that tells more. */
export class ParseError extends HeddleError {
  readonly help: string

  constructor(message: string, args: readonly string[]) {
    super('usage', message)
    this.help = args[0] !== undefined && Object.hasOwn(commands, args[0]) ? `heddle help ${args[0]}` : 'heddle help'
  }
}

/** Throws a `ParseError`. */
export function parse(args: readonly string[]): Invocation {
  try {
    return parseAll(args)
  } catch (error) {
    throw error instanceof HeddleError ? new ParseError(error.message, args) : error
  }
}

function parseAll(args: readonly string[]): Invocation {
  const [first, ...rest] = args
  if (first === undefined) throw usageError('no command given')
  if (first === '--help' || first === '-h') return { kind: 'help', command: null }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (first === 'help') return { kind: 'help', command: rest[0] === undefined ? null : commandNamed(rest[0]) }
  return parseCommand(commandNamed(first), rest)
}

function commandNamed(name: string): CommandName {
  if (Object.hasOwn(commands, name)) return name as CommandName
  const names = Object.keys(commands)
  if (name.startsWith('-'))
    throw usageError(`the command comes first, then its options; got ${name}. Commands: ${names.join(', ')}`)
  if (nearest(name, names) === null && existsSync(name))
    throw usageError(`there is no command '${name}'; to check that file, write: heddle check ${name}`)
  throw usageError(`there is no command '${name}'${orNearest(name, names)}; there are ${names.join(', ')}`)
}

function parseCommand(command: CommandName, args: readonly string[]): Invocation {
  const { given, positional } = split(command, args)
  if (given.has('help')) return { kind: 'help', command }
  const { otherwise } = commands[command]
  if (positional.length === 0 && otherwise !== undefined) positional.push(otherwise)
  const [file, extra] = positional
  if (file === undefined) throw usageError(`no file given: heddle ${command} ${commands[command].usage}`)
  if (extra !== undefined && commands[command].many !== true)
    throw usageError(`${command} takes one file, got '${file}' and '${extra}'`)
  return { kind: 'command', command, files: positional, values: valuesOf(command, given) }
}

const shortForms: Readonly<Record<string, string>> = { '-h': '--help', '-o': '--out' }

type Given = Map<OptionName, unknown[]>

/** Separates options from the rest. A value is the next argument, or follows `=`; after `--` nothing is an option. */
function split(command: CommandName, args: readonly string[]): { given: Given; positional: string[] } {
  const known = new Map(optionsOf(command))
  const given: Given = new Map()
  const positional: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === '--') return { given, positional: [...positional, ...args.slice(i + 1)] }
    if (!arg.startsWith('-') || arg === '-') {
      positional.push(arg)
      continue
    }
    const { name, option, inline } = optionNamed(command, known, shortForms[arg] ?? arg)
    const takesNext = option.kind.placeholder !== null && inline === undefined
    note(given, name, option, takesNext ? args[++i] : inline)
  }
  return { given, positional }
}

function optionNamed(command: CommandName, known: ReadonlyMap<OptionName, Option<unknown>>, arg: string) {
  const equals = arg.indexOf('=')
  const spelled = equals < 0 ? arg : arg.slice(0, equals)
  const name = spelled.slice(2) as OptionName
  const option = spelled.startsWith('--') ? known.get(name) : undefined
  if (option === undefined) {
    throw unknownOption(command, known, spelled)
  }
  return { name, option, inline: equals < 0 ? undefined : arg.slice(equals + 1) }
}

function unknownOption(command: CommandName, known: ReadonlyMap<OptionName, Option<unknown>>, spelled: string): Error {
  const elsewhere = Object.hasOwn(options, spelled.slice(2)) ? options[spelled.slice(2) as OptionName].commands : null
  const hint =
    elsewhere === null
      ? orNearest(
          spelled,
          [...known.keys()].map((name) => `--${name}`),
        )
      : ` (it belongs to heddle ${elsewhere.join(' and heddle ')})`
  return usageError(`${command} has no option ${spelled}${hint}`)
}

function note(given: Given, name: OptionName, option: Option<unknown>, value: string | undefined): void {
  const { kind } = option
  if (kind.placeholder === null) {
    if (value !== undefined) throw usageError(`--${name} takes no value, got '${value}'`)
  } else if (value === undefined || value.startsWith('--')) {
    throw usageError(`--${name} needs a value: ${kind.expects}`)
  }
  const parsed = kind.parse(value ?? '', `--${name}`)
  const before = given.get(name)
  if (before === undefined) given.set(name, [parsed])
  else if (option.repeatable) before.push(parsed)
  else if (before[0] !== parsed) throw usageError(`--${name} is given twice, with different values`)
}

function valuesOf(command: CommandName, given: Given): OptionValues {
  const values: Partial<Record<OptionName, unknown>> = {}
  for (const [name, option] of optionsOf(command)) {
    const parsed = given.get(name)
    if (parsed !== undefined) values[name] = option.repeatable ? parsed : parsed[0]
    else if (option.required)
      throw usageError(
        `${command} needs --${name}${option.kind.placeholder === null ? '' : ` ${option.kind.placeholder}`}: ${option.help}`,
      )
    else if (option.default !== undefined) values[name] = option.kind.parse(option.default, `--${name}`)
  }
  checkOneOf(command, given)
  return values as OptionValues
}

function checkOneOf(command: CommandName, given: Given): void {
  const { oneOf } = commands[command]
  if (oneOf === undefined) return
  const [first, second] = oneOf.filter((name) => given.has(name))
  if (second !== undefined) throw usageError(`${command} takes either --${first} or --${second}, got both`)
  if (first === undefined)
    throw usageError(`${command} needs ${oneOf.map((name) => `--${name}: ${options[name].help}`).join('; or ')}`)
}
