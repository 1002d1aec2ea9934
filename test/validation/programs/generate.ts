import type { Block, ProgramText, Statement } from './notation.ts'
import { type Group, type Profile, profiles } from './profiles.ts'
import { Random } from './random.ts'
import { amongMany, forgetting, vary, withTwins } from './vary.ts'

const groups: Readonly<Record<Group, (make: Maker) => Statement[]>> = {
  read: (m) => [op('r', m.location())],
  write: (m) => [op('w', m.location(), m.value())],
  modify: (m) => [
    m.random.pick([
      () => op('add', m.atomic(), '1'),
      () => op('xchg', m.atomic(), m.value()),
      () => op('cas', m.atomic(), String(m.random.below(2)), m.value()),
      () => op('load', m.atomic()),
      () => op('store', m.atomic(), m.value()),
    ])(),
  ],
  swap: (m) => [op('cas', m.atomic(), String(m.random.below(3)), m.random.pick(['0', '1', '2', 'v']))],
  update: (m) => [op(m.random.pick(['inc', 'inc', 'dec', 'and', 'or', 'xor']), m.atomic(), m.value())],
  critical: (m) => {
    const mutex = m.random.chance(0.8) ? 'm' : 'n'
    return [op('lock', mutex), ...m.statements(m.random.below(3)), op('unlock', mutex)]
  },
  // Unbalanced on purpose: deadlocks and, rarely, misuse.
  bareLock: (m) => [op(m.random.chance(0.85) ? 'lock' : 'unlock', m.random.pick(['m', 'n']))],
  tryLock: (m) => [{ op: 'try', args: [m.random.pick(['m', 'm', 'n'])], body: m.statements(m.random.below(2)) }],
  rwlock: (m) => {
    const kind = m.random.pick(['r', 'w'])
    return [op(`${kind}lock`, 'l'), ...m.statements(m.random.below(2)), op(`${kind}unlock`, 'l')]
  },
  semaphore: (m) => [
    op(m.random.pick(['acquire', 'acquire', 'tryacquire', 'release', 'release']), m.random.pick(['p', 'q'])),
  ],
  event: (m) => [op(m.random.pick(['set', 'set', 'reset', 'await']), m.random.pick(['e', 'f']))],
  condition: (m) =>
    m.random.chance(0.5)
      ? [op('lock', 'm'), op('cwait', 'c', 'm'), ...m.statements(m.random.below(2)), op('unlock', 'm')]
      : [op(m.random.pick(['notify', 'notify', 'notifyall']), 'c')],
  barrier: () => [op('await', 'b')],
  latch: (m) => [op(m.random.pick(['countdown', 'countdown', 'await']), 'k')],
  futex: (m) => [
    m.random.pick([
      () => op('wait', m.word(), String(m.random.below(2))),
      () => op('timedwait', m.word(), '0'),
      () => op('wake', m.word(), m.random.pick(['1', '2'])),
    ])(),
  ],
  give: (m) => [
    m.random.pick([
      op('release', 'p'),
      op('release', 'q'),
      op('set', 'e'),
      op('set', 'f'),
      op('countdown', 'k'),
      op('notifyall', 'c'),
      op('wake', m.word(), '2'),
    ]),
  ],
  take: (m) =>
    m.random.pick([
      [op('acquire', 'q')],
      [op('acquire', 'p')],
      [op('tryacquire', 'q')],
      [op('await', 'e')],
      [op('await', 'f')],
      [op('await', 'k')],
      [op('await', 'b')],
      [op('wait', m.word(), '1')],
      [op('timedwait', m.word(), '0')],
      [op('lock', 'm'), op('cwait', 'c', 'm'), op('unlock', 'm')],
    ]),
  yield: () => [op('yield')],
  spin: (m) => [op('spin', m.word(), '1', m.random.pick(['1', '2']))],
  choose: () => [op('choose', '2')],
  copy: (m) => [op('w', m.location(), 'v')],
  branch: (m) => {
    const body = m.statements(1 + m.random.below(2))
    const test = { op: 'if', args: [String(m.random.below(2))], body }
    return [op('r', m.location()), m.random.chance(0.5) ? test : { ...test, otherwise: m.statements(1) }]
  },
  // Updates and swaps that can tell in which order the updates came.
  tally: (m) => [
    op(m.random.pick(['inc', 'inc', 'inc', 'dec', 'or', 'and', 'xor']), m.atomic(), m.random.pick(['1', '2', '3'])),
  ],
  permit: (m) => {
    const [from, to] = m.random.pick([
      ['q', 'q'],
      ['q', 'q'],
      ['q', 'p'],
      ['p', 'q'],
    ] as const)
    return [
      op(m.random.pick(['acquire', 'acquire', 'tryacquire']), from),
      ...m.statements(m.random.below(2)),
      op('release', to),
    ]
  },
  until: (m) => [
    op(
      'until',
      ...(m.random.chance(0.5)
        ? ['x']
        : m.random.pick([
            ['x', 'y'],
            ['y', 'x'],
            ['x', 'x.1'],
          ])),
    ),
  ],
  hand: (m) => [
    ...(m.random.chance(0.15) ? [op('rlock', 'l'), op('w', 'x'), op('runlock', 'l')] : [op('w', 'x')]),
    m.random.pick([
      () => op('store', m.location(), '1'),
      () => op('w', m.location(), '1'),
      () => op(m.random.pick(['xchg', 'add']), m.location(), '1'),
      () => op('cas', m.location(), m.random.pick(['0', '1']), '1'),
      () => op('set', 'e'),
      () => op('release', 'q'),
      () => op('countdown', 'k'),
      () => op('notifyall', 'c'),
      () => op('timedwait', m.word(), '0'),
      () => op('wake', m.word(), '2'),
    ])(),
  ],
  relay: (m) => [
    op(m.random.pick(['r', 'r', 'load']), m.location()),
    { op: 'if', args: ['1'], body: [op(m.random.pick(['store', 'store', 'w', 'xchg']), m.location(), '2')] },
  ],
  receive: (m) => {
    const access = op(m.random.pick(['r', 'r', 'w']), 'x')
    const body = m.random.chance(0.25) ? [op('rlock', 'l'), access, op('runlock', 'l')] : [access]
    const seen = (how: Statement, value = '1'): Statement[] => [how, { op: 'if', args: [value], body }]
    return m.random.pick([
      () => seen(op('load', m.location()), m.random.pick(['1', '2'])),
      () => seen(op('r', m.location()), m.random.pick(['1', '2'])),
      () => seen(op('wake', m.word(), '1')),
      () => seen(op('cas', m.location(), '1', '0')),
      () => seen(op('tryacquire', 'q')),
      () => [op('await', m.random.pick(['e', 'k'])), ...body],
      () => [op('acquire', 'q'), ...body],
      () => [op('lock', 'm'), op('cwait', 'c', 'm'), op('unlock', 'm'), ...body],
      () => [op('rlock', 'l'), ...body, op('runlock', 'l')],
    ])()
  },
  timed: (m) =>
    m.random.pick<() => Statement[]>([
      () => [{ op: 'try', args: [m.random.pick(['m', 'm', 'n']), '1'], body: m.statements(m.random.below(2)) }],
      () => [op('timedacquire', m.random.pick(['p', 'q']))],
      () => [op('timedawait', m.random.pick(['e', 'f', 'k']))],
      () => [op('lock', 'm'), op('timedcwait', 'c', 'm'), ...m.statements(m.random.below(2)), op('unlock', 'm')],
    ])(),
  channel: (m) => {
    const channel = m.random.pick(['g', 'g', 'h'])
    return [
      m.random.pick([
        () => op('send', channel, m.value()),
        () => op('send', channel, m.value()),
        () => op('send', channel, m.value()),
        () => op(m.random.pick(['trysend', 'timedsend']), channel, m.value()),
        () => op('receive', channel),
        () => op('receive', channel),
        () => op(m.random.pick(['tryreceive', 'timedreceive']), channel),
        () => op('close', channel),
      ])(),
    ]
  },
  fork: (m) => [
    op('spawn', m.task(['t0', 't1'])),
    ...m.statements(m.random.below(2)),
    op(m.nested && m.random.chance(0.4) ? 'joinboth' : 'join'),
  ],
  // Threads of one task, which are interchangeable where they are given the same and nobody joins them.
  breed: (m) => {
    const task = m.task(['t0', 't0', 't1'])
    const given = m.random.pick([[], [], ['1'], ['v']])
    const one = op('spawn', task, ...given)
    const between = m.statements(m.random.below(2))
    return m.random.chance(0.7) ? [one, ...between, m.random.chance(0.8) ? one : op('spawn', task, '1')] : [one]
  },
  // What a task is told.
  told: (m) => (m.inTask >= 0 ? [op(m.random.pick(['given', 'given', 'given', 'self']))] : []),
  throw: (m) => [op('throw', String(m.random.below(3)))],
  seal: (m) => [{ op: 'seal', args: [], body: m.statements(1 + m.random.below(3)) }],
  spawn: (m) => [m.random.chance(0.55) ? op('spawn', m.task(['t0', 't0', 't1'])) : op('join')],
}

const op = (name: string, ...args: string[]): Statement => ({ op: name, args })

/** Makes the statements of one program. */
class Maker {
  readonly random: Random
  private readonly profile: Profile
  private depth = 0
  /** The number of the task that is being made, or -1 in a thread. */
  inTask = -1

  constructor(random: Random, profile: Profile) {
    this.random = random
    this.profile = profile
  }

  location(): string {
    return this.random.pick(this.profile.locations)
  }

  /** Atomics work on words and single bytes. */
  atomic(): string {
    return this.random.pick(this.profile.locations.filter((name) => !name.includes(':')))
  }

  /** What threads can wait for: words, of 32 bits or 64. */
  word(): string {
    return this.random.pick(this.profile.locations.filter((name) => name.length === 1 || name.endsWith('*')))
  }

  get nested(): boolean {
    return this.profile.nested === true
  }

  /** A task that can be spawned here: tasks spawn only later ones. */
  task(names: readonly string[]): string {
    return this.inTask >= 0 ? `t${this.inTask + 1}` : this.random.pick(names)
  }

  value(): string {
    return this.random.pick(['1', '1', '2', 'v'])
  }

  statements(count: number): Statement[] {
    this.depth++
    const list: Statement[] = []
    while (list.length < count) list.push(...groups[this.group()](this))
    this.depth--
    return list
  }

  private group(): Group {
    for (;;) {
      const group = this.random.weighted(this.profile.groups)
      if (
        this.depth > 2 &&
        ['critical', 'branch', 'tryLock', 'rwlock', 'condition', 'seal', 'fork', 'permit', 'receive', 'timed'].includes(
          group,
        )
      )
        continue
      if (this.inTask >= (this.nested ? 1 : 0) && (group === 'spawn' || group === 'fork' || group === 'breed')) continue
      return group
    }
  }

  taskBlock(number: number): Block {
    this.inTask = number
    return this.statements(this.random.below(4))
  }
}

/**
 * Mostly small, since small ones are fast and shrink well, but reaching three threads of five operations: some losses
 * need that. Then varied: how things are allocated, what threads return, further threads.
 */
export function randomProgram(seed: number, profileName: string): ProgramText {
  const profile = profiles[profileName]
  if (profile === undefined) throw new Error(`no profile ${profileName}; there are ${Object.keys(profiles).join(', ')}`)
  const random = new Random(seed)
  const variation = new Random(Math.imul(seed, 0x2545f491) ^ 0x5bd1e995)
  const make = new Maker(random, profile)
  const further = new Maker(variation, profile)
  const plain = plainProgram(random, make, profile)
  const varied = profile.pair === true ? plain : vary(plain, variation, () => further.statements(1))
  const told = profile.forgetful === true ? forgetting(varied, variation) : varied
  const doubled = profile.twins === true ? withTwins(told, variation) : told
  const all = profile.many === true ? amongMany(doubled, variation) : doubled
  return usesTasks(all.threads) ? all : { ...all, tasks: [] }
}

function plainProgram(random: Random, make: Maker, profile: Profile): ProgramText {
  if (profile.short === true)
    return {
      threads: Array.from({ length: random.pick([3, 4, 4, 5]) }, () => make.statements(random.chance(0.15) ? 2 : 1)),
      tasks: [],
    }
  if (profile.pair === true) {
    const nothing = op('return', 'undefined')
    const long = [...make.statements(2 + random.below(4)), nothing]
    const short = random.chance(0.4) ? [[...make.statements(1 + random.below(2)), nothing]] : []
    return { threads: random.chance(0.5) ? [long, long, ...short] : [...short, long, long], tasks: [] }
  }
  // Those who spawn two threads at once are fewer.
  const breeds = profile.groups.breed !== undefined
  const count = random.pick(profile.crowded === true ? [5, 6] : breeds ? [1, 2, 2, 2, 3] : [2, 2, 2, 3, 3, 3, 3, 4])
  const most = breeds ? 8 - 2 * count : { 2: 7, 3: 5, 4: 4, 5: 2, 6: 2 }[count]!
  const threads = Array.from({ length: count }, () =>
    make.statements(1 + Math.min(random.below(most), random.below(most + 2))),
  )
  if (profile.siblings === true) return siblings(make, threads.slice(0, 2))
  const tasks =
    (profile.groups.spawn ?? profile.groups.breed ?? 0) > 0
      ? Array.from({ length: profile.nested === true ? 3 : 2 }, (_, i) => make.taskBlock(i))
      : []
  return { threads, tasks }
}

function siblings(make: Maker, [first, ...others]: readonly Block[]): ProgramText {
  const joining = (block: Block, statement: Statement): Block =>
    make.random.chance(0.7) ? block.toSpliced(make.random.below(block.length + 1), 0, statement) : block
  return {
    threads: [[op('spawn', 't0'), op('spawn', 't1'), ...joining(first!.slice(0, 2), op('join'))], ...others],
    tasks: [make.taskBlock(0), joining(make.taskBlock(1), op('joinfirst'))],
  }
}

function usesTasks(blocks: readonly Block[]): boolean {
  return blocks.some((block) =>
    block.some(({ op: name, body, otherwise }) => name === 'spawn' || usesTasks([body ?? [], otherwise ?? []])),
  )
}

/** Whether programs of the profile have operations that commute under coarser equivalences. */
export const hasCommuting = (profileName: string): boolean =>
  (profiles[profileName]!.groups.update ?? profiles[profileName]!.groups.tally) !== undefined
