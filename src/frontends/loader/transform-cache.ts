/** Transformed sources on disk, so that a second check of the same files starts at once. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const sha = (...parts: string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** In the user's own cache folder: its entries are executed, so no other user may be able to write them. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache')
  return path.join(base, 'heddle', 'transforms')
}

let version: string | undefined

/** Changes whenever the transform itself does, also between two builds of one version. */
function transformVersion(): string {
  if (version !== undefined) return version
  const root = fileURLToPath(new URL('../', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js')).sort()
  version = sha(process.versions.node.split('.')[0]!, ...files.map((file) => readFileSync(path.join(root, file), 'utf8')))
  return version
}

export const cacheKey = (...inputs: string[]): string => sha(transformVersion(), ...inputs)

/** An entry is its own checksum and the text: a torn or foreign file counts as missing. */
export function readCached(key: string): string | undefined {
  try {
    const entry = readFileSync(path.join(cacheFolder(), key), 'utf8')
    const text = entry.slice(65)
    return entry.slice(0, 64) === sha(text) ? text : undefined
  } catch {
    return undefined
  }
}

export function writeCached(key: string, text: string): void {
  const file = path.join(cacheFolder(), key)
  const temporary = `${file}.${process.pid}.${performance.now()}`
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, `${sha(text)}\n${text}`, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}
