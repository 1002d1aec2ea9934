/** The array itself if it has room for so many elements, or a larger one with the same; what is new holds `filler`. */
export function withRoom<A extends Int32Array | Uint8Array | Float64Array>(array: A, elements: number, filler = 0): A {
  let grown = array
  while (grown.length < elements) grown = doubled(grown, filler)
  return grown
}

/** The same elements in an array of twice the length; what is new holds `filler`. */
export function doubled<A extends Int32Array | Uint8Array | Float64Array>(old: A, filler = 0): A {
  const larger = new (old.constructor as new (length: number) => A)(2 * old.length)
  larger.set(old)
  if (filler !== 0) larger.fill(filler, old.length)
  return larger
}
