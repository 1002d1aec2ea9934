import { internalError } from '../base/errors.ts'
import { Access } from '../dependence/accesses.ts'
import type { InputValues } from '../program/inputs/input-values.ts'
import type { SavedShadows, Shadows } from '../program/memory/shadows.ts'
import type { TypedArray } from '../program/memory/shared-tag.ts'
import type { Operation } from '../program/operations/operation.ts'
import { asElement } from './element-values.ts'
import { heldAt, isHolder } from './holders.ts'
import { binary, truth } from './operators.ts'
import { pathOfInputs } from './symbolic-inputs.ts'
import { concrete, SymbolicValue } from './symbolic-value.ts'

/** A symbolic value in memory. No two of them overlap. */
export interface Shadow {
  readonly cell: number
  readonly bytes: number
  /** Of the array that it was written through. */
  readonly type: string
  readonly value: SymbolicValue
}

/** Elements are aligned to their size, and no larger. */
const MOST_BYTES = 8
const NONE: readonly Shadow[] = []

type Update = 'add' | 'sub' | 'and' | 'or' | 'xor'
const signs: Readonly<Record<Update, string>> = { add: '+', sub: '-', and: '&', or: '|', xor: '^' }

/** The name of a view's type, also of one that is of a class of the program's. */
export const typeOfView = (view: unknown): string => (view as Int32Array)[Symbol.toStringTag]

/** For an execution with symbolic inputs; null for any other. */
export const shadowsFor = (input: InputValues | null): ShadowMemory | null =>
  input !== null && pathOfInputs(input) !== null ? new ShadowMemory() : null

export class ShadowMemory implements Shadows {
  private readonly shadows = new Map<number, Shadow>()
  private readonly initial = new Map<number, Shadow>()
  /** The sizes of all shadows that there have been, as bits: where all have one size, overlapping is being the same. */
  private sizes = 0

  // --- What is where ---

  /** What was last written through such a view to the very bytes that the operation accesses. */
  at(cell: number, bytes: number, type: string): Shadow | null {
    const found = this.shadows.get(cell)
    return found !== undefined && found.bytes === bytes && found.type === type ? found : null
  }

  private overlapping(cell: number, bytes: number): readonly Shadow[] {
    if (this.shadows.size === 0) return NONE
    if (this.sizes === bytes) {
      const one = this.shadows.get(cell)
      return one === undefined ? NONE : [one]
    }
    const found: Shadow[] = []
    for (let at = cell - MOST_BYTES + 1; at < cell + bytes; at++) {
      const one = this.shadows.get(at)
      if (one !== undefined && at + one.bytes > cell) found.push(one)
    }
    return found
  }

  private remove(cell: number, bytes: number): void {
    for (const one of this.overlapping(cell, bytes)) this.shadows.delete(one.cell)
  }

  private put(cell: number, bytes: number, type: string, value: unknown): void {
    for (const one of this.overlapping(cell, bytes)) {
      // What is left of a value that is overwritten in part is known for this value only.
      if (one.cell < cell || one.cell + one.bytes > cell + bytes) one.value.pin()
      this.shadows.delete(one.cell)
    }
    if (!(value instanceof SymbolicValue)) return
    this.sizes |= bytes
    this.shadows.set(cell, { cell, bytes, type, value })
  }

  pin(cell: number, bytes: number): void {
    for (const { value } of this.overlapping(cell, bytes)) value.pin()
  }

  pinAll(): void {
    for (const { value } of this.shadows.values()) value.pin()
  }

  save(cell: number, bytes: number): SavedShadows {
    return this.overlapping(cell, bytes)
  }

  restore(cell: number, bytes: number, saved: SavedShadows): void {
    if (this.shadows.size > 0) this.remove(cell, bytes)
    for (const one of saved as readonly Shadow[]) this.shadows.set(one.cell, one)
  }

  identity(cell: number): number {
    const one = this.shadows.get(cell)
    return one === undefined ? 0 : one.value.expr.id + 1
  }

  image(): string {
    const texts = [...this.shadows.values()].map(({ cell, type, value }) => `${cell} ${type} ${value.expr.id}`)
    return texts.sort().join('\n')
  }

  // --- How executions begin ---

  contents(given: unknown): readonly unknown[] | null {
    if (!isHolder(given) || !Array.isArray(given)) return null
    return Array.from(given.keys(), (i) => heldAt(given, String(i)))
  }

  plainly(contents: readonly unknown[]): readonly unknown[] {
    return contents.map((value) => (value instanceof SymbolicValue ? value.value : value))
  }

  begin(base: number, view: TypedArray, contents: readonly unknown[]): void {
    const [type, bytes] = [typeOfView(view), view.BYTES_PER_ELEMENT]
    contents.forEach((given, i) => {
      const cell = base + i * bytes
      const value = given instanceof SymbolicValue ? asElement(type, given) : null
      if (given instanceof SymbolicValue && value === null) given.pin()
      if (!(value instanceof SymbolicValue)) return
      agree((view as Int32Array)[i], value)
      this.initial.set(cell, { cell, bytes, type, value })
    })
  }

  /** What executions begin with. */
  get beginning(): readonly Shadow[] {
    return [...this.initial.values()]
  }

  reset(): void {
    this.shadows.clear()
    this.sizes = 0
    for (const [cell, one] of this.initial) {
      this.shadows.set(cell, one)
      this.sizes |= one.bytes
    }
  }

  // --- Operations ---

  perform(op: Operation): unknown {
    const { spec, target, accesses } = op
    if (target === null || target.model !== null || !spec.accessesMemory) return spec.perform(op)
    const { cell, bytes } = accesses
    if (this.shadows.size === 0 && !(op.operand instanceof SymbolicValue) && !(op.operand2 instanceof SymbolicValue))
      return spec.perform(op)
    const type = typeOfView(op.view)
    const found = this.at(cell, bytes, type)?.value ?? null
    if (found === null) this.pinUnless(op, cell, bytes)
    switch (spec.base) {
      case 'read':
      case 'Atomics.load':
        return this.result(op, spec.perform(op), found)
      case 'write':
      case 'Atomics.store': {
        const result = this.withPlain(op)
        this.put(cell, bytes, type, this.element(type, op.operand))
        return result === undefined ? undefined : op.operand
      }
      case 'Atomics.exchange': {
        const result = this.result(op, this.withPlain(op), found)
        this.put(cell, bytes, type, this.element(type, op.operand))
        return result
      }
      case 'Atomics.compareExchange':
        return this.compareExchange(op, type, found)
      case 'Atomics.add':
      case 'Atomics.sub':
      case 'Atomics.and':
      case 'Atomics.or':
      case 'Atomics.xor':
        return this.update(op, spec.base.slice('Atomics.'.length) as Update, type, found)
      default: {
        this.pin(cell, bytes)
        const { access } = accesses
        const result = spec.perform(op)
        if (access === Access.write) this.remove(cell, bytes)
        return result
      }
    }
  }

  /** What is looked at through another kind of view is known for its value only; what is only overwritten is not. */
  private pinUnless(op: Operation, cell: number, bytes: number): void {
    if (op.spec.base !== 'write' && op.spec.base !== 'Atomics.store') this.pin(cell, bytes)
  }

  /** Performs it with the values that its operands have for the input that is explored. */
  private withPlain(op: Operation): unknown {
    const { operand, operand2 } = op
    if (operand instanceof SymbolicValue) op.operand = operand.value
    if (operand2 instanceof SymbolicValue) op.operand2 = operand2.value
    const result = op.spec.perform(op)
    op.operand = operand
    op.operand2 = operand2
    return result
  }

  /** What was found in memory, as whoever asks can take it. */
  private result(op: Operation, plain: unknown, found: SymbolicValue | null): unknown {
    if (found === null) return plain
    agree(plain, found)
    return op.symbolic ? found : found.pin()
  }

  private element(type: string, value: unknown): unknown {
    if (!(value instanceof SymbolicValue)) return value
    const stored = asElement(type, value)
    return stored === null ? value.pin() : stored
  }

  private update(op: Operation, name: Update, type: string, found: SymbolicValue | null): unknown {
    const { operand, view, index, accesses } = op
    const array = view as Int32Array
    const before: unknown = found ?? array[index]
    // Where the program cannot take a symbolic value, or nothing here is one, all of it is plain.
    const isSymbolic = operand instanceof SymbolicValue || (found !== null && op.symbolic)
    const after = isSymbolic ? binary(signs[name], before, operand) : null
    const stored = after instanceof SymbolicValue ? asElement(type, after) : null
    if (found !== null && stored === null) found.pin()
    if (operand instanceof SymbolicValue && stored === null) operand.pin()
    const result = this.withPlain(op)
    if (stored !== null) agree(array[index], stored)
    this.put(accesses.cell, accesses.bytes, type, stored)
    return result === undefined ? undefined : this.result(op, result, found)
  }

  private compareExchange(op: Operation, type: string, found: SymbolicValue | null): unknown {
    const { operand, operand2, view, index, accesses } = op
    if (found !== null && !op.symbolic) found.pin()
    const before: unknown = found ?? (view as Int32Array)[index]
    const isEqual = truth(binary('===', before, operand))
    const result = this.withPlain(op)
    if (isEqual !== Object.is(result, plainOf(operand))) throw disagreement()
    if (isEqual) this.put(accesses.cell, accesses.bytes, type, operand2)
    // Whoever asks whether it succeeded compares the result with what was expected.
    if (isEqual) return op.symbolic ? operand : concrete(operand)
    return this.result(op, result, found)
  }

  compareFails({ operand, view, index, accesses }: Operation): boolean {
    const array = view as Int32Array
    const found = this.at(accesses.cell, accesses.bytes, typeOfView(array))
    if (found === null) this.pin(accesses.cell, accesses.bytes)
    return !truth(binary('===', found?.value ?? array[index], operand))
  }
}

const plainOf = (value: unknown): unknown => (value instanceof SymbolicValue ? value.value : value)

/** Memory holds what symbolic values are for the input that is explored, to the bit. */
function agree(inMemory: unknown, value: SymbolicValue | number): void {
  if (!Object.is(inMemory, plainOf(value))) throw disagreement()
}

const disagreement = (): Error => internalError('memory and the symbolic values in it do not agree')
