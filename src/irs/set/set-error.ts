import { type HeddleError, usageError } from '../../base/errors.ts'

/** Whoever verified the program has found that it cannot be. */
export const refused = (why: string): HeddleError =>
  usageError(
    `the admissible set is of a program that was refused when it was verified, so nothing runs under it any more: ${why}`,
  )

/** The file is not what some version of `heddle verify` wrote. */
export function corrupt(how: string, file?: string): HeddleError {
  return usageError(
    `the admissible set${file === undefined ? '' : ` ${file}`} is damaged: ${how}. Verify the program again to make a new one`,
  )
}
