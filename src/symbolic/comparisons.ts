/**
 * Assertions of Node that compare two values, and which operator asks the same of numbers, texts and truth values. Those
 * of `assert.strict` are the same functions: its `equal` is `strictEqual`.
 */
export const COMPARISONS = {
  equal: '==',
  notEqual: '!=',
  deepEqual: '==',
  notDeepEqual: '!=',
  strictEqual: '===',
  notStrictEqual: '!==',
  deepStrictEqual: '===',
  notDeepStrictEqual: '!==',
} as const
