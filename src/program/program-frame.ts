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

const accessors = new Map<string, readonly string[]>()

/** The getters and setters of a file that the transform could make suspendable. */
export function registerAccessors(file: string, names: readonly string[]): void {
  accessors.set(file, names)
}

/** Of all files: those that were given to `Object.defineProperty` and its like. */
const defined = new Set<string>()

export function registerDefinedAccessor(demand: string): void {
  defined.add(demand)
}

/**
 * What the thread's suspendable code has called that cannot be suspended, from which the present place was reached: `get
 * NAME`, `set NAME`, `new` or `convert`, as the transform could make it suspendable on demand; none for anything else.
 * Where one getter of a file does it, others will: all of them are demanded.
 */
export function plainCalled(): readonly string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 200
  Error.prepareStackTrace = (_, sites) => sites
  const frames = new Error().stack as unknown as NodeJS.CallSite[]
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  // The engine resumes generators with `next` and `throw`, and so does the runtime where plain code calls what could be
  // suspended elsewhere; what the outermost of them has called comes before.
  const end = frames.findLastIndex(
    (frame) => /^(next|throw)$/.test(frame.getFunctionName() ?? '') && frame.getFileName() == null,
  )
  const called = (end < 0 ? frames : frames.slice(0, end)).findLast((frame) => demandOf(frame) !== undefined)
  if (called === undefined) return [...defined]
  const demand = demandOf(called)!
  return demand.includes(' ') ? [demand, ...(accessors.get(pathOf(called.getFileName()!)) ?? []), ...defined] : [demand]
}

const CONVERSIONS = new Set(['valueOf', 'toString', '[Symbol.toPrimitive]'])

function demandOf(frame: NodeJS.CallSite): string | undefined {
  const file = frame.getFileName()
  if (file == null || isOwnFile(file) || file.startsWith('node:')) return undefined
  const name = frame.getFunctionName() ?? ''
  if (/^[gs]et \S+$/.test(name)) return name
  if ((name === 'get' || name === 'set') && frame.getMethodName() !== null) return `${name} ${frame.getMethodName()}`
  if (frame.isConstructor() || name === '<instance_members_initializer>') return 'new'
  return CONVERSIONS.has(name) ? 'convert' : undefined
}
