/**
 * Which code is Heddle's own: it is no part of the program that is checked, and its frames help nobody who uses Heddle.
 */
import { fileURLToPath } from 'node:url'

/**
 * The folder of the running Heddle, as a URL: of its compiled sources, or of the bundle, where this is in `chunks`.
 * Both are in the same folder of the package, and what is loaded by its path lies at the same one in both.
 */
export const ownUrl = new URL('../', import.meta.url).href
const ownPath = fileURLToPath(ownUrl)
/**
 * The module that a worker of ours begins with, in `entries`, by its name. Whoever starts a worker does not import it.
 */
export const entryUrl = (name: string): URL => new URL(`entries/${name}.js`, ownUrl)

/** With source maps on, our frames name the TypeScript sources beside the compiled ones. */
const sourcePath = ownPath.replace(/([\\/])dist[^\\/]*[\\/](?:src|bundle)[\\/]$/, '$1src$1')

/** The path of a file that a frame names by path or URL. */
export const pathOf = (file: string): string =>
  file.startsWith('file:') ? decodeURIComponent(new URL(file).pathname) : file

/** Whether a file, named by path or URL, is part of Heddle. */
export function isOwnFile(file: string): boolean {
  return file.startsWith(ownUrl) || file.startsWith(ownPath) || file.startsWith(sourcePath)
}

/** Whether a line of a stack is Heddle's or Node's. */
export const isForeignFrame = (line: string): boolean => line.includes(ownPath) || line.includes('node:internal')

/** Messages may quote a stack of the program: without our part of it and Node's. */
export function withoutForeignFrames(message: string): string {
  return message
    .split('\n')
    .filter((line) => !/^\s*at /.test(line) || !isForeignFrame(line))
    .join('\n')
}
