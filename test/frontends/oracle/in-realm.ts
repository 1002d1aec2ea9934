/**
 * What programs of the oracle run with, in any realm: its functions are evaluated from their text where a program runs,
 * so that errors, prototypes and typed arrays are those of that realm. They refer to nothing outside themselves. The
 * marks say that they are the program's.
 */
export type Log = string[]

export interface Helpers {
  /** In the order of `parameters`. */
  readonly list: readonly unknown[]
  readonly describe: (error: unknown) => string
  readonly brief: (value: unknown) => string
}

/** What a program's `main` is called with, after the shared memory. */
export const parameters = 's, o, T, E, V, K, N, I, throwIf'

/* eslint-disable-next-line -- evaluated from its text: self-contained */
export function makeHelpers(log: Log): Helpers {
  const hasOwn = Object.prototype.hasOwnProperty
  const tag = Object.prototype.toString
  const isView = ArrayBuffer.isView
  const { isArray } = Array
  function brief(value: unknown, depth = 0): string {
    if (typeof value === 'function') return `function ${String(value.name)}/${value.length}`
    if (typeof value === 'bigint') return `${value}n`
    if (typeof value === 'string') return JSON.stringify(value)
    if (value === null || typeof value !== 'object') return Object.is(value, -0) ? '-0' : String(value)
    if (depth > 4) return '…'
    if (isArray(value)) {
      let text = '['
      for (let i = 0; i < value.length; i++)
        text += (i === 0 ? '' : ', ') + (hasOwn.call(value, i) ? brief(value[i], depth + 1) : 'hole')
      return `${text}]`
    }
    if (isView(value))
      return isOwn(value as never) ? `${tag.call(value)} ${Array.prototype.join.call(value, ',')}` : 'a view'
    if (tag.call(value) === '[object Error]') return describe(value)
    const plain = tag.call(value) === '[object Object]'
    return plain ? properties(value as Record<string, unknown>, depth) : tag.call(value)
  }
  function properties(value: Record<string, unknown>, depth: number): string {
    if ('isRecorded' in value) return 'a view'
    const parts: string[] = []
    for (const key of Object.keys(value)) {
      const got = Object.getOwnPropertyDescriptor(value, key)!
      parts.push(`${key}: ${'value' in got ? brief(got.value, depth + 1) : 'accessor'}`)
    }
    return `{ ${parts.join(', ')} }`
  }
  /** Memory of its own, neither shared nor recording. */
  function isOwn(value: Int32Array): boolean {
    try {
      return !('isRecorded' in value) && tag.call(value.buffer) !== '[object SharedArrayBuffer]'
    } catch {
      return false
    }
  }
  function describe(error: unknown): string {
    const isError = error !== null && typeof error === 'object' && 'message' in error
    return isError ? `${String((error as Error).name)}: ${(error as Error).message}` : brief(error)
  }
  const note = (line: string): void => {
    log.push(line)
  }
  const T = (value: unknown, ...rest: unknown[]): unknown => {
    /*heddle*/ note(`T ${[value, ...rest].map((one) => brief(one)).join(' ')}`)
    return value
  }
  const E = (error: unknown): string => {
    /*heddle*/ note(`E ${describe(error)}`)
    return 'E'
  }
  /** A value that is converted, and says so; to a failure if it is 'fail'. */
  const V = (value: unknown): unknown => /*heddle*/ ({
    valueOf() {
      note(`valueOf ${brief(value)}`)
      if (value === 'fail') throw new Error('valueOf fails')
      return typeof value === 'object' ? 2 : value
    },
  })
  const K = (value: unknown): unknown => /*heddle*/ ({
    toString() {
      note(`toString ${brief(value)}`)
      if (value === 'fail') throw new Error('toString fails')
      return typeof value === 'symbol' ? value : String(value)
    },
  })
  const N = (value: unknown): unknown => {
    /*heddle*/ note(`N ${brief(value)}`)
    return typeof value === 'number' ? value : 1
  }
  const o = {
    plain: 1,
    none: undefined,
    nothing: null,
    get x() {
      note('get x')
      return 5
    },
    set x(value: unknown) {
      note(`set x ${brief(value)}`)
    },
    get y() {
      note('get y')
      return undefined
    },
    set y(value: unknown) {
      note(`set y ${brief(value)}`)
    },
    get fails(): never {
      note('get fails')
      throw new Error('getter fails')
    },
    set fails(value: unknown) {
      note(`set fails ${brief(value)}`)
      throw new Error('setter fails')
    },
    get readOnly() {
      note('get readOnly')
      return 7
    },
    m(this: unknown, ...values: unknown[]) {
      /*heddle*/ note(`m ${values.map((one) => brief(one)).join(' ')} ${this === o}`)
      return values[0]
    },
    deep: {
      er: {
        n: 3,
        m(this: unknown) {
          note(`deep m ${this === o.deep.er}`)
          return 4
        },
      },
    },
  }
  /**
   * Iterables that write down how they are used. 0-2: so many values; 3: no `return`; 4: `return` fails; 5: `next`
   * fails; 6: `return` gives no object; 7: bad results.
   */
  const I = (kind: number): unknown => {
    /*heddle*/
    let i = 0
    const count = kind < 3 ? kind : 3
    const iterator = {
      next(...given: unknown[]) {
        note(`next ${given.map((one) => brief(one)).join()}`)
        if (kind === 5 && i === 1) throw new Error('next fails')
        if (kind === 7 && i === 1) return 5
        return i < count ? { done: false, value: i++ } : { done: true, value: 'end' }
      },
      return(...given: unknown[]) {
        note(`return ${given.map((one) => brief(one)).join()}`)
        if (kind === 4) throw new Error('return fails')
        return kind === 6 ? 5 : { done: true, value: 'returned' }
      },
      [Symbol.iterator]() {
        note('iterate')
        return this
      },
    }
    if (kind === 3) delete (iterator as Partial<typeof iterator>).return
    return iterator
  }
  const throwIf = (value: unknown): void => {
    /*heddle*/ if (Number(value) % 5 === 4) throw new Error(`thrown ${brief(value)}`)
  }
  return { list: [o, T, E, V, K, N, I, throwIf], describe, brief }
}
