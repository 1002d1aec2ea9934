import type { Random } from '../support/random.ts'
import type { Block, Local, Operation, Statement, Value } from './language.ts'
import { operationOf, r0, r6, r7 } from './language.ts'
import { RandomAccesses } from './random-accesses.ts'
import type { Family, Things } from './random-shared.ts'

/** Nothing but handles is put here, so that a join finds one. */
const HANDLES: readonly Local[] = [r6, r7]
const MEMORY: readonly Family[] = ['plain', 'updates', 'cas', 'dataview']

interface Role {
  /** Which tasks this code may spawn. */
  readonly tasks: readonly string[]
  /** The number of its first message, so that no two are alike. */
  readonly firstMessage: number
  readonly isTask: boolean
}

/** Writes the code of one thread: operations of the program's families, in the shapes that people use and in others. */
export class RandomCode extends RandomAccesses {
  private readonly role: Role
  private readonly memoryFamilies: readonly Family[]
  private messages: number
  private handles = 0
  private depth = 0

  constructor(random: Random, things: Things, operations: number, role: Role) {
    super(random, things, operations)
    this.role = role
    this.messages = role.firstMessage
    this.memoryFamilies = things.families.filter((family) => MEMORY.includes(family))
  }

  thread(): Block {
    const { random } = this
    if (this.role.isTask) this.known.add(r0)
    const block: Statement[] = []
    if (this.role.tasks.length > 0 && random.chance(2)) block.push(...this.spawned())
    const { contended } = this.things
    if (contended !== null) block.push(...(random.chance(2) ? this.statements() : []), ...this.inFamily(contended))
    while (this.left > 0) block.push(...this.statements())
    if (random.chance(10)) return block
    // What nobody hands on cannot differ. A task should return the same as a lock's attempt now and then.
    return [...block, ['return', random.chance(this.role.isTask ? 2 : 3) ? this.result() : ['list', ...this.known]]]
  }

  private block(most: number): Statement[] {
    const block: Statement[] = []
    this.depth++
    for (let i = 0; i < most && (this.left > 0 || (i === 0 && this.depth < 3)); i++) {
      block.push(...(this.random.chance(2) ? this.inFamily(this.random.pick(this.memoryFamilies)) : this.statements()))
    }
    this.depth--
    return block
  }

  private statements(): Statement[] {
    const family = this.random.pick(this.things.families)
    const controls = this.things.families.includes('control') ? 3 : 7
    if (this.depth < 2 && this.known.size > 0 && this.random.chance(controls)) return this.control()
    return this.inFamily(family)
  }

  private inFamily(family: Family): Statement[] {
    const { random, things } = this
    switch (family) {
      case 'plain':
        return [this.plain()]
      case 'dataview':
        return things.dataViews.length === 0 ? [this.plain()] : [this.dataView()]
      case 'updates':
        return things.integers.length === 0 ? [this.plain()] : [this.update()]
      case 'cas':
        return things.integers.length === 0 ? [this.plain()] : [this.compareAndSwap()]
      case 'futex':
        return things.waitable.length === 0 ? [this.plain()] : [this.futex()]
      case 'mutex':
        return this.section('mutex', 'lock', 'unlock', 'tryLock')
      case 'rwlock':
        return random.chance(2)
          ? this.section('rwlock', 'readLock', 'readUnlock')
          : this.section('rwlock', 'writeLock', 'writeUnlock')
      case 'semaphore':
        return this.semaphore()
      case 'event': {
        const verb = random.pick<'signal' | 'await' | 'reset'>([
          'signal',
          'signal',
          'signal',
          'await',
          'await',
          'reset',
        ])
        if (verb === 'await' && random.chance(3)) return [this.timed('await', 'event')]
        return [this.one(verb, 'event')]
      }
      case 'channel':
        return [this.channel()]
      case 'condition':
        return this.condition()
      case 'barrier':
        return [this.one('meet', 'barrier')]
      case 'latch':
        return this.latch()
      case 'tasks':
        return this.spawned()
      case 'sealed':
        return [['sealed', this.flat(2 + random.below(2))]]
      case 'choose':
        return [this.stored(['choose', 1 + random.below(3)])]
      case 'yield':
        this.left--
        return [['yield']]
      case 'control':
        return [this.plain()]
    }
  }

  /** Operations alone. */
  private flat(most: number): Statement[] {
    const families = this.things.families.filter((family) => !['sealed', 'control', 'tasks', 'yield'].includes(family))
    const block: Statement[] = []
    while (block.length < most) {
      block.push(...this.inFamily(this.random.pick(families)).filter((statement) => operationOf(statement) !== null))
    }
    return block
  }

  private control(): Statement[] {
    const { random } = this
    switch (random.below(10)) {
      case 0:
      case 1:
      case 8:
      case 9:
        return [['if', this.comparison(), this.block(2), random.chance(2) ? this.block(1) : []]]
      case 2: {
        const isLong = random.chance(8)
        const times = isLong ? 8 + random.below(12) : 2 + random.below(2)
        const before = this.left
        const body = this.block(isLong ? 1 : 2)
        this.left -= (before - this.left) * (times - 1)
        return [['repeat', times, random.chance(2) ? [...body, ['break', this.comparison()]] : body]]
      }
      case 3:
        return [
          ['try', [...this.block(2), ...(random.chance(2) ? [this.thrown()] : [])], this.newLocal(), this.block(1)],
        ]
      case 4:
        return [['if', this.comparison(), [this.thrown()], []]]
      case 5:
        return [['assert', this.comparison(), this.message()]]
      case 6:
        return [['assign', this.newLocal(), this.value()]]
      default:
        return [['if', this.comparison(), [['return', this.result()]], []]]
    }
  }

  private message(): string {
    return `message ${this.messages++}`
  }
  private thrown(): Statement {
    return ['throw', this.message()]
  }

  private one<V extends 'signal' | 'await' | 'reset' | 'meet' | 'pass' | 'notifyOne' | 'notifyAll'>(
    verb: V,
    kind: string,
  ): Operation {
    this.left--
    return [verb, this.random.pick(this.things.primitives[kind]!)] as unknown as Operation
  }

  /** A critical section, as it should be or with its parts astray. */
  private section(kind: 'mutex' | 'rwlock', enter: string, leave: string, attempt?: string): Statement[] {
    const { random } = this
    const name = random.pick(this.things.primitives[kind]!)
    const step = (verb: string): Operation => [verb, name] as unknown as Operation
    this.left -= 2
    switch (random.below(16)) {
      case 0:
        return random.chance(2) ? [step(enter)] : [step(enter), ...this.block(2), step(leave)]
      case 1:
        return random.chance(4) ? [step(leave)] : [step(enter), step(leave)]
      case 2:
      case 3:
        if (attempt !== undefined) {
          const got = this.newLocal()
          const inside = this.block(1).filter(([verb]) => verb !== 'assign')
          return [
            ['let', got, random.chance(2) ? step(attempt) : ([attempt, name, 1] as unknown as Operation)],
            ['if', ['==', got, true], [...inside, ...(random.chance(6) ? [] : [step(leave)])], this.block(1)],
          ]
        }
        return [step(enter), ...this.block(1), step(leave)]
      default:
        return [step(enter), ...this.block(2), step(leave)]
    }
  }

  private semaphore(): Statement[] {
    const { random } = this
    const name = random.pick(this.things.primitives['semaphore']!)
    this.left--
    switch (random.below(6)) {
      case 0:
        return [['release', name]]
      case 1:
        return [random.chance(2) ? ['release', name, 1 + random.below(2)] : ['acquire', name]]
      case 2:
        return [this.stored(random.chance(2) ? ['tryAcquire', name] : ['tryAcquire', name, 1])]
      default:
        return [['acquire', name], ...this.block(2), ['release', name]]
    }
  }

  private condition(): Statement[] {
    const { random, things } = this
    const condition = random.pick(things.primitives['condition']!)
    const mutex = random.pick(things.primitives['mutex']!)
    this.left -= 2
    const notify: Operation = [random.chance(3) ? 'notifyAll' : 'notifyOne', condition]
    switch (random.below(6)) {
      case 0:
        return [notify]
      case 1:
      case 2:
        return [['lock', mutex], ...this.block(1), notify, ['unlock', mutex]]
      case 3: {
        const seen = this.newLocal()
        const { name, length } = random.pick(things.arrays)
        return [
          ['lock', mutex],
          ['let', seen, ['read', name, random.below(length)]],
          ['if', ['==', seen, random.pick(things.values)], [['sleep', condition, mutex]], []],
          ['unlock', mutex],
        ]
      }
      default:
        return [
          ['lock', mutex],
          random.chance(2) ? ['sleep', condition, mutex] : this.stored(['sleep', condition, mutex, 1]),
          ...(random.chance(8) ? [] : ([['unlock', mutex]] as Statement[])),
        ]
    }
  }

  /** With a time limit. */
  private timed(verb: 'await' | 'pass', kind: string): Statement {
    this.left--
    return this.stored([verb, this.random.pick(this.things.primitives[kind]!), 1])
  }

  private channel(): Statement {
    const { random } = this
    const name = random.pick(this.things.primitives['channel']!)
    const message = random.pick<Value>([1, 2, true, 'ok', ['list', 1, 2], ['object', 1]])
    const limit = random.chance(2) ? [] : [1]
    this.left--
    switch (random.below(8)) {
      case 0:
        return this.stored(['trySend', name, message, ...limit] as unknown as Operation)
      case 1:
        return this.stored(['tryReceive', name, ...limit] as unknown as Operation)
      case 2:
        return random.chance(2) ? ['close', name] : ['send', name, message]
      case 3:
      case 4:
        return this.stored(['receive', name])
      default:
        return ['send', name, message]
    }
  }

  private latch(): Statement[] {
    const { random } = this
    const name = random.pick(this.things.primitives['latch']!)
    if (random.chance(6)) return [this.timed('pass', 'latch')]
    this.left--
    if (random.chance(4)) return [['pass', name]]
    return [random.chance(4) ? ['countDown', name, 1 + random.below(2)] : ['countDown', name]]
  }

  private spawned(): Statement[] {
    const {
      random,
      role: { tasks },
    } = this
    const handle = HANDLES[this.handles]
    this.left--
    if (tasks.length === 0 || handle === undefined) return [this.plain()]
    this.handles++
    const spawn: Statement = ['let', handle, ['spawn', random.pick(tasks), this.result()]]
    if (random.chance(3)) return [spawn]
    this.left--
    const between = random.chance(2) ? this.block(2) : []
    const join: Operation = ['join', handle]
    return [
      spawn,
      ...between,
      random.chance(3) ? join : ['let', this.newLocal(), join],
      ...(random.chance(8) ? [join] : []),
    ]
  }

  private result(): Value {
    const { random } = this
    if (random.chance(3)) return true
    return random.pick<Value>([
      true,
      false,
      0,
      1,
      undefined,
      null,
      '',
      'ok',
      1n,
      this.someLocal(),
      this.someLocal(),
      ['list', this.someLocal(), this.someLocal()],
      ['object', this.someLocal()],
      ...HANDLES,
    ])
  }
}
