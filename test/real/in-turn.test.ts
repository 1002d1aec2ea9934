import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Arm } from '../../bench/irs/arm.ts'
import { registerLoader } from '../../src/frontends/loader/register-loader.ts'
import * as heddle from '../../src/index.ts'

const RUNS = 60

/** More threads than cores, which wait for each other: whoever sleeps or ends must leave its core to the next. */
test('plain runs on as few workers as there are cores: all threads run, also where they wait for each other', async () => {
  registerLoader({ mode: 'strip', heddle })
  for (const name of ['bounded-queue', 'parallel-sort', 'last-zero']) {
    const arm = await Arm.create(
      name,
      fileURLToPath(new URL(`../../bench/programs/${name}.js`, import.meta.url)),
      'plain in turn',
    )
    try {
      for (let i = 0; i < RUNS; i++) await arm.once()
    } finally {
      await arm.dispose()
    }
    assert.equal(arm.times.length, RUNS)
  }
})
