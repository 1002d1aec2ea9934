/** Calls that make builtins do something with memory that they are handed, the same in every process. */
import crypto from 'node:crypto'
import stream from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import v8 from 'node:v8'
import vm from 'node:vm'
import zlib from 'node:zlib'
import type { Builtin } from '../enumerate.ts'

/** How the memory is handed over. */
const forms: Readonly<Record<string, (buffer: SharedArrayBuffer) => unknown>> = {
  bytes: (buffer) => new Uint8Array(buffer),
  view: (buffer) => new DataView(buffer),
  buffer: (buffer) => buffer,
  inside: (buffer) =>
    Object.assign(
      [new Uint8Array(buffer)],
      Object.fromEntries(optionNames.map((name) => [name, new Uint8Array(buffer)])),
    ),
}

/** Where functions look for bytes in what they are given. */
const optionNames = ['input', 'key', 'data', 'body', 'detail', 'raw', 'dictionary']

/** What stands at the other places: each line makes some functions do something. */
const others: readonly (readonly unknown[])[] = [
  [],
  ['sha256', 'x', 1, 8, 'sha256'],
  ['utf8', 0, 4],
  [0, 1, 2, 3],
  ['aes-128-cbc', Buffer.alloc(16, 7), Buffer.alloc(16, 8)],
]

/** One way to call a builtin. */
export interface Handing {
  readonly how: 'called' | 'constructed'
  readonly form: string
  /** Where the memory is; -1 for what the builtin is called on. */
  readonly place: number
  /** Which of `others` it is among. */
  readonly line: number
}

const PLACES = 3

export function handings({ callee }: Builtin): Handing[] {
  const all: Handing[] = []
  const ways = 'prototype' in callee ? (['called', 'constructed'] as const) : (['called'] as const)
  for (const form of Object.keys(forms)) {
    all.push({ how: 'called', form, place: -1, line: 0 })
    for (const line of others.keys())
      for (let place = 0; place < PLACES; place++) for (const how of ways) all.push({ how, form, place, line })
  }
  return all
}

export function handed(
  builtin: Builtin,
  { form, place, line }: Handing,
  buffer: SharedArrayBuffer,
): { receiver: unknown; args: unknown[] } {
  const memory = forms[form]!(buffer)
  if (place < 0) return { receiver: memory, args: [] }
  const rest = others[line]!
  const args = Array.from({ length: Math.max(place + 1, rest.length) }, (_, i) => (i === place ? memory : rest[i]))
  return { receiver: receiverFor(builtin), args }
}

const instances: readonly (readonly [pattern: RegExp, make: () => object])[] = [
  [/^Buffer\.prototype|^Uint8Array\.prototype/, () => Buffer.from('12345678')],
  [/^TextDecoder/, () => new TextDecoder()],
  [/^TextEncoder/, () => new TextEncoder()],
  [/^node:crypto\.Hash/, () => crypto.createHash('sha256')],
  [/^node:crypto\.Hmac/, () => crypto.createHmac('sha256', 'k')],
  [/^node:crypto\.Cipher/, () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16, 1), Buffer.alloc(16, 2))],
  [/^node:crypto\.Decipher/, () => crypto.createDecipheriv('aes-128-cbc', Buffer.alloc(16, 1), Buffer.alloc(16, 2))],
  [/^node:crypto\.Sign/, () => crypto.createSign('sha256')],
  [/^node:crypto\.Verify/, () => crypto.createVerify('sha256')],
  [/^node:crypto\.ECDH/, () => crypto.createECDH('secp256k1')],
  [/^node:string_decoder/, () => new StringDecoder('utf8')],
  [/^node:v8\.(Default)?Serializer/, () => new v8.Serializer()],
  [/^node:v8\.(Default)?Deserializer/, () => new v8.Deserializer(v8.serialize('abc'))],
  [/^node:zlib/, () => zlib.createDeflate()],
  [/Writable/, () => new stream.Writable({ write: (_chunk, _encoding, done) => done() })],
  [/Readable/, () => new stream.Readable({ read: () => undefined })],
  [/Duplex|PassThrough|Transform/, () => new stream.PassThrough()],
  [/^MessagePort/, () => new MessageChannel().port1],
  [/^Crypto\./, () => globalThis.crypto],
  [/^SubtleCrypto/, () => globalThis.crypto.subtle],
  [/^Performance\./, () => performance],
  [/^Blob|^File/, () => new Blob(['abc'])],
  [/^FormData/, () => new FormData()],
  [/^Headers/, () => new Headers()],
  [/^node:vm\.Script/, () => new vm.Script('1')],
  [/^URLSearchParams/, () => new URLSearchParams()],
  [/^BroadcastChannel/, () => unref(new BroadcastChannel('test'))],
]

function unref<T extends object>(channel: T): T {
  ;(channel as unknown as { unref(): void }).unref()
  return channel
}

function receiverFor({ path, owner, isMethod }: Builtin): unknown {
  if (!isMethod) return owner
  const made = instances.find(([pattern]) => pattern.test(path))
  try {
    return made === undefined ? new (owner as new () => object)() : made[1]()
  } catch {
    return {}
  }
}
