/**
 * What `vitest` is while a test file is loaded for the programs in it: what checks values is the real one, as programs
 * may use that, and nothing is tested.
 */
import { running } from '../../program/context/execution-context.ts'
import { refuse } from '../../program/operations/operation.ts'
import { describe, nothing, refusing } from './not-tested.ts'

type Vitest = Readonly<Record<string, unknown>>

/** The hooks say in the URL what they have replaced. It is not transformed, for that would take seconds. */
const real = (await import(new URL(import.meta.url).searchParams.get('real')!)) as Vitest

/** So what it does to shared memory is not seen: `after` and `outcome` can use it, threads cannot. */
function outsideThreads(name: string): unknown {
  const value = real[name]
  if (typeof value !== 'function') return value
  const check = (): void => {
    if (running.operation === null) return
    throw refuse(
      `${name} of vitest is used inside a thread, where shared memory that it reads would go unseen: use node:assert there`,
    )
  }
  return new Proxy(value, {
    apply: (target, self, args): unknown => {
      check()
      return Reflect.apply(target, self, args)
    },
    get: (target, key): unknown => {
      check()
      return Reflect.get(target, key)
    },
  })
}

export const expect = outsideThreads('expect')
export const createExpect = outsideThreads('createExpect')
export const assert = outsideThreads('assert')
export const should = refusing('should', 'vitest')
export const chai = refusing('chai', 'vitest')
export const assertType = real['assertType']
export const expectTypeOf = real['expectTypeOf']

export { describe, describe as suite }
export const test = nothing
export const it = nothing
export const bench = nothing
export const beforeAll = nothing
export const afterAll = nothing
export const beforeEach = nothing
export const afterEach = nothing
export const aroundAll = nothing
export const aroundEach = nothing
export const onTestFailed = nothing
export const onTestFinished = nothing
export const recordArtifact = nothing
export const inject = nothing

export const vi = refusing('vi', 'vitest')
export const vitest = vi
