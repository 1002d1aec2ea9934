/** A trace for other tools: what orders its events, and that names cannot break out of the format. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceFormats } from '../../src/report/traces/index.ts'
import { immediateOrder } from '../../src/report/traces/immediate-order.ts'
import type { EventRow, ReplayResult } from '../../src/results/check-result.ts'
import { aBug, anEvent } from './results.ts'

const events = (...rows: (readonly [thread: string, operation: string, location: string | null, value?: string])[]) =>
  rows.map(
    ([thread, operation, location, value = '1'], i): EventRow => anEvent(i + 1, { thread, operation, location, value }),
  )

test('conflicting accesses of two threads are ordered, reads are not', () => {
  assert.deepEqual(immediateOrder(events(['a', 'read', 'x[0]'], ['b', 'Atomics.load', 'x[0]'])), [])
  assert.deepEqual(immediateOrder(events(['a', 'write', 'x[0]'], ['b', 'write', 'x[1]'], ['b', 'write', 'y[0]'])), [])
  assert.deepEqual(
    immediateOrder(
      events(['a', 'read', 'x[0]'], ['b', 'write', 'x[0]'], ['c', 'read', 'x[0]'], ['a', 'Atomics.add', 'x[0]']),
    ),
    [
      [0, 1],
      [1, 2],
      [2, 3], // and with it what b did
    ],
  )
})

test('what follows from program order and other edges is left out', () => {
  const rows = events(['a', 'write', 'x[0]'], ['a', 'unlock', 'm'], ['b', 'lock', 'm'], ['b', 'read', 'x[0]'])
  assert.deepEqual(immediateOrder(rows), [[1, 2]])
})

test('threads begin after their spawn and end before their join', () => {
  const rows = events(
    ['main', 'spawn t', null, 'handle 64'],
    ['main', 'write', 'y[0]'],
    ['t#64', 'write', 'x[0]'],
    ['t#64', 'write', 'x[1]'],
    ['main', 'join 64', null],
  )
  assert.deepEqual(immediateOrder(rows), [
    [0, 2],
    [3, 4],
  ])
})

test('bytes overlap by their range, elements and bytes of one allocation may', () => {
  const pair = (one: string, other: string): number =>
    immediateOrder(events(['a', 'setInt16', one], ['b', 'getInt8', other])).length
  assert.equal(pair('r[bytes 2-3]', 'r[byte 3]'), 1)
  assert.equal(pair('r[bytes 2-3]', 'r[byte 4]'), 0)
  assert.equal(pair('r[bytes 2-3]', 'q[byte 3]'), 0)
  assert.equal(pair('r[0]', 'r[byte 9]'), 1)
  assert.equal(pair('c, m', 'm'), 1)
})

const evil = '<b>"\\`#;&\' \u001b\u0000\n]}'
const result: ReplayResult = {
  schema: 1,
  program: evil,
  schedule: 'h1.x',
  input: null,
  events: [
    anEvent(1, { thread: evil, operation: 'write', value: evil, at: 'p.ts:1:2' }),
    anEvent(2, { thread: 'bob', preemption: true, at: 'p.ts:3:4' }),
  ],
  preemptions: 1,
  outcome: 'bug',
  value: null,
  bug: aBug({ message: evil, thread: 'bob' }),
  held: [],
  notes: [],
}
const rendered = (name: string, given = result): string => traceFormats[name]!.render(given, () => ' the line ')

test('dot: a cluster per thread, both orders, the preemption and the end; strings are closed', () => {
  const text = rendered('dot')
  // Without its strings, only the grammar is left.
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
  assert.equal(
    bare,
    `digraph trace {
  label=""
  node [shape=box, fontname=""]
  subgraph cluster_0 {
    label=""
    e0 [label=""]
  }
  subgraph cluster_1 {
    label=""
    e1 [label="", color=red, penwidth=2, xlabel=""]
  }
  e0 -> e1 [style=dashed, color=blue]
  end [label="", shape=octagon, color=red]
  e1 -> end
}
`,
  )
  assert.ok(text.includes('label="1. write a[0] <b>\\"\\\\`#;&\' \\\\u001b\\\\u0000 ]}\\np.ts:1:2"'), text)
})

test('mermaid: nothing of a name is left that Markdown or the flowchart would read', () => {
  const text = rendered('mermaid')
  const name = '#60;b#62;#34;\\#96;#35;#59;#38;#39; \\u001b\\u0000 ]}'
  assert.equal(
    text,
    `flowchart TB
  subgraph t0["${name}"]
    direction TB
    e0["1. write a[0] ${name}<br/>p.ts:1:2"]
  end
  subgraph t1["bob"]
    direction TB
    e1["2. read a[0] 1<br/>p.ts:3:4"]:::preemption
  end
  e0 -.-> e1
  finish{{"exception: ${name}"}}
  e1 --> finish
  classDef preemption stroke:#c00,stroke-width:3px
`,
  )
})

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts?: number
  readonly dur?: number
  readonly id?: number
  readonly args?: Readonly<Record<string, unknown>>
}

test('perfetto: a named track per thread, events with their arguments, arrows that begin and end in events', () => {
  const { traceEvents } = JSON.parse(rendered('perfetto')) as { traceEvents: TraceEvent[] }
  const of = (ph: string): TraceEvent[] => traceEvents.filter((event) => event.ph === ph)
  assert.deepEqual(
    of('M')
      .filter(({ name }) => name === 'thread_name')
      .map(({ tid, args }) => [tid, args!['name']]),
    [
      [1, '<b>"\\`#;&\' \\u001b\\u0000\n]}'],
      [2, 'bob'],
    ],
  )
  assert.deepEqual(of('X')[1]!.args, {
    event: '2',
    operation: 'read',
    location: 'a[0]',
    value: '1',
    at: 'p.ts:3:4',
    source: 'the line',
  })
  const within = (arrow: TraceEvent): boolean =>
    of('X').some(({ tid, ts, dur }) => tid === arrow.tid && arrow.ts! >= ts! && arrow.ts! <= ts! + dur!)
  assert.equal(of('s').length, 1)
  assert.deepEqual(
    of('s').map(({ id }) => id),
    of('f').map(({ id }) => id),
  )
  for (const arrow of [...of('s'), ...of('f')]) assert.ok(within(arrow))
  assert.deepEqual(
    of('i').map(({ name, tid }) => [name.split(':')[0], tid]),
    [
      ['preemption', 2],
      ['exception', 2],
    ],
  )
})

test('an execution without events has a form in every format', () => {
  for (const name of Object.keys(traceFormats))
    assert.match(
      rendered(name, { ...result, events: [], bug: null }),
      name === 'perfetto' ? /"traceEvents"/ : /completed/,
    )
})

test('events that are not shown leave a gap that is said', () => {
  const gap = { ...result, events: [anEvent(1), anEvent(9)] }
  assert.match(rendered('dot', gap), /e0 -> e1 \[style=dotted, label="…"\]/)
  assert.match(rendered('mermaid', gap), /e0 -\. … \.-> e1/)
})
