const ownDirectories = ['program/', 'execution/', 'search/', 'frontends/', 'host/', 'trace/', 'real/']
const ownRoot = decodeURIComponent(new URL('..', import.meta.url).pathname)
/** With source maps on, our own frames name the TypeScript sources beside the built files. */
const ownSource = ownRoot.replace(/\/dist[^/]*\/src\/$/, '/src/')

/** Whether the file is part of Heddle, not of the program that is checked. */
export function isOwnFile(file: string): boolean {
  if (file.startsWith(ownRoot)) return true
  return ownSource !== ownRoot && ownDirectories.some((directory) => file.startsWith(ownSource + directory))
}
