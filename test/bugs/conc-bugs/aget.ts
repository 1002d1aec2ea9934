/**
 * aget-bug2 of SCTBench; the download accelerator Aget. Each downloader writes down how far it is and then adds to the
 * sum of all, which a lock protects; when the user interrupts, a handler saves both. Bug: the handler can come between
 * the two, so that what it saves does not agree, and a download that is resumed from it loses bytes.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const downloaders = 2
const chunk = 1024

const shared = (mem: Mem) => ({
  lock: mem.mutex('lock'),
  offset: mem.int32('offset', downloaders),
  written: mem.int32('written', 1),
})
type Download = ReturnType<typeof shared>

function download(i: number, chunks: number, fixed: boolean) {
  return (s: Download): void => {
    while (s.offset[i]! < chunks * chunk) {
      if (fixed) s.lock.lock()
      s.offset[i]! += chunk
      if (!fixed) s.lock.lock()
      s.written[0]! += chunk
      s.lock.unlock()
    }
  }
}

function save(chunks: number, fixed: boolean) {
  return (s: Download): void => {
    if (fixed) s.lock.lock()
    const isComplete = s.written[0] === downloaders * chunks * chunk
    const offsets = isComplete ? [] : [...s.offset]
    const written = isComplete ? 0 : s.written[0]
    if (fixed) s.lock.unlock()
    const downloaded = offsets.reduce((sum, offset) => sum + offset, 0)
    assert.equal(downloaded, written) // BUG
  }
}

/** `n` is the number of chunks that each of them loads. */
export function make({ fixed = false, n = 3 }: Variant = {}): Program {
  return program({
    name: `aget(${n})`,
    shared,
    threads: [save(n, fixed), ...Array.from({ length: downloaders }, (_, i) => download(i, n, fixed))],
  })
}

export default make()
