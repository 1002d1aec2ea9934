/** The line that a person can paste to replay a schedule. */

export interface ReplayLine {
  /** How Heddle is started. */
  readonly self: readonly string[]
  /** The program's address. */
  readonly file: string
  readonly schedule: string
  /** As they were given to the check. */
  readonly explore?: readonly (readonly [name: string, values: true | readonly number[]])[]
  readonly yields?: readonly string[]
  /** `NAME=VALUE`, of the program's inputs. */
  readonly input?: readonly string[]
}

export function replayLine({ self, file, schedule, explore = [], yields = [], input = [] }: ReplayLine): string {
  const safeFile = file.startsWith('-') ? `./${file}` : file
  const explored = explore.flatMap(([name, values]) => [
    '--explore',
    values === true ? name : `${name}:${values.join(',')}`,
  ])
  const inputs = input.flatMap((one) => ['--input', one])
  const yielding = yields.flatMap((place) => ['--yield', place])
  return [...self, 'replay', safeFile, ...inputs, ...explored, ...yielding, '--schedule', schedule]
    .map(shellQuote)
    .join(' ')
}

export function shellQuote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
