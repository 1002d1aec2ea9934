import { usageError } from '../../base/errors.ts'
import type { ProgramSources } from '../../frontends/loader/program-sources.ts'
import { type InputValues, inputText } from '../../program/inputs/input-values.ts'
import type { SetHeader } from './records.ts'

export interface WhoAsks {
  readonly program: string
  /** Null for a program without inputs. */
  readonly input: InputValues | null
  readonly sources: ProgramSources
  /** Version of Heddle. */
  readonly version: string
}

/** A set is about one program, to the byte: what was verified about another one says nothing about it. */
export function checkSameProgram(header: SetHeader, { program, input, sources, version }: WhoAsks, file: string): void {
  if (header.program !== program) {
    throw usageError(`${file} was made for the program '${header.program}', not for '${program}'`)
  }
  const changed = sources.changedSince(header.files)
  if (changed !== null) {
    throw usageError(
      `${file} was made for another version of '${program}': ${changed}. What was verified then need not hold now: verify it again`,
    )
  }
  // Which inputs a region holds is for whoever asks to evaluate (`regions.ts`).
  if (header.region === null ? JSON.stringify(header.input) !== JSON.stringify(input) : input === null) {
    const [was, now] = [header.input, input].map((values) => (values === null ? 'no inputs' : inputText(values)))
    throw usageError(
      `${file} was verified for ${was}, not for ${now}: a set is about one input, unless it is made with --inputs symbolic; verify this one as well`,
    )
  }
  if (header.heddle !== version) {
    throw usageError(`${file} was made by heddle ${header.heddle}, and this is ${version}: verify the program again`)
  }
}
