/**
 * The last step of the build: puts Heddle's compiled modules together into few files, which is what users run, and the
 * tests of the command line with them (`docs/decisions/startup.md`).
 */
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { type LoadResult, type Plugin, type RollupLog, rollup } from 'rollup'
import { providedPaths } from '../../src/frontends/declaring/provided-modules.ts'
import { PREPARATION } from '../../src/frontends/lazy-preparation.ts'
import { HOOKS } from '../../src/frontends/loader/register-loader.ts'
import { ASSEMBLED } from '../../src/irs/enforcement/wasm/fast-gate.ts'
import { PAGE } from '../../src/report/html/render-page.ts'
import { chunkNames } from './chunks.ts'

/** Compiled, this lies in `dist/scripts/bundle`, or in another folder of the same depth. */
const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const compiled = fileURLToPath(new URL('../../src/', import.meta.url))
const target = fileURLToPath(new URL('../../bundle/', import.meta.url))

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

/** What package.json offers, as paths in the bundle. */
function published(): string[] {
  const { bin, exports } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Manifest
  const offered = Object.values(exports).map((one) => (typeof one === 'string' ? one : one.default))
  return [...Object.values(bin), ...offered].flatMap((file) => /\bdist\/bundle\/(.*\.js)$/.exec(file)?.[1] ?? [])
}

/** What is loaded by its path, and so keeps it: all else goes into chunks that these share. */
const entryPoints = new Set([
  ...published(),
  ...readdirSync(join(compiled, 'entries'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `entries/${file}`),
  ...Object.values(providedPaths),
  HOOKS,
  PREPARATION,
])

/** Stacks name the TypeScript sources, which the package has as well; comments stay there. */
const mapped: Plugin = {
  name: 'mapped',
  load: (id): LoadResult => ({ code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') }),
  renderChunk: (code) => transform(code, { format: 'esm', target: 'node20', sourcemap: true, legalComments: 'none' }),
}

const bundle = await rollup({
  input: Object.fromEntries([...entryPoints].map((path) => [path.replace(/\.js$/, ''), join(compiled, path)])),
  external: (id) => !/^[./]/.test(id) && !id.startsWith(compiled),
  plugins: [mapped],
  treeshake: false,
  onLog: (level, log: RollupLog, report) => {
    // TypeScript's helper looks for itself in `this`; imports are the architecture's tests' business.
    if (log.code !== 'THIS_IS_UNDEFINED' && log.code !== 'CIRCULAR_DEPENDENCY') report(level, log)
  },
})
rmSync(target, { recursive: true, force: true })
const { output } = await bundle.write({
  dir: target,
  format: 'es',
  entryFileNames: '[name].js',
  // One folder below the bundle's: own-code.ts, which all entry points share, finds the bundle from there.
  chunkFileNames: 'chunks/[name]-[hash].js',
  manualChunks: chunkNames(bundle, compiled, entryPoints),
  minifyInternalExports: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
})
await bundle.close()
for (const asset of [ASSEMBLED, PAGE]) cpSync(join(compiled, asset), join(target, asset))
chmodSync(join(target, 'cli/main.js'), 0o755)
const scripts = output.flatMap((file) => (file.type === 'chunk' ? [file.code.length] : []))
console.log(`${relative(checkout, target)}: ${scripts.length} files, ${scripts.reduce((a, b) => a + b)} bytes`)
