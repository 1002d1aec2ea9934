/** Which modules each thread needs an instance of, so that what was refused would not happen. */
import { isOwnFile } from '../../base/own-code.ts'
import { moduleDemand, MODULES_DEMAND } from '../../program/module-state.ts'
import { isCode } from './module-format.ts'
import { functionForm } from './module-functions.ts'
import { withImported, withImporters } from './module-graph.ts'
import { takeResolutions } from './register-loader.ts'

const PREFIX = moduleDemand('')

/**
 * What is demanded of one module holds for all that import it, which would otherwise have the instance of another
 * thread. `perThread`: not for verified sets, whose runs may use the same worker again and again.
 */
export function completeDemands(demands: readonly string[], entry: string, perThread: boolean): string[] {
  if (!perThread) return demands.filter((one) => !one.startsWith(PREFIX) && one !== MODULES_DEMAND)
  takeResolutions()
  const files = demands.filter((one) => one.startsWith(PREFIX)).map((one) => one.slice(PREFIX.length))
  const wanted = [...withImporters(files), ...(demands.includes(MODULES_DEMAND) ? allFrom(entry) : [])]
  const others = demands.filter((one) => !one.startsWith(PREFIX) && one !== MODULES_DEMAND)
  return [...others, ...new Set(wanted.map(moduleDemand))]
}

/** Every file that can be evaluated again, and has no importer that cannot. */
function allFrom(entry: string): string[] {
  const files = [...withImported([entry])].filter((file) => isCode(file) && !isOwnFile(file))
  const fixed = withImported(files.filter((file) => !isRepeatable(file)))
  return files.filter((file) => !fixed.has(file))
}

function isRepeatable(file: string): boolean {
  try {
    return functionForm(file) !== undefined
  } catch {
    return false
  }
}
