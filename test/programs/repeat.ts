/** `make(0)`, …, `make(n - 1)`: for programs with many threads of one kind. */
export const repeat = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
