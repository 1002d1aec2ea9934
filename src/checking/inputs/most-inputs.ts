/** More are not gone through one by one: each takes a millisecond at least. */
export const MOST_INPUTS = 10_000
