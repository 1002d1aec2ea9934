/** What programs get instead of the modules that they import by these names. */
import * as nodeTest from './node-test.ts'
import * as verified from './verified.ts'

/** Paths in the folder of Heddle's compiled sources. */
export const providedPaths = {
  heddle: 'index.js',
  'heddle/vitest': 'frontends/declaring/verified.js',
  'heddle/node-test': 'frontends/declaring/verified.js',
  vitest: 'frontends/declaring/vitest.js',
  'node:test': 'frontends/declaring/node-test.js',
} as const

/** What CommonJS is given at once; vitest cannot be required. */
export const requiredModules: Readonly<Record<string, object>> = {
  'heddle/vitest': verified,
  'heddle/node-test': verified,
  'node:test': nodeTest.default,
}
