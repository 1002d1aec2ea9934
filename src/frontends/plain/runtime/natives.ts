/** Native code that reads or writes shared views behind the transform's back is refused inside threads. */
import assert from 'node:assert'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import util from 'node:util'
import stream from 'node:stream'
import v8 from 'node:v8'
import zlib from 'node:zlib'
import { running } from '../../../program/operation.ts'
import type { Callable } from './calls.ts'
import { replaceMethod } from './callbacks.ts'
import { isShared } from './elements.ts'
import { entitle, mayTouch, refuseHanded } from './handed.ts'

const { apply, construct } = Reflect

/** Refuses the method inside threads when it is given shared memory, also where a builtin calls it. */
function refuseShared(owner: object, name: string, title: string): void {
  replaceMethod(owner, name, (original) => {
    const checked = function (this: unknown, ...args: unknown[]): unknown {
      if (running.explored && mayTouch(checked as Callable, this, args)) throw refuseHanded(title)
      return new.target === undefined ? apply(original, this, args) : construct(original, args, new.target)
    }
    copyStatics(original, checked)
    entitle(checked, title)
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

const readers: readonly (readonly [object, string, readonly string[]])[] = [
  [JSON, 'JSON', ['stringify']],
  [globalThis, '', ['structuredClone', 'postMessage']],
  [TextDecoder.prototype, 'TextDecoder', ['decode']],
  [TextEncoder.prototype, 'TextEncoder', ['encodeInto']],
  [util, 'util', ['inspect', 'format', 'formatWithOptions', 'isDeepStrictEqual']],
  [v8, 'v8', ['serialize']],
  [MessagePort.prototype, 'MessagePort', ['postMessage']],
  [Buffer, 'Buffer', ['from', 'concat', 'compare', 'copyBytesFrom']],
  [Array, 'Array', ['fromAsync']],
  [SharedArrayBuffer.prototype, 'SharedArrayBuffer', ['slice', 'grow']],
  [fs, 'fs', Object.keys(fs).filter((name) => /^(read|write|append)/.test(name))],
  [fs.promises, 'fs.promises', ['writeFile', 'appendFile']],
  [zlib, 'zlib', Object.keys(zlib).filter((name) => /^[a-z].*(flate|zip|compress|Raw|crc32)/.test(name))],
  [crypto, 'crypto', ['randomFill', 'randomFillSync', 'getRandomValues', 'timingSafeEqual', 'hash', 'sign', 'verify', 'publicEncrypt', 'privateDecrypt', 'scryptSync', 'pbkdf2Sync']],
  [crypto.Hash.prototype, 'Hash', ['update']],
  [crypto.Hmac.prototype, 'Hmac', ['update']],
  [stream.Writable.prototype, 'Writable', ['write', 'end']],
]

const deepEquality = ['deepEqual', 'deepStrictEqual', 'notDeepEqual', 'notDeepStrictEqual', 'partialDeepStrictEqual'] as const

export function installNatives(): void {
  for (const [owner, title, names] of readers) for (const name of names) refuseShared(owner, name, title === '' ? name : `${title}.${name}`)
  for (const holder of [assert, assert.strict]) for (const name of deepEquality) refuseShared(holder, name, `assert.${name}`)
  for (const name of Object.keys(console)) if (typeof (console as never)[name] === 'function') refuseShared(console, name, `console.${name}`)
  for (const name of Object.getOwnPropertyNames(Buffer.prototype)) refuseBufferMethod(name)
  for (const owner of [Object, Reflect]) for (const name of ['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'defineProperty', 'defineProperties']) refuseElements(owner, name)
  syncBuiltinESMExports() // for those who import them by name
}

/** Descriptors hold the values of elements. */
function refuseElements(owner: object, name: string): void {
  const title = `${owner === Reflect ? 'Reflect' : 'Object'}.${name}`
  replaceMethod(owner, name, (original) => function (this: unknown, ...args: unknown[]): unknown {
    if (running.explored && typeof args[1] !== 'symbol' && isShared(args[0])) throw refuseHanded(title)
    return apply(original, this, args)
  } as Callable)
}

/** Buffers read their elements in native code. */
function refuseBufferMethod(name: string): void {
  const { value } = Object.getOwnPropertyDescriptor(Buffer.prototype, name) as PropertyDescriptor
  if (typeof value === 'function' && name !== 'constructor' && name !== 'subarray') refuseShared(Buffer.prototype, name, `Buffer.${name}`)
}
