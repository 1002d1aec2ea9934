import { wrap } from '../report/text.ts'
import { type CommandName, commands, exitCodes, type Option, optionsOf } from './options.ts'

const width = 100

export function helpFor(command: CommandName | null): string {
  return command === null ? generalHelp() : commandHelp(command)
}

function generalHelp(): string {
  return sections([
    'Heddle runs concurrent programs under every thread interleaving that matters.',
    `Usage: heddle COMMAND FILE [options]`,
    `Commands:\n${columns(Object.entries(commands).map(([name, { usage, summary }]) => [`${name} ${usage}`, summary]))}`,
    `Help on a command: heddle help COMMAND\nVersion: heddle --version`,
    exitCodeHelp(),
  ])
}

function commandHelp(command: CommandName): string {
  const { usage, description, examples } = commands[command]
  return sections([
    `Usage: heddle ${command} ${usage}`,
    wrap(description, width).join('\n'),
    `Options:\n${columns(optionsOf(command).map(([name, option]) => [spelling(name, option), explanation(option)]))}`,
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
    exitCodeHelp(),
  ])
}

const sections = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`

const exitCodeHelp = (): string =>
  `Exit codes:\n${columns(exitCodes.map(([code, meaning]) => [String(code), meaning]))}`

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

function columns(rows: readonly (readonly [string, string])[]): string {
  const first = Math.max(...rows.map(([left]) => left.length)) + 4
  return rows
    .flatMap(([left, right]) =>
      wrap(right, width - first).map((line, i) => `  ${(i === 0 ? left : '').padEnd(first - 2)}${line}`),
    )
    .join('\n')
}
