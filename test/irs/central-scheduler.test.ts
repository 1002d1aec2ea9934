import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Arm } from '../../bench/irs/arm.ts'
import { fileOf, subjects } from '../../bench/irs/subjects.ts'
import { registerLoader } from '../../src/frontends/loader/register-loader.ts'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
import * as heddle from '../../src/index.ts'
import { folder } from '../cli/heddle.ts'

const RUNS = 60

test("the benchmarks' scheduler thread wakes whoever must wait, and lets nothing else happen", async (t) => {
  registerLoader({ mode: 'strip', heddle })
  const dir = folder(t)
  for (const name of ['bounded-queue', 'last-zero']) {
    const file = fileOf(subjects.find((one) => one.name === name)!)
    const set = join(dir, name)
    await verifyFile(file, { out: set, traces: 3 })
    const arm = await Arm.create(name, file, { set, central: true, monitor: true, warm: false })
    try {
      for (let i = 0; i < RUNS; i++) await arm.once()
      assert.equal(arm.director.summary()!.monitored, RUNS)
    } finally {
      await arm.dispose()
    }
  }
})
