import { writeSync } from 'node:fs'
import { wait } from '../../base/atomics.ts'

/**
 * A worker's streams hand their output to the thread that started it and wait for its answer in the event loop, which
 * does not turn while the worker runs threads. So what the program prints goes straight to standard error; standard
 * output is for results.
 */
export function printToStandardError(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = ((chunk: string | Uint8Array, encoding?: unknown, callback?: unknown): boolean => {
      writeFully(
        typeof chunk === 'string'
          ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
          : chunk,
      )
      const done = typeof encoding === 'function' ? encoding : callback
      if (typeof done === 'function') nativeMicrotask(() => done())
      return true
    }) as typeof stream.write
  }
}

const nativeMicrotask = queueMicrotask

function writeFully(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(2, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return // nobody reads it
      pause()
    }
  }
}

/** The reader of a full pipe needs a moment. */
const never = new Int32Array(new SharedArrayBuffer(4))
function pause(): void {
  wait(never, 0, 0, 1)
}
