import { dot } from './dot.ts'
import { mermaid } from './mermaid.ts'
import { perfetto } from './perfetto.ts'
import type { TraceFormat } from './trace-format.ts'

/** How `heddle replay --format NAME` prints a trace. A new one is a file in this folder and a line here. */
export const traceFormats: Readonly<Record<string, TraceFormat>> = { dot, mermaid, perfetto }
