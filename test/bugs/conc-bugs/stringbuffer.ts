/**
 * stringbuffer-jdk1.4 of SCTBench; first in Flanagan and Qadeer, A Type and Effect System for Atomicity, PLDI 2003.
 * One string buffer is appended to another one while a second thread takes its characters out.
 * Bug: append asks for the other buffer's length and copies so many characters, but the lock is free in between.
 */
import assert from 'node:assert/strict'
import { type Mem, type Program, program } from 'heddle'
import type { Variant } from '../variant.ts'

const capacity = 19
const text = [97, 98, 99]

const buffer = (mem: Mem, name: string, characters: readonly number[]) => ({
  lock: mem.mutex(`${name}.lock`),
  value: mem.int8(`${name}.value`, [...characters, ...Array<number>(capacity - characters.length).fill(0)]),
  count: mem.int32(`${name}.count`, [characters.length]),
})
type StringBuffer = ReturnType<typeof buffer>

const shared = (mem: Mem) => ({ source: buffer(mem, 'source', text), target: buffer(mem, 'target', []) })

function length(b: StringBuffer): number {
  b.lock.lock()
  const count = b.count[0]!
  b.lock.unlock()
  return count
}

function copyCharacters(b: StringBuffer, end: number, to: StringBuffer): void {
  assert.ok(end <= b.count[0]!, 'more characters than there are') // BUG
  for (let i = 0; i < end; i++) to.value[to.count[0]! + i] = b.value[i]!
}

function getCharacters(b: StringBuffer, end: number, to: StringBuffer): void {
  b.lock.lock()
  copyCharacters(b, end, to)
  b.lock.unlock()
}

function appendBuffer(b: StringBuffer, other: StringBuffer): void {
  b.lock.lock()
  const added = length(other)
  const count = b.count[0]! + added
  getCharacters(other, added, b)
  b.count[0] = count
  b.lock.unlock()
}

function appendBufferAtOnce(b: StringBuffer, other: StringBuffer): void {
  b.lock.lock()
  other.lock.lock()
  const added = other.count[0]!
  copyCharacters(other, added, b)
  other.lock.unlock()
  b.count[0]! += added
  b.lock.unlock()
}

function appendText(b: StringBuffer, characters: readonly number[]): void {
  b.lock.lock()
  for (const [i, character] of characters.entries()) b.value[b.count[0]! + i] = character
  b.count[0]! += characters.length
  b.lock.unlock()
}

function erase(b: StringBuffer, start: number, end: number): void {
  b.lock.lock()
  const last = Math.min(end, b.count[0]!)
  assert.ok(start <= last)
  for (let i = last; i < b.count[0]!; i++) b.value[start + i - last] = b.value[i]!
  b.count[0]! -= last - start
  b.lock.unlock()
}

export function make({ fixed = false }: Variant = {}): Program {
  return program({
    name: 'string buffer',
    shared,
    threads: {
      main: ({ source, target }) => (fixed ? appendBufferAtOnce : appendBuffer)(target, source),
      other({ source }) {
        erase(source, 0, text.length)
        appendText(source, text)
      },
    },
  })
}

export default make()
