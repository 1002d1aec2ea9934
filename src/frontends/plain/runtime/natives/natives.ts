/** Native code that reads or writes shared views behind the transform's back is refused inside threads. */
import assert from 'node:assert'
import buffer from 'node:buffer'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import querystring from 'node:querystring'
import stream from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import url from 'node:url'
import util from 'node:util'
import v8 from 'node:v8'
import zlib from 'node:zlib'
import { running } from '../../../../program/context/execution-context.ts'
import type { Callable } from '../calls/calls.ts'
import { replaceMethod } from '../builtins/callbacks.ts'
import { isShared } from '../elements/elements.ts'
import { atWork } from './given.ts'
import { done } from '../calls/suspension.ts'
import { setArmed } from '../calls/twins.ts'
import { entitle, mayTouch, refuseHanded } from './handed.ts'

const { apply, construct } = Reflect

/** Replaced once, where two owners have it. */
const replaced = new Map<Callable, Callable>()

/** Refuses the method inside threads when it is given shared memory, also where a builtin calls it. */
function refuseShared(owner: object, name: string, title: string): void {
  replaceMethod(owner, name, (original) => {
    const known = replaced.get(original)
    if (known !== undefined) return known
    const checked = function (this: unknown, ...args: unknown[]): unknown {
      const target = new.target
      const call = (): unknown =>
        target === undefined ? apply(original, this, args) : construct(original, args, target)
      if (!running.explored) return call()
      if (mayTouch(checked as Callable, this, args)) throw refuseHanded(title)
      return atWork(title, call)
    }
    copyStatics(original, checked)
    entitle(checked, title)
    replaced.set(original, checked as Callable).set(checked as Callable, checked as Callable)
    return checked as Callable
  })
}

function copyStatics(from: object, to: object): void {
  for (const key of Reflect.ownKeys(from)) {
    if (key === 'name' || key === 'length' || key === 'prototype') continue
    Object.defineProperty(to, key, Object.getOwnPropertyDescriptor(from, key)!)
  }
  if ('prototype' in from) Object.defineProperty(to, 'prototype', { value: from.prototype, writable: true })
}

interface Owner {
  readonly title: string
  readonly of: object
  /** All of its functions, if not given. */
  readonly names?: readonly string[]
}

/** Modules that do little else than to work on bytes, or on paths, which may be bytes as well. */
const modules: readonly Owner[] = [
  { title: 'fs.realpath', of: fs.realpath },
  { title: 'fs.realpathSync', of: fs.realpathSync }, // which fs has to copy
  { title: 'buffer', of: buffer },
  { title: 'crypto', of: crypto },
  { title: 'fs', of: fs },
  { title: 'fs.promises', of: fs.promises },
  { title: 'querystring', of: querystring },
  { title: 'url', of: url },
  { title: 'util', of: util },
  { title: 'v8', of: v8 },
  { title: 'zlib', of: zlib },
]

const types: readonly Owner[] = [
  { title: 'TextDecoder', of: TextDecoder.prototype },
  { title: 'TextEncoder', of: TextEncoder.prototype },
  { title: 'MessagePort', of: MessagePort.prototype },
  { title: 'Buffer', of: Buffer.prototype },
  { title: 'StringDecoder', of: StringDecoder.prototype },
  { title: 'SharedArrayBuffer', of: SharedArrayBuffer.prototype },
  ...prototypesOf('assert', assert).filter(({ title }) => title !== 'assert.Assert'), // whose methods look for themselves
  ...prototypesOf('crypto', crypto),
  ...prototypesOf('v8', v8),
  { title: 'crypto', of: Object.getPrototypeOf(globalThis.crypto) as object },
  { title: 'crypto.subtle', of: Object.getPrototypeOf(globalThis.crypto.subtle) as object },
  { title: 'Writable', of: stream.Writable.prototype, names: ['write', 'end'] },
  { title: 'Duplex', of: stream.Duplex.prototype, names: ['write', 'end'] },
  { title: 'Readable', of: stream.Readable.prototype, names: ['push', 'unshift'] },
]

/** Of the classes among the exports of a module. */
function prototypesOf(title: string, module: object): Owner[] {
  return Object.entries(Object.getOwnPropertyDescriptors(module)).flatMap(([name, { value }]) => {
    const prototype =
      typeof value === 'function' && /^[A-Z]/.test(name) ? (value.prototype as object | undefined) : undefined
    return prototype === undefined ? [] : [{ title: `${title}.${name}`, of: prototype }]
  })
}

/** Assertions that show what they were given. Some others look for themselves by name, and must not be replaced. */
const assertions = [
  'deepEqual',
  'deepStrictEqual',
  'notDeepEqual',
  'notDeepStrictEqual',
  'partialDeepStrictEqual',
  'equal',
  'notEqual',
  'strictEqual',
  'notStrictEqual',
  'ifError',
  'fail',
] as const

const globals: readonly Owner[] = [
  { title: 'assert', of: assert, names: assertions },
  { title: 'assert', of: assert.strict, names: assertions },
  { title: '', of: globalThis, names: ['structuredClone', 'postMessage', 'btoa', 'atob'] },
  { title: 'Array', of: Array, names: ['fromAsync'] },
  { title: 'Buffer', of: Buffer },
  { title: 'console', of: console },
  { title: 'JSON', of: JSON, names: ['stringify'] },
  { title: 'String', of: String, names: ['raw'] },
]

/** Where they are, the functions of WebAssembly read modules from bytes. */
function webAssembly(): Owner[] {
  const { WebAssembly: of } = globalThis as { WebAssembly?: object } // not there with --jitless
  return of === undefined ? [] : [{ title: 'WebAssembly', of, names: ['compile', 'instantiate', 'validate', 'Module'] }]
}

/** Constructors keep their identity. */
const functionsOf = (owner: object): string[] =>
  Object.getOwnPropertyNames(owner).filter(
    (name) => !/^[A-Z]/.test(name) && name !== 'constructor' && name !== 'subarray',
  )

export function installNatives(): void {
  for (const { title, of, names = functionsOf(of) } of [...modules, ...types, ...globals, ...webAssembly()]) {
    for (const name of names) refuseShared(of, name, title === '' ? name : `${title}.${name}`)
  }
  for (const owner of [Object, Reflect]) for (const name of onDescriptors) refuseElements(owner, name)
  for (const holder of [assert, assert.strict])
    for (const name of ['throws', 'doesNotThrow'] as const) watchThrown(holder[name], `assert.${name}`)
  syncBuiltinESMExports() // for those who import them by name
}

/** They look into what the program throws, and by name for themselves, so that they cannot be replaced. */
function watchThrown(assertion: object, title: string): void {
  setArmed(assertion, function (...args) {
    if (mayTouch(assertion as Callable, this, args)) throw refuseHanded(title)
    return done(atWork(title, () => apply(assertion as Callable, this, args) as unknown))
  })
}

const onDescriptors = [
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  'defineProperty',
  'defineProperties',
] as const

/** Descriptors hold the values of elements. */
function refuseElements(owner: object, name: string): void {
  const title = `${owner === Reflect ? 'Reflect' : 'Object'}.${name}`
  replaceMethod(
    owner,
    name,
    (original) =>
      function (this: unknown, ...args: unknown[]): unknown {
        if (running.explored && typeof args[1] !== 'symbol' && isShared(args[0])) throw refuseHanded(title)
        return apply(original, this, args)
      } as Callable,
  )
}
