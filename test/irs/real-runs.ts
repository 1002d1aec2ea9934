import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EnforcementOptions } from '../../src/irs/enforcement/director.ts'
import { verifyFile } from '../../src/host/irs/verify-file.ts'
import type { VerifyOptions } from '../../src/irs/verifier/verify-options.ts'
import type { VerifyResult } from '../../src/results/verify-result.ts'
import { runAdmitted, runPlain, type RunPlainOptions, type RunResult } from '../../src/host/run.ts'

/** A program in a folder of its own, with a set beside it. */
export class Fixture {
  readonly folder = mkdtempSync(join(tmpdir(), 'heddle-irs-'))
  readonly file: string
  readonly set = join(this.folder, 'set')

  constructor(source: string, file?: string) {
    this.file = file ?? join(this.folder, 'program.ts')
    if (file === undefined) this.write(source)
  }

  write(source: string): void {
    writeFileSync(
      this.file,
      `import assert from 'node:assert/strict'\nimport { choose, join, ops, program, spawn, yieldNow } from 'heddle'\n${source}`,
    )
  }

  async verify(options: Partial<VerifyOptions> = {}): Promise<VerifyResult> {
    const result = await verifyFile(this.file, { budgetMs: 30_000, ...options, out: this.set })
    if (result === null) throw new Error('the verification was stopped')
    return result
  }

  run(repeat: number, options: Partial<EnforcementOptions> = {}, more: RunPlainOptions = {}): Promise<RunResult> {
    return runAdmitted(this.file, { monitor: true, ...options, set: this.set }, { timeoutMs: 20_000, ...more, repeat })
  }

  plain(repeat: number): Promise<RunResult> {
    return runPlain(this.file, { repeat })
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export async function using(source: string, action: (fixture: Fixture) => Promise<void>): Promise<void> {
  const fixture = new Fixture(source)
  try {
    await action(fixture)
  } finally {
    fixture.dispose()
  }
}
