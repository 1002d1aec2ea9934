/** Replays a schedule in a process of its own, in which a debugger can stop at one of its events. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programError, usageError } from '../base/errors.ts'
import { entryUrl } from '../base/own-code.ts'
import type { ExploreOption } from '../checking/check-options.ts'
import type { GivenInput } from '../program/inputs/input-values.ts'

export interface InspectedReplay {
  readonly file: string
  readonly schedule: string
  /** The event after which it stops, from 0. */
  readonly at: number
  /** 0 for any that is free. */
  readonly port: number
  /** What the transform is to make suspendable besides. */
  readonly demands: readonly string[]
  readonly explore: ExploreOption
  readonly input: GivenInput
}

type Message =
  | { readonly type: 'listening'; readonly url: string | null }
  | { readonly type: 'ended'; readonly bug: string | null }

/** Resolves when the replay has ended, to the bug that it has shown. `onListening` is told where a debugger can connect. */
export function inspectReplay(
  replay: InspectedReplay,
  onListening: (url: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const child = fork(fileURLToPath(entryUrl('inspected-replay')), [JSON.stringify(replay)], {
    execArgv: [],
    stdio: ['ignore', 2, 'pipe', 'ipc'],
    signal,
  })
  let complaints = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk
  })
  return new Promise((resolve, reject) => {
    let bug: string | null = null
    let ended = false
    child.on('message', (message: Message) => {
      if (message.type === 'listening')
        return message.url === null ? reject(unavailable(replay.port)) : onListening(message.url)
      ended = true
      bug = message.bug
    })
    child.on('error', reject)
    child.on('close', () =>
      ended ? resolve(bug) : reject(programError(`the replay under the debugger broke off:\n${complaints.trim()}`)),
    )
  })
}

const unavailable = (port: number): Error =>
  usageError(
    `the inspector cannot listen at port ${port}: give another one with --inspect-port, or 0 for any that is free`,
  )
