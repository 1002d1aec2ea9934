/**
 * The functions of `Atomics` as the engine made them. Where transformed code runs, those of the global object also look
 * whether memory is the program's, which costs more than the access itself; and what a program does to them is not to
 * concern us.
 */
export const { add, compareExchange, exchange, load, notify, store, sub, wait } = Atomics
