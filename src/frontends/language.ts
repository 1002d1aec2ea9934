export type Language = 'js' | 'ts' | 'tsx'

/** As oxc calls it. */
export const languageOf = (file: string): Language =>
  file.endsWith('.tsx') ? 'tsx' : /\.[mc]?ts$/.test(file) ? 'ts' : 'js'

export const isTypeScript = (file: string): boolean => languageOf(file) !== 'js'
