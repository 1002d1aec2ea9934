import { visible } from '../escape.ts'
import { immediateOrder } from './immediate-order.ts'
import type { TraceFormat } from './trace-format.ts'
import { byThread, endText, eventText, lastOf, programOrder } from './trace-text.ts'

/** A graph for Graphviz: a column per thread, program order downwards, what orders events of two threads across. */
export const dot: TraceFormat = {
  help: 'a graph for Graphviz',
  wantsAll: false,
  render: (result) => {
    const { events, program } = result
    const threads = byThread(events).map(([thread, positions], t) => [
      `  subgraph cluster_${t} {`,
      `    label=${quoted(thread)}`,
      ...positions.map((i) => {
        const { index, at, preemption } = events[i]!
        const label = [`${index}. ${eventText(events[i]!)}`, ...(at === null ? [] : [at])]
        const marked = preemption ? ', color=red, penwidth=2, xlabel="preemption"' : ''
        return `    e${i} [label=${quoted(label.join('\n'))}${marked}]`
      }),
      ...programOrder(events, positions).map(
        ([a, b, gap]) => `    e${a} -> e${b}${gap ? ' [style=dotted, label="…"]' : ''}`,
      ),
      '  }',
    ])
    return `${[
      'digraph trace {',
      `  label=${quoted(program)}`,
      '  node [shape=box, fontname="monospace"]',
      ...threads.flat(),
      ...immediateOrder(events).map(([a, b]) => `  e${a} -> e${b} [style=dashed, color=blue]`),
      `  end [label=${quoted(endText(result))}, shape=octagon${result.bug === null ? '' : ', color=red'}]`,
      ...(events.length === 0 ? [] : [`  e${lastOf(result)} -> end`]),
      '}',
    ].join('\n')}\n`
  },
}

/** Backslashes would begin an escape of DOT's own; a text that looks like HTML is none within quotes. */
const quoted = (text: string): string =>
  `"${visible(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
