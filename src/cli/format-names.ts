/** What `--annotate` and `--format` accept, and what help says about it. */
import { annotations } from '../report/outputs/index.ts'
import { traceFormats } from '../report/traces/index.ts'

export const annotationNames = Object.keys(annotations)
export const traceNames = Object.keys(traceFormats)

const described = (table: Readonly<Record<string, { readonly help: string }>>): string =>
  Object.entries(table)
    .map(([name, { help }]) => `${name}, ${help}`)
    .join('; ')

export const annotationHelp = described(annotations)
export const traceHelp = described(traceFormats)
