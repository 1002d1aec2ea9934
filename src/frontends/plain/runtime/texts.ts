/** `Function.prototype.toString` says what the program says, not what was made of it. */
import { ORIGINAL, TWIN } from '../../../program/operations/operation.ts'
import { TEXT_MARK } from '../../../base/function-marks.ts'
import { replaceMethod } from './builtins/callbacks.ts'
import type { Callable } from './calls/calls.ts'

const { toString } = Function.prototype
const { apply } = Reflect

/** By key: the source of a file, or of code that was evaluated. */
const sources = new Map<string, () => string>()

export function registerSource(key: string, source: () => string): void {
  sources.set(key, source)
}

/** The first mark in the text of a function is its own: nothing of the program that has one can stand before it. */
function sourceText(transformed: string): string | undefined {
  const mark = TEXT_MARK.exec(transformed)
  if (mark === null) return undefined
  const [, start, end, key] = mark
  return sources.get(key!)?.().slice(Number(start), Number(end))
}

/** What the program sees of one of its functions, or of a builtin that was replaced. */
export function textOf(value: unknown): string {
  const text = apply(toString, value, []) as string
  const { [ORIGINAL]: original, [TWIN]: twin } = value as Callable & { [ORIGINAL]?: Callable }
  if (original !== undefined) return textOf(original)
  return sourceText(text) ?? (twin === undefined ? undefined : sourceText(apply(toString, twin, []) as string)) ?? text
}

export function installTexts(): void {
  replaceMethod(
    Function.prototype,
    'toString',
    () =>
      function (this: unknown): string {
        return textOf(this)
      } as Callable,
  )
}
