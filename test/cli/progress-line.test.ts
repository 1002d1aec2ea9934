import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { mock, test } from 'node:test'
import { ProgressLine, searchProgress } from '../../src/cli/progress-line.ts'

class Terminal extends PassThrough {
  readonly isTTY: boolean
  readonly columns = 20
  text = ''

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override write(chunk: string): boolean {
    this.text += chunk
    return true
  }
}

/** Updates a progress line every 50 ms for so many seconds of a clock that we set. */
function shown(isTTY: boolean, seconds: number): string[] {
  let now = 0
  const clock = mock.method(performance, 'now', () => now)
  try {
    const terminal = new Terminal(isTTY)
    const line = new ProgressLine(terminal)
    for (; now <= seconds * 1000; now += 50) line.update(() => `${now} ms and so on and on and on`)
    const before = terminal.text
    line.clear()
    return [before, terminal.text.slice(before.length)]
  } finally {
    clock.mock.restore()
  }
}

test('on a terminal the line is redrawn five times a second, fits, and is cleared', () => {
  const [drawn, cleared] = shown(true, 2)
  const lines = drawn!.split('\r\u001b[K').slice(1)
  assert.ok(lines.length >= 8 && lines.length <= 11, `${lines.length} redraws`)
  assert.ok(lines.every((line) => line.length <= 19 && !line.includes('\n')))
  assert.equal(cleared, '\r\u001b[K')
})

test('elsewhere there is nothing for short runs and a plain line now and then for long ones', () => {
  assert.deepEqual(shown(false, 4), ['', ''])
  const [drawn, cleared] = shown(false, 26)
  assert.match(drawn!, /^(heddle: \d+ ms and so on and on and on\n){3}$/)
  assert.equal(cleared, '')
})

test('it tells executions, speed, depth, bugs and the budget left', () => {
  const progress = {
    executions: 12_345,
    repeated: 0,
    transitions: 1,
    depth: 30,
    bugs: 1,
    best: null,
    pass: 'preemption 2',
    seconds: 10,
    estimate: null,
  }
  assert.equal(
    searchProgress(progress, 60_000),
    'preemption 2, 12,345 executions (1,235/s), depth 30, 1 bug, 50 s of the budget left',
  )
  assert.match(
    searchProgress({ ...progress, repeated: 6789 }, undefined),
    /12,345 executions \(1,235\/s\), 6,789 repeated, depth 30/,
  )
  const estimate = { low: 14_000, high: 90_000, pass: false }
  assert.equal(
    searchProgress({ ...progress, pass: '', estimate }, undefined),
    '12,345 executions (1,235/s), about 14,000 to 90,000 or more in all, depth 30, 1 bug',
  )
  const ofPass = searchProgress({ ...progress, estimate: { ...estimate, high: 1e15, pass: true } }, undefined)
  assert.equal(ofPass, 'preemption 2, 12,345 executions (1,235/s), more than 14,000 with these bounds, depth 30, 1 bug')
  assert.match(
    searchProgress({ ...progress, estimate: { low: 1e13, high: 1e20, pass: false } }, undefined),
    /, more than 1,000,000,000,000 in all,/,
  )
  assert.match(
    searchProgress({ ...progress, estimate: { low: 5, high: 5, pass: false } }, undefined),
    /, about 5 or more in all,/,
  )
})

test('the best bug so far is named, and what matters least is left out where there is no room', () => {
  const progress = {
    executions: 12_345,
    repeated: 6789,
    transitions: 1,
    depth: 30,
    bugs: 3,
    best: 'deadlock with 1 preemption',
    pass: 'preemption 2',
    seconds: 10,
    estimate: { low: 14_000, high: 90_000, pass: true },
  }
  const lines = [200, 150, 110, 90, 80, 60].map((width) => searchProgress(progress, 60_000, width))
  assert.equal(
    lines[0],
    'preemption 2, 12,345 executions (1,235/s), 6,789 repeated, about 14,000 to 90,000 or more with these bounds, depth 30, 3 bugs (best: deadlock with 1 preemption), 50 s of the budget left',
  )
  assert.equal(lines[3], 'preemption 2, 12,345 executions (1,235/s), 3 bugs (best: deadlock with 1 preemption)')
  for (const line of lines) assert.match(line, /^preemption 2, 12,345 executions[^]*3 bugs \(best: deadlock with 1/)
  assert.match(searchProgress({ ...progress, bugs: 1 }, 60_000, 80), /1 bug \(deadlock with 1 preemption\)$/)
})
