/** Of the memory that builtins are handed, in bytes. */
export const BYTES = 16
