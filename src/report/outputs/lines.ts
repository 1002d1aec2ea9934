import { oneLine, visible } from '../escape.ts'
import type { CheckOutput } from './check-output.ts'
import { type Finding, findingsOf, placeOf, replayLine } from './findings.ts'

/** As compilers print them, so that the problem matchers of editors find the place. */
export const lines: CheckOutput = {
  help: 'one line each, as compilers print them (file:line:col: error: …)',
  render: (programs) => programs.flatMap(findingsOf).map(linesOf).join(''),
}

function linesOf(finding: Finding): string {
  const { level, kind, title, related } = finding
  const { file, place } = placeOf(finding)
  const at = `${file}:${place === null ? '1:1' : `${place.line}:${place.column}`}`
  const replay = replayLine(finding)
  const notes = [
    ...related.filter((one) => one.at !== null).map((one) => `${one.at}: note: ${one.message}`),
    ...(replay === null ? [] : [`${at}: note: ${replay}`]),
  ]
  return [`${at}: ${level}: ${kind}: ${title}`, ...notes].map((line) => `${oneLine(visible(line))}\n`).join('')
}
