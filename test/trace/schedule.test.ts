import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeSchedule, encodeSchedule, type Schedule } from '../../src/trace/schedule.ts'
import { Random } from '../support/random.ts'

function randomSchedule(random: Random): Schedule {
  const length = random.pick([0, 1, 2, 10, 300])
  const threads: number[] = []
  const count = random.pick([1, 2, 5, 64, 200])
  while (threads.length < length) {
    const thread = random.below(count)
    for (let run = random.pick([1, 1, 2, 150]); run > 0 && threads.length < length; run--) threads.push(thread)
  }
  return {
    threads,
    choices: Array.from({ length: random.below(4) }, () => random.pick([0, 1, 127, 128, 1_000_000, 2 ** 31])),
    fingerprints: threads.map(() => random.below(256)),
    source: random.pick([0, 1, 0xffff_ffff, random.below(0x1_0000_0000)]),
  }
}

function assertRefused(text: string, message: RegExp): void {
  assert.throws(
    () => decodeSchedule(text),
    (error: Error & { kind?: string }) => {
      assert.equal(error.kind, 'usage')
      assert.match(error.message, message)
      return true
    },
    `'${text}' was accepted`,
  )
}

test('decoding gives back what was encoded', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const schedule = randomSchedule(new Random(seed))
    assert.deepEqual(decodeSchedule(encodeSchedule(schedule)), schedule, `seed ${seed}`)
  }
})

test('survives being copied with spaces and line ends around it', () => {
  const schedule = randomSchedule(new Random(4))
  assert.deepEqual(decodeSchedule(`  ${encodeSchedule(schedule)}\n`), schedule)
})

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ !']

test('every change of one character is refused', () => {
  const text = encodeSchedule({
    threads: [0, 0, 1, 2, 2, 0],
    choices: [3],
    fingerprints: [9, 200, 31, 4, 5, 66],
    source: 0xdeadbeef,
  })
  let tried = 0
  for (let at = 0; at < text.length; at++) {
    for (const other of alphabet) {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      if (changed === text) continue
      assertRefused(changed, /damaged|not a schedule|newer version|older version/)
      tried++
    }
  }
  assert.ok(tried > 2000)
})

test('every truncation, doubled and swapped character is refused', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const text = encodeSchedule(randomSchedule(new Random(seed)))
    for (let at = 0; at < text.length; at++) {
      assertRefused(text.slice(0, at), /damaged|not a schedule/)
      assertRefused(text.slice(0, at) + text[at] + text.slice(at), /damaged|not a schedule|newer version/)
      const swapped =
        text.slice(0, at) +
        text
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        text.slice(at + 2)
      if (swapped !== text) assertRefused(swapped, /damaged|not a schedule|newer version/)
    }
  }
})

test('other versions are told apart from damage', () => {
  const text = encodeSchedule({ threads: [0, 1], choices: [], fingerprints: [1, 2], source: 0 })
  assertRefused(text.replace('h1.', 'h0.'), /format h0, made by an older version/)
  assertRefused(text.replace('h1.', 'h2.'), /format h2, made by a newer version/)
  assertRefused(text.replace('h1.', 'h17.'), /format h17, made by a newer version/)
  assertRefused('', /not a schedule/)
  assertRefused('aabb', /not a schedule: a schedule starts with h1\./)
})

test('long runs of one thread stay short', () => {
  const threads = Array.from({ length: 1000 }, (_, i) => (i < 500 ? 0 : 1))
  const short = encodeSchedule({ threads, choices: [], fingerprints: [], source: 0 })
  assert.ok(short.length < 40, short)
})

/** As long as no execution need be, and in no order that could be compressed. */
function longSchedule(random: Random, length: number): Schedule {
  return {
    threads: Array.from({ length }, () => random.below(5)),
    choices: Array.from({ length: length / 10 }, () => random.below(3)),
    fingerprints: Array.from({ length }, () => random.below(256)),
    source: 7,
  }
}

test('no length is too long', () => {
  const schedule = longSchedule(new Random(5), 1_000_000)
  assert.deepEqual(decodeSchedule(encodeSchedule(schedule)), schedule)
})

test('what repeats itself is deflated, and every change of that is refused as well', () => {
  const threads = Array.from({ length: 6000 }, (_, i) => i % 3)
  const schedule = { threads, choices: [], fingerprints: threads.map((thread) => 40 + thread), source: 1 }
  const text = encodeSchedule(schedule)
  assert.match(text, /^h1z\./)
  assert.ok(text.length < 200, text)
  assert.deepEqual(decodeSchedule(text), schedule)
  for (let at = 0; at < text.length; at++) {
    for (const other of 'Aa9_-z.') {
      const changed = text.slice(0, at) + other + text.slice(at + 1)
      if (changed !== text) assertRefused(changed, /damaged|not a schedule|newer version|older version/)
    }
    assertRefused(text.slice(0, at), /damaged|not a schedule/)
  }
  const short = encodeSchedule({ threads: [0], choices: [], fingerprints: [1], source: 1 })
  assertRefused(short.replace('h1.', 'h1z.'), /damaged/)
  assertRefused(text.replace('h1z.', 'h1.'), /damaged/)
})
