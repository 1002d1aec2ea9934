/** `heddle check --watch`: checks again whenever a file changes that the programs have loaded. */
import { resolve } from 'node:path'
import { usageError } from '../../base/errors.ts'
import { folderOf, programAddress } from '../../base/program-address.ts'
import { changedSources } from '../../host/certificates/changed-sources.ts'
import type { Checked } from '../check-outputs.ts'
import type { Console } from '../console.ts'
import { FileWatch } from '../file-watch.ts'
import type { OptionValues } from '../options.ts'
import { checkRound, type Round } from './check-all.ts'

export async function watchCommand(
  patterns: readonly string[],
  values: OptionValues,
  console: Console,
): Promise<number> {
  if (values.json === true) throw usageError('check takes --json or --watch, not both: what is watched is for people')
  const ended = new AbortController()
  const end = (): void => ended.abort()
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const files = new FileWatch()
  try {
    for (;;) {
      const changed = new AbortController()
      files.onChange = () => changed.abort()
      const round = await checkRound(patterns, values, console, changed.signal)
      if (ended.signal.aborted) return round.code
      if (!changed.signal.aborted) {
        files.follow(round.checked.flatMap(filesOf), round.checked.some(isUnknown))
        if (!hasChanged(round)) {
          console.err.write('heddle: checks again when a file changes; Ctrl-C ends it\n')
          await Promise.race([aborted(changed.signal), aborted(ended.signal)])
          if (ended.signal.aborted) return round.code
        }
      }
      console.out.write(console.out.isTTY === true ? '\u001b[2J\u001b[3J\u001b[H' : '\n')
    }
  } finally {
    files.close()
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((settle) => signal.addEventListener('abort', settle, { once: true }))

/** Where a program could not be loaded, nobody knows what it consists of. */
const isUnknown = (one: Checked): boolean => 'error' in one || one.sources === null

function filesOf(one: Checked): string[] {
  const own = resolve(programAddress(one.file).file)
  if ('error' in one || one.sources === null) return [own]
  return [own, ...one.sources.map(({ path }) => resolve(folderOf(one.file), path))]
}

/** Since it was loaded, before it was followed. */
const hasChanged = ({ checked }: Round): boolean =>
  checked.some(
    (one) => !('error' in one) && one.sources !== null && changedSources(folderOf(one.file), one.sources).length > 0,
  )
