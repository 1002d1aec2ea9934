/**
 * The functions of `Atomics` as they were when this module was loaded. Where transformed code runs, those of the global
 * object
 * also look whether memory is the program's, which costs more than the access itself.
 */
export const { add, compareExchange, exchange, load, notify, store, sub, wait } = Atomics
