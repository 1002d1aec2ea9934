import { type HeddleError, usageError } from '../../base/errors.ts'

/** The file is not what some version of `heddle verify` wrote. */
export function corrupt(how: string, file?: string): HeddleError {
  return usageError(
    `the admissible set${file === undefined ? '' : ` ${file}`} is damaged: ${how}. Verify the program again to make a new one`,
  )
}
