/**
 * The process in which a schedule is replayed under a debugger. The program runs in its main thread, as debuggers expect;
 * what it is to do comes as an argument.
 */
import { open, url, waitForDebugger } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../base/own-code.ts'
import { replayProgram } from '../checking/replay.ts'
import { registerLoader } from '../frontends/loader/register-loader.ts'
import { loadProgram } from '../frontends/load-program.ts'
import type { InspectedReplay } from '../host/inspect-replay.ts'
import * as heddle from '../index.ts'
import { loading } from '../program/kept-objects.ts'

const { file, schedule, at, port, demands, explore, input } = JSON.parse(process.argv[2]!) as InspectedReplay

/** Steps from our code into the program's, once an event has been stopped at (see there). */
async function startStepper(): Promise<void> {
  const stepper = new Worker(entryUrl('step-into-program'), { execArgv: [] })
  stepper.unref()
  await new Promise((resolve) => stepper.once('message', resolve))
}

open(port, '127.0.0.1')
process.send?.({ type: 'listening', url: url() ?? null })
if (url() === undefined) process.exit(1)
waitForDebugger()
await startStepper()
loading.perThread = true
registerLoader({ mode: 'explore', heddle, demands })
const program = await loadProgram(file)
const { bug } = replayProgram(program, schedule, {
  explore,
  input,
  onEvent: (index) => {
    // biome-ignore lint/suspicious/noDebugger: this is where a debugger is to stop
    if (index === at) debugger
  },
})
process.send?.({ type: 'ended', bug: bug?.message ?? null })
process.disconnect?.()
