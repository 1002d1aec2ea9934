/** Calls of builtins by a thread that hands them shared memory, in all ways of calling. */
import assert from 'node:assert/strict'
import { ruleOf } from '../../src/frontends/plain/runtime/natives/known-natives.ts'
import { ARM } from '../../src/program/operations/operation.ts'
import type { Builtin } from './enumerate.ts'
import { type Body, load, run, unseen } from './recording.ts'
import { fewShapes, type Shape } from './shapes.ts'

const calls = load(`
  exports.called = (callee, receiver, args) => callee.apply(receiver, args)
  exports.plainly = (callee, receiver, args) => ({ get value() { return callee.call(receiver, ...args) } }).value
  exports.constructed = (callee, receiver, args) => new callee(...args)
  exports.constructedPlainly = (callee, receiver, args) => ({ get value() { return new callee(...args) } }).value
  exports.bound = (callee, receiver, args) => callee.bind(receiver, ...args)()
  exports.reflected = (callee, receiver, args) => Reflect.apply(callee, receiver, args)
  exports.reflectedPlainly = (callee, receiver, args) => ({ get value() { return Reflect.apply(callee, receiver, args) } }).value
`)

export type Way =
  | 'called'
  | 'plainly'
  | 'constructed'
  | 'constructedPlainly'
  | 'bound'
  | 'reflected'
  | 'reflectedPlainly'

const constructs = (way: string): boolean => way.startsWith('constructed')

function isConstructor(callee: Builtin['callee']): boolean {
  try {
    Reflect.construct(Object, [], callee)
    return true
  } catch {
    return false
  }
}

/** Modelled by operations, or known to leave memory alone. */
export const isKnown = ({ callee }: Builtin): boolean => ruleOf(callee) !== undefined || ARM in callee

/** What the calls of many builtins have come to. */
export class Trial {
  refused = 0
  performed = 0
  idle = 0
  private readonly failures: string[] = []

  attempt(builtin: Builtin, way: Way, { title, make, isReceiver }: Shape): void {
    if (constructs(way) && (isReceiver || !isConstructor(builtin.callee))) return // there is no `this`, or no constructor
    const body = calls[way] as Body
    const made = (): unknown[] => {
      const { receiver, args } = make()
      return [builtin.callee, receiver, args]
    }
    const args = made()
    const base = run(body, args, args.slice(1))
    const fail = (what: string): void => {
      this.failures.push(`${builtin.path}, ${way} with ${title}: ${what}`)
    }
    if (base.refusal !== null) {
      this.refused++
      if (base.refusal.at === undefined) fail(`is refused without a place: ${base.refusal.message}`)
      return
    }
    if (!isKnown(builtin)) return fail(`is not refused: ${base.outcome}`)
    const what = unseen(body, made, base)
    if (what !== null) fail(what)
    else if (base.read.size + base.written.size > 0) this.performed++
    else this.idle++
  }

  /** In all ways of calling, by turns. */
  attemptAll(builtin: Builtin): void {
    const shapes = fewShapes(builtin)
    for (const shape of shapes) this.attempt(builtin, 'called', shape)
    for (const [i, way] of (Object.keys(calls) as Way[]).entries()) {
      for (const turn of [i, i + 2, i + 4]) this.attempt(builtin, way, shapes[turn % shapes.length]!)
    }
  }

  end(t: { diagnostic(message: string): void }, count: number): void {
    const { refused, performed, idle, failures } = this
    t.diagnostic(`${count} builtins, calls: ${JSON.stringify({ refused, performed, idle })}`)
    assert.equal(failures.length, 0, `${failures.length} of:\n${failures.slice(0, 40).join('\n')}\n${ADVICE}`)
  }
}

const ADVICE =
  'Either model it (an ARM function, see builtins.ts), or refuse it (natives.ts), or take it out of reviewed-natives.ts, ' +
  'so that shared memory is not handed to it.'
