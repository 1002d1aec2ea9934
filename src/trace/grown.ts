/** The same elements in an array of twice the length; what is new holds `filler`. */
export function doubled<A extends Int32Array | Uint8Array | Float64Array>(old: A, filler = 0): A {
  const larger = new (old.constructor as new (length: number) => A)(2 * old.length)
  larger.set(old)
  if (filler !== 0) larger.fill(filler, old.length)
  return larger
}
