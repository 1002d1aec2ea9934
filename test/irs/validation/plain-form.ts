/** Programs of the notation as plain code: `yield* ops.read(s.x, 0)` is `s.x[0]` there, and so on. */
const CALL = 'yield* ops.'

const controls: ReadonlySet<string> = new Set(['spawn', 'join', 'choose', 'yieldNow'])

export function plainForm(source: string): string {
  const at = source.indexOf(CALL)
  if (at < 0) return source.replaceAll('function* (', 'function (')
  const open = source.indexOf('(', at)
  const close = closing(source, open)
  const name = source.slice(at + CALL.length, open)
  const args = list(source.slice(open + 1, close)).map(plainForm)
  return plainForm(source.slice(0, at)) + call(name, args) + plainForm(source.slice(close + 1))
}

function call(name: string, args: readonly string[]): string {
  const [first = '', ...rest] = args
  if (name === 'read') return `${first}[${rest[0]!}]`
  if (name === 'write') return `${first}[${rest[0]!}] = ${rest[1]!}`
  if (name === 'sealed') return `sealed(${first})`
  if (name.startsWith('atomics.')) {
    return `Atomics.${name.slice(8)}(${args.filter((arg) => arg !== "'unused'").join(', ')})`
  }
  if (name.startsWith('view.')) return `${first}.${name.slice(5)}(${rest.join(', ')})`
  return controls.has(name) ? `${name}(${args.join(', ')})` : `${first}.${name}(${rest.join(', ')})`
}

/** Where the bracket that opens at `open` is closed. */
function closing(source: string, open: number): number {
  for (let i = open, depth = 0; i < source.length; i++) {
    if ('([{'.includes(source[i]!)) depth++
    if (')]}'.includes(source[i]!) && --depth === 0) return i
  }
  throw new Error(`no bracket closes in: ${source}`)
}

/** What commas separate that are in no brackets. */
function list(source: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let i = 0, depth = 0; i <= source.length; i++) {
    const c = source[i] ?? ','
    if ('([{'.includes(c)) depth++
    else if (')]}'.includes(c)) depth--
    else if (c === ',' && depth === 0) {
      parts.push(source.slice(start, i).trim())
      start = i + 1
    }
  }
  return parts.filter((part) => part !== '')
}
