/** Names and messages come from the program: none of them may act on the terminal, or on the format that holds it. */

/** Control characters, and those that turn the direction of the text around them. */
const ACTING = /[\p{Cc}\p{Bidi_Control}]/gu

const shown = (character: string): string =>
  character === '\n' || character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** With control characters as one would write them in a string; line ends and tabs stay. */
export const visible = (text: string): string => text.toWellFormed().replaceAll('\r\n', '\n').replace(ACTING, shown)

/** The same in all texts of a result. Values of the program are no texts yet: `formatValue` makes them visible. */
export function allVisible<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T
  if (Array.isArray(value)) return value.map(allVisible) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [visible(name), allVisible(one)])) as T
}

/** On one line. */
export const oneLine = (text: string): string =>
  visible(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML and HTML can hold as text or within quotes. XML 1.0 has no U+FFFE, U+FFFF. */
export const markup = (text: string): string =>
  visible(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!)

/** An attribute of XML, in which a parser would turn line ends and tabs into spaces. */
export const attribute = (text: string): string => markup(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')
