/** The reference of the command line, from the table that the parser and the help are made from. */
import { type CommandName, commands, exitCodes } from '../../src/cli/command-table.ts'
import { type Option, optionsOf } from '../../src/cli/options.ts'

export function cliReference(): string {
  const names = Object.keys(commands) as CommandName[]
  return `${[
    '# Commands and options',
    'Made from `src/cli/options.ts` by `npm run site`. `heddle help COMMAND` prints the same.',
    table(
      ['command', 'what it does'],
      names.map((name) => [`[\`heddle ${name}\`](#heddle-${name})`, commands[name].summary]),
    ),
    ...names.flatMap(sectionOf),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      exitCodes.map(([code, meaning]) => [String(code), meaning]),
    ),
  ].join('\n\n')}\n`
}

function sectionOf(name: CommandName): string[] {
  const { usage, description, examples } = commands[name]
  return [
    `## heddle ${name}`,
    `\`\`\`sh\nheddle ${name} ${usage}\n\`\`\``,
    description,
    `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
    table(
      ['option', 'what it means', 'unless given'],
      optionsOf(name).map(([option, one]) => rowOf(option, one)),
    ),
  ]
}

function rowOf(
  name: string,
  { kind, help, default: usual, otherwise, required, repeatable }: Option<unknown>,
): string[] {
  const spelled = `\`--${name}${kind.placeholder === null ? '' : ` ${kind.placeholder}`}\``
  const expects = kind.placeholder === null ? '' : ` (${kind.expects}${repeatable ? '; repeatable' : ''})`
  return [
    spelled,
    help + expects,
    required === true ? 'required' : usual === undefined ? (otherwise ?? '') : `\`${usual}\``,
  ]
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/</g, '&lt;')

const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
