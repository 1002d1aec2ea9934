/** Builtins of the language that threads must not hand shared memory to, though somebody has looked at them. */
import type { Builtin } from './enumerate.ts'
import { isKnown } from './trial.ts'

const ofTheLanguage = new Set(
  (
    'Object Function Array Number parseFloat parseInt Boolean String Symbol Date Promise RegExp Error AggregateError EvalError ' +
    'RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array ' +
    'Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array ' +
    'DataView Map BigInt Set Iterator AsyncIterator WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry SharedArrayBuffer ' +
    'decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly samples ' +
    'DisposableStack AsyncDisposableStack SuppressedError Temporal ShadowRealm'
  ).split(' '),
)

/** Refused on purpose. */
const refused: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^(JSON\.stringify|SharedArrayBuffer\.prototype\.\w+|Array\.fromAsync)$/, 'reads elements'],
  [/^(Atomics\.waitAsync|(Async)?DisposableStack\.prototype\.\w+)$/, 'calls back later'],
  [/^WebAssembly\b/, 'native code of the program'],
  [
    /^(SharedArrayBuffer|Iterator|SuppressedError|(Async)?DisposableStack)$/,
    'constructors that are of no use with views',
  ],
  [
    /^Iterator\.(from|concat)$|^samples\.(segment\w*|asyncGenerator|generator|asynchronous)\b/,
    'is not called with memory',
  ],
  [/\.constructor$|^Date(\.now)?$|^Math\.random$|^Error\.prepareStackTrace$/, 'replaced where programs are explored'],
]

const rootOf = (path: string): string => path.split(/[.[]/)[0]!

/** Accessors of other objects than views are not called with memory. */
const isAccessor = (path: string): boolean => /^[gs]et /.test(path)
const ofViews =
  /^get (TypedArray|Uint8Array\.prototype\.__proto__|DataView|ArrayBuffer|SharedArrayBuffer)\b(?!.*Symbol\.)/

/** What is new in the language, so that nobody has looked at it. */
export function notReviewed(all: readonly Builtin[]): string[] {
  return all
    .filter((builtin) => {
      const { path } = builtin
      if (isKnown(builtin) || (isAccessor(path) && !ofViews.test(path))) return false
      return ofTheLanguage.has(rootOf(path.replace(/^get /, ''))) && !refused.some(([pattern]) => pattern.test(path))
    })
    .map(({ path }) => path)
}
