/**
 * Every builtin, handed shared memory by a thread, is performed as operations, refused, or does nothing to it: a byte
 * that nobody was seen to read makes no difference, and one that nobody was seen to write stays as it is. (`npm run
 * validate:builtins` tries all ways to hand it over, and what builtins do where code passes gates.)
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Builtin, builtins } from './enumerate.ts'
import { notReviewed } from './language.ts'
import { manyShapes } from './shapes.ts'
import { isKnown, Trial } from './trial.ts'

process.on('warning', () => undefined)
process.on('unhandledRejection', () => undefined)

const all = builtins()
const known = all.filter(isKnown)
const unknown = all.filter((builtin) => !isKnown(builtin))

/** Every so many, so that each shape is tried on some builtin, and each builtin in some shapes. */
const EVERY = 7

test('what nobody knows is refused, however it is called', (t) => {
  const trial = new Trial()
  for (const builtin of unknown) trial.attemptAll(builtin)
  trial.end(t, unknown.length)
})

test('what is known does to memory no more than is seen', (t) => {
  const trial = new Trial()
  for (const [i, builtin] of known.entries()) {
    trial.attemptAll(builtin)
    for (const [k, shape] of manyShapes(builtin).entries())
      if ((i + k) % EVERY === 0) trial.attempt(builtin, 'called', shape)
  }
  trial.end(t, known.length)
})

test('somebody has looked at all that the language has', () => {
  assert.deepEqual(
    notReviewed(all),
    [],
    'This version of Node has builtins of the language that nobody has looked at. Those that only move ' +
      'references or ask about types go into src/frontends/plain/runtime/natives/reviewed-natives.ts, those that access elements get a suspendable ' +
      'form (builtins.ts, typed-array-methods.ts) or stay refused (`refused` in test/builtins/language.ts).',
  )
})

test('a builtin that nobody has looked at is named', () => {
  const novel: Builtin = { path: 'Uint8Array.prototype.sumOfAll', callee: () => 0, owner: Uint8Array, isMethod: true }
  assert.deepEqual(notReviewed([novel]), [novel.path])
})
