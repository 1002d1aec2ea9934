/** What random programs are made of: weights of groups of statements. */
export interface Profile {
  readonly groups: Readonly<Partial<Record<Group, number>>>
  /** Names of locations; few, so that threads meet. */
  readonly locations: readonly string[]
  /** Thread 0 spawns two tasks, of which the second may join the first; so may thread 0. */
  readonly siblings?: boolean
  /** Five or six threads of one or two operations. */
  readonly crowded?: boolean
  /** Three to five threads of one operation, sometimes two: all of them may be dependent. */
  readonly short?: boolean
  /** Tasks spawn tasks. */
  readonly nested?: boolean
  /** Threads return little of what they have seen, so that different histories end in equal states. */
  readonly forgetful?: boolean
  /** Some threads do the same, and sometimes nobody sees what they return. */
  readonly twins?: boolean
  /** Two threads that do the same, at some length, and sometimes a short one. They return nothing. */
  readonly pair?: boolean
  /** Among 60 to 100 threads that do nothing: sets of threads are several words. */
  readonly many?: boolean
}

export type Group =
  | 'read'
  | 'write'
  | 'modify'
  | 'critical'
  | 'bareLock'
  | 'tryLock'
  | 'rwlock'
  | 'semaphore'
  | 'event'
  | 'condition'
  | 'barrier'
  | 'give'
  | 'take'
  | 'swap'
  | 'update'
  | 'latch'
  | 'futex'
  | 'yield'
  | 'spin'
  | 'choose'
  | 'copy'
  | 'branch'
  | 'throw'
  | 'spawn'
  | 'fork'
  | 'breed'
  | 'told'
  | 'seal'
  | 'permit'
  | 'tally'
  | 'until'
  | 'hand'
  | 'relay'
  | 'receive'
  | 'timed'
  | 'channel'

const memory = { read: 30, write: 30 }

export const profiles: Readonly<Record<string, Profile>> = {
  memory: { groups: { ...memory, modify: 10, branch: 4 }, locations: ['x', 'y', 'z'] },
  swaps: {
    groups: { read: 12, write: 12, swap: 25, update: 25, modify: 6, branch: 4, critical: 4 },
    locations: ['x', 'x', 'y'],
  },
  pieces: { groups: { read: 12, write: 12, swap: 20, update: 35 }, locations: ['x', 'x', 'x.0', 'x.1', 'y'] },
  bytes: { groups: { ...memory, modify: 6, branch: 4 }, locations: ['x', 'x.0', 'x.1', 'x:1', 'x:3', 'y', 'y.0'] },
  crowd: { groups: { read: 45, write: 15, modify: 3 }, locations: ['x', 'y'], crowded: true },
  locks: { groups: { ...memory, critical: 20, bareLock: 6, tryLock: 5 }, locations: ['x', 'y'] },
  yields: { groups: { read: 20, write: 20, modify: 8, yield: 25, spin: 8, critical: 5 }, locations: ['x', 'y'] },
  fairness: { groups: { read: 22, write: 18, yield: 40, spin: 20 }, locations: ['x', 'y'] },
  sync: {
    groups: {
      read: 15,
      write: 15,
      semaphore: 14,
      event: 14,
      condition: 14,
      barrier: 5,
      latch: 6,
      futex: 14,
      rwlock: 12,
      critical: 6,
    },
    locations: ['x', 'y'],
  },
  // More is given than taken, so that most executions end.
  supplied: {
    groups: { read: 14, write: 14, give: 30, take: 12, rwlock: 6, critical: 6, tryLock: 4 },
    locations: ['x', 'y'],
  },
  threads: { groups: { ...memory, spawn: 16, modify: 5, critical: 5, yield: 4 }, locations: ['x', 'y'] },
  control: {
    groups: { ...memory, modify: 8, branch: 18, choose: 8, throw: 6, yield: 4, critical: 4 },
    locations: ['x', 'y'],
  },
  choices: {
    groups: { ...memory, choose: 25, branch: 15, modify: 10, spawn: 8, tryLock: 8, semaphore: 8 },
    locations: ['x', 'y'],
  },
  joins: { groups: { ...memory, fork: 30, spawn: 4 }, locations: ['x', 'y'] },
  siblings: { groups: { ...memory, critical: 4 }, locations: ['x', 'y'], siblings: true },
  // What earlier profiles left out, so that nothing showed (errata 30g).
  views: {
    groups: { ...memory, modify: 16, update: 6, swap: 6, futex: 4 },
    locations: ['x', 'x.0', 'x.3', 'x-0', 'x-1', 'x=', 'x*', 'x:1', 'y', 'y-0', 'z*'],
  },
  tallies: { groups: { tally: 50, swap: 40, read: 4 }, locations: ['x'], short: true },
  // What x holds is handed over, in one of many ways: whether that is a data race depends on what orders what.
  handing: { groups: { hand: 30, relay: 12, receive: 36, modify: 3, tryLock: 3 }, locations: ['y'] },
  permits: {
    groups: { read: 10, write: 20, permit: 30, fork: 20, spawn: 6, bareLock: 4, critical: 6 },
    locations: ['x', 'y'],
  },
  nested: { groups: { ...memory, spawn: 16, fork: 14, critical: 6, permit: 6 }, locations: ['x', 'y'], nested: true },
  stuck: {
    groups: { write: 16, branch: 24, bareLock: 24, fork: 16, spawn: 8, critical: 6, semaphore: 4 },
    locations: ['x'],
  },
  spins: { groups: { read: 10, write: 34, until: 30, modify: 10, critical: 6, yield: 3 }, locations: ['x', 'y'] },
  racy: {
    groups: { write: 20, branch: 40, critical: 20, modify: 10, semaphore: 12, choose: 2, event: 4, tryLock: 4 },
    locations: ['x', 'y'],
  },
  sealed: { groups: { ...memory, seal: 22, modify: 5, critical: 6, yield: 5 }, locations: ['x', 'y'] },
  timed: {
    groups: { read: 15, write: 15, timed: 40, give: 24, critical: 12, condition: 4 },
    locations: ['x', 'y'],
  },
  channels: { groups: { read: 14, write: 14, channel: 60, critical: 4, branch: 4, choose: 2 }, locations: ['x', 'y'] },
  'forgetful channels': {
    groups: { read: 14, write: 14, channel: 50, timed: 14, give: 8 },
    locations: ['x', 'y'],
    forgetful: true,
  },
  forgetful: {
    groups: { ...memory, modify: 10, branch: 6, swap: 8, critical: 10, tryLock: 4, semaphore: 5, choose: 2 },
    locations: ['x', 'x', 'y', 'z'],
    forgetful: true,
  },
  'forgetful sync': {
    groups: { read: 15, write: 12, critical: 8, event: 8, condition: 14, barrier: 5, latch: 6, futex: 14, rwlock: 8 },
    locations: ['x', 'y'],
    forgetful: true,
  },
  twins: {
    groups: { ...memory, modify: 12, swap: 8, branch: 8, critical: 8, tryLock: 4, semaphore: 5, choose: 2, throw: 1 },
    locations: ['x', 'x', 'y'],
    forgetful: true,
    twins: true,
  },
  'twins sync': {
    groups: { read: 14, write: 14, give: 26, take: 10, rwlock: 8, critical: 6, tryLock: 4, condition: 6, futex: 6 },
    locations: ['x', 'y'],
    forgetful: true,
    twins: true,
  },
  broods: {
    groups: {
      read: 16,
      write: 16,
      modify: 6,
      swap: 10,
      breed: 26,
      told: 12,
      branch: 12,
      critical: 6,
      tryLock: 3,
      choose: 2,
      fork: 1,
    },
    locations: ['x', 'x', 'y'],
    forgetful: true,
  },
  'broods sync': {
    groups: { read: 10, write: 16, modify: 8, breed: 22, told: 6, give: 12, take: 8, condition: 4, futex: 4, throw: 1 },
    locations: ['x', 'x', 'y'],
    forgetful: true,
  },
  'broods of twins': {
    groups: { read: 16, write: 16, modify: 10, breed: 22, told: 6, branch: 8, critical: 6, give: 6, spawn: 1 },
    locations: ['x', 'x', 'y'],
    forgetful: true,
    twins: true,
    nested: true,
  },
  pairs: {
    groups: { read: 25, write: 20, copy: 25, modify: 10, branch: 10, critical: 4 },
    locations: ['x', 'y'],
    pair: true,
  },
  crowds: {
    groups: {
      read: 24,
      write: 24,
      modify: 8,
      rwlock: 8,
      condition: 10,
      barrier: 3,
      futex: 6,
      critical: 6,
      spawn: 14,
      fork: 6,
    },
    locations: ['x', 'y'],
    many: true,
  },
  'crowds of twins': {
    groups: { read: 20, write: 20, give: 20, take: 10, rwlock: 8, condition: 8, critical: 6, yield: 3 },
    locations: ['x', 'y'],
    forgetful: true,
    twins: true,
    many: true,
  },
  mixed: {
    groups: {
      read: 24,
      write: 24,
      modify: 10,
      critical: 8,
      bareLock: 3,
      tryLock: 3,
      rwlock: 4,
      semaphore: 5,
      event: 4,
      condition: 5,
      barrier: 2,
      latch: 3,
      futex: 5,
      yield: 8,
      spin: 2,
      choose: 2,
      branch: 5,
      throw: 1,
      spawn: 4,
    },
    locations: ['x', 'y'],
  },
}
