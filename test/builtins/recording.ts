/** Runs transformed code in one thread over memory whose every access by an operation is noted. */
import { Access } from '../../src/dependence/accesses.ts'
import vm from 'node:vm'
import type { HeddleError } from '../../src/base/errors.ts'
import { installDeterminism } from '../../src/execution/determinism/determinism.ts'
import { installGatedBuiltins } from '../../src/frontends/plain/runtime/gated/gated-builtins.ts'
import { installPlainRuntime } from '../../src/frontends/plain/runtime/install.ts'
import { drive, type Twin } from '../../src/frontends/plain/runtime/calls/suspension.ts'
import { transformSource } from '../../src/frontends/plain/transform.ts'
import { Layout } from '../../src/program/memory/layout.ts'
import { attach } from '../../src/program/memory/mem.ts'
import { Operation, TWIN } from '../../src/program/operations/operation.ts'
import { running } from '../../src/program/context/execution-context.ts'
import { AGAIN } from '../../src/program/operations/operation-spec.ts'
import { fingerprint } from './fingerprint.ts'
import { BYTES } from './memory-size.ts'

/** Whether the code is to pass gates instead of being suspended. */
const isDirect = process.env['HEDDLE_TEST_DIRECT'] === '1'

const { compileFunction } = vm
installPlainRuntime()
if (isDirect) installGatedBuiltins(false)
installDeterminism()

export type Body = ((...args: unknown[]) => unknown) & { [TWIN]?: (...args: unknown[]) => Twin }

export function load(source: string): Record<string, Body> {
  const { code } = transformSource(source, '/test/builtins.cjs', { format: 'commonjs', direct: isDirect })
  const exports: Record<string, Body> = {}
  ;(compileFunction(code, ['exports'], { filename: '/test/builtins.cjs' }) as (exports: object) => void)(exports)
  return exports
}

const layout = new Layout()
const attachment = attach(layout)
/** The shared memory. */
export const buffer = attachment.mem.buffer('m', BYTES)
attachment.end()
const bytes = new Uint8Array(buffer)
const [allocation] = layout.allocations

/** Digits and letters, which most functions do something with. */
const initial: readonly number[] = Array.from({ length: BYTES }, (_, i) => 49 + i)

export interface Ran {
  readonly refusal: HeddleError | null
  /** What came of it, but for shared memory in it. */
  readonly outcome: string
  readonly read: ReadonlySet<number>
  readonly written: ReadonlySet<number>
  /** Bytes that have another value than before. */
  readonly changed: readonly number[]
}

/** `change` says what is to be in the memory instead of what usually is there. `observed` is looked at afterwards. */
export function run(body: Body, args: readonly unknown[], observed: readonly unknown[], change = same): Ran {
  const content = initial.map(change)
  bytes.set(content)
  const read = new Set<number>()
  const written = new Set<number>()
  const op = new Operation(0)
  const perform = (one: Operation): unknown => {
    one.received()
    const at = one.accesses.cell - allocation!.base
    for (let i = 0; i < one.accesses.bytes; i++) (one.accesses.access === Access.read ? read : written).add(at + i)
    const value = one.spec.perform(one)
    return value === AGAIN ? 'timed-out' : value
  }
  running.supplied.reset()
  running.operation = op
  running.explored = true
  running.refusal = null
  running.pass = isDirect ? perform : null
  let outcome: string
  try {
    const twin = body[TWIN]
    outcome = fingerprint(twin === undefined ? body(...args) : drive(twin(...args), perform))
  } catch (error) {
    outcome = `throws ${fingerprint(error)}`
  }
  const refusal = running.refusal as HeddleError | null
  running.explored = false
  running.pass = null
  running.operation = null
  const changed = [...content.keys()].filter((i) => bytes[i] !== content[i])
  return { refusal, outcome: `${outcome}; ${observed.map((one) => fingerprint(one)).join()}`, read, written, changed }
}

const same = (byte: number, _i: number): number => byte

/** Other bytes, in two ways, so that what does not depend on one may depend on the other. */
const changes = [(byte: number, i: number): number => byte ^ (1 << (i % 3)), (byte: number): number => byte + 17]

/** What the code does to memory without operations, in words; null if nothing. It must not have been refused. */
export function unseen(body: Body, make: () => unknown[], base: Ran): string | null {
  const write = base.changed.find((i) => !base.written.has(i))
  if (write !== undefined) return `writes byte ${write} unseen`
  for (const change of changes) {
    const args = make()
    const { outcome, refusal } = run(body, args, args.slice(1), (byte, i) => (isSeen(base, i) ? byte : change(byte, i)))
    if (refusal !== null) return `is refused only with other contents: ${refusal.message}`
    if (outcome !== base.outcome)
      return `depends on bytes that it is not seen to read: ${base.outcome} becomes ${outcome}`
  }
  return null
}

const isSeen = ({ read, written }: Ran, byte: number): boolean => read.has(byte) || written.has(byte)
