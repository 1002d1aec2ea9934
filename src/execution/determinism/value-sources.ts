/** The functions of the language and of Node whose values a check supplies. */
import nodeCrypto from 'node:crypto'
import os from 'node:os'
import { refuse } from '../../program/operations/operation.ts'
import type { Source, Supply } from '../../program/context/supplied-values.ts'

/** 2026-01-01T00:00:00Z: a fixed day on which every explored execution takes place. */
const EPOCH = 1_767_225_600_000

/** Where a source is found. */
export interface Placed extends Source {
  readonly owner: object
  readonly key: string
}

function fill(view: ArrayBufferView, { bits }: Supply, from = 0, count = view.byteLength - from): ArrayBufferView {
  if (view.buffer instanceof SharedArrayBuffer) {
    throw refuse(
      'shared memory is filled with random bytes inside a thread, which is no operation: fill an ordinary typed array, and copy it',
    )
  }
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, count)
  for (let i = 0; i < bytes.length; i++) bytes[i] = bits() >>> 24
  return view
}

function uuid(supply: Supply): string {
  const bytes = fill(new Uint8Array(16), supply) as Uint8Array
  const hex = Array.from(bytes, (byte, i) =>
    (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function between([least, most]: readonly unknown[], { fraction }: Supply): number {
  const [from, to] = typeof most === 'number' ? [least as number, most] : [0, least as number]
  return from + Math.floor(fraction() * (to - from))
}

/** As `process.hrtime` has it: seconds and nanoseconds, since then if a time is given. */
function highResolution([since]: readonly unknown[], { elapsed }: Supply): [number, number] {
  const ms = elapsed()
  const [seconds, nanoseconds] = (since ?? [0, 0]) as [number, number]
  const ns = (ms % 1000) * 1e6 - nanoseconds
  return [Math.floor(ms / 1000) - seconds - (ns < 0 ? 1 : 0), ns < 0 ? ns + 1e9 : ns]
}

const withCallback = (args: readonly unknown[]): boolean => typeof args.at(-1) === 'function'

const random = (name: string, owner: object, value: Source['value'], isExempt?: Placed['isExempt']): Placed => ({
  name,
  kind: 'random',
  owner,
  key: name.split('.').at(-1)!,
  value,
  ...(isExempt === undefined ? {} : { isExempt }),
})
const time = (name: string, owner: object, value: Source['value'], isExempt?: Placed['isExempt']): Placed => ({
  name,
  kind: 'time',
  owner,
  key: name.split('.').at(-1)!,
  value,
  ...(isExempt === undefined ? {} : { isExempt }),
})

/** A format without a date is asked to format the time as it is. */
export const hasDate = ([date]: readonly unknown[]): boolean => date !== undefined
const { formatToParts } = Intl.DateTimeFormat.prototype

export const timeAsDate = ({ elapsed }: Supply): number => EPOCH + elapsed()

/** Since when `performance.now` counts. */
export const timeOrigin = EPOCH

/** `getRandomValues` of node:crypto calls the global one. */
export const sources = (): Placed[] => [
  random('Math.random', Math, (_, { fraction }) => fraction()),
  random('crypto.getRandomValues', crypto, ([view], supply) => fill(view as ArrayBufferView, supply)),
  random('crypto.randomUUID', crypto, (_, supply) => uuid(supply)),
  random('crypto.randomUUID', nodeCrypto, (_, supply) => uuid(supply)),
  random(
    'crypto.randomBytes',
    nodeCrypto,
    ([count], supply) => fill(Buffer.alloc(count as number), supply),
    withCallback,
  ),
  ...['pseudoRandomBytes', 'prng', 'rng'].map((name) =>
    random(
      `crypto.${name}`,
      nodeCrypto,
      ([count], supply) => fill(Buffer.alloc(count as number), supply),
      withCallback,
    ),
  ),
  random('crypto.randomFillSync', nodeCrypto, ([view, from, count], supply) =>
    fill(view as ArrayBufferView, supply, from as number | undefined, count as number | undefined),
  ),
  random('crypto.randomInt', nodeCrypto, between, withCallback),
  time('Date.now', Date, (_, supply) => timeAsDate(supply)),
  time('performance.now', performance, (_, { elapsed }) => elapsed()),
  time('process.hrtime.bigint', process.hrtime, (_, { elapsed }) => BigInt(elapsed()) * 1_000_000n),
  time('process.hrtime', process, highResolution), // takes over what the one before has replaced
  time('process.uptime', process, (_, { elapsed }) => elapsed() / 1000),
  time('os.uptime', os, (_, { elapsed }) => elapsed() / 1000),
  time(
    'Intl.DateTimeFormat.formatToParts',
    Intl.DateTimeFormat.prototype,
    (_, supply, formatter) => formatToParts.call(formatter as Intl.DateTimeFormat, timeAsDate(supply)),
    hasDate,
  ),
]
