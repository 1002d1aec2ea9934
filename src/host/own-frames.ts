import { fileURLToPath } from 'node:url'

/** The folder of the compiled sources: src/ of this build. */
export const ownSources = fileURLToPath(new URL('..', import.meta.url))

/** Messages may quote a stack of the program; our part of it helps nobody who uses Heddle. */
export function withoutOwnFrames(message: string): string {
  return message.split('\n').filter((line) => !/^\s*at /.test(line) || !isOwn(line)).join('\n')
}

export const isOwn = (frame: string): boolean => frame.includes(ownSources) || frame.includes('node:internal')
