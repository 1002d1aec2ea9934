import type { ProgramSources, SourceFile } from '../../frontends/loader/program-sources.ts'

/** The files that a set is about, those included that a program loads when it runs. */
export class VerifiedFiles {
  private readonly sources: ProgramSources
  private files: readonly SourceFile[] = []
  /** Those that were there before anything ran. */
  private early: ReadonlySet<string> | null = null
  private loaded = -1

  constructor(sources: ProgramSources) {
    this.sources = sources
  }

  /** Of a set that is begun. */
  now(): readonly SourceFile[] {
    const files = this.sources.files()
    this.early ??= new Set(files.map(({ path }) => path))
    this.files = files.map((file) => (this.early!.has(file.path) ? file : { ...file, late: true }))
    return this.files
  }

  /** Of a set that is gone on with. */
  take(files: readonly SourceFile[]): void {
    this.files = files
  }

  /** Whether the program has loaded a file since it began to run that is not one of them. */
  haveOthers(): boolean {
    if (this.sources.count() === this.loaded) return false
    this.loaded = this.sources.count()
    return this.sources.changedSince(this.files) !== null
  }
}
