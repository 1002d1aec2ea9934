import type { Random } from '../../support/random.ts'
import {
  type Block,
  type IndependentProgram,
  type Local,
  r0,
  r1,
  r2,
  r3,
  type Statement,
  type Value,
} from '../language.ts'

const LOCALS: readonly Local[] = [r0, r1, r2, r3]
const VIEWS = ['x', 'y', 'z'] as const
type View = (typeof VIEWS)[number]

/**
 * A program whose states come again: threads that poll, retry, give way to each other and go round, with and without an
 * end. Each keeps few values, so that there are few states.
 */
export function randomCyclic(random: Random): IndependentProgram {
  const count = random.chance(3) ? 3 : 2
  const size = count === 3 ? 2 : 3
  const threads = Array.from({ length: count }, (_, me) => new CyclicCode(random, me, count).thread(size))
  if (random.chance(5)) threads[1] = threads[0]!
  return {
    shared: [
      ['int32', 'x', 1],
      ['int32', 'y', 1],
      ['int32', 'z', 1],
      ['mutex', 'm'],
      ['mutex', 'l'],
    ],
    threads,
    ...(random.chance(4) ? { outcome: 'memory' } : {}),
  }
}

class CyclicCode {
  private readonly random: Random
  private readonly me: number
  private readonly threads: number
  private depth = 0
  private throws = 0

  constructor(random: Random, me: number, threads: number) {
    this.random = random
    this.me = me
    this.threads = threads
  }

  thread(size: number): Block {
    const { random } = this
    const block: Statement[] = LOCALS.map((local) => ['assign', local, 0])
    for (let i = 1 + random.below(size); i > 0; i--) block.push(...this.part())
    if (random.chance(3)) return block
    return [...block, ['return', random.chance(2) ? this.local() : ['list', ...LOCALS.slice(0, 2)]]]
  }

  private part(): Statement[] {
    const { random } = this
    if (this.depth < 2 && random.below(5) < 2) return this.loop()
    return random.chance(6) ? this.section() : [this.access()]
  }

  /** Most of them are like those that people write. */
  private loop(): Statement[] {
    const { random, me, threads } = this
    const [x, y] = [this.view(), this.view()]
    const seen = this.random.pick([r0, r1, r2])
    const forever = (...body: Statement[]): Statement[] => [['repeat', Infinity, body]]
    const load = (view: View): Statement => ['let', seen, [random.chance(3) ? 'read' : 'load', view, 0]]
    this.depth++
    try {
      switch (random.below(9)) {
        case 0: // lock, check, unlock
          return forever(['lock', 'm'], load(x), ...this.maybe(), ['unlock', 'm'], this.leave(seen))
        case 1: // test and set
          return [
            ...forever(['let', seen, ['exchange', x, 0, 1]], this.leave(seen, 0), ...this.maybe()),
            ...this.maybe(),
            ...(random.chance(4) ? [] : ([['store', x, 0, 0]] as Statement[])),
          ]
        case 2: // compare and swap, again and again
          return forever(
            load(x),
            ['let', r3, ['cas', x, 0, seen, ['mod', ['+', seen, 1], 3]]],
            ['break', ['==', r3, seen]],
            ...this.maybe(),
          )
        case 3: // give way
          return [
            ...forever(['store', x, 0, 1], load(y), this.leave(seen, 0), ['store', x, 0, 0], ...this.maybe()),
            ...(random.chance(3) ? [] : ([['store', x, 0, 0]] as Statement[])),
          ]
        case 4: // a ring
          return forever(
            load(x),
            ['if', ['==', seen, me], [['store', x, 0, (me + 1) % threads]], [['add', y, 0, 0]]],
            ...(random.chance(2) ? [this.leave(seen, me)] : []),
          )
        case 5: // two locks, one of them tried
          return [
            ...forever(
              ['lock', me === 0 ? 'm' : 'l'],
              ['let', seen, ['tryLock', me === 0 ? 'l' : 'm']],
              ['break', ['==', seen, true]],
              ['unlock', me === 0 ? 'm' : 'l'],
            ),
            ['unlock', me === 0 ? 'l' : 'm'],
            ['unlock', me === 0 ? 'm' : 'l'],
          ]
        case 6: // wait, and say so
          return forever(load(x), this.leave(seen), ['store', y, 0, this.value()], ...this.maybe())
        default: // anything
          return forever(['add', y, 0, 0], ...this.part(), ...this.maybe(), ...this.end(), ...this.maybe())
      }
    } finally {
      this.depth--
    }
  }

  private end(): Statement[] {
    const { random } = this
    switch (random.below(6)) {
      case 0:
        return []
      case 1:
        return [['if', ['==', this.local(), random.below(2)], [['return', this.local()]], []]]
      default:
        return [this.leave(this.local())]
    }
  }

  private leave(seen: Local, value = this.random.below(3)): Statement {
    return ['break', [this.random.chance(6) ? '!=' : '==', seen, value]]
  }

  private maybe(): Statement[] {
    return this.random.chance(3) ? this.part() : []
  }

  private section(): Statement[] {
    const mutex = this.random.pick(['m', 'l'])
    return [['lock', mutex], this.access(), ['unlock', mutex]]
  }

  private access(): Statement {
    const { random } = this
    const view = this.view()
    const local = this.local()
    switch (random.below(10)) {
      case 0:
        return ['write', view, 0, this.value()]
      case 1:
      case 2:
        return ['store', view, 0, this.value()]
      case 3:
        return ['let', local, ['read', view, 0]]
      case 4:
        return ['let', local, ['load', view, 0]]
      case 5:
        return ['let', local, ['exchange', view, 0, this.value()]]
      case 6:
        return ['let', local, ['cas', view, 0, random.below(2), random.below(3)]]
      case 7:
        return ['assign', local, this.value()]
      case 8:
        return ['if', ['==', local, random.below(3)], [this.access()], random.chance(2) ? [this.access()] : []]
      default:
        return random.chance(4)
          ? ['if', ['==', local, 2], [['throw', `message ${this.me} ${this.throws++}`]], []]
          : ['xor', view, 0, 1]
    }
  }

  private value(): Value {
    const { random } = this
    return random.chance(3) ? ['mod', this.local(), 3] : random.below(3)
  }

  private local(): Local {
    return this.random.pick(LOCALS)
  }

  private view(): View {
    return this.random.pick(VIEWS)
  }
}
