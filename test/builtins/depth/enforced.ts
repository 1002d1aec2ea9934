/**
 * Where code passes gates, calls are left as they are written, and builtins look after themselves: each that really
 * touches shared memory is performed as operations or refused. (Exploration refuses all others, too, so no set lets a
 * thread get to them.)
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'

process.env['HEDDLE_TEST_DIRECT'] = '1'
const { builtins } = await import('../enumerate.ts')
const { handed } = await import('./handing.ts')
const { buffer, load, run, unseen } = await import('../recording.ts')
const { reality } = await import('./supervise.ts')

process.on('warning', () => undefined)
process.on('unhandledRejection', () => undefined)
process.on('uncaughtException', () => undefined)

/** Builtins that are left as they are, so that only exploration refuses them. */
const leftAlone: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^Array\.prototype\./, 'replacing methods of arrays would slow down every program'],
  [
    /^([A-Z]\w*|node:\w+\.[A-Z]\w*)$|\.constructor$/,
    'constructors keep their identity; these complain about what they are given',
  ],
  [/^node:crypto\.createCipher/, 'cannot be replaced'],
  [/nodejs\.util\.inspect\.custom/, 'has no name by which programs call it'],
]

const calls = load(`
  exports.called = (callee, receiver, args) => callee.apply(receiver, args)
  exports.constructed = (callee, receiver, args) => new callee(...args)
`)

test('what really touches memory is refused or performed', (t) => {
  const { tried, touching, fatal } = reality()
  const byPath = new Map(builtins().map((builtin) => [builtin.path, builtin]))
  const failures: string[] = []
  let performed = 0
  for (const { path, what, handing } of touching) {
    const builtin = byPath.get(path)
    // The runtime may have put another function there, which is tried under another name.
    if (builtin === undefined || leftAlone.some(([pattern]) => pattern.test(path))) continue
    const body = calls[handing.how]!
    const made = (): unknown[] => {
      const { receiver, args } = handed(builtin, handing, buffer)
      return [builtin.callee, receiver, args]
    }
    const args = made()
    const base = run(body, args, args.slice(1))
    if (base.refusal !== null) continue
    const found = unseen(body, made, base)
    if (found === null) performed++
    else failures.push(`${path} ${what}, ${JSON.stringify(handing)}: ${found}`)
  }
  t.diagnostic(JSON.stringify({ tried, touching: touching.length, performed }))
  assert.deepEqual(fatal, [], 'enter them in uncallable.ts')
  assert.equal(failures.length, 0, `${failures.length} of:\n${failures.slice(0, 60).join('\n')}`)
})
