/** `heddle replay --inspect`: the schedule once more, with a debugger. */
import { resolve } from 'node:path'
import { usageError } from '../base/errors.ts'
import { programAddress } from '../base/program-address.ts'
import { type InspectedReplay, inspectReplay } from '../host/inspect-replay.ts'
import { eventText } from '../report/traces/trace-text.ts'
import { visible } from '../report/escape.ts'
import type { ReplayResult } from '../results/check-result.ts'
import type { Terminal } from './console.ts'
import type { OptionValues } from './options.ts'

const USUAL_PORT = 9229

export function checkInspection({ inspect, at, 'inspect-port': port }: OptionValues): void {
  if (inspect !== true && (at !== undefined || port !== undefined))
    throw usageError(`--${at === undefined ? 'inspect-port' : 'at'} belongs to --inspect, which is not given`)
}

export async function underDebugger(
  result: ReplayResult,
  replay: Omit<InspectedReplay, 'at' | 'port'>,
  values: OptionValues,
  err: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const last = result.events.at(-1)?.index ?? 0
  const at = values.at ?? last
  if (at > last) throw usageError(`--at ${at}: this execution has ${last} events`)
  const { file, name } = programAddress(replay.file)
  const asked = {
    ...replay,
    file: resolve(file) + (name === null ? '' : `#${name}`),
    at: at - 1,
    port: values['inspect-port'] ?? USUAL_PORT,
  }
  await inspectReplay(asked, (url) => err.write(instructions(url, result, at)), signal)
}

function instructions(url: string, { events }: ReplayResult, at: number): string {
  const event = events.find(({ index }) => index === at)
  const what =
    event === undefined
      ? ''
      : visible(`, ${event.thread}: ${eventText(event)}${event.at === null ? '' : `, at ${event.at}`}`)
  return (
    `heddle: the inspector listens at ${url}\n` +
    `  open chrome://inspect in a browser, or attach an editor; it waits for that, and stops after event ${at}${what}\n`
  )
}
