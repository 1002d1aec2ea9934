/** One asynchronous program twice: as the engine runs it, and as a thread does. */
import vm from 'node:vm'
import { load, memory, runJobs } from '../harness.ts'

type Main = (s: { a: Int32Array }, log: (entry: string) => void) => Promise<unknown>

/** What a program logs, and how it ends: whether a rejection is left, and whether its promise is settled. */
export interface JobOrder {
  readonly log: string
  readonly unhandled: boolean
  readonly settles: boolean
}

/** Must not run beside others that look at rejections. */
export async function natively(source: string): Promise<JobOrder> {
  const log: string[] = []
  const main = vm.runInThisContext(`(${source})`) as Main
  let unhandled = false
  let settles = false
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', () => (unhandled = true))
  try {
    const end = (): void => void (settles = true)
    main({ a: new Int32Array(new SharedArrayBuffer(8)) }, (entry) => log.push(entry)).then(end, end)
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
  return { log: log.join(' '), unhandled, settles: settles && !unhandled }
}

/** Null if something in it is refused. */
export function inThread(source: string): JobOrder | null {
  const log: string[] = []
  const { main } = load(`exports.main=${source}`)
  const { a } = memory((mem) => ({ a: mem.int32('a', 2) }))
  const { error } = runJobs(main!, [{ a }, (entry: string) => log.push(entry)], [])
  const message = String(error)
  if (/not the same in all versions/.test(message)) return null
  const unhandled = /nobody handles/.test(message)
  const isPending = /blocked at await, for ever/.test(message)
  if (error !== undefined && !unhandled && !isPending) log.push(`failed: ${message}`)
  return { log: log.join(' '), unhandled, settles: error === undefined }
}
