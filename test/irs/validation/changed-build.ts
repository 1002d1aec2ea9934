import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One expression of the build that is another. */
export interface Change {
  readonly name: string
  /** Below `src/`: JavaScript as it is compiled, or text that is assembled. */
  readonly file: string
  readonly from: string
  readonly to: string
}

const build = fileURLToPath(new URL('../../../', import.meta.url))

/** A copy of the whole build with one change, which so is there in all workers and in the gates' WebAssembly. */
export class ChangedBuild {
  private readonly folder = mkdtempSync(join(tmpdir(), 'heddle-changed-'))

  constructor(change: Change) {
    cpSync(build, join(this.folder, 'dist'), { recursive: true })
    cpSync(join(build, '../package.json'), join(this.folder, 'package.json'))
    symlinkSync(join(build, '../node_modules'), join(this.folder, 'node_modules'))
    if (change.file.endsWith('.wat')) this.assemble(change)
    else this.make(change, 'dist/src')
  }

  private assemble(change: Change): void {
    const sources = join('src', dirname(change.file))
    cpSync(join(build, '..', sources), join(this.folder, sources), { recursive: true })
    this.make(change, 'src')
    execFileSync(process.execPath, [join(this.folder, 'dist/scripts/gates/main.js')])
  }

  private make({ name, file, from, to }: Change, below: string): void {
    const path = join(this.folder, below, file)
    const source = readFileSync(path, 'utf8')
    const times = source.split(from).length - 1
    if (times !== 1) throw new Error(`'${name}' does not fit: ${from} is there ${times} times in ${file}`)
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
  }

  /** The validation's program, there. */
  get main(): string {
    return join(this.folder, 'dist/test/irs/validation/main.js')
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
