/** Transformed sources on disk, so that a second check of the same files starts at once. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownUrl } from '../../base/own-code.ts'
import { version } from '../../base/version.ts'

const sha = (...parts: string[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex')
}

/** In the user's own cache folder: its entries are executed, so no other user may be able to write them. */
function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache')
  return path.join(base, 'heddle', 'transforms')
}

let cached: string | undefined

/** Changes whenever the transform itself does, also between two builds of one version. */
function transformVersion(): string {
  if (cached !== undefined) return cached
  const root = fileURLToPath(ownUrl)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .sort()
  const stamps = files.map((file) => {
    if (file.startsWith('chunks')) return file // of the bundle: what is in them is in their names
    const { size, mtimeMs } = statSync(path.join(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  // Packages are unpacked with one date for all files: releases are told apart by their number.
  cached = sha(version(), process.versions.node.split('.')[0]!, ...stamps)
  return cached
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

const MOST_ENTRIES = 5000
let pruned = false

/** Once per process, the oldest entries make room when there are too many. */
function prune(folder: string): void {
  if (pruned) return
  pruned = true
  const entries = readdirSync(folder)
  if (entries.length <= MOST_ENTRIES) return
  const aged = entries.map((entry) => ({
    entry,
    time: statSync(path.join(folder, entry), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  for (const { entry } of aged.sort((a, b) => a.time - b.time).slice(0, entries.length - MOST_ENTRIES / 2))
    rmSync(path.join(folder, entry), { force: true })
}

/**
 * Under a name that no other process or worker writes to: counted, since random numbers and clocks are the program's here
 * where it has asked for the source.
 */
function writeBeside(file: string, text: string): string {
  for (let n = 0; ; n++) {
    const name = `${file}.${process.pid}.${n}`
    try {
      writeFileSync(name, text, { mode: 0o600, flag: 'wx' })
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || n === 100) throw error
    }
  }
}

export function writeCached(key: string, text: string): void {
  const file = path.join(cacheFolder(), key)
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    renameSync(writeBeside(file, `${sha(text)}\n${text}`), file)
    prune(path.dirname(file))
  } catch {
    // A cache that cannot be written costs time, nothing else.
  }
}
