/** Notices that files change. Folders are watched, since editors replace files instead of writing to them. */
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** An editor that saves makes several changes at once. */
const SETTLED_MS = 50

export class FileWatch {
  private readonly folders = new Map<string, FSWatcher>()
  private files: ReadonlySet<string> = new Set()
  private timer: NodeJS.Timeout | undefined
  /** Called when a file that is followed, or any in its folder where `anything` is, has changed. */
  onChange = (): void => undefined
  private anything = false

  /** These from now on. `anything`: it is not known which files matter, so those beside them do as well. */
  follow(files: readonly string[], anything = false): void {
    this.files = new Set(files)
    this.anything = anything
    const wanted = new Set(files.map((file) => dirname(file)))
    for (const [folder, watcher] of this.folders) {
      if (wanted.has(folder)) continue
      watcher.close()
      this.folders.delete(folder)
    }
    for (const folder of wanted) if (!this.folders.has(folder)) this.add(folder)
  }

  close(): void {
    clearTimeout(this.timer)
    for (const watcher of this.folders.values()) watcher.close()
    this.folders.clear()
  }

  private add(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => this.notice(folder, name))
      watcher.on('error', () => this.folders.delete(folder)) // it is gone; what names it will say so
      this.folders.set(folder, watcher)
    } catch {
      // There is no such folder (any more): loading the program says that better.
    }
  }

  private notice(folder: string, name: string | null): void {
    if (!this.anything && name !== null && !this.files.has(join(folder, basename(name)))) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.onChange(), SETTLED_MS)
  }
}
