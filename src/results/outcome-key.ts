/**
 * Outcomes are arbitrary structured-cloneable values. Two encodings of them: one that JSON can hold, and a text that is
 * equal exactly for values that a person would call the same outcome.
 */

/** A text that distinguishes all values that differ; the order of keys, map entries and set members does not count. */
export function outcomeKey(value: unknown): string {
  return new Encoder(true).encode(value)
}

/** The value with everything that JSON lacks replaced by tagged objects: `{"$bigint":"1"}`, `{"$undefined":true}`, … */
export function toJsonValue(value: unknown): unknown {
  return JSON.parse(new Encoder(false).encode(value))
}

/** Writes JSON: most executions have an outcome to be looked up, and few are ever shown. */
class Encoder {
  private readonly canonical: boolean
  /** The objects that contain the one being encoded, outermost first. */
  private readonly path: object[] = []

  constructor(canonical: boolean) {
    this.canonical = canonical
  }

  encode(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return JSON.stringify(value)
      case 'boolean':
        return value ? 'true' : 'false'
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? `${value}`
          : tagged('number', quoted(Object.is(value, -0) ? '-0' : String(value)))
      case 'bigint':
        return tagged('bigint', quoted(String(value)))
      case 'undefined':
        return UNDEFINED
      case 'symbol':
        return tagged('symbol', quoted(value.description ?? ''))
      case 'function':
        return tagged('function', quoted(value.name))
      case 'object':
        return value === null ? 'null' : this.encodeNested(value)
    }
  }

  /** A cycle is closed by saying how many levels up the value is to be found. */
  private encodeNested(value: object): string {
    const seen = this.path.indexOf(value)
    if (seen >= 0) return tagged('cycle', String(this.path.length - seen))
    this.path.push(value)
    try {
      return this.encodeObject(value)
    } finally {
      this.path.pop()
    }
  }

  private encodeObject(value: object): string {
    if (Array.isArray(value)) return this.encodeArray(value)
    if (value instanceof Map) return tagged('map', this.unordered(Array.from(value, (entry) => this.list(entry))))
    if (value instanceof Set) return tagged('set', this.unordered(Array.from(value, (member) => this.encode(member))))
    if (ArrayBuffer.isView(value)) return this.encodeView(value)
    if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer)
      return tagged('buffer', this.list(new Uint8Array(value)), `,"type":${quoted(value.constructor.name)}`)
    if (value instanceof Date)
      return tagged('date', quoted(Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString()))
    if (value instanceof RegExp) return tagged('regexp', quoted(String(value)))
    if (value instanceof Error) return tagged('error', quoted(value.name), `,"message":${quoted(value.message)}`)
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return tagged('boxed', this.encode(value.valueOf()))
    return this.encodeRecord(value)
  }

  private encodeArray(array: readonly unknown[]): string {
    let text = '['
    for (let i = 0; i < array.length; i++) {
      if (i > 0) text += ','
      const element = array[i]
      text += element === undefined && !(i in array) ? HOLE : this.encode(element)
    }
    return `${text}]`
  }

  private list(values: Iterable<unknown>): string {
    return `[${Array.from(values, (one) => this.encode(one)).join()}]`
  }

  private encodeView(view: ArrayBufferView): string {
    const elements = view instanceof DataView ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : view
    return tagged(
      'array',
      this.list(elements as unknown as Iterable<unknown>),
      `,"type":${quoted(view.constructor.name)}`,
    )
  }

  private encodeRecord(value: object): string {
    const keys = Object.keys(value)
    if (this.canonical) keys.sort()
    const entries = keys.map((key): [string, string] => [
      quoted(key),
      this.encode((value as Record<string, unknown>)[key]),
    ])
    // A record that looks like one of our tags must not be mistaken for it.
    if (keys.some((key) => key.startsWith('$')))
      return tagged('object', `[${entries.map(([key, one]) => `[${key},${one}]`).join()}]`)
    return `{${entries.map(([key, one]) => `${key}:${one}`).join()}}`
  }

  private unordered(members: string[]): string {
    if (this.canonical) members.sort()
    return `[${members.join()}]`
  }
}

/** What claims to be a text may be anything: functions and errors have the names that programs give them. */
const quoted = (text: string): string => (JSON.stringify(text) as string | undefined) ?? 'null'
const tagged = (tag: string, value: string, more = ''): string => `{"$${tag}":${value}${more}}`
const UNDEFINED = tagged('undefined', 'true')
const HOLE = tagged('hole', 'true')
