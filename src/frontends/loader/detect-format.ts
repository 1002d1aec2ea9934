import { parseSync } from 'oxc-parser'
import { languageOf } from '../language.ts'
import { declaredFormat, type ModuleFormat } from './module-format.ts'

/** Null for what is not JavaScript or TypeScript: Node loads that itself. */
export function formatOf(file: string, source: string): ModuleFormat | null {
  const declared = declaredFormat(file)
  return declared === undefined ? detect(file, source) : declared
}

function detect(file: string, source: string): ModuleFormat {
  const { module } = parseSync(file, source, { lang: languageOf(file), sourceType: 'unambiguous' })
  return module.hasModuleSyntax ? 'module' : 'commonjs'
}
