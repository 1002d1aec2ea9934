import type { Slot } from '../base/thread-numbers.ts'

/**
 * Everything that events can depend on through is a cell, and cells are numbered in one range: first the ends of
 * threads, then for each allocation its bytes (one for a primitive), followed by the wait lists of its words.
 */

/**
 * So many threads, of all that any execution starts, can be told apart. Only ends of threads take room for all of them;
 * searches grow with the threads that there are.
 */
export const MAX_THREADS = 1024

/** The cell that a thread's last event writes and joins of it read. */
export const threadEnd = (slot: Slot): number => slot

/** The thread whose end the cell stands for, or -1. */
export const threadOf = (cell: number): number => (cell < MAX_THREADS ? cell : -1)

/** Bases of allocations are multiples of this. */
export const ALIGNMENT = 8
/** What operations without a location name (spawn, join, yieldNow, choose). Nothing accesses it. */
export const NOWHERE = MAX_THREADS
/** Where allocations start. */
export const FIRST_BASE = MAX_THREADS + ALIGNMENT
