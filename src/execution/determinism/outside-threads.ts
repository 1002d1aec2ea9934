/**
 * What a thread must not ask or do, since no check could say anything about it: measurements of the process and of the
 * machine, random keys, and effects that other threads can see besides shared memory.
 */
import { File } from 'node:buffer'
import childProcess from 'node:child_process'
import nodeCrypto from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import dns from 'node:dns'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import { performance } from 'node:perf_hooks'
import stream from 'node:stream'
import v8 from 'node:v8'
import workerThreads from 'node:worker_threads'
import { refuse } from '../../program/operations/operation.ts'
import { running } from '../../program/context/execution-context.ts'
import { realm } from '../../program/context/realm.ts'
import { threadIdOf } from '../../program/threads/thread-id.ts'
import { isCalledByNode, programFrame } from '../../program/program-frame.ts'
import { replaceGetter } from './replace-getter.ts'

interface Owner {
  readonly title: string
  readonly of: object
  readonly names: string
}

const { apply, construct } = Reflect
const temporalNow = (globalThis as { Temporal?: { readonly Now?: object } }).Temporal?.Now

export const SAME_THREAD_ID =
  "`threadId` is read inside a thread: a check runs all threads in one worker, so it would be the same in all of them; use the thread's own `self.id`"

const MEASURED =
  'what it gives is another value in each execution, so that no schedule could be repeated: ask for it in `shared`, or use choose'
const measuring: readonly Owner[] = [
  { title: 'process.memoryUsage', of: process.memoryUsage, names: 'rss' },
  {
    title: 'process',
    of: process,
    names: 'memoryUsage cpuUsage threadCpuUsage resourceUsage availableMemory getActiveResourcesInfo',
  },
  { title: 'process.report', of: process.report ?? {}, names: 'getReport' },
  { title: 'os', of: os, names: 'freemem loadavg cpus' },
  {
    title: 'performance',
    of: Object.getPrototypeOf(performance) as object,
    names: 'mark measure toJSON eventLoopUtilization nodeTiming getEntries getEntriesByName getEntriesByType',
  },
  {
    title: 'v8',
    of: v8,
    names:
      'getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics getHeapSnapshot writeHeapSnapshot queryObjects',
  },
  {
    title: 'crypto',
    of: nodeCrypto,
    names:
      'generateKeySync generateKeyPairSync generatePrimeSync generateKey generateKeyPair generatePrime randomFill sign publicEncrypt',
  },
  { title: 'ECDH', of: nodeCrypto.ECDH.prototype, names: 'generateKeys' },
  { title: 'DiffieHellman', of: nodeCrypto.DiffieHellman.prototype, names: 'generateKeys' },
  { title: 'Sign', of: nodeCrypto.Sign.prototype, names: 'sign' },
  { title: 'URL', of: URL, names: 'createObjectURL' },
  { title: 'File', of: File.prototype, names: 'lastModified' },
  ...(temporalNow === undefined
    ? []
    : [{ title: 'Temporal.Now', of: temporalNow, names: Object.getOwnPropertyNames(temporalNow).join(' ') }]),
]

const SEEN =
  'other threads can see what it does, but only shared memory is explored: communicate through `mem`, return what is ' +
  'to be written, and write it in `after`'
const writing =
  'appendFile chmod chown copyFile cp ftruncate lchmod lchown link lutimes mkdir mkdtemp rename rm rmdir symlink truncate unlink ' +
  'utimes write writeFile writev'
const starting = 'exec execFile execFileSync execSync fork spawn spawnSync'
const acting: readonly Owner[] = [
  { title: 'fs', of: fs, names: `${writing} ${writing.replace(/\w+/g, '$&Sync')} createWriteStream` },
  { title: 'fs.promises', of: fs.promises, names: writing },
  { title: 'child_process', of: childProcess, names: starting },
  { title: 'worker_threads', of: workerThreads, names: 'postMessageToThread setEnvironmentData BroadcastChannel' },
  { title: '', of: globalThis, names: 'BroadcastChannel' },
  { title: 'MessagePort', of: workerThreads.MessagePort.prototype, names: 'postMessage' },
]

/** Settings of a worker that show in no object. */
const SETTING =
  'every real worker has settings of its own, but all threads of a check have the same: make them in `shared`'
const setting: readonly Owner[] = [
  { title: 'dns', of: dns, names: 'setServers setDefaultResultOrder' },
  { title: 'dns.promises', of: dns.promises, names: 'setServers setDefaultResultOrder' },
  { title: 'net', of: net, names: 'setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout' },
  { title: 'stream', of: stream, names: 'setDefaultHighWaterMark' },
  { title: 'diagnostics_channel', of: diagnostics, names: 'subscribe unsubscribe' },
  {
    title: 'Channel',
    of: diagnostics.Channel.prototype,
    names: 'subscribe unsubscribe bindStore unbindStore',
  },
  { title: 'v8', of: v8, names: 'setFlagsFromString' },
]

const LAST_MATCH =
  'it tells of the last match of any thread of a check, but of none of another worker: use what `exec` or `match` returns'
const lastMatch: Owner = {
  title: 'RegExp',
  of: RegExp,
  names: `${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => `$${i}`).join(' ')} input lastMatch lastParen leftContext rightContext $_ $& $+ $\` $'`,
}

export function installOutsideThreads(): void {
  for (const owner of measuring) refuseInThreads(owner, MEASURED)
  for (const owner of acting) refuseInThreads(owner, SEEN)
  for (const owner of setting) refuseInThreads(owner, SETTING)
  refuseInThreads(lastMatch, LAST_MATCH)
  replaceGetter(
    workerThreads,
    'threadId',
    (read) => () =>
      checked(
        () => threadIdOf(read, programFrame),
        () => SAME_THREAD_ID,
      ),
  )
}

function refuseInThreads({ title, of, names }: Owner, why: string): void {
  for (const name of names.split(' ')) {
    const called = title === '' ? name : `${title}.${name}`
    const complaint = (): string => `\`${called}\` inside a thread: ${why}`
    const { value, configurable } = Object.getOwnPropertyDescriptor(of, name) ?? {}
    if (configurable !== true) continue
    if (typeof value === 'function') Object.defineProperty(of, name, { value: refusing(value as Function, complaint) })
    else replaceGetter(of, name, (read) => () => checked(read, complaint))
  }
}

/** Node's own code may: what threads print leaves a worker by way of functions like these. */
function checked<T>(action: () => T, complaint: () => string): T {
  if (running.explored && running.operation !== null && !realm.direct && !isCalledByNode()) throw refuse(complaint())
  return action()
}

function refusing(original: Function, complaint: () => string): Function {
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    const target = new.target
    return checked<unknown>(
      () => (target === undefined ? apply(original, this, args) : construct(original, args, original)),
      complaint,
    )
  }
  for (const key of Reflect.ownKeys(original))
    Object.defineProperty(replacement, key, Object.getOwnPropertyDescriptor(original, key)!)
  return replacement
}
