/**
 * Numbers that stand for threads, told apart: a plain number may become any of them, but none is taken for another.
 *
 * - a slot is the place of a thread in the tables of one search or run; it stays the same over executions;
 * - a handle is what `spawn` returns and `join` takes: it says by whom the thread was spawned, and as which one;
 * - a start number is the thread's place in the order in which one execution starts threads, which is how a schedule
 *   names it: it means the same in every process;
 * - a set's thread is its number in the table of threads of an admissible set.
 */
type Kind<K extends string> = number & { readonly kind?: K }
export type Slot = Kind<'slot'>
export type Handle = Kind<'handle'>
export type StartNumber = Kind<'start'>
export type SetThreadNumber = Kind<'thread of a set'>

/** So many threads can run on real workers: gates and real primitives have room for no more. */
export const MAX_WORKERS = 64

/** Why threads cannot run on real workers that can be checked; null if they can. */
export const tooManyForWorkers = (name: string, threads: number): string | null =>
  threads <= MAX_WORKERS
    ? null
    : `program '${name}' has ${threads} threads, and real workers run at most ${MAX_WORKERS}; it can be checked, but neither verified for real runs nor run`

/** Declared threads come before all that are spawned, so their handles are their slots. */
export const handleOfDeclared = (slot: Slot): Handle => slot as number
