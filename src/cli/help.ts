import { wrap } from '../report/text.ts'
import { type CommandName, commands, exitCodes } from './command-table.ts'
import { type Option, optionsOf } from './options.ts'

/** Longer lines are tiring to read. */
const WIDEST = 100
/** Explanations beside the names of options that leave less for them are below them. */
const LEAST_BESIDE = 44

export function helpFor(command: CommandName | null, terminal = WIDEST): string {
  const width = Math.min(WIDEST, terminal)
  return command === null ? generalHelp(width) : commandHelp(command, width)
}

function generalHelp(width: number): string {
  return sections([
    'Heddle runs concurrent programs under every thread interleaving that matters.',
    `Usage: heddle COMMAND FILE [options]`,
    `Commands:\n${columns(
      Object.entries(commands).map(([name, { usage, summary }]) => [`${name} ${usage}`, summary]),
      width,
    )}`,
    `Help on a command: heddle help COMMAND\nVersion: heddle --version`,
    exitCodeHelp(width),
  ])
}

function commandHelp(command: CommandName, width: number): string {
  const { usage, description, examples } = commands[command]
  return sections([
    `Usage: heddle ${command} ${usage}`,
    wrap(description, width).join('\n'),
    `Options:\n${columns(
      optionsOf(command).map(([name, option]) => [spelling(name, option), explanation(option)]),
      width,
    )}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    exitCodeHelp(width),
  ])
}

const sections = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`

const exitCodeHelp = (width: number): string =>
  `Exit codes:\n${columns(
    exitCodes.map(([code, meaning]) => [String(code), meaning]),
    width,
  )}`

const spelling = (name: string, { kind }: Option<unknown>): string =>
  kind.placeholder === null ? `--${name}` : `--${name} ${kind.placeholder}`

function explanation(option: Option<unknown>): string {
  const { kind, help } = option
  const notes = [
    kind.placeholder === null ? null : kind.expects,
    option.default === undefined ? null : `default: ${option.default}`,
    option.otherwise === undefined ? null : `default: ${option.otherwise}`,
    option.required ? 'required' : null,
  ].filter((note) => note !== null)
  return notes.length === 0 ? help : `${help} (${notes.join('; ')})`
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const first = Math.max(...rows.map(([left]) => left.length)) + 4
  if (width - first < LEAST_BESIDE)
    return rows
      .flatMap(([left, right]) => [`  ${left}`, ...wrap(right, width - 6).map((line) => `      ${line}`)])
      .join('\n')
  return rows
    .flatMap(([left, right]) =>
      wrap(right, width - first).map((line, i) => `  ${(i === 0 ? left : '').padEnd(first - 2)}${line}`),
    )
    .join('\n')
}
