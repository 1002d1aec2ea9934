import { readFileSync } from 'node:fs'
import { ownUrl } from './own-code.ts'

/** The package's manifest lies above the folder of the running Heddle, in the checkout as in an installed package. */
export function version(): string {
  return (JSON.parse(readFileSync(new URL('../../package.json', ownUrl), 'utf8')) as { version: string }).version
}
