import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetReader } from '../../src/irs/set/set-file.ts'
import { Verifier } from '../../src/irs/verifier/verifier.ts'
import type { VerifyOptions } from '../../src/irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../src/results/verify-result.ts'
import type { ProgramSources } from '../../src/frontends/loader/program-sources.ts'
import type { Program } from '../../src/program/program.ts'

/** Of programs that are no files. */
export const noSources: ProgramSources = { files: () => [], count: () => 0, changedSince: () => null }

/** Verifies a program in this thread, into a file, and reads the set that comes of it. */
export function verifyInto(
  program: Program,
  options: VerifyOptions,
  type = Verifier,
): { reader: SetReader; result: VerifyResult } {
  const verifier = new type(program, options, noSources, '0')
  while (!verifier.run(1000));
  const reader = new SetReader(options.out)
  reader.close()
  return { reader, result: verifier.result() }
}

/** The same, without keeping the file. */
export function verified(
  program: Program,
  options: Omit<VerifyOptions, 'out'> = {},
): { reader: SetReader; result: VerifyResult } {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-irs-'))
  try {
    return verifyInto(program, { ...options, out: join(folder, 'set') })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The traces as sets of names of events, in order: what a reader must neither lose nor invent. */
export function traceNames({ set }: SetReader): string[] {
  const { first, starts, ends } = set.runsInOrder()
  return Array.from({ length: set.traces }, (_, trace) => {
    const names: string[] = []
    for (let event = 0; event < set.events.count; event++) {
      for (let r = first[event]!; r < first[event + 1]!; r++)
        if (starts[r]! <= trace && trace <= ends[r]!)
          names.push(`${set.events.get('lo', event)} ${set.events.get('hi', event)}`)
    }
    return names.sort().join()
  })
}
