import { checkReport } from '../check-report.ts'
import { attribute, markup, oneLine } from '../escape.ts'
import { noPaint } from '../paint.ts'
import { SourceLines } from '../source-lines.ts'
import type { CheckOutput, CheckedProgram } from './check-output.ts'
import { findingsOf } from './findings.ts'

/** JUnit's XML, which CI services read as a list of tests: one suite, one test case per program. */
export const junit: CheckOutput = {
  help: 'write the programs as test cases of JUnit XML',
  render: (programs) => {
    const cases = programs.map(caseOf)
    const count = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length
    const seconds = programs.reduce((sum, { result }) => sum + (result?.seconds ?? 0), 0)
    const counts =
      `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" ` +
      `skipped="${count('skipped')}" time="${seconds.toFixed(3)}"`
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites ${counts}>`,
      `  <testsuite name="heddle check" ${counts}>`,
      ...cases.flatMap(({ lines }) => lines.map((line) => `    ${line}`)),
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n')
  },
}

interface Case {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped'
  readonly lines: readonly string[]
}

/** What is neither verified nor wrong is an error: it must not look like a test that has passed. */
function caseOf(program: CheckedProgram): Case {
  const { file, result } = program
  const [kind, body] = bodyOf(program)
  const said = result === null ? [] : [`  <system-out>${markup(result.guarantee)}</system-out>`]
  const time = (result?.seconds ?? 0).toFixed(3)
  const head = `<testcase name="${attribute(result?.program ?? file)}" classname="${attribute(file)}" time="${time}">`
  return { kind, lines: [head, ...body.map((line) => `  ${line}`), ...said, '</testcase>'] }
}

function bodyOf(program: CheckedProgram): [Case['kind'], string[]] {
  const { result, error } = program
  if (error !== null)
    return [
      'error',
      [element('error', error.kind, error.message, `${error.at === null ? '' : `${error.at}: `}${error.message}`)],
    ]
  if (result === null) return ['skipped', ['<skipped message="was not run"/>']]
  switch (result.outcome) {
    case 'verified':
      return ['passed', []]
    case 'incomplete':
      return ['error', [element('error', 'not-finished', result.guarantee, reportOf(program))]]
    case 'bug': {
      const [first] = findingsOf(program)
      return ['failure', [element('failure', first!.kind, first!.title, reportOf(program))]]
    }
  }
}

const element = (name: string, type: string, message: string, text: string): string =>
  `<${name} type="${attribute(type)}" message="${attribute(oneLine(message))}">${markup(text)}</${name}>`

/** Nobody looks at it on a terminal, so its lines may be long. */
const WIDTH = 160

const reportOf = ({ result, replayCommand, allBugs }: CheckedProgram): string =>
  checkReport(result!, { paint: noPaint, sources: new SourceLines(), width: WIDTH, replayCommand, hint: null, allBugs })
