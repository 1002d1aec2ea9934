import { wait } from './atomics.ts'

/**
 * How threads of this JavaScript thread sleep, wherever Heddle lets them. A worker that is watched exchanges it for one
 * that shows who sleeps (`real/thread/wait-marks.ts`), a warm-up for one that does not sleep at all.
 */
export const blocking: { wait: typeof wait } = { wait }
