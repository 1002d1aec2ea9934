/**
 * Which modules go into one file. Loading a module costs Node about as much as compiling 20 kB of it, so what is needed
 * together is put together; but nothing that starts often loads what only others need.
 */
import { join } from 'node:path'
import type { GetManualChunk, RollupBuild } from 'rollup'

/** What starts together, or not at all, by what it begins with. */
const starts: Readonly<Record<string, readonly string[]>> = {
  start: ['host/check-worker.js'],
  hooks: ['frontends/loader/hooks.js'],
  program: ['index.js'],
  cli: ['cli/cli.js', 'cli/commands/check-all.js'],
  check: ['entries/check-worker.js'],
  real: ['entries/coordinator.js', 'entries/thread-worker.js', 'entries/lent-worker.js'],
  preparation: ['frontends/preparation.js'],
}

/** Modules that are needed by the same starts are one chunk; of the others, Rollup decides. */
export function chunkNames(bundle: RollupBuild, compiled: string, entryPoints: ReadonlySet<string>): GetManualChunk {
  const imported = new Map(bundle.cache!.modules.map(({ id, dependencies }) => [id, dependencies]))
  const needed = Object.entries(starts).map(
    ([name, begin]) =>
      [
        name,
        closure(
          begin.map((path) => join(compiled, path)),
          imported,
        ),
      ] as const,
  )
  const kept = new Set([...entryPoints].map((path) => join(compiled, path)))
  return (id) => {
    const by = needed.flatMap(([name, modules]) => (modules.has(id) ? [name] : []))
    return kept.has(id) || by.length === 0 ? undefined : by.join('-')
  }
}

function closure(begin: readonly string[], imported: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    imported.get(id)?.forEach(visit)
  }
  begin.forEach(visit)
  return found
}
