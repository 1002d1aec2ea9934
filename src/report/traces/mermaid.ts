import { oneLine } from '../escape.ts'
import { immediateOrder } from './immediate-order.ts'
import type { TraceFormat } from './trace-format.ts'
import { byThread, endText, eventText, lastOf, programOrder } from './trace-text.ts'

/** A flowchart that Markdown can hold, as GitHub and many others show it. */
export const mermaid: TraceFormat = {
  help: 'a flowchart for Markdown',
  wantsAll: false,
  render: (result) => {
    const { events } = result
    const threads = byThread(events).map(([thread, positions], t) => [
      `  subgraph t${t}[${quoted(thread)}]`,
      '    direction TB',
      ...positions.map((i) => {
        const { index, at, preemption } = events[i]!
        const lines = [`${index}. ${eventText(events[i]!)}`, ...(at === null ? [] : [at])].map(label)
        return `    e${i}["${lines.join('<br/>')}"]${preemption ? ':::preemption' : ''}`
      }),
      ...programOrder(events, positions).map(([a, b, gap]) => `    e${a} ${gap ? '-. … .->' : '-->'} e${b}`),
      '  end',
    ])
    return `${[
      'flowchart TB',
      ...threads.flat(),
      ...immediateOrder(events).map(([a, b]) => `  e${a} -.-> e${b}`),
      `  finish{{${quoted(endText(result))}}}`,
      ...(events.length === 0 ? [] : [`  e${lastOf(result)} --> finish`]),
      '  classDef preemption stroke:#c00,stroke-width:3px',
    ].join('\n')}\n`
  },
}

/** Mermaid's own entities are numbers between `#` and `;`. */
const label = (text: string): string =>
  oneLine(text).replace(/[#;&<>"'`]/g, (character) => `#${character.charCodeAt(0)};`)

const quoted = (text: string): string => `"${label(text)}"`
