/** What the worker begins with that runs a program for real: plainly, or under a set. */
import { workerData } from 'node:worker_threads'
import { entryUrl } from '../base/own-code.ts'
import * as heddle from '../index.ts'
import { AwaitedRegion } from '../irs/enforcement/admission/region.ts'
import { enforce, type EnforcementOptions } from '../irs/enforcement/director.ts'
import type { CoordinatorData } from '../real/protocol/messages.ts'
import { coordinate } from '../real/run/coordinator.ts'
import { PlainDirector } from '../real/run/plain-director.ts'

const data = workerData as CoordinatorData<EnforcementOptions | null>
const { director: options } = data

await coordinate(data, {
  newDirector: (directed) => (options === null ? new PlainDirector() : enforce(directed, options)),
  awaited: (program) =>
    options?.follow === true && program.inputs !== null ? new AwaitedRegion(options.set, program) : null,
  workerEntry: entryUrl('thread-worker'),
  heddle,
})
