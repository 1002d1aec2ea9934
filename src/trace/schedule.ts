import type { StartNumber } from '../base/thread-numbers.ts'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { ByteReader, ByteWriter } from '../base/bytes.ts'
import { usageError } from '../base/errors.ts'

/**
 * What replays an execution. Threads are numbered in the order in which the execution creates them (declared ones
 * first), so a schedule means the same in every process.
 */
export interface Schedule {
  /** Which thread executed each event. */
  readonly threads: readonly StartNumber[]
  /** The values of the `choose` operations, in the order in which they were executed. */
  readonly choices: readonly number[]
  /** Eight bits of each event's operation, to tell where a changed program differs. */
  readonly fingerprints: readonly number[]
  /** 32 bits of the program's source, or 0 when unknown. */
  readonly source: number
  /** Set when only synchronisation operations were transitions. */
  readonly syncOnly?: boolean
  /** Set for an execution without end: so many events at the end of this schedule repeat for ever. */
  readonly cycle?: number
  /** Set when what it shows is a data race. */
  readonly race?: boolean
}

const PREFIX = 'h1.'
/** The same, deflated: what loops do again and again takes little room then. */
const DEFLATED = 'h1z.'
/** Shorter ones are left as they are, so that people recognise them. */
const DEFLATE_FROM = 512

/**
 * `h1.` + base64url of: source, number of events and mode, runs of one thread, choices, fingerprints; then a checksum.
 */
export function encodeSchedule(schedule: Schedule): string {
  const bytes = payloadOf(schedule)
  const deflated = bytes.length < DEFLATE_FROM ? bytes : deflateRawSync(bytes)
  return deflated.length < bytes.length ? DEFLATED + sealed(deflated) : PREFIX + sealed(bytes)
}

function payloadOf(schedule: Schedule): Buffer {
  const { threads, choices, fingerprints, cycle = 0 } = schedule
  const bytes = new ByteWriter(64)
  bytes.word(schedule.source)
  const mode = (schedule.syncOnly === true ? 1 : 0) + (cycle > 0 ? 2 : 0) + (schedule.race === true ? 4 : 0)
  bytes.varint(8 * threads.length + mode)
  if (cycle > 0) bytes.varint(cycle)
  for (let i = 0; i < threads.length; ) {
    let end = i + 1
    while (end < threads.length && threads[end] === threads[i]) end++
    bytes.varint(threads[i]!)
    bytes.varint(end - i)
    i = end
  }
  bytes.varint(choices.length)
  for (let i = 0; i < choices.length; i++) bytes.varint(choices[i]!)
  for (let i = 0; i < fingerprints.length; i++) bytes.byte(fingerprints[i]!)
  return bytes.bytes
}

/** With the checksum at the end. */
function sealed(bytes: Buffer): string {
  const end = new ByteWriter(4)
  end.word(checksum(bytes))
  return Buffer.concat([bytes, end.bytes]).toString('base64url')
}

export function decodeSchedule(text: string): Schedule {
  const given = text.trim()
  const version = /^h(\d+)(z?)\./.exec(given)
  if (version === null) throw usageError(`'${shorten(given)}' is not a schedule: a schedule starts with ${PREFIX}`)
  if (version[1] !== '1') {
    const age = Number(version[1]) < 1 ? 'an older' : 'a newer'
    throw usageError(
      `this schedule has format h${version[1]}, made by ${age} version of heddle; this version reads h1. Check the program again to get a new one`,
    )
  }
  const body = given.slice(version[0].length)
  const bytes = Buffer.from(body, 'base64url')
  const intact = /^[A-Za-z0-9_-]*$/.test(body) && bytes.length >= 10 && bytes.toString('base64url') === body
  const payload = bytes.subarray(0, -4)
  if (!intact || bytes.readUInt32LE(bytes.length - 4) !== checksum(payload)) throw corrupted()
  return decodePayload(version[2] === '' ? payload : inflated(payload))
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes)
  } catch {
    throw corrupted()
  }
}

function decodePayload(payload: Buffer): Schedule {
  const reader = new ByteReader(payload, corrupted)
  const source = reader.word() >>> 0
  const head = reader.varint()
  const count = Math.floor(head / 8)
  const cycle = (head & 2) === 0 ? 0 : reader.varint()
  const threads: number[] = []
  while (threads.length < count) {
    const thread = reader.varint()
    const length = reader.varint()
    if (length === 0 || threads.length + length > count) throw corrupted()
    for (let i = 0; i < length; i++) threads.push(thread)
  }
  const choices = Array.from({ length: reader.count() }, () => reader.varint())
  const fingerprints = Array.from(reader.rest())
  if (fingerprints.length !== count) throw corrupted()
  return {
    threads,
    choices,
    fingerprints,
    source,
    ...((head & 1) === 1 ? { syncOnly: true } : {}),
    ...(cycle > 0 ? { cycle } : {}),
    ...((head & 4) === 4 ? { race: true } : {}),
  }
}

function corrupted(): Error {
  return usageError('this schedule is damaged (its checksum does not match): copy it whole, as it was printed')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

function checksum(bytes: Uint8Array): number {
  let h = 0x811c9dc5
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193)
  return (h ^ (h >>> 15)) >>> 0
}
