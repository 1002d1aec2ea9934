/** Sets for all inputs against a set for each: what they admit for an input is what was verified for it alone. */
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { defaultCapacities } from '../../../src/base/capacities.ts'
import { Execution } from '../../../src/execution/execution.ts'
import { newHeartbeat } from '../../../src/execution/heartbeat.ts'
import { checkSameMemory } from '../../../src/irs/set/initial-memory.ts'
import { framesOf } from '../../../src/irs/set/framing.ts'
import { RecordType } from '../../../src/irs/set/records.ts'
import { holdsFor, knownElements } from '../../../src/irs/set/regions.ts'
import { SetReader } from '../../../src/irs/set/set-file.ts'
import { SymbolicVerifier } from '../../../src/irs/verifier/symbolic-verifier.ts'
import { Verifier } from '../../../src/irs/verifier/verifier.ts'
import type { VerifyOptions } from '../../../src/irs/verifier/verify-options.ts'
import { withInput } from '../../../src/program/inputs/bind-input.ts'
import { countInputs, inputAt, type InputValues, inputText } from '../../../src/program/inputs/input-values.ts'
import type { Program } from '../../../src/program/program.ts'
import { MetConditions } from '../../../src/symbolic/met-conditions.ts'
import type { VerifyResult } from '../../../src/results/verify-result.ts'
import { noSources, traceNames } from '../../irs/verified.ts'
import { load } from './compare.ts'

/** Verifies all inputs into the file of the options. */
export async function verifyAll(
  program: Program,
  options: VerifyOptions,
  Kind: typeof SymbolicVerifier = SymbolicVerifier,
): Promise<VerifyResult> {
  const verifier = new Kind(program, options, noSources, '0')
  while (!verifier.run(Infinity)) await verifier.waiting()
  return verifier.result()
}

/** What a set says, apart from who was explored. */
function contents({ notes, set }: Pick<SetReader, 'notes' | 'set'>): unknown[] {
  const traces = set.traces === 0 ? [] : traceNames({ set } as SetReader)
  return [traces, set.finished, notes.erroneous, notes.completion, [...notes.cellBytes]]
}

/** Of the input alone, with memory in pieces of the same size, which events are named by. */
function ownSet(program: Program, out: string, cellBytes: ReadonlyMap<number, number>): SetReader {
  const verifier = new (class extends Verifier {
    constructor() {
      super(program, { out, maxDepth: 200 }, noSources, '0')
      for (const [id, bytes] of cellBytes) this.execution.layout.allocations[id]?.noteView(bytes)
    }

    protected override refuseVain(): void {
      // other inputs do something
    }
  })()
  while (!verifier.run(Infinity));
  const reader = new SetReader(out)
  reader.close()
  return reader
}

/** Of each finished prefix, all of its events. */
function finishedNames({ finished, events }: SetReader['set']): string[][] {
  const past = (event: number): number[] => (event < 0 ? [] : [event, ...past(events.get('parent', event))])
  return finished.map((prefix) =>
    prefix.events.flatMap(past).map((event) => `${events.get('lo', event)} ${events.get('hi', event)}`),
  )
}

/** What the set admits for the input is all that was verified for it alone or, while it is not complete, some of it. */
function admissionProblem(admitted: SetReader, alone: SetReader, isComplete: boolean): string | null {
  const [now, all] = [admitted, alone].map(
    ({ set }) => new Set(set.traces === 0 ? [] : traceNames({ set } as SetReader)),
  )
  const more = [...now!].filter((trace) => !all!.has(trace))
  if (more.length > 0) return `admits ${more.length} traces that are not those of the input: ${more[0]}`
  if (isComplete && now!.size < all!.size) return `admits ${now!.size} of ${all!.size} traces`
  const [marks, own] = [admitted, alone].map(({ set }) => finishedNames(set))
  // Where gates open, they open in the set of the input alone, or have before.
  const open = marks!.find((mark) => !own!.some((other) => other.every((event) => mark.includes(event))))
  if (open !== undefined) return `opens gates after ${open.join(' and ')}, where the set of the input alone does not`
  if (isComplete && admitted.set.isWhole !== alone.set.isWhole) return `is whole: ${admitted.set.isWhole}`
  return admitted.set.traces === now!.size ? null : 'admits a trace twice'
}

/** Where code is not run again from the first execution on. */
const least = { ...defaultCapacities, checkedAtFirst: 0 }

/**
 * What is wrong, or null. `interrupted`: after so many traces the verification stops, and is resumed. `remembers`: no
 * code is run again that need not be.
 */
export async function compareSets(
  source: string,
  {
    interrupted = 0,
    remembers = false,
    Kind = SymbolicVerifier,
  }: { interrupted?: number; remembers?: boolean; Kind?: typeof SymbolicVerifier } = {},
): Promise<string | null> {
  const usual = Object.getOwnPropertyDescriptor(Verifier.prototype, 'capacities')!
  if (remembers) Object.defineProperty(Verifier.prototype, 'capacities', { ...usual, get: () => least })
  const folder = mkdtempSync(join(tmpdir(), 'heddle-regions-'))
  const out = join(folder, 'set')
  const options: VerifyOptions = { out, inputs: 'symbolic', maxDepth: 200 }
  try {
    if (interrupted > 0) {
      await verifyAll(load(source, true), { ...options, traces: interrupted }, Kind)
      const problem = differenceFor(load(source, false), out, join(folder, 'own'), false)
      if (problem !== null) return `interrupted: ${problem}`
    }
    const { complete } = await verifyAll(load(source, true), { ...options, resume: true }, Kind)
    if (!complete) return 'the verification is not complete'
    return differenceFor(load(source, false), out, join(folder, 'own'), true)
  } finally {
    Object.defineProperty(Verifier.prototype, 'capacities', usual)
    rmSync(folder, { recursive: true })
  }
}

function differenceFor(plain: Program, out: string, own: string, isComplete: boolean): string | null {
  const domains = plain.inputs!
  const all = new SetReader(out)
  all.close()
  for (let i = 0; i < countInputs(domains, {}); i++) {
    const program = withInput(plain, inputAt(domains, {}, i))
    const problem = differenceOf(program, new SetReader(out, holdsFor(program)), all, own, isComplete)
    if (problem !== null) return `${inputText(program.input!)} ${problem}`
  }
  return null
}

/** `all`: what the set says of regions, without an input. */
function differenceOf(
  program: Program,
  reader: SetReader,
  all: SetReader,
  own: string,
  isComplete: boolean,
): string | null {
  reader.close()
  const holding = reader.sections.flatMap(({ isExcluded }, i) => (isExcluded ? [] : [all.sections[i]!]))
  if (isComplete && holding.length !== 1) return `is in ${holding.length} regions`
  if (reader.isOutside) return null
  const { header, notes } = reader
  const execution = new Execution(program, newHeartbeat())
  checkSameMemory(header.memory, execution.layout, [], own, knownElements(header, program))
  const alone = ownSet(program, own, notes.cellBytes)
  const problem = admissionProblem(reader, alone, isComplete)
  if (problem !== null || !isComplete) return problem
  const [inRegion, itself] = [contents(holding[0]!), contents(alone)]
  return isDeepStrictEqual(inRegion, itself)
    ? null
    : `is in the region of ${inputText(holding[0]!.header.input!)}:\n  alone     ${JSON.stringify(itself)}\n  in region ${JSON.stringify(inRegion)}`
}

/** Where the regions of a set end. */
export function regionEnds(file: string): number[] {
  const descriptor = openSync(file, 'r')
  const ends: number[] = []
  let last = MAGIC
  for (const { content, end } of framesOf(descriptor, MAGIC, 0)) {
    if (content[0] === RecordType.header && last > MAGIC) ends.push(last)
    if (content[0] !== RecordType.covered) last = end
  }
  closeSync(descriptor)
  return [...ends, last]
}
const MAGIC = 8

export function readFor(file: string, program: Program, input: InputValues): SetReader {
  const reader = new SetReader(file, holdsFor(withInput(program, input)))
  reader.close()
  return reader
}

/** What is admitted for an input when the first region is verified, which has `all` traces. */
export async function afterFirstRegion(
  source: string,
  input: InputValues,
): Promise<{ reader: SetReader; all: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-regions-'))
  const out = join(folder, 'set')
  try {
    const { inputs } = await verifyAll(load(source, true), { out, inputs: 'symbolic' })
    truncateSync(out, regionEnds(out)[0])
    return { reader: readFor(out, load(source, false), input), all: inputs!.regions[0]!.traces }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What traces rest on, wrong in one way each: `compareSets` must notice every one of them. */
export const constraintMutants: Readonly<Record<string, Partial<MetConditions>>> = {
  'events rest on nothing': { ofStep: () => [] },
  'traces rest on their events only': {
    get ofEnds() {
      return []
    },
  },
  'what code met that is not run again is forgotten': { recall: () => undefined },
  'steps that are undone leave their conditions': { back: () => undefined },
}

/** The same with a mutant in place. */
export async function compareWith(
  mutant: Partial<MetConditions>,
  ...args: Parameters<typeof compareSets>
): Promise<string | null> {
  const right = Object.getOwnPropertyDescriptors(MetConditions.prototype)
  Object.defineProperties(MetConditions.prototype, Object.getOwnPropertyDescriptors(mutant))
  try {
    return await compareSets(...args)
  } finally {
    Object.defineProperties(MetConditions.prototype, right)
  }
}
