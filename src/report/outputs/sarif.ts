import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allVisible } from '../escape.ts'
import { parsePlace } from '../source-lines.ts'
import type { EventRow } from '../../results/check-result.ts'
import type { CheckOutput, OutputView } from './check-output.ts'
import {
  type Finding,
  type FindingKind,
  findingsOf,
  kinds,
  placeOf,
  type RelatedPlace,
  replayLine,
} from './findings.ts'

/** SARIF 2.1.0, which code scanning services and editors read: one run, one result per bug and race. */
export const sarif: CheckOutput = {
  help: 'write bugs and races as SARIF 2.1.0, one result each',
  render: (programs, view) => `${JSON.stringify(allVisible(log(programs.flatMap(findingsOf), view)), null, 2)}\n`,
}

const isResult = ({ kind }: Finding): boolean => kind !== 'not-checked' && kind !== 'not-finished'
const ruleIds = Object.keys(kinds).filter((kind) => kind !== 'not-checked' && kind !== 'not-finished')

function log(findings: readonly Finding[], view: OutputView): object {
  const rules = ruleIds.map((id) => ({ id, shortDescription: { text: kinds[id as FindingKind] } }))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Heddle', version: view.version, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: findings.every(({ kind }) => kind !== 'not-checked'),
            toolExecutionNotifications: findings.filter((one) => !isResult(one)).map((one) => notification(one, view)),
          },
        ],
        results: findings.filter(isResult).map((one) => resultOf(one, view)),
      },
    ],
  }
}

function resultOf(finding: Finding, view: OutputView): object {
  const { kind, level, related, schedule, events, program } = finding
  const flows = threadFlows(events, view)
  return {
    ruleId: kind,
    ruleIndex: ruleIds.indexOf(kind),
    level,
    message: messageOf(finding),
    locations: [locationOf(finding, view)],
    ...(related.length === 0 ? {} : { relatedLocations: related.flatMap((one, id) => relatedLocation(one, id, view)) }),
    ...(flows.length === 0 ? {} : { codeFlows: [{ threadFlows: flows }] }),
    properties: { program: program.result?.program ?? null, schedule },
  }
}

const notification = (finding: Finding, view: OutputView): object => ({
  level: finding.level,
  descriptor: { id: finding.kind },
  message: messageOf(finding),
  locations: [locationOf(finding, view)],
})

function messageOf(finding: Finding): object {
  const replay = replayLine(finding)
  return { text: replay === null ? finding.text : `${finding.text}\n${replay}` }
}

function locationOf(finding: Finding, view: OutputView): object {
  const { file, place } = placeOf(finding)
  return { physicalLocation: physical(file, place, view) }
}

function relatedLocation({ at, message }: RelatedPlace, id: number, view: OutputView): object[] {
  const place = at === null ? null : parsePlace(at)
  if (place === null) return []
  return [{ id, physicalLocation: physical(place.file, place, view), message: { text: message } }]
}

/** What each thread did, in an order over all of them: viewers can step through it. */
function threadFlows(events: readonly EventRow[], view: OutputView): object[] {
  const threads = [...new Set(events.map(({ thread }) => thread))]
  const own = (thread: string): EventRow[] => events.filter((event) => event.thread === thread)
  return threads.map((thread) => ({
    id: thread,
    locations: own(thread).map(({ index, operation, location, value, at, preemption }) => {
      const place = at === null ? null : parsePlace(at)
      const text = [`${thread}: ${operation}`, location, value, preemption ? '(preemption)' : null]
      return {
        executionOrder: index,
        location: {
          ...(place === null ? {} : { physicalLocation: physical(place.file, place, view) }),
          message: { text: text.filter((part) => part !== null).join(' ') },
        },
      }
    }),
  }))
}

function physical(
  file: string,
  place: { readonly line: number; readonly column: number } | null,
  { fromRoot }: OutputView,
): object {
  const region = place === null ? {} : { region: { startLine: place.line, startColumn: place.column } }
  return { artifactLocation: { uri: uriOf(fromRoot(file)) }, ...region }
}

/** Relative where it can be: the reader knows where the sources are. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
}
