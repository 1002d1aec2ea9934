/**
 * Builtins of the language that somebody has looked at: they move references, ask about types and sizes, or get at
 * values only by calling methods of a view (`join`, `values`, …), which look after themselves. By name, not by owner:
 * what a newer Node adds to an owner is not in here, so handing shared memory to it is refused until somebody has
 * looked at it too, and the test of builtins names it.
 */
import { types } from 'node:util'

const prototypeOf = (object: object): object => Object.getPrototypeOf(object) as object
const arrayIterator = prototypeOf([].values())
const generatorSamples = [
  function* () {
    /* for its prototype */
  },
  async function* () {
    /* for its prototype */
  },
]

const nativeIterators = [
  arrayIterator,
  prototypeOf(new Map().values()),
  prototypeOf(new Set().values()),
  prototypeOf(''[Symbol.iterator]()),
  prototypeOf(''.matchAll(/x/g)),
]

/** An owner, and the names of its functions; a symbol as `@@iterator`. */
export type Reviewed = readonly [owner: object, names: string]

const onDates = ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']
  .flatMap((part) => [`get${part}`, `set${part}`, `getUTC${part}`, `setUTC${part}`])
  .join(' ')

const formatting = 'resolvedOptions format formatToParts formatRange formatRangeToParts select selectRange segment of'
const onLocales =
  'toString maximize minimize getCalendars getCollations getHourCycles getNumberingSystems getTimeZones getTextInfo getWeekInfo'

/** Constructors of `Intl`; not all versions have all of them. */
const intlTypes = [
  'DateTimeFormat',
  'NumberFormat',
  'Collator',
  'PluralRules',
  'RelativeTimeFormat',
  'ListFormat',
  'Locale',
  'DisplayNames',
  'Segmenter',
  'DurationFormat',
]
  .map((name) => (Intl as unknown as Record<string, (Function & { prototype: object }) | undefined>)[name])
  .filter((type) => type !== undefined)

/** What can be called as it is, or be constructed. */
export const reviewedTypes: readonly Function[] = [
  Object,
  String,
  Boolean,
  Number,
  BigInt,
  Symbol,
  RegExp,
  Date,
  Map,
  Set,
  WeakMap,
  WeakSet,
  WeakRef,
  FinalizationRegistry,
  Promise,
  ArrayBuffer,
  ...intlTypes,
]

export const reviewed: readonly Reviewed[] = [
  [globalThis, 'parseInt parseFloat isNaN isFinite escape unescape DataView Array Proxy'],
  [globalThis, 'decodeURI decodeURIComponent encodeURI encodeURIComponent'],
  [
    Math,
    'abs acos acosh asin asinh atan atanh atan2 ceil cbrt expm1 clz32 cos cosh exp f16round floor fround hypot imul log',
  ],
  [Math, 'log1p log2 log10 max min pow random round sign sin sinh sqrt tan tanh trunc'],
  [
    Object,
    'assign create defineProperties defineProperty entries freeze fromEntries getOwnPropertyDescriptor groupBy hasOwn is',
  ],
  [
    Object,
    'getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf isExtensible isFrozen isSealed',
  ],
  [Object, 'keys preventExtensions seal setPrototypeOf values'],
  [
    Object.prototype,
    '__defineGetter__ __defineSetter__ hasOwnProperty __lookupGetter__ __lookupSetter__ isPrototypeOf',
  ],
  [Object.prototype, 'propertyIsEnumerable toString valueOf toLocaleString'],
  [Array, 'isArray of'],
  [Array.prototype, 'keys'],
  [String, 'fromCharCode fromCodePoint'],
  [
    String.prototype,
    'anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fontcolor fontsize fixed includes',
  ],
  [
    String.prototype,
    'indexOf isWellFormed italics lastIndexOf link localeCompare match matchAll normalize padEnd padStart',
  ],
  [
    String.prototype,
    'repeat replace replaceAll search slice small split strike sub substr substring sup startsWith toString',
  ],
  [
    String.prototype,
    'toWellFormed trim trimStart trimEnd toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase valueOf',
  ],
  [String.prototype, '@@iterator'],
  [Boolean.prototype, 'toString valueOf'],
  [Number, 'isFinite isInteger isNaN isSafeInteger parseFloat parseInt'],
  [Number.prototype, 'toExponential toFixed toPrecision toString valueOf toLocaleString'],
  [BigInt, 'asUintN asIntN'],
  [BigInt.prototype, 'toLocaleString toString valueOf'],
  [Symbol, 'for keyFor'],
  [Symbol.prototype, 'toString valueOf @@toPrimitive'],
  [RegExp, 'escape'],
  [RegExp.prototype, 'exec compile toString test @@match @@matchAll @@replace @@search @@split'],
  [Date, 'now parse UTC'],
  [
    Date.prototype,
    `${onDates} getTime setTime getTimezoneOffset getYear setYear valueOf toJSON toLocaleString @@toPrimitive`,
  ],
  [Date.prototype, 'toString toDateString toTimeString toISOString toUTCString toLocaleDateString toLocaleTimeString'],
  [Map, 'groupBy'],
  [Map.prototype, 'get set has delete clear entries forEach keys values'],
  [Set.prototype, 'has add delete clear entries forEach values'],
  [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
  [WeakMap.prototype, 'delete get set has'],
  [WeakSet.prototype, 'delete has add'],
  [WeakRef.prototype, 'deref'],
  [FinalizationRegistry.prototype, 'register unregister'],
  [Promise, 'all allSettled any race resolve reject withResolvers try'],
  [Promise.prototype, 'then catch finally'],
  [ArrayBuffer, 'isView'],
  [ArrayBuffer.prototype, 'slice resize transfer transferToFixedLength'],
  [Intl, 'getCanonicalLocales supportedValuesOf'],
  ...intlTypes.flatMap((type): Reviewed[] => [
    [type, 'supportedLocalesOf'],
    [type.prototype, `${formatting} ${onLocales}`],
  ]),
  [
    prototypeOf(arrayIterator),
    '@@iterator @@dispose reduce toArray forEach some every find map filter take drop flatMap',
  ],
  ...nativeIterators.map((iterator): Reviewed => [iterator, 'next']),
  ...generatorSamples.map(({ prototype }): Reviewed => [prototypeOf(prototype as object), 'next return throw']),
  [
    types,
    'isExternal isDate isArgumentsObject isBigIntObject isBooleanObject isNumberObject isStringObject isSymbolObject',
  ],
  [
    types,
    'isNativeError isRegExp isAsyncFunction isGeneratorFunction isGeneratorObject isPromise isMap isSet isMapIterator',
  ],
  [
    types,
    'isSetIterator isWeakMap isWeakSet isArrayBuffer isDataView isSharedArrayBuffer isProxy isModuleNamespaceObject',
  ],
  [
    types,
    'isAnyArrayBuffer isBoxedPrimitive isArrayBufferView isTypedArray isUint8Array isUint8ClampedArray isUint16Array',
  ],
  [
    types,
    'isUint32Array isInt8Array isInt16Array isInt32Array isFloat16Array isFloat32Array isFloat64Array isBigInt64Array',
  ],
  [types, 'isBigUint64Array isKeyObject isCryptoKey'],
  [Atomics, 'isLockFree pause'],
  [Buffer, 'isBuffer'],
  [Error, 'captureStackTrace isError'],
  [Error.prototype, 'toString'],
  [Function.prototype, 'bind toString @@hasInstance'],
  [JSON, 'parse rawJSON isRawJSON'],
  [Proxy, 'revocable'],
  [Reflect, 'defineProperty deleteProperty getOwnPropertyDescriptor getPrototypeOf has isExtensible ownKeys'],
  [Reflect, 'preventExtensions setPrototypeOf'],
]

/** Methods of arrays, which are generic: on a view they access elements. */
export const onArrays =
  'at concat copyWithin fill find findIndex findLast findLastIndex lastIndexOf pop push reverse shift unshift slice sort ' +
  'splice includes indexOf join entries values forEach filter flat flatMap map every some reduce reduceRight toLocaleString ' +
  'toString toReversed toSorted toSpliced with @@iterator'

/** What an owner has under the names; not all versions have all of them. */
export function functionsUnder(some: Reviewed): unknown[] {
  return descriptorsUnder(some).map(({ value }) => value as unknown)
}

export function gettersUnder(some: Reviewed): unknown[] {
  return descriptorsUnder(some).map(({ get }) => get)
}

function descriptorsUnder([owner, names]: Reviewed): PropertyDescriptor[] {
  return names.split(' ').flatMap((name) => {
    const key = name.startsWith('@@') ? (Symbol as unknown as Record<string, symbol | undefined>)[name.slice(2)] : name
    return (key === undefined ? undefined : Object.getOwnPropertyDescriptor(owner, key)) ?? []
  })
}
