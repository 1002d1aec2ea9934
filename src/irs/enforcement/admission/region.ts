import { usageError } from '../../../base/errors.ts'
import { inputText } from '../../../program/inputs/input-values.ts'
import type { Program } from '../../../program/program.ts'
import { holdsFor, regionTexts } from '../../set/regions.ts'
import { SetReader, type SetSection } from '../../set/set-file.ts'

/** So many regions are named, and so many conditions of each. */
const MOST_NAMED = 3
const MOST_CONDITIONS = 4

/** Refuses an input for which nothing is verified. */
export function checkRegion(reader: SetReader, program: Program): void {
  if (!reader.isOutside) return
  const { file, sections } = reader
  const { input } = program
  const own = completeOf(sections)
  if (own !== undefined)
    throw usageError(
      `${file} admits no execution for ${inputText(input!)}: ${own.notes.erroneous > 0 ? 'all of them were found to be erroneous' : 'none came to an end'} where ${named(own)}`,
    )
  const verified = sections.filter(({ notes }) => notes.conditions.length > 0)
  const left = verified.length - MOST_NAMED
  const more = left <= 0 ? '' : `; or in ${left} more ${left === 1 ? 'region' : 'regions'}`
  throw usageError(
    `${file} says nothing about ${inputText(input!)}: that is in none of the regions of inputs that are verified (${verified.slice(0, MOST_NAMED).map(named).join('; or ')}${more}). ` +
      'Go on with heddle verify --inputs symbolic --resume, or wait for it with --follow',
  )
}

/** The region that the input is in, once its search has come to its end. */
const completeOf = (sections: readonly SetSection[]): SetSection | undefined =>
  sections.find(({ isExcluded, notes }) => !isExcluded && notes.completion !== null)

function named(section: SetSection): string {
  const texts = regionTexts(section)
  if (texts.length === 0) return 'nothing is asked of inputs'
  return `${texts.slice(0, MOST_CONDITIONS).join(' and ')}${texts.length > MOST_CONDITIONS ? ' and …' : ''}`
}

/** For a set that grows: whether there is something to run under for the program's input, or never will be. */
export class AwaitedRegion {
  private readonly reader: SetReader

  constructor(set: string, program: Program) {
    this.reader = new SetReader(set, holdsFor(program))
  }

  get isDecided(): boolean {
    this.reader.readMore()
    return !this.reader.isOutside || this.reader.isReplaced || completeOf(this.reader.sections) !== undefined
  }

  close(): void {
    this.reader.close()
  }
}
