/** Sets for all inputs against a set for each: what they admit for an input is what was verified for it alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Execution } from '../../../src/execution/execution.ts'
import { newHeartbeat } from '../../../src/execution/heartbeat.ts'
import { checkSameMemory } from '../../../src/irs/set/initial-memory.ts'
import { holdsFor, knownElements } from '../../../src/irs/set/regions.ts'
import { SetReader } from '../../../src/irs/set/set-file.ts'
import { SymbolicVerifier } from '../../../src/irs/verifier/symbolic-verifier.ts'
import { Verifier } from '../../../src/irs/verifier/verifier.ts'
import type { VerifyOptions } from '../../../src/irs/verifier/verify-options.ts'
import { withInput } from '../../../src/program/inputs/bind-input.ts'
import { countInputs, inputAt, inputText } from '../../../src/program/inputs/input-values.ts'
import type { Program } from '../../../src/program/program.ts'
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
function contents({ notes, set }: SetReader): unknown[] {
  const traces = set.traces === 0 ? [] : traceNames({ set } as SetReader)
  return [traces, set.finished, notes.erroneous, notes.completion, [...notes.cellBytes]]
}

function ownContents(program: Program, out: string): unknown[] {
  const verifier = new (class extends Verifier {
    protected override refuseVain(): void {
      // other inputs do something
    }
  })(program, { out, maxDepth: 200 }, noSources, '0')
  while (!verifier.run(Infinity));
  const reader = new SetReader(out)
  reader.close()
  return contents(reader)
}

/** What is wrong, or null. `interrupted`: after so many traces the verification stops, and is resumed. */
export async function compareSets(
  source: string,
  { interrupted = 0, Kind = SymbolicVerifier }: { interrupted?: number; Kind?: typeof SymbolicVerifier } = {},
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-regions-'))
  const out = join(folder, 'set')
  const options: VerifyOptions = { out, inputs: 'symbolic', maxDepth: 200 }
  try {
    if (interrupted > 0) await verifyAll(load(source, true), { ...options, traces: interrupted }, Kind)
    const { complete } = await verifyAll(load(source, true), { ...options, resume: true }, Kind)
    if (!complete) return 'the verification is not complete'
    return differenceFor(load(source, false), out, join(folder, 'own'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function differenceFor(plain: Program, out: string, own: string): string | null {
  const domains = plain.inputs!
  for (let i = 0; i < countInputs(domains, {}); i++) {
    const input = inputAt(domains, {}, i)
    const program = withInput(plain, input)
    const reader = new SetReader(out, holdsFor(program))
    reader.close()
    const holding = reader.sections.filter(({ isExcluded }) => !isExcluded)
    if (holding.length !== 1) return `${inputText(input)} is in ${holding.length} regions`
    const { header, set, notes } = holding[0]!
    const execution = new Execution(program, newHeartbeat())
    checkSameMemory(header.memory, execution.layout, [], out, knownElements(header, program))
    const [all, alone] = [contents({ set, notes } as SetReader), ownContents(program, own)]
    if (!isDeepStrictEqual(all, alone))
      return `${inputText(input)} is in the region of ${inputText(header.input!)}:\n  alone     ${JSON.stringify(alone)}\n  in region ${JSON.stringify(all)}`
  }
  return null
}
