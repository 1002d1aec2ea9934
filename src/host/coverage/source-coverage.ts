/**
 * What V8 has counted in code that was transformed, told of the source: which functions were called, and which lines of
 * them were not executed. The code has every function twice, so that only the source's own make sense to people.
 */
import { decodedMappings, TraceMap, type SourceMapInput } from '@jridgewell/trace-mapping'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type SourceFunction, sourceFunctions } from './source-functions.ts'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface FunctionCoverage {
  readonly functionName: string
  readonly isBlockCoverage: boolean
  readonly ranges: readonly Range[]
}

export interface ScriptCoverage {
  readonly scriptId: string
  readonly url: string
  readonly functions: readonly FunctionCoverage[]
  /** The ranges are those of the source. */
  readonly ofSource?: true
}

/** As Node writes it into the folder that NODE_V8_COVERAGE names. */
export interface WrittenCoverage {
  readonly result: readonly ScriptCoverage[]
  readonly 'source-map-cache'?: Readonly<
    Record<string, { readonly lineLengths: readonly number[]; readonly data: SourceMapInput | null }>
  >
}

/** A place of the source, and how often what was made of it was executed. */
interface Counted {
  readonly offset: number
  readonly count: number
}

/** With the scripts for which `isTransformed` told of their sources. */
export function coverageOfSources(
  written: WrittenCoverage,
  isTransformed: (url: string, map: TraceMap) => boolean,
): WrittenCoverage {
  const maps = { ...written['source-map-cache'] }
  const result = written.result.map((script) => {
    const known = maps[script.url]
    if (known?.data == null) return script
    const map = new TraceMap(known.data)
    if (!isTransformed(script.url, map)) return script
    delete maps[script.url]
    const file = fileURLToPath(script.url)
    const source = readFileSync(file, 'utf8')
    return {
      ...script,
      ofSource: true as const,
      functions: functionsOf(file, source, places(script, known.lineLengths, map, source)),
    }
  })
  return { ...written, result, 'source-map-cache': maps }
}

function places(
  { functions }: ScriptCoverage,
  lineLengths: readonly number[],
  map: TraceMap,
  source: string,
): Counted[] {
  const generated = offsets(lineLengths)
  const original = offsets(source.split('\n').map(({ length }) => length))
  const countAt = countsOf(functions)
  return decodedMappings(map).flatMap((segments, line) =>
    segments.flatMap((segment) =>
      segment.length === 1
        ? []
        : [{ offset: (original[segment[2]] ?? 0) + segment[3], count: countAt(generated[line]! + segment[0]) }],
    ),
  )
}

/** How often what is at an offset was executed: an inner range comes after those around it. */
export function countsOf(functions: readonly FunctionCoverage[]): (offset: number) => number {
  const ranges = functions.flatMap((one) => one.ranges)
  return (offset) =>
    ranges.findLast(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)?.count ?? 0
}

/** Where each line begins. */
export function offsets(lengths: readonly number[]): number[] {
  let next = 0
  return lengths.map((length) => {
    const begin = next
    next += length + 1
    return begin
  })
}

function functionsOf(file: string, source: string, counted: readonly Counted[]): FunctionCoverage[] {
  const whole: SourceFunction = { name: '', start: 0, end: source.length, body: { start: 0, end: source.length } }
  const inner = sourceFunctions(file, source)
  return [whole, ...inner].map(({ name, start, end, body }) => {
    const nested = inner.filter((one) => one.start >= start && one.end <= end && one.end - one.start < end - start)
    const own = counted.filter(
      ({ offset }) =>
        body.start <= offset && offset < body.end && !nested.some((one) => one.start <= offset && offset < one.end),
    )
    const count = own.reduce((most, one) => Math.max(most, one.count), 0)
    const all = { startOffset: start, endOffset: end, count: body.start === 0 ? 1 : count }
    // Of what was never called, there is nothing more to tell, as V8 has it: what others tell of it is not lost then.
    const wasCalled = all.count > 0
    const ranges = [all, ...(wasCalled ? gaps(source, own) : [])]
    return { functionName: name, isBlockCoverage: wasCalled, ranges }
  })
}

/** Runs of lines of which something was made, and nothing executed. */
function gaps(source: string, own: readonly Counted[]): Range[] {
  const most = new Map<number, number>()
  const begins = offsets(source.split('\n').map(({ length }) => length))
  const lineOf = (offset: number): number => begins.findLastIndex((begin) => begin <= offset)
  for (const { offset, count } of own) {
    const line = lineOf(offset)
    most.set(line, Math.max(most.get(line) ?? 0, count))
  }
  const found: Range[] = []
  for (const [line, count] of [...most].sort(([a], [b]) => a - b)) {
    if (count > 0) continue
    const startOffset = begins[line]!
    const endOffset = (begins[line + 1] ?? source.length + 1) - 1
    const last = found.at(-1)
    if (last !== undefined && last.endOffset + 1 === startOffset) found[found.length - 1] = { ...last, endOffset }
    else found.push({ startOffset, endOffset, count: 0 })
  }
  return found
}
