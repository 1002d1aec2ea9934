/** Where engines differ from what ECMAScript says, the program is to behave as it does on the engine that runs it. */

/** ECMAScript converts the index of `view.with(index, value)` before the value; some versions of V8 after it. */
export const convertsIndexLast = ((): boolean => {
  const order: string[] = []
  const noted = (name: string): number => ({ valueOf: () => order.push(name) * 0 }) as unknown as number
  new Int8Array(1).with(noted('index'), noted('value'))
  return order[0] === 'value'
})()

/** `view.fill(value, undefined, end)`: ECMAScript fills up to the end that is given, V8, up to now, everything. */
export const needsStartForEnd = new Int8Array(1).fill(1, undefined, 0)[0] === 1

/** ECMAScript converts the key of `o[k] += v` once; V8, up to now, when it reads and when it writes. */
export const convertsKeysTwice = ((): boolean => {
  let conversions = 0
  const key = { toString: () => String(conversions++ * 0) }
  const target: Record<string, number> = { 0: 0 }
  target[key as unknown as string]! += 1
  return conversions > 1
})()
