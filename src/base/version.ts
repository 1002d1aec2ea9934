import { readFileSync } from 'node:fs'

/** The package's manifest lies above the folder of the compiled sources, in the checkout as in an installed package. */
export function version(): string {
  const manifest = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}
