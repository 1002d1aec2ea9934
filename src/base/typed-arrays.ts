interface WithFloat16 {
  readonly Float16Array?: Float32ArrayConstructor
}

/** All that this engine has: Float16Array is newer than the oldest supported Node. */
export const typedArrayTypes: readonly (new (length: number) => ArrayLike<unknown>)[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  ...[(globalThis as WithFloat16).Float16Array].filter((type) => type !== undefined),
]
