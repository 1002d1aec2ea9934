/**
 * The API of the built package, for tests that check files: a worker that loads the bundle starts in less than half of
 * the time that hundreds of compiled modules take.
 */
import type * as Heddle from '../../src/index.ts'
import { bundle } from '../cli/heddle.ts'

export const { admit, check, replay, verify } = (await import(`${bundle}index.js`)) as typeof Heddle
