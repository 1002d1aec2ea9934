/** `text.replace(search, callback)` and `replaceAll`: all matches are found first, then the callback is called for each. */
import { types } from 'node:util'
import { type Callable, callWith } from '../calls/calls.ts'
import { pending, SUSPEND, type Twin } from '../calls/suspension.ts'
import { armBuiltin, takesCode } from './callbacks.ts'

/** As they are before anything is patched. */
const { replace, replaceAll } = String.prototype
const { exec } = RegExp.prototype
const { apply } = Reflect

export function installReplacing(): void {
  for (const method of [replace, replaceAll])
    armBuiltin(
      method,
      function (this: string, site: number, search: string | RegExp, callback: Callable) {
        return replacing(method as Callable, this, search, callback, site)
      } as never,
      (text, [search, callback]) => typeof text === 'string' && isOrdinary(search) && takesCode([callback]),
    )
}

/** What the engine matches by itself, without asking anybody. */
function isOrdinary(search: unknown): boolean {
  return typeof search === 'string' || (types.isRegExp(search) && search.exec === exec)
}

/** ECMAScript, 22.1.3.19, 22.1.3.20 and 22.2.6.11: what a callback returns changes nothing about what is matched. */
function* replacing(method: Callable, text: string, search: string | RegExp, callback: Callable, site: number): Twin {
  const matches: unknown[][] = []
  apply(method, text, [search, (...found: unknown[]) => matches.push(found) && ''])
  let result = ''
  let end = 0
  for (const found of matches) {
    let value = callWith(undefined, callback, site, found)
    if (value === SUSPEND) value = yield pending.value
    const replacement = String(value)
    const at = found.find((part, i) => typeof part === 'number' && i > 0) as number
    if (at < end) continue
    result += text.slice(end, at) + replacement
    end = at + String(found[0]).length
  }
  return result + text.slice(end)
}
