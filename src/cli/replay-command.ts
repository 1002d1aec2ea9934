/** The command that a person can paste to run heddle once more, in the way it was run now. */
import { basename, delimiter, dirname, relative } from 'node:path'

export function replayCommand(file: string, schedule: string, self = invocation()): string {
  const safeFile = file.startsWith('-') ? `./${file}` : file
  return [...self, 'replay', safeFile, '--schedule', schedule].map(shellQuote).join(' ')
}

export function shellQuote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** `heddle` where the shell finds it, `npx heddle` where npm started it, otherwise the path it was started by. */
export function invocation(script = process.argv[1] ?? 'heddle', env: NodeJS.ProcessEnv = process.env): string[] {
  if (env.npm_command !== undefined || env.npm_lifecycle_event !== undefined) return ['npx', 'heddle']
  const shortest = (path: string): string => {
    const short = relative(process.cwd(), path)
    return short.startsWith('..') ? path : short
  }
  if (basename(script) !== 'heddle') return ['node', shortest(script)]
  const onPath = (env.PATH ?? '').split(delimiter).includes(dirname(script))
  return [onPath ? 'heddle' : `${shortest(script).startsWith('/') ? '' : './'}${shortest(script)}`]
}
