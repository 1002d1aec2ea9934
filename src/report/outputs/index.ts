import type { CheckOutput } from './check-output.ts'
import { github } from './github.ts'
import { junit } from './junit.ts'
import { lines } from './lines.ts'
import { sarif } from './sarif.ts'

/** What is printed for whoever reads the output of a check (`--annotate NAME`). A new one is a file and a line here. */
export const annotations: Readonly<Record<string, CheckOutput>> = { github, lines }

/** What is written to a file (`--NAME FILE`). A new one is a file, a line here, and the option's line in the CLI. */
export const outputFiles = { sarif, junit } satisfies Readonly<Record<string, CheckOutput>>

export type OutputFileName = keyof typeof outputFiles
