/** How shared memory can be handed to a builtin. */
import type { Builtin } from './enumerate.ts'
import { buffer } from './recording.ts'

export interface Shape {
  readonly title: string
  /** The memory is what it is called on, and nowhere else. */
  readonly isReceiver: boolean
  /** New objects each time: a call may change them. */
  make(): { receiver: unknown; args: unknown[] }
}

/** New views each time, which a call may freeze, or give properties. */
const bytes = (): Uint8Array => new Uint8Array(buffer)
const words = (): Int32Array => new Int32Array(buffer)
const view = (): DataView => new DataView(buffer)

/** The memory itself. */
export const forms: Readonly<Record<string, () => unknown>> = {
  bytes,
  words,
  view,
  buffer: () => buffer,
}

/** Things that hold it. */
const holders: Readonly<Record<string, () => unknown>> = {
  'a list': () => [bytes(), [new Float32Array(buffer), new BigInt64Array(buffer)]],
  options: () => ({
    value: bytes(),
    raw: bytes(),
    buffer,
    length: 2,
    0: bytes(),
    inner: { data: view() },
    next: stepping(),
  }),
  'a map': () =>
    new Map<unknown, unknown>([
      [1, bytes()],
      [buffer, 2],
    ]),
}
function stepping(): () => IteratorResult<unknown> {
  let steps = 0
  return () => /*heddle*/ ({ value: bytes(), done: steps++ > 2 })
}

/** What stands at the other places. */
const fillers: readonly (readonly [title: string, at: (place: number) => unknown])[] = [
  ['nothing', () => undefined],
  ['numbers', (place) => place],
  [
    'functions',
    () =>
      function (value: unknown) {
        /*heddle*/ return value
      },
  ],
]

const PLACES = 3

/**
 * For builtins that must refuse whatever they are given: no more than what tells the cases apart. A bound function has
 * a `this` of its own.
 */
export function fewShapes({ owner, callee }: Builtin): Shape[] {
  const given = (title: string, args: () => unknown[], receiver?: () => unknown): Shape => ({
    title,
    isReceiver: receiver !== undefined,
    make: () => ({ receiver: receiver === undefined ? owner : receiver(), args: args() }),
  })
  const asReceiver = [
    given('bytes as this', () => [], bytes),
    given(
      'a buffer as this',
      () => [1],
      () => buffer,
    ),
  ]
  return [
    ...(callee.name.startsWith('bound ') ? [] : asReceiver),
    given('bytes first', () => [bytes()]),
    given('a buffer second', () => ['x', buffer]),
    given('a view third', () => [0, 'x', view()]),
    given('options fourth', () => [0, 'x', 1, { inner: { data: words() } }]),
    given('a list first', () => [[1, new Float32Array(buffer)]]),
  ]
}

/** For builtins that may be called: in each form, at each place, among all kinds of others. */
export function manyShapes(builtin: Builtin): Shape[] {
  const shapes: Shape[] = []
  const receivers = receiversOf(builtin)
  for (const [name, form] of Object.entries({ ...forms, ...holders })) {
    for (const [kind, filler] of fillers) {
      const rest = (): unknown[] => Array.from({ length: PLACES }, (_, place) => filler(place))
      shapes.push({
        title: `${name} as this, ${kind}`,
        isReceiver: true,
        make: () => ({ receiver: form(), args: rest() }),
      })
      for (let place = 0; place < PLACES; place++) {
        for (const [title, receiver] of receivers) {
          shapes.push({
            title: `${name} at ${place} among ${kind}, on ${title}`,
            isReceiver: false,
            make: () => ({
              receiver: receiver(),
              args: rest()
                .with(place, form())
                .slice(0, Math.max(place + 1, kind === 'nothing' ? 0 : PLACES)),
            }),
          })
        }
      }
    }
    shapes.push({
      title: `${name} twice`,
      isReceiver: false,
      make: () => ({ receiver: builtin.owner, args: [form(), form()] }),
    })
  }
  return shapes
}

/** Objects that a method may be called on: of its type, and what is like it. */
function receiversOf({ owner, isMethod }: Builtin): [string, () => unknown][] {
  if (!isMethod)
    return [
      ['its owner', () => owner],
      ['nothing', () => undefined],
    ]
  const make = instances.get(owner)
  const own: [string, () => unknown][] =
    make === undefined
      ? []
      : [
          ['an object', make],
          ['an object with memory', () => withMemory(make())],
        ]
  return own.length > 0 ? own : [['a plain object', () => ({ length: 1, 0: bytes() })]]
}

/** The same object, holding memory where it can. */
function withMemory(object: unknown): unknown {
  if (object instanceof Map) return object.set('memory', bytes()).set(bytes(), 1)
  if (object instanceof Set) return object.add(bytes())
  if (Array.isArray(object)) return [...object, bytes()]
  return typeof object === 'object' && object !== null ? Object.assign(object, { memory: bytes() }) : object
}

const TypedArray = Object.getPrototypeOf(Int8Array) as object

type IntlType = new (locale: string, options: object) => object

/** They cost much to make, and no method changes them. */
function memoised(type: IntlType): () => object {
  let made: object | null = null
  return () => (made ??= type.name === 'DisplayNames' ? new type('en', { type: 'language' }) : new type('en', {}))
}

const instances = new Map<unknown, () => unknown>([
  [Object, () => ({ a: 1 })],
  [
    Function,
    () =>
      function own() {
        /*heddle*/ return 1
      },
  ],
  [Array, () => [3, 1, 2]],
  [Map, () => new Map([[1, 2]])],
  [Set, () => new Set([1])],
  [WeakMap, () => new WeakMap()],
  [WeakSet, () => new WeakSet()],
  [WeakRef, () => new WeakRef({})],
  [String, () => 'a1b2'],
  [Number, () => 5],
  [Boolean, () => true],
  [BigInt, () => 5n],
  [Symbol, () => Symbol('s')],
  [RegExp, () => /[0-9]/g],
  [Date, () => new Date(0)],
  [Error, () => new Error('e')],
  [Promise, () => Promise.resolve(1)],
  [ArrayBuffer, () => new ArrayBuffer(8)],
  [DataView, () => new DataView(new ArrayBuffer(8))],
  [TypedArray, () => Int32Array.of(3, 1, 2)],
  [FinalizationRegistry, () => new FinalizationRegistry(() => undefined)],
  ...Object.values(Object.getOwnPropertyDescriptors(Intl)).map(
    ({ value }) => [value as unknown, memoised(value as IntlType)] as const,
  ),
])
