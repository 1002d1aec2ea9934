/**
 * Spin-waits: a loop that only reads until it likes what it sees. After a round that changed nothing, running it again
 * is pointless before something that it read has changed: the next round's first operation is disabled until then.
 *
 * That loses nothing: an execution in which fruitless rounds are left out comes to the same, since they change neither
 * memory nor what their own thread knows. So of all rounds that see the same values one is enough, and a first round is
 * never held back.
 */
import { Access } from '../../dependence/accesses.ts'
import { running } from '../context/execution-context.ts'
import { isYield } from '../operations/controls.ts'
import { isCompareExchange } from '../operations/atomics.ts'
import type { Operation } from '../operations/operation.ts'
import { defineOperation, type OperationSpec } from '../operations/operation-spec.ts'
import { valuesText, valueText } from './whereabouts.ts'

interface Seen {
  readonly op: OperationSpec
  /** What is there now, to be compared with what was. */
  readonly look: () => unknown
  readonly value: unknown
  readonly address: number
  readonly bytes: number
  readonly stride: number
}

/**
 * What one thread saw in the current round of a spin loop. One object per thread and depth: a loop inside another may be
 * a spin-wait of its own, and what is seen there is seen in a round of both.
 */
export class SpinWatch {
  /** Of the loop around this one, if that may be a spin-wait as well. */
  readonly outer: SpinWatch | null
  /** For a loop inside this one. */
  readonly inner: () => SpinWatch
  private seen: Seen[] = []
  /** Something other than reading happened in this round. */
  private impure = false
  /** Code of the program may have run in this loop that is not in sight: what its rounds do is not known. */
  private tainted = false
  /**
   * The variables that a round may see from the one before, at the beginning of this one; null when they have no values
   * yet.
   */
  private kept: readonly unknown[] | null = null
  private waiting = false
  /** What was seen is not told by what operations have returned: it cannot be found out once more, later. */
  private opaque = false

  constructor(outer: SpinWatch | null = null) {
    this.outer = outer
    let inner: SpinWatch | undefined
    this.inner = () => (inner ??= new SpinWatch(this))
  }

  /** A loop begins that the front end knows to have no effect but its shared operations, unless it says otherwise. */
  enter(): void {
    this.tainted = false
    this.opaque = false
    this.kept = null
    this.begin()
  }

  private begin(): void {
    this.seen = []
    this.impure = false
    this.waiting = false
  }

  /** The rounds of this loop are not what they seem. */
  taint(): void {
    this.tainted = true
    this.waiting = false
    this.outer?.taint()
  }

  /** The loop goes into another round: the last one was fruitless. `kept` are variables as they are now. */
  nextRound(kept: readonly unknown[] | null): void {
    const unchanged = kept !== null && this.kept !== null && kept.every((value, i) => Object.is(value, this.kept![i]))
    this.kept = kept
    this.waiting = unchanged && !this.tainted && !this.impure && this.seen.length > 0 && this.fits()
    if (!this.waiting) this.begin()
  }

  /** A pending operation can name two places, the second of them a single cell. */
  private fits(): boolean {
    const [first, ...others] = this.seen
    const other = others.filter((seen) => seen.address !== first!.address || seen.bytes !== first!.bytes)
    return other.every((seen) => seen.address === other[0]!.address && seen.bytes <= seen.stride)
  }

  /** The operation has been performed and was no more than a look at memory if it returned what was there before. */
  note(op: Operation, spec: OperationSpec, value: unknown): void {
    if (isYield(op)) return
    const looks = op.accesses.access === Access.read || (isCompareExchange(op) && value !== op.operand)
    const marks = op.accesses.cell2 !== -1 && op.accesses.access2 !== Access.read // a wait list
    if (looks && !marks && op.view !== null) {
      if (op.view instanceof DataView || running.shadows !== null) this.hide()
      this.see(seenBy(op, spec, value))
    } else this.changed()
  }

  private hide(): void {
    this.opaque = true
    this.outer?.hide()
  }

  /** Whether the same is known here whenever the thread's operations have returned the same. */
  get isTold(): boolean {
    return !this.opaque && (this.outer === null || this.outer.isTold)
  }

  /** The same only where the same is known; null where that cannot be said. */
  text(): string | null {
    const { tainted, impure, waiting, kept, seen, outer } = this
    const around = outer === null ? '' : outer.text()
    const values = kept === null ? '-' : valuesText(kept)
    const looks = seenText(seen)
    if (around === null || values === null || looks === null) return null
    return `${around}|${tainted}${impure}${waiting}(${values})${looks}`
  }

  private see(seen: Seen): void {
    // The same once more tells nothing new, and a round may look very often.
    if (!this.seen.some((other) => isSame(other, seen))) this.seen.push(seen)
    this.outer?.see(seen)
  }

  private changed(): void {
    this.impure = true
    this.outer?.changed()
  }

  /** The thread's next operation is pending: if it starts a round that would be fruitless, it waits for a change. */
  arrive(op: Operation): void {
    if (isYield(op)) return
    // A round of the loop around may have begun with one of this loop.
    this.outer?.arrive(op)
    if (!this.waiting) return
    this.waiting = false
    const [first] = this.seen
    const seen = this.seen
    this.begin()
    if (op.awaited !== null || op.spec !== first!.op || op.accesses.cell !== first!.address || op.accesses.cell2 !== -1)
      return
    const other = seen.find(({ address }) => address !== first!.address)
    if (other !== undefined) op.accesses.also(other.address, Access.read)
    op.awaited = seen
    op.spec = waitingFormOf(op.spec)
  }
}

function seenBy(op: Operation, spec: OperationSpec, value: unknown): Seen {
  const { cell: address, bytes, stride } = op.accesses
  const look = lookOf(op, bytes)
  // Looking has changed nothing: what was seen is still there, and what is waited for is a plain value.
  running.shadows?.pin(address, bytes)
  const seen = running.shadows === null ? valueOf(op, bytes, value) : look()
  return { op: spec, look, value: seen, address, bytes, stride }
}

/** Of a DataView its bytes: how it reads them is the operation's business. */
function lookOf({ view, index }: Operation, bytes: number): () => unknown {
  if (view instanceof DataView) return () => bytesOf(view, index, bytes)
  const elements = view as unknown as { readonly [index: number]: unknown }
  return () => elements[index]
}

const valueOf = ({ view, index }: Operation, bytes: number, value: unknown): unknown =>
  view instanceof DataView ? bytesOf(view, index, bytes) : value

function bytesOf({ buffer, byteOffset }: DataView, index: number, count: number): string {
  const bytes = new Uint8Array(buffer, byteOffset + index, count)
  let text = ''
  for (let i = 0; i < count; i++) text += `${bytes[i]!},`
  return text
}

/** What was seen, or is waited for; null where values cannot be told. */
export function seenText(seen: unknown): string | null {
  let all = ''
  for (const { op, value, address, bytes, stride } of (seen ?? []) as readonly Seen[]) {
    const text = valueText(value)
    if (text === null) return null
    all += `${op.name}@${address}:${bytes}/${stride}=${text},`
  }
  return `{${all}}`
}

const isSame = (a: Seen, b: Seen): boolean =>
  a.address === b.address && a.bytes === b.bytes && a.op === b.op && Object.is(a.value, b.value)

const waitingForms = new Map<OperationSpec, OperationSpec>()
const waitedWith = new Map<OperationSpec, OperationSpec>()

/**
 * The same operation, enabled once something that was read has another value: a switch point also where plain accesses
 * are none.
 */
function waitingFormOf(spec: OperationSpec): OperationSpec {
  let form = waitingForms.get(spec)
  if (form === undefined) {
    form = defineOperation({
      ...spec,
      name: `${spec.name} (spins)`,
      base: spec.name,
      synchronises: true,
      enabled: hasChanged,
      perform: (op) => perform(spec, op),
    })
    waitingForms.set(spec, form)
    waitedWith.set(form, spec)
  }
  return form
}

function hasChanged(op: Operation): boolean {
  for (const { look, value, address, bytes } of op.awaited as readonly Seen[]) {
    running.shadows?.pin(address, bytes)
    if (!Object.is(look(), value)) return true
  }
  return false
}

function perform(spec: OperationSpec, op: Operation): unknown {
  op.awaited = null
  op.spec = spec
  return spec.perform(op)
}

/**
 * The thread's code has come to where it is once more, and goes on with what the operation has returned before: that is
 * noted as when it was performed.
 */
export function noteAgain(op: Operation, value: unknown): void {
  op.awaited = null
  op.spec = waitedWith.get(op.spec) ?? op.spec
  op.spin?.note(op, op.spec, value)
}

export const isSpinning = (op: Operation): boolean => op.awaited !== null
