/** All that parses and transforms sources: what takes long to load, in one module (`lazy-preparation.ts`). */
export { compileFailure } from './loader/compile-failure.ts'
export { detectedFormat } from './loader/detect-format.ts'
export { prepareSource } from './loader/prepare-source.ts'
export { preloadImports } from './loader/required-modules.ts'
export { commonJsFacade } from './loader/to-commonjs.ts'
export { transformSource } from './plain/transform.ts'
