import { withoutForeignFrames } from '../base/own-code.ts'
import { statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { HeddleError, programError } from '../base/errors.ts'
import { isProgram, type Program } from '../program/program.ts'
import { compileFailure } from './loader/compile-failure.ts'
import { loadedFiles, loaderMode } from './loader/register-loader.ts'
import { isSourceError } from './source-error.ts'

/** Imports the file (the loader must be registered) and returns the program that it exports by default. */
export async function loadProgram(file: string): Promise<Program> {
  const full = path.resolve(file)
  const found = statSync(full, { throwIfNoEntry: false })
  if (found?.isDirectory() === true)
    throw programError(`${file} is a folder; name the file in it that exports the program`)
  if (found?.isFile() !== true) throw programError(`there is no file ${file}`)
  if (!isSourceName(full))
    throw programError(
      `${file} is not a JavaScript or TypeScript file (.ts, .tsx, .mts, .cts, .js, .mjs, .cjs); name the one that exports the program`,
    )
  const module = await importFile(full)
  const program = programOf(module)
  if (program !== undefined) return checkSynchronous(program)
  throw programError(
    'default' in module
      ? `${file}: the default export is not a program; write \`export default program({ … })\``
      : `${file} has no default export; write \`export default program({ … })\``,
  )
}

const isSourceName = (file: string): boolean => /^$|^\.([cm]?[jt]s|tsx)$/.test(path.extname(file))

const AsyncFunction = Object.getPrototypeOf(async () => {
  /* only its prototype is wanted */
}) as object

/** Threads block for real; nothing would ever settle a promise that one of them waits for. */
function checkSynchronous(program: Program): Program {
  for (const { name, body } of [...program.threads, ...program.tasks.values()]) {
    if (Object.getPrototypeOf(body) === AsyncFunction) {
      throw programError(
        `program '${program.name}': thread '${name}' is an async function; a thread cannot await: use the blocking primitives of mem or Atomics.wait`,
      )
    }
  }
  return program
}

/** A CommonJS module that was compiled from `export default` has its program one `default` further down. */
function programOf(module: Record<string, unknown>): Program | undefined {
  const exported = module['default']
  if (isProgram(exported)) return exported
  const inner =
    exported !== null && typeof exported === 'object' ? (exported as Record<string, unknown>)['default'] : undefined
  return isProgram(inner) ? inner : undefined
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    throw importFailure(file, error)
  }
}

function importFailure(file: string, error: unknown): HeddleError {
  if (error instanceof HeddleError) return error
  if (isSourceError(error)) return programError(`syntax error: ${error.message}`, error.at)
  const uncompiled = error instanceof Error ? compileFailure(error, loaderMode(), loadedFiles().keys()) : null
  if (uncompiled !== null) return programError(`syntax error: ${uncompiled.message}`, uncompiled.at)
  if (!(error instanceof Error)) return programError(`importing ${file} threw ${String(error)}`)
  return programError(`importing ${file} failed: ${withoutForeignFrames(error.stack ?? String(error))}`)
}
