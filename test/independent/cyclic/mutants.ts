/** What a search of states that come again must do, each left out. */
import { type IndependentProgram, r0, type Block } from '../language.ts'
import { Components } from '../../../src/search/cycles/components.ts'
import { GoingRound } from '../../../src/search/strategies/going-round.ts'

type Method = (this: never, ...args: never[]) => unknown

export interface CyclicMutant {
  /** A program with which it shows. */
  readonly example: IndependentProgram
  readonly owner: object
  readonly method: string
  readonly mutate: (original: Method) => Method
}

const nothing = (): Method =>
  function () {
    /* that is the mutation */
  }

/** The parts of the reduction that are patched. */
interface Parts {
  wakeAll(state: number): void
}

const goesRound: Block = [
  [
    'repeat',
    Infinity,
    [
      ['lock', 'm'],
      ['unlock', 'm'],
    ],
  ],
]
const beside = (a: Block): IndependentProgram => ({
  shared: [
    ['int32', 'x', 1],
    ['mutex', 'm'],
  ],
  threads: { a, b: goesRound },
})

/** By what is wrong. */
export const cyclicMutants: Readonly<Record<string, CyclicMutant>> = {
  'states on a cycle are not explored in full': {
    example: beside([
      ['store', 'x', 0, 1],
      ['throw', 'lost'],
    ]),
    owner: GoingRound.prototype,
    method: 'exploreAll',
    mutate: () =>
      function (this: Parts, state: number) {
        this.wakeAll(state)
      },
  },
  'threads sleep on cycles': {
    example: beside([['store', 'x', 0, 0]]),
    owner: GoingRound.prototype,
    method: 'wakeAll',
    mutate: nothing,
  },
  'what leads back is taken for explored': {
    example: {
      shared: [['int32', 'x', 1]],
      threads: {
        a: [
          ['load', 'x', 0],
          [
            'repeat',
            Infinity,
            [
              ['let', r0, ['load', 'x', 0]],
              ['store', 'x', 0, 0],
            ],
          ],
        ],
      },
    },
    owner: Components.prototype,
    method: 'isOpen',
    mutate: () =>
      function () {
        return false
      },
  },
}

/** Runs with the mutant in place. */
export function whileMutated<T>({ owner, method, mutate }: CyclicMutant, run: () => T): T {
  const described = Object.getOwnPropertyDescriptor(owner, method)!
  Object.defineProperty(owner, method, { ...described, value: mutate(described.value as Method) })
  try {
    return run()
  } finally {
    Object.defineProperty(owner, method, described)
  }
}
