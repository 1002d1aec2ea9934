import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ThreadStatus } from '../../src/execution/controlled-thread.ts'
import { describeOperation } from '../../src/execution/description/describe.ts'
import { Execution } from '../../src/execution/execution.ts'
import { Random } from '../support/random.ts'
import { randomProgram } from '../validation/programs/generate.ts'
import { profiles } from '../validation/programs/profiles.ts'
import { print } from '../validation/programs/notation.ts'
import { compile } from '../validation/programs/source.ts'

interface Step {
  readonly slot: number
  readonly choice: number
}

const PROGRAMS = 700
const ROUNDS = 12
const MOST_STEPS = 60

/** Takes random steps until nobody can go on. */
function goOn(execution: Execution, steps: Step[], random: Random): void {
  while (execution.failure === null && execution.anyEnabled && steps.length < MOST_STEPS) {
    const enabled = execution.threads.map((_, slot) => slot).filter((slot) => execution.isEnabled(slot))
    const slot = random.pick(enabled)
    const choice = random.below(execution.choicesOf(slot))
    execution.step(slot, choice)
    steps.push({ slot, choice })
  }
}

/** Everything that what comes next depends on. */
function stateOf(execution: Execution): unknown {
  return {
    memory: execution.layout.image(),
    enabled: [...execution.enabled.sets.words],
    order: [...execution.order],
    threads: execution.threads
      .filter(({ status }) => status !== ThreadStatus.absent)
      .map(({ handle, status, operation, result }) => [
        handle,
        status,
        status === ThreadStatus.pending
          ? [describeOperation(operation), operation.spec.name, operation.woken]
          : JSON.stringify(result),
      ]),
  }
}

function replayed(execution: Execution, steps: readonly Step[]): unknown {
  execution.reset()
  for (const { slot, choice } of steps) execution.step(slot, choice)
  const state = stateOf(execution)
  execution.leave()
  return state
}

test('undoing steps leads to the state that replaying the others leads to', () => {
  const names = Object.keys(profiles)
  let [rewound, unspawned] = [0, 0]
  for (let seed = 0; seed < PROGRAMS; seed++) {
    const text = randomProgram(52_000_000 + seed, names[seed % names.length]!)
    const program = compile(text)
    const [execution, reference] = [new Execution(program), new Execution(program)]
    execution.remembers = true
    const random = new Random(seed)
    const steps: Step[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const keep = random.below(steps.length + 1)
      const { length: threads } = execution.order
      const back = round > 0 && execution.rewind(keep)
      if (back) {
        steps.length = keep
        if (execution.order.length < threads) unspawned++
        rewound++
        assert.deepEqual(stateOf(execution), replayed(reference, steps), print(text))
      } else {
        steps.length = 0
        execution.reset()
      }
      goOn(execution, steps, random)
      assert.deepEqual(stateOf(execution), replayed(reference, steps), print(text))
      execution.leave()
      // As a program's `outcome` may.
      for (const { model, buffer } of execution.layout.allocations)
        if (model === null && program.outcome !== undefined) new Uint8Array(buffer).fill(random.below(256))
    }
  }
  assert.ok(rewound > PROGRAMS / 2, `only ${rewound} times`)
  assert.ok(unspawned > PROGRAMS / 10, `threads that were spawned were taken back only ${unspawned} times`)
})
