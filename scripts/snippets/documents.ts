import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** The README, and what is read by those who use Heddle. */
export function allDocuments(): string[] {
  const docs = readdirSync(join(checkout, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  return ['README.md', ...docs.sort()]
}

/** Those that show commands with what they print. */
export const documentsWithCommands = (): string[] =>
  allDocuments().filter((name) => /^```console$/m.test(readFileSync(join(checkout, name), 'utf8')))
