/**
 * The worker in which a file is checked or replayed: its main thread stays free for progress, Ctrl-C and the watchdog.
 */
import type { Slot } from '../base/thread-numbers.ts'
import { resolve } from 'node:path'
import { parentPort } from 'node:worker_threads'
import * as heddle from '../index.ts'
import { programError } from '../base/errors.ts'
import { programAddress } from '../base/program-address.ts'
import { withEvents } from '../checking/bug-events.ts'
import { replayProgram } from '../checking/replay.ts'
import { programSources } from '../frontends/loader/program-sources.ts'
import { completeDemands } from '../frontends/loader/module-demands.ts'
import { registerLoader } from '../frontends/loader/register-loader.ts'
import { loadProgram } from '../frontends/load-program.ts'
import { loading } from '../program/kept-objects.ts'
import { MODULES_DEMAND } from '../program/module-state.ts'
import { siteAt, siteCount } from '../program/sites.ts'
import { withGivenInput } from '../program/inputs/bind-input.ts'
import type { Program } from '../program/program.ts'
import { taggedCheck, taggedReplay } from '../results/json.ts'
import { checkOf } from '../checking/inputs/inputs-check.ts'
import { dropOutput } from '../host/program-output.ts'
import { Phase, Word, type WorkerMessage, type WorkerRequest, type WorkerTask } from '../host/protocol.ts'
import { firstUserFrame, strayError, transferError } from '../host/transfer-error.ts'
import { sourceHash } from '../host/source-hash.ts'
import { SymbolicVerifier } from '../irs/verifier/symbolic-verifier.ts'
import { Verifier } from '../irs/verifier/verifier.ts'
import { sliced, Snapshots } from '../host/slices.ts'

/** It may come later than all that is imported here. */
const request = await new Promise<WorkerRequest>((resolve) => parentPort!.once('message', resolve))
const words = new Int32Array(request.words)
const entryFile = resolve(programAddress(request.file).file)

/** As it is before threads are kept from it: what ends a search is also said from inside of one. */
const { postMessage } = parentPort!
function post(message: WorkerMessage): void {
  postMessage.call(parentPort, message)
}

function fail(error: unknown): void {
  const transferred = transferError(error)
  // What differs from run to run may be in modules, where nothing else can see it.
  const asked = transferred.kind === 'nondeterminism' ? [MODULES_DEMAND] : transferred.demands
  const demands = asked && completeDemands(asked, entryFile, loading.perThread)
  post({ type: 'failed', error: { ...transferred, demands } })
}

/** A program must not end the search, nor may its stray errors go unnoticed. */
function guardProcess(): void {
  const exit = process.exit
  process.exit = ((code?: number | string) => {
    const call = `process.exit(${code ?? ''})`
    fail(
      programError(
        `the program called ${call}, which would end the search; a thread ends by returning, a failed check by throwing`,
        firstUserFrame(new Error().stack),
      ),
    )
    return exit(1)
  }) as typeof process.exit
  process.on('unhandledRejection', (reason) =>
    fail(strayError('the program left a rejected promise unhandled', reason)),
  )
  process.on('uncaughtException', (error) => fail(strayError('the program threw outside of its threads', error)))
}

async function work(): Promise<void> {
  loading.perThread = request.task.kind !== 'verify'
  registerLoader({ mode: 'explore', heddle, demands: request.demands })
  const program = await loadProgram(request.file)
  switch (request.task.kind) {
    case 'check':
      return check(program, request.task)
    case 'replay':
      return replay(program, request.task)
    case 'walk':
      return walk(program, request.task)
    case 'verify':
      return verify(program, request.task)
  }
}

async function check(program: Program, { options }: WorkerTask & { kind: 'check' }): Promise<void> {
  const checker = checkOf(program, { ...options, sourceHash: sourceHash(request.file) }, { words })
  const names = new Names(program, (slot) => checker.threadName(slot))
  const snapshots = new Snapshots(() => post({ type: 'snapshot', result: taggedCheck(checker.snapshot()) }))
  dropOutput()
  await sliced(
    (ms) => {
      words[Word.phase] = Phase.exploring
      const finished = checker.run(ms)
      words[Word.phase] = Phase.reporting
      names.publish()
      const progress = checker.progress()
      post({ type: 'progress', progress })
      if (!finished) snapshots.maybe(progress.bugs)
      return finished
    },
    () => checker.waiting?.(),
  )
  const result = withEvents(program, taggedCheck(checker.result()), options.explore, { words })
  post({ type: 'checked', result, sources: programSources(request.file).files() })
}

async function replay(program: Program, task: WorkerTask & { kind: 'replay' }): Promise<void> {
  const { schedule, events, explore, input, details } = task
  new Names(program, () => null)
  words[Word.phase] = Phase.exploring
  const result = replayProgram(program, schedule, {
    heartbeat: { words },
    sourceHash: sourceHash(request.file),
    events,
    explore,
    input,
    details,
  })
  words[Word.phase] = Phase.reporting
  await sliced(() => true) // a stray rejection shows now
  post({ type: 'replayed', result: taggedReplay(result) })
}

async function walk(program: Program, { walked, events, explore }: WorkerTask & { kind: 'walk' }): Promise<void> {
  new Names(program, () => null)
  dropOutput()
  words[Word.phase] = Phase.exploring
  const results = walked.map(({ schedule, input }) => {
    try {
      return taggedReplay(
        replayProgram(program, schedule, { heartbeat: { words }, events, explore, input, details: true }),
      )
    } catch {
      return null // the page does without it
    }
  })
  words[Word.phase] = Phase.reporting
  post({ type: 'walked', results })
}

async function verify(program: Program, { options, version }: WorkerTask & { kind: 'verify' }): Promise<void> {
  const isSymbolic = options.inputs === 'symbolic' && program.inputs !== null
  const [subject, Kind] = isSymbolic
    ? [program, SymbolicVerifier]
    : [withGivenInput(program, options.input ?? {}), Verifier]
  const verifier: Verifier | SymbolicVerifier = new Kind(subject, options, programSources(request.file), version, {
    words,
  })
  const names = new Names(program, (slot) => verifier.threadName(slot))
  dropOutput()
  await sliced(
    (ms) => {
      words[Word.phase] = Phase.exploring
      const finished = verifier.run(ms)
      words[Word.phase] = Phase.reporting
      names.publish()
      post({ type: 'progress', progress: verifier.progress() })
      return finished
    },
    () => ('waiting' in verifier ? verifier.waiting() : null),
  )
  post({ type: 'verified', result: verifier.result() })
}

/** Tells the main thread the names of threads and places, whenever there are new ones. */
class Names {
  private readonly program: Program
  private readonly spawned: (slot: Slot) => string | null
  private published = ''

  constructor(program: Program, spawned: (slot: Slot) => string | null) {
    this.program = program
    this.spawned = spawned
    this.publish()
  }

  publish(): void {
    const threads = this.program.threads.map(({ name }) => name)
    for (let name; (name = this.spawned(threads.length)) !== null; ) threads.push(name)
    const state = `${siteCount()} ${threads.join()}`
    if (state === this.published) return
    this.published = state
    post({ type: 'names', threads, sites: Array.from({ length: siteCount() + 1 }, (_, i) => describeSite(i)) })
  }
}

function describeSite(index: number): string {
  const site = siteAt(index)
  return site === null ? '' : `${site.file}:${site.line}:${site.column}`
}

guardProcess()
work().catch(fail)
