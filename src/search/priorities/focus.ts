import { isAbsolute, resolve, sep } from 'node:path'
import { usageError } from '../../base/errors.ts'
import { orNearest } from '../../base/nearest.ts'
import type { Accesses } from '../../dependence/accesses.ts'
import { Access } from '../../dependence/accesses.ts'
import { type FunctionLines, functionLines } from '../../frontends/function-lines.ts'
import type { Allocation } from '../../program/memory/allocation.ts'
import { siteAt, siteCount } from '../../program/sites.ts'

/** What a search is to look at first, as it was named, and lines that have changed. */
export interface FocusNames {
  readonly names: readonly string[]
  readonly changed: readonly string[]
}

interface Lines {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** Functions, lines and shared locations that executions are to be preferred for. */
export class Focus {
  private readonly lines: readonly Lines[]
  private readonly changed: readonly Lines[]
  private readonly names: readonly string[]
  private readonly allocations: readonly Allocation[]
  private readonly functions = new Map<string, readonly FunctionLines[]>()
  /** By site: whether it is one. */
  private readonly sites = new Map<number, boolean>()

  constructor({ names, changed }: FocusNames, allocations: readonly Allocation[]) {
    this.lines = names.flatMap((name) => linesOf(name) ?? [])
    this.changed = changed.flatMap((name) => linesOf(name) ?? [])
    this.names = names.filter((name) => linesOf(name) === null)
    this.allocations = allocations
  }

  hasSite(site: number): boolean {
    let has = this.sites.get(site)
    if (has === undefined) {
      has = this.isFocused(site)
      this.sites.set(site, has)
    }
    return has
  }

  private isFocused(site: number): boolean {
    const at = siteAt(site)
    if (at === null) return false
    return (
      [...this.lines, ...this.changed].some((lines) => isWithin(at.file, at.line, lines)) ||
      this.functionsOf(at.file).some(
        ({ names, from, to }) => at.line >= from && at.line <= to && names.some((name) => this.names.includes(name)),
      )
    )
  }

  hasLocation({ cell, bytes, access, cell2 }: Accesses): boolean {
    return this.names.some((name) => {
      const range = this.cellsOf(name)
      if (range === null) return false
      const [from, to] = range
      return (access !== Access.none && cell < to && cell + Math.max(bytes, 1) > from) || (cell2 >= from && cell2 < to)
    })
  }

  /** `x` is all of an allocation, `x[2]` one element. */
  private cellsOf(name: string): readonly [from: number, to: number] | null {
    const [, base = name, index] = /^(.*)\[(\d+)\]$/.exec(name) ?? []
    const found = this.allocations.find((one) => one.name === base)
    if (found === undefined) return null
    if (index === undefined) return [found.base, found.base + found.cells]
    const size = found.elementBytes ?? 1
    return [found.base + Number(index) * size, found.base + (Number(index) + 1) * size]
  }

  /** Everything that was named is there; asked when the program has been run once. */
  check(): void {
    const files = [...new Set(Array.from({ length: siteCount() }, (_, i) => siteAt(i + 1)!.file))]
    const functions = files.flatMap((file) => this.functionsOf(file).flatMap(({ names }) => names))
    for (const name of this.names)
      if (this.cellsOf(name) === null && !functions.includes(name)) {
        const known = [...new Set([...this.allocations.map((one) => one.name), ...functions])]
        throw usageError(
          `focus: there is no shared location and no function '${name}'${orNearest(name, known)}; the program has the locations ${
            this.allocations.map((one) => one.name).join(', ') || '(none)'
          }; functions are known of plain code`,
        )
      }
    for (const lines of this.lines)
      if (!this.hasSiteIn([lines]))
        throw usageError(
          `focus: no shared operation is in lines ${lines.from}-${lines.to} of a file ${lines.file}; name lines with one, as in lib/queue.ts:10-20`,
        )
    if (this.changed.length > 0 && this.names.length + this.lines.length === 0 && !this.hasSiteIn(this.changed))
      throw usageError(
        'focusDiff: no shared operation of the program is in a line that has changed; nothing is to be preferred',
      )
  }

  private hasSiteIn(lines: readonly Lines[]): boolean {
    for (let site = 1; site <= siteCount(); site++) {
      const at = siteAt(site)!
      if (lines.some((one) => isWithin(at.file, at.line, one))) return true
    }
    return false
  }

  private functionsOf(file: string): readonly FunctionLines[] {
    if (this.names.length === 0) return []
    let found = this.functions.get(file)
    if (found === undefined) this.functions.set(file, (found = functionLines(file)))
    return found
  }
}

/** `lib/queue.ts:10-20`, `queue.ts:12`; null for what is no lines of a file. */
function linesOf(name: string): Lines | null {
  const [, file, from, to = from] = /^(.+):(\d+)(?:-(\d+))?$/.exec(name) ?? []
  return file === undefined ? null : { file, from: Number(from), to: Number(to) }
}

const isWithin = (file: string, line: number, { file: named, from, to }: Lines): boolean =>
  line >= from &&
  line <= to &&
  (file === resolve(named) || (!isAbsolute(named) && file.split(sep).join('/').endsWith(`/${named}`)))
