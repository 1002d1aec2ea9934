/**
 * Outcomes are arbitrary structured-cloneable values. Two encodings of them: one that JSON can hold, and a text that is
 * equal exactly for values that a person would call the same outcome.
 */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A text that distinguishes all values that differ; the order of keys, map entries and set members does not count. */
export function outcomeKey(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return String(value)
  return JSON.stringify(new Encoder(true).encode(value))
}

/** The value with everything that JSON lacks replaced by tagged objects: `{"$bigint":"1"}`, `{"$undefined":true}`, … */
export function toJsonValue(value: unknown): unknown {
  return new Encoder(false).encode(value)
}

class Encoder {
  private readonly canonical: boolean
  /** The objects that contain the one being encoded, outermost first. */
  private readonly path: object[] = []

  constructor(canonical: boolean) {
    this.canonical = canonical
  }

  encode(value: unknown): Json {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0)
          ? value
          : { $number: Object.is(value, -0) ? '-0' : String(value) }
      case 'bigint':
        return { $bigint: String(value) }
      case 'undefined':
        return { $undefined: true }
      case 'symbol':
        return { $symbol: value.description ?? '' }
      case 'function':
        return { $function: value.name }
      case 'object':
        return value === null ? null : this.encodeNested(value)
    }
  }

  /** A cycle is closed by saying how many levels up the value is to be found. */
  private encodeNested(value: object): Json {
    const seen = this.path.indexOf(value)
    if (seen >= 0) return { $cycle: this.path.length - seen }
    this.path.push(value)
    try {
      return this.encodeObject(value)
    } finally {
      this.path.pop()
    }
  }

  private encodeObject(value: object): Json {
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, i) => (i in value ? this.encode(value[i]) : { $hole: true }))
    if (value instanceof Map)
      return { $map: this.unordered([...value].map(([k, v]) => [this.encode(k), this.encode(v)])) }
    if (value instanceof Set) return { $set: this.unordered([...value].map((member) => this.encode(member))) }
    if (ArrayBuffer.isView(value)) return this.encodeView(value)
    if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer)
      return { $buffer: [...new Uint8Array(value)], type: value.constructor.name }
    if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() }
    if (value instanceof RegExp) return { $regexp: String(value) }
    if (value instanceof Error) return { $error: value.name, message: value.message }
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return { $boxed: this.encode(value.valueOf()) }
    return this.encodeRecord(value)
  }

  private encodeView(view: ArrayBufferView): Json {
    const type = view.constructor.name
    const elements = view instanceof DataView ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength) : view
    return { $array: Array.from(elements as unknown as Iterable<unknown>, (element) => this.encode(element)), type }
  }

  private encodeRecord(value: object): Json {
    const keys = Object.keys(value)
    if (this.canonical) keys.sort()
    const entries = keys.map((key): [string, Json] => [key, this.encode((value as Record<string, unknown>)[key])])
    // A record that looks like one of our tags must not be mistaken for it.
    if (keys.some((key) => key.startsWith('$'))) return { $object: entries }
    return Object.fromEntries(entries)
  }

  private unordered(members: Json[]): Json[] {
    if (!this.canonical) return members
    const keyed = members.map((member): [string, Json] => [JSON.stringify(member), member])
    return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, member]) => member)
  }
}
