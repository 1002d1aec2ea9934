/** Whether there may be syntax of ES modules in it. */
export const mayBeModule = (source: string): boolean => /\b(?:im|ex)port\b/.test(source)
