/** The blocks of code in documents, to be run as they are. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

export function blocksOf(document: string, language: string): string[] {
  const text = readFileSync(join(checkout, document), 'utf8')
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, lang]) => lang === language)
    .map(([, , code]) => code!)
}

export function blockWith(document: string, language: string, containing: string): string {
  const found = blocksOf(document, language).find((code) => code.includes(containing))
  if (found === undefined) throw new Error(`${document} has no block of ${language} with '${containing}'`)
  return found
}
