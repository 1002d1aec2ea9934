/** Where the checked program is, for errors that have no site at hand. */
import { isOwnFile, pathOf } from '../base/own-code.ts'

/** The innermost frame of the program on the stack, which Node maps to the source. */
export function programFrame(): string | undefined {
  for (const line of deepStack().split('\n').slice(1)) {
    const match = /(?:\(|\bat )((?:file:\/\/)?\/[^()]*?):(\d+):(\d+)\)?$/.exec(line) // not the end of node:internal/blob
    if (match === null || isOwnFile(match[1]!)) continue
    return `${pathOf(match[1]!)}:${match[2]}:${match[3]}`
  }
  return undefined
}

/** Whether it is Node's own code that has called Heddle's: workers read counters of their process through `Atomics`. */
export function isCalledByNode(): boolean {
  for (const line of deepStack().split('\n').slice(1)) {
    const match = /\(?((?:file:\/\/|node:)?[^()\s]*?):\d+:\d+\)?$/.exec(line)
    if (match !== null && !isOwnFile(match[1]!)) return match[1]!.startsWith('node:')
  }
  return false
}

/** Between the program and the place that refuses there may be many frames of the runtime. */
function deepStack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack
}
