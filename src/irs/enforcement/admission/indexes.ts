import { usageError } from '../../../base/errors.ts'
import type { Program } from '../../../program/program.ts'
import type { AdmissibleSet } from '../../set/admissible-set.ts'
import { buildIndex } from './build-index.ts'
import { type InputsBySlot, tracesWithOther } from './inputs.ts'

/** For different inputs. */
const MOST_INDEXES = 64

/** The indexes of a set by what threads are given to choose: a service sees the same few inputs again and again. */
export class Indexes {
  private readonly program: Program
  private readonly set: AdmissibleSet
  private readonly known = new Map<string, SharedArrayBuffer>()

  constructor(program: Program, set: AdmissibleSet) {
    this.program = program
    this.set = set
  }

  /** The set has grown. */
  clear(): void {
    this.known.clear()
  }

  /** Of the traces with these inputs. */
  of(inputs: InputsBySlot): SharedArrayBuffer {
    const key = JSON.stringify([...inputs])
    const known = this.known.get(key)
    if (known !== undefined) return known
    if (this.known.size >= MOST_INDEXES) this.known.clear()
    const index = this.build(inputs)
    this.known.set(key, index)
    return index
  }

  private build(inputs: InputsBySlot): SharedArrayBuffer {
    const { set } = this
    if (inputs.size === 0) return buildIndex(set)
    const excluded = tracesWithOther(set, inputs)
    if (!excluded.includes(0)) {
      const given = [...inputs]
        .map(([slot, values]) => `${this.program.threads[slot]!.name}: ${values.join(', ')}`)
        .join('; ')
      throw usageError(`no verified execution has these inputs (${given}): verify more, or choose among others`)
    }
    return buildIndex(set, excluded)
  }
}
