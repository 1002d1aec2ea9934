import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder with these files, by relative path; `remove` when done. */
export function folder(files: Record<string, string>): { at: (file: string) => string; remove: () => void } {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'heddle-frontends-')))
  // A package of its own, whatever there may be in the folders above.
  for (const [name, content] of Object.entries({ 'package.json': '{}', ...files })) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return { at: (file) => path.join(root, file), remove: () => rmSync(root, { recursive: true, force: true }) }
}
