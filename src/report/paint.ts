/** Colours for people; every report reads the same without them. */
export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

const escape =
  (code: number) =>
  (text: string): string =>
    `\u001b[${code}m${text}\u001b[0m`
const plainly = (text: string): string => text

export const noPaint: Paint = { bold: plainly, dim: plainly, red: plainly, green: plainly, yellow: plainly }
const colours: Paint = { bold: escape(1), dim: escape(2), red: escape(31), green: escape(32), yellow: escape(33) }

/**
 * Colours only on a terminal, and not where NO_COLOR (see no-color.org) or a dumb terminal forbids them; FORCE_COLOR
 * wants them elsewhere too.
 */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): Paint {
  if (env.FORCE_COLOR !== undefined) return ['0', 'false'].includes(env.FORCE_COLOR) ? noPaint : colours
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb' ? colours : noPaint
}
