/**
 * Sorting with comparisons that may suspend. ECMAScript leaves open which elements are compared when; this does what V8
 * does, up to the length at which its sort of arrays begins to merge runs.
 */
import { toNumber } from '../../../../program/operations/elements.ts'
import { call2, type Callable } from '../calls/calls.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'

export interface Order {
  /** The program's function, if it gave one. */
  readonly callback: Callable | undefined
  readonly ordinary: (a: never, b: never) => number
  readonly site: number
}

function* compare(a: unknown, b: unknown, { callback, ordinary, site }: Order): Twin {
  if (callback === undefined) return ordinary(a as never, b as never)
  const result = call2(undefined, callback, a, b, site)
  const order = toNumber(result === SUSPEND ? yield pending.value : result)
  return order !== order ? 0 : order
}

/** As typed arrays are sorted: halves, then a stable merge. */
export function* mergeSorted(values: unknown[], order: Order): Twin {
  if (values.length < 2) return values
  const middle = values.length >> 1
  const left = (yield mergeSorted(values.slice(0, middle), order)) as unknown[]
  const right = (yield mergeSorted(values.slice(middle), order)) as unknown[]
  const merged: unknown[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length)
    merged.push(((yield compare(left[i], right[j], order)) as number) > 0 ? right[j++] : left[i++])
  return [...merged, ...left.slice(i), ...right.slice(j)]
}

const SHORT = 64

/** As arrays are sorted: short ones by binary insertion after the run that they begin with. */
export function* insertionSorted(values: unknown[], order: Order): Twin {
  if (values.length < 2) return values
  if (values.length >= SHORT) return yield mergeSorted(values, order)
  const sorted = [...values]
  for (let i = (yield firstRun(sorted, order)) as number; i < sorted.length; i++) {
    const value = sorted[i]
    let [low, high] = [0, i]
    while (low < high) {
      const middle = low + ((high - low) >> 1)
      if (((yield compare(value, sorted[middle], order)) as number) < 0) high = middle
      else low = middle + 1
    }
    sorted.splice(i, 1)
    sorted.splice(low, 0, value)
  }
  return sorted
}

/** The length of the run at the start, which is turned around if it descends. */
function* firstRun(values: unknown[], order: Order): Twin {
  const descends = ((yield compare(values[1], values[0], order)) as number) < 0
  let length = 2
  while (
    length < values.length &&
    ((yield compare(values[length], values[length - 1], order)) as number) < 0 === descends
  )
    length++
  if (descends) values.splice(0, length, ...values.slice(0, length).reverse())
  return length
}
