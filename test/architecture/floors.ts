/**
 * The folders of `src`, and the modules beside them, from the ground up: what comes later may import what comes before,
 * and nothing else. `docs/architecture.md` shows the same list.
 */
export const floors = [
  'base',
  'dependence',
  'program',
  'symbolic',
  'trace',
  'execution',
  'frontends',
  'bounds',
  'search',
  'results',
  'checking',
  'real',
  'irs',
  'host',
  'report',
  'api',
  'integrations',
  'cli',
  'index.ts',
  'entries',
  'worker.ts',
] as const

/** The floor of a file, by its path in `src`. */
export const floorOf = (path: string): string => path.split('/')[0]!

/** What the source of a file imports of ours, types included, as it is written. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier!)

/** Whether a file on one floor may import one on another. */
export function mayImport(from: string, to: string, order: readonly string[] = floors): boolean {
  return from === to || (order.includes(to) && order.indexOf(to) < order.indexOf(from))
}
