/** How the value of an option is written on the command line. */
import { usageError } from '../base/errors.ts'
import { orNearest } from '../base/nearest.ts'

export interface OptionKind<T> {
  /** What help prints for the value; null for a flag, which takes none. */
  readonly placeholder: string | null
  /** What a valid value looks like, for messages. */
  readonly expects: string
  /** Throws a usage error for what is not valid. */
  readonly parse: (text: string, option: string) => T
}

export const flag: OptionKind<true> = { placeholder: null, expects: 'nothing', parse: () => true }

export const text = (placeholder: string, expects: string): OptionKind<string> => ({
  placeholder,
  expects,
  parse: (value, option) => {
    if (value === '') throw wrong(option, expects, value)
    return value
  },
})

export function integer(least: number): OptionKind<number> {
  const expects = `an integer from ${least} and up`
  return {
    placeholder: 'N',
    expects,
    parse: (value, option) => {
      const number = Number(value)
      if (!/^[-+]?\d+$/.test(value) || !Number.isSafeInteger(number) || number < least)
        throw wrong(option, expects, value)
      return number
    },
  }
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** In milliseconds. A bare number means seconds. */
export const duration: OptionKind<number> = {
  placeholder: 'TIME',
  expects: 'a time above zero such as 500ms, 30s, 5m or 1h (a bare number is in seconds)',
  parse: (value, option) => {
    const [, digits, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value) ?? []
    const milliseconds = Number(digits) * units[unit]!
    if (digits === undefined || !(milliseconds > 0)) throw wrong(option, duration.expects, value)
    return milliseconds
  },
}

/** From 0 to 1. */
export const share: OptionKind<number> = {
  placeholder: 'SHARE',
  expects: 'a share above zero and up to 100%, such as 1% or 0.01',
  parse: (value, option) => {
    const [, digits, percent] = /^(\d*\.?\d+)(%?)$/.exec(value) ?? []
    const number = Number(digits) / (percent === '%' ? 100 : 1)
    if (digits === undefined || !(number > 0 && number <= 1)) throw wrong(option, share.expects, value)
    return number
  },
}

export function choice(placeholder: string, what: string, names: readonly string[]): OptionKind<string> {
  const expects = names.length === 1 ? `so far only ${names[0]}` : `one of ${names.join(', ')}`
  return {
    placeholder,
    expects,
    parse: (value, option) => {
      if (!names.includes(value))
        throw usageError(
          `${option}: there is no ${what} '${value}'${orNearest(value, names)}; ${available(what, names)}`,
        )
      return value
    },
  }
}

/** `name:limit` */
export function limit(what: string, names: readonly string[]): OptionKind<readonly [name: string, limit: number]> {
  const expects = `a limit from 0 and up; ${available(what, names)}`
  const name = choice('NAME', what, names)
  return {
    placeholder: 'NAME:LIMIT',
    expects,
    parse: (value, option) => {
      const colon = value.indexOf(':')
      const bound = name.parse(colon < 0 ? value : value.slice(0, colon), option)
      if (colon < 0)
        throw usageError(`${option} ${value}: the limit is missing; write for example ${option} ${bound}:2`)
      return [bound, integer(0).parse(value.slice(colon + 1), `${option} ${bound}`)]
    },
  }
}

/** A name, alone or with numbers. */
export function valueList(
  what: string,
  names: readonly string[],
): OptionKind<readonly [name: string, values: true | readonly number[]]> {
  const name = choice('NAME', what, names)
  const expects = `numbers with commas after the name; ${available(what, names)}`
  return {
    placeholder: 'NAME[:VALUES]',
    expects,
    parse: (value, option) => {
      const colon = value.indexOf(':')
      if (colon < 0) return [name.parse(value, option), true]
      const values = value.slice(colon + 1).split(',')
      if (values.some((one) => one.trim() === '' || Number.isNaN(Number(one)))) throw wrong(option, expects, value)
      return [name.parse(value.slice(0, colon), option), values.map(Number)]
    },
  }
}

const available = (what: string, names: readonly string[]): string =>
  names.length === 0 ? `there are no ${what}s yet` : `available: ${names.map((name) => `'${name}'`).join(', ')}`

function wrong(option: string, expects: string, value: string): Error {
  return usageError(`${option} expects ${expects}, got ${value === '' ? 'nothing' : `'${value}'`}`)
}
