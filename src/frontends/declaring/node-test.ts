/** What `node:test` is while a test file is loaded for the programs in it. */
import { describe, nothing, refusing } from './not-tested.ts'

export { describe, describe as suite }
export const test = nothing
export const it = nothing
export const only = nothing
export const skip = nothing
export const todo = nothing
export const before = nothing
export const after = nothing
export const beforeEach = nothing
export const afterEach = nothing
export const run = nothing
export const snapshot = nothing
export const assert = nothing
export const mock = refusing('mock', 'node:test')
/** `import test from 'node:test'`, which has all the others as properties. */
const all = new Proxy(nothing, {
  get: (_, key) => (key === 'describe' || key === 'suite' ? describe : key === 'mock' ? mock : nothing[String(key)]),
})
export default all
