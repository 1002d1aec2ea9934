/** What results in files must hold for what is made of them. */
import {
  everyField,
  isRecord,
  listOf,
  nullOr,
  number,
  numberOrNull,
  oneOf,
  optional,
  optionalList,
  optionalObject,
  optionalText,
  optionalTexts,
  type Shape,
  type Shapes,
  text,
  textOrNull,
  texts,
  yesOrNo,
} from './shape.ts'

const optionalContents = optional(everyField('an object of texts', (one) => typeof one === 'string'))
const limits = everyField('an object of numbers', (one) => typeof one === 'number')
const inputValues: Shape = ['an object', (value) => value === undefined || value === null || isRecord(value)]

const eventShape: Shapes = {
  index: number,
  thread: text,
  operation: text,
  location: textOrNull,
  place: optionalText,
  value: textOrNull,
  at: textOrNull,
  preemption: yesOrNo,
  calls: optionalTexts,
  changed: optionalContents,
}
const waitingShape: Shapes = {
  thread: text,
  operation: text,
  heldBy: texts,
  ended: texts,
  at: textOrNull,
  calls: optionalTexts,
  holds: optionalList({ lock: text, operation: text, at: textOrNull, calls: texts }),
}
const differenceShape: Shapes = {
  accesses: listOf(2, { event: numberOrNull, thread: text, operation: text, at: textOrNull }),
  schedule: text,
  preemptions: number,
  events: optionalList(eventShape),
  memory: optionalContents,
}
const bugShape: Shapes = {
  kind: text,
  message: text,
  schedule: text,
  preemptions: number,
  thread: textOrNull,
  at: textOrNull,
  stack: optionalText,
  waiting: optionalList(waitingShape),
  minimised: optionalObject('what was made of its schedule', { events: number, atLeast: number }),
  difference: optionalObject('two accesses and a schedule', differenceShape),
  events: optionalList(eventShape),
  memory: optionalContents,
  input: inputValues,
}
const heldShape: Shapes = { message: text, at: textOrNull }
const accessShape: Shapes = { thread: text, operation: text, at: textOrNull }
const countShapes: Shapes = {
  executions: number,
  transitions: number,
  traces: numberOrNull,
  excluded: number,
  cut: number,
  repeated: number,
  blocked: number,
  localStates: numberOrNull,
  states: numberOrNull,
  merged: numberOrNull,
}
const growthShape: Shapes = {
  points: { list: { seconds: number, executions: number, traces: numberOrNull } },
  complete: yesOrNo,
}

export const checkShape: Shapes = {
  program: text,
  outcome: oneOf('verified', 'bug', 'incomplete'),
  guarantee: text,
  advice: textOrNull,
  inputs: nullOr('an object of counts', { verified: number, failing: number, total: number }),
  ...countShapes,
  passes: {
    list: { ...countShapes, bounds: limits, seconds: number, growth: optionalObject('a list of points', growthShape) },
  },
  outcomes: { list: { executions: number, schedule: text, input: inputValues } },
  bugs: { list: bugShape },
  races: { list: { location: text, accesses: { list: accessShape } } },
  held: { list: heldShape },
  omitted: [{ outcomes: number, bugs: number, races: number, held: number }],
  instrumented: [{ sites: number, skipped: texts }],
  seconds: number,
}

export const replayShape: Shapes = {
  program: text,
  schedule: text,
  input: inputValues,
  outcome: oneOf('bug', 'completed'),
  preemptions: number,
  events: { list: eventShape },
  memory: optionalContents,
  bug: nullOr('a bug', bugShape),
  held: { list: heldShape },
  notes: texts,
}

export const inspectionShape: Shapes = {
  set: text,
  program: text,
  input: inputValues,
  format: number,
  heddle: text,
  files: texts,
  search: [{ reduction: text, bounds: limits }],
  bytes: number,
  traces: number,
  events: number,
  complete: yesOrNo,
  exhaustive: yesOrNo,
  whole: yesOrNo,
  finished: { list: { events: texts, traces: number } },
  ordered: { list: { first: [accessShape], second: [accessShape] } },
  free: number,
  bugs: { list: bugShape },
  erroneous: number,
  cost: optionalObject('an object of numbers', {
    runs: number,
    plain: number,
    admitted: number,
    percent: number,
    range: [{ low: number, high: number }],
    sleeps: number,
    switches: number,
    opened: number,
  }),
}
