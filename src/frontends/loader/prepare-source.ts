import { demands } from '../plain/demands.ts'
import { symbolicSource } from '../symbolic/symbolic-pass.ts'
import { transformSource } from '../plain/transform.ts'
import { originalPlace } from '../original-place.ts'
import { isSourceError } from '../source-error.ts'
import { isTypeScript, languageOf } from '../language.ts'
import { type Stripped, stripTypes } from '../strip-types.ts'
import { mayUse } from '../using-context.ts'
import type { ModuleFormat } from './module-format.ts'
import { type CommonJsNames, hasModuleSyntax, toCommonJs, unusedNames, usualNames } from './to-commonjs.ts'
import type { PreparedForm } from './cached-source.ts'

/** What Node is to execute instead of `source`, with its source map inside. */
export function prepareSource(source: string, file: string, format: ModuleFormat, mode: PreparedForm): string {
  const isFunction = mode === 'function'
  const names = isFunction && format === 'module' ? unusedNames(source) : usualNames
  const stripped = javascriptOf(source, file, format, isFunction ? names : null)
  if (mode === 'strip') return stripped.map === undefined ? stripped.code : withMap(stripped.code, stripped.map)
  return inOriginal(file, stripped.map, () => {
    const ofFile = isFunction ? 'commonjs' : format
    const written =
      demands.symbolic && mode !== 'enforce' ? symbolicSource(stripped.code, file, ofFile, stripped.map) : stripped
    const { code, map } = transformSource(written.code, file, {
      format: ofFile,
      map: written.map,
      direct: mode === 'enforce',
      ...(isFunction ? { parameters: Object.values(names) } : {}),
    })
    return withMap(code, map)
  })
}

/** Without types, and with `require` where CommonJS is written as a module, or asked for. */
function javascriptOf(
  source: string,
  file: string,
  format: ModuleFormat,
  asked: CommonJsNames | null,
): Stripped | { code: string; map: undefined } {
  const isConverted = format === 'module' ? asked !== null : hasModuleSyntax(source, file, languageOf(file))
  if (!isConverted && !isTypeScript(file) && !mayUse(source)) return { code: source, map: undefined }
  const stripped = stripTypes(source, file, isConverted ? 'module' : format)
  return isConverted ? inOriginal(file, stripped.map, () => toCommonJs(stripped, file, asked ?? usualNames)) : stripped
}

/** Failures name places in what they were given; people have written something else. */
function inOriginal<T>(file: string, map: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw map !== undefined && isSourceError(error) ? originalPlace(error, file, map) : error
  }
}

function withMap(code: string, map: string): string {
  return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${Buffer.from(map).toString('base64')}\n`
}
