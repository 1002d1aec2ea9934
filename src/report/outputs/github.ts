import { visible } from '../escape.ts'
import type { CheckOutput, OutputView } from './check-output.ts'
import { type Finding, findingsOf, placeOf, replayLine } from './findings.ts'

/** Annotations on the lines of a pull request: workflow commands of GitHub Actions. */
export const github: CheckOutput = {
  help: 'annotations of GitHub Actions (::error file=…)',
  render: (programs, view) =>
    programs
      .flatMap(findingsOf)
      .map((finding) => command(finding, view))
      .join(''),
}

function command(finding: Finding, { fromRoot }: OutputView): string {
  const { file, place } = placeOf(finding)
  const properties = {
    file: fromRoot(file),
    ...(place === null ? {} : { line: String(place.line), col: String(place.column) }),
    title: `heddle: ${finding.kind} in ${finding.program.result?.program ?? finding.program.file}`,
  }
  const parts = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`)
  const text = [
    finding.text,
    ...finding.related.map(({ message, at }) => `${message}${at === null ? '' : ` at ${at}`}`),
  ]
  const replay = replayLine(finding)
  return `::${finding.level} ${parts.join(',')}::${message([...text, ...(replay === null ? [] : [replay])].join('\n'))}\n`
}

// As the runner takes them apart: `%` first, since it begins what stands for the others.
const message = (text: string): string =>
  visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
