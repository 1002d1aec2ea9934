/** Puts what commands print now into the documents that show them; names the blocks that have to be looked at. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documentsWithCommands } from './documents.ts'
import { isShown, shownIn } from './snippets.ts'
import { updated } from './updated.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const given = process.argv.slice(2)

for (const document of given.length > 0 ? given : documentsWithCommands()) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-snippets-'))
  try {
    let text = readFileSync(join(checkout, document), 'utf8')
    for (const { command, expected, actual } of await shownIn(document, folder)) {
      if (isShown(expected, actual)) continue
      const now = updated(expected, actual)
      console.log(`${document}: ${command}: ${now === null ? 'has to be looked at' : 'updated'}`)
      if (now !== null) text = text.replace(`$ ${command}\n${expected}`, () => `$ ${command}\n${now}`)
    }
    writeFileSync(join(checkout, document), text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
