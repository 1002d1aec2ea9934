/**
 * A program may be refused in the middle of its verification: it does something else each time, or what it does cannot be
 * explored. What was found before rests on what has just turned out to be wrong, so nothing may run under it any more.
 */
import { statSync } from 'node:fs'
import type { HeddleError } from '../../base/errors.ts'
import { RecordType } from './records.ts'
import { SetReader, SetWriter } from './set-file.ts'

/** Which set has this name now; null where there is none. */
export const identityOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.ino ?? null

/** Whether it is the program that is wrong, not the disk, or what was asked for. */
export const isAboutProgram = ({ kind }: HeddleError): boolean => kind === 'program' || kind === 'nondeterminism'

/** Whoever reads or follows the set is told. */
export function refuseSet(file: string, why: string): void {
  const reader = new SetReader(file)
  reader.close()
  const writer = SetWriter.append(reader)
  writer.text(RecordType.refused, why)
  writer.close()
}
