/**
 * What builtins really do to shared memory, where nobody watches over them: run in a process of its own, in an empty
 * folder. Memory that is written differs afterwards; memory that is read shows in results, in effects on the other
 * arguments, in files, or in what the object gives away later, if it differs between two calls. Prints what touches
 * memory, as JSON.
 */
import fs from 'node:fs'
import { type Builtin, builtins } from '../enumerate.ts'
import { fingerprint } from '../fingerprint.ts'
import { BYTES } from '../memory-size.ts'
import { handed, type Handing, handings } from './handing.ts'
import { isCallable } from './uncallable.ts'

const buffer = new SharedArrayBuffer(BYTES)
const bytes = new Uint8Array(buffer)
const contents = [49, 80].map((first) => Uint8Array.from({ length: BYTES }, (_, i) => first + (first === 49 ? i : -i)))

/** Methods by which an object gives away what it has been given before. */
const telling: readonly (readonly [name: string, ...args: unknown[]])[] = [
  ['digest', 'hex'],
  ['final', 'hex'],
  ['end'],
  ['releaseBuffer'],
  ['decode'],
  ['read'],
  ['getPrivateKey', 'hex'],
  ['text'],
]

function told(object: unknown): string {
  if (typeof object !== 'object' || object === null || object === globalThis || object === process) return ''
  return telling
    .map(([name, ...args]) => attempt(() => (object as Record<string, (...a: unknown[]) => unknown>)[name]?.(...args)))
    .map((one) => fingerprint(one))
    .join()
}

function attempt(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}

/** So long nothing takes that ends at all. */
const WAIT_MS = 1000
const LATE = 'never settled'

/** What becomes of a promise, or of a callback that has not been called yet. */
async function settled(value: unknown): Promise<string> {
  if (!(value instanceof Promise)) return fingerprint(value)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, LATE)
  })
  const end = await Promise.race([value.catch((error: unknown) => error), late])
  clearTimeout(timer)
  return fingerprint(end)
}

interface Seen {
  readonly outcome: string
  readonly changed: boolean
}

async function call(builtin: Builtin, handing: Handing, content: Uint8Array): Promise<Seen> {
  const { path, callee } = builtin
  const { how } = handing
  const isFile = path.includes('node:fs')
  if (isFile) for (const name of fs.readdirSync('.')) fs.rmSync(name, { recursive: true })
  bytes.set(content)
  const { receiver, args: given } = handed(builtin, handing, buffer)
  const heard: unknown[] = []
  const callback = (...all: unknown[]): void => {
    heard.push(all)
  }
  const result = attempt(
    () =>
      (how === 'called'
        ? Reflect.apply(callee, receiver, [...given, callback])
        : Reflect.construct(callee, given)) as unknown,
  )
  if (result instanceof Error && /callback|listener/i.test(result.message))
    return { outcome: 'not for callbacks', changed: false }
  const outcome = [
    await settled(result),
    ...given.map((one) => fingerprint(one)),
    fingerprint(heard),
    told(receiver),
    how === 'called' ? '' : told(result),
    isFile ? filesNow() : '',
  ]
  return { outcome: outcome.join('; '), changed: content.some((byte, i) => bytes[i] !== byte) }
}

function filesNow(): string {
  return fs
    .readdirSync('.')
    .filter((name) => fs.lstatSync(name).isFile())
    .map((name) => `${name} ${fs.readFileSync(name, 'hex')}`)
    .join()
}

/** Null if it does not touch memory; `LATE` if one cannot wait for it. */
async function touch(builtin: Builtin, one: Handing): Promise<'reads' | 'writes' | typeof LATE | null> {
  const first = await call(builtin, one, contents[0]!)
  if (first.changed) return 'writes'
  if (first.outcome.includes(LATE)) return LATE
  const second = await call(builtin, one, contents[1]!)
  if (first.outcome === second.outcome) return null
  const again = await call(builtin, one, contents[0]!)
  return again.outcome === first.outcome ? 'reads' : null // otherwise a clock, a random number, …
}

export interface Touching {
  readonly path: string
  readonly what: 'reads' | 'writes'
  readonly handing: Handing
}

async function firstTouch(builtin: Builtin): Promise<Touching | null> {
  for (const handing of handings(builtin)) {
    const what = await touch(builtin, handing)
    if (what === LATE) return null
    if (what !== null) return { path: builtin.path, what, handing }
  }
  return null
}

export interface Progress {
  /** Where it is now; null at the end. */
  readonly at: string | null
  readonly tried: number
  readonly found: readonly Touching[]
}

process.on('uncaughtException', () => undefined)
process.on('unhandledRejection', () => undefined)
process.on('warning', () => undefined)
const [, , file, after] = process.argv
const found: Touching[] = []
/** Setters of globals and modules would replace them. */
const all = builtins().filter(({ path, isMethod }) => isCallable(path) && (isMethod || !path.startsWith('set ')))
const note = (at: string | null): void =>
  fs.writeFileSync(file!, JSON.stringify({ at, tried: all.length, found } satisfies Progress))
for (const builtin of all.slice(1 + all.findIndex(({ path }) => path === after))) {
  note(builtin.path)
  const touching = await firstTouch(builtin)
  if (touching !== null) found.push(touching)
}
note(null)
process.exit()
