/** What the worker begins with that runs a program for real: plainly, or under a set. */
import { workerData } from 'node:worker_threads'
import { entryUrl } from '../base/own-code.ts'
import { installDeterminism } from '../execution/determinism/determinism.ts'
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
  // What modules, `shared` and `after` are given is what was verified, as in workers.
  prepareRealm: options === null ? undefined : installDeterminism,
  awaited: (program) =>
    options?.follow === true && program.inputs !== null ? new AwaitedRegion(options.set, program) : null,
  workerEntry: entryUrl('thread-worker'),
  heddle,
})
