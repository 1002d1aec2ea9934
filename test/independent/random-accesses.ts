import type { Random } from '../support/random.ts'
import type { Condition, DataViewType, Local, Operation, Statement, Update, Value } from './language.ts'
import { r0, r1, r2, r3, r4, r5 } from './language.ts'
import { isBig, sizeOfType } from './memory.ts'
import type { ArrayThing, Things } from './random-shared.ts'

const GENERAL: readonly Local[] = [r0, r1, r2, r3, r4, r5]
const UPDATES: readonly Update[] = ['add', 'sub', 'and', 'or', 'xor', 'exchange']
const TYPES: readonly DataViewType[] = [
  'Int8',
  'Uint8',
  'Int16',
  'Uint16',
  'Int32',
  'Uint32',
  'Float32',
  'Float64',
  'BigInt64',
  'BigUint64',
]

/** Writes the accesses of one thread to memory, and keeps account of what it has received. */
export class RandomAccesses {
  protected readonly random: Random
  protected readonly things: Things
  /** Locals that have received something, on some path at least. */
  protected readonly known = new Set<Local>()
  /** How many operations there are still to be. */
  protected left: number

  constructor(random: Random, things: Things, operations: number) {
    this.random = random
    this.things = things
    this.left = operations
  }

  protected someLocal(): Local {
    return this.known.size === 0 ? this.random.pick(GENERAL) : this.random.pick([...this.known])
  }

  protected newLocal(): Local {
    const fresh = GENERAL.filter((local) => !this.known.has(local))
    const local = fresh.length > 0 && !this.random.chance(4) ? fresh[0]! : this.random.pick(GENERAL)
    this.known.add(local)
    return local
  }

  protected stored(operation: Operation): Statement {
    this.left--
    return this.random.chance(6) ? operation : ['let', this.newLocal(), operation]
  }

  /** Alone, its result is unused. */
  protected maybeStored(operation: Operation): Statement {
    this.left--
    return this.random.chance(2) ? operation : ['let', this.newLocal(), operation]
  }

  protected value(): Value {
    const { random } = this
    switch (random.below(8)) {
      case 0:
        return this.someLocal()
      case 1:
        return ['+', this.someLocal(), 1]
      default:
        return random.pick(this.things.values)
    }
  }

  protected comparison(): Condition {
    const { random } = this
    const left = this.someLocal()
    if (random.chance(4))
      return [
        random.chance(2) ? '==' : '!=',
        left,
        random.pick<Value>([true, false, undefined, 'ok', 'timed-out', 1n, 0n]),
      ]
    return [random.pick(['==', '!=', '<']), left, random.chance(3) ? 0 : random.pick(this.things.values)]
  }

  protected index(length: number): Value {
    const { random } = this
    if (random.chance(150)) return length + random.below(2)
    if (length > 1 && random.chance(4)) return ['mod', this.someLocal(), length]
    // Most accesses meet in the first element.
    return random.chance(4) ? random.below(length) : 0
  }

  protected plain(): Statement {
    const { name, length } = this.random.pick(this.things.arrays)
    if (this.random.chance(2)) return this.stored(['read', name, this.index(length)])
    this.left--
    return ['write', name, this.index(length), this.value()]
  }

  protected dataView(): Statement {
    const { random } = this
    const { name, bytes } = random.pick(this.things.dataViews)
    const fitting = TYPES.filter((type) => sizeOfType(type) <= bytes)
    const type = random.pick(fitting)
    const offset = random.chance(150) ? bytes : random.below(bytes - sizeOfType(type) + 1)
    const endian = random.chance(2) ? 'little' : 'big'
    if (random.chance(2)) return this.stored(['get', name, type, offset, endian])
    this.left--
    return ['put', name, type, offset, endian, this.value()]
  }

  protected update(): Statement {
    const { random } = this
    const { name, length } = random.pick(this.things.integers)
    const index = this.index(length)
    switch (random.below(8)) {
      case 0:
        return this.stored(['load', name, index])
      case 1:
        return this.maybeStored(['store', name, index, this.value()])
      default:
        return this.maybeStored([random.chance(2) ? 'add' : random.pick(UPDATES), name, index, this.value()])
    }
  }

  protected compareAndSwap(): Statement {
    const { name, length } = this.random.pick(this.things.integers)
    return this.maybeStored(['cas', name, this.index(length), this.awaited(), this.value()])
  }

  /** What may be there: what was at first, what somebody writes, or what two of them add. */
  private awaited(): Value {
    const {
      random,
      things: { values },
    } = this
    if (random.chance(3)) return 0
    return random.chance(3) ? random.pick(values) + random.pick(values) : this.value()
  }

  protected futex(): Statement {
    const { random } = this
    const array: ArrayThing = random.pick(this.things.waitable)
    const index = this.index(array.length)
    switch (random.below(6)) {
      case 0:
        return this.maybeStored(['notify', array.name, index])
      case 1:
        return this.maybeStored(['notify', array.name, index, random.below(3)])
      case 2:
        return this.maybeStored(['store', array.name, index, this.value()])
      case 3:
        return this.stored(['wait', array.name, index, this.expected(array), random.pick([0, 10, 10, Infinity])])
      default:
        return this.stored(['wait', array.name, index, this.expected(array)])
    }
  }

  /** What is there at first, more often than not, so that there is something to wait for. */
  protected expected({ kind }: ArrayThing): Value {
    const value = this.random.chance(2) ? 0 : this.random.pick(this.things.values)
    return isBig(kind) && Number.isInteger(value) ? BigInt(value) : value
  }
}
