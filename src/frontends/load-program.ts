import { withoutForeignFrames } from '../base/own-code.ts'
import { statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { HeddleError, programError } from '../base/errors.ts'
import { programAddress } from '../base/program-address.ts'
import { loading } from '../program/kept-objects.ts'
import { MODULES_DEMAND } from '../program/module-state.ts'
import { called, isProgram, type Program } from '../program/program.ts'
import { declaredBy, declaredIn, declareIn } from './declaring/declared-programs.ts'
import { functionLines } from './function-lines.ts'
import { preparation } from './lazy-preparation.ts'
import { ModuleInstance, prepareInstances } from './loader/module-instance.ts'
import { loadedFiles, loaderMode, takeResolutions } from './loader/register-loader.ts'
import { hasModulesOfThreads } from './plain/demands.ts'
import { isSourceError } from './source-error.ts'

type Exports = Readonly<Record<string, unknown>>

/** Imports the file (the loader must be registered) and returns the program in it, or the one that is named. */
export async function loadProgram(address: string): Promise<Program> {
  const { file, name } = programAddress(address)
  const full = path.resolve(file)
  const found = statSync(full, { throwIfNoEntry: false })
  if (found?.isDirectory() === true)
    throw programError(`${file} is a folder; name the file in it that exports the program`)
  if (found?.isFile() !== true) throw programError(`there is no file ${file}`)
  if (!isSourceName(full))
    throw programError(
      `${file} is not a JavaScript or TypeScript file (.ts, .tsx, .mts, .cts, .js, .mjs, .cjs); name the one that exports the program`,
    )
  declareIn(full)
  const module = await importFile(full)
  const programs = new Map([...programsOf(module), ...declaredIn(full)])
  if (name !== null && !programs.has(name)) notThere(file, name, [...programs.keys()])
  if (name === null && programs.size > 1) throw severalPrograms(file, [...programs.keys()])
  const [key, program] = name === null ? ([...programs][0] ?? []) : [name, programs.get(name)!]
  if (key !== undefined && program !== undefined)
    return perThread(checkThreads(called(program, shownName(full, key)), full), key, full, module)
  throw programError(
    'default' in module
      ? `${file}: the default export is not a program; write \`export default program({ … })\``
      : `${file} has no default export; write \`export default program({ … })\``,
  )
}

/** What a program without a name is called: the file, and which of its exports it is. */
const shownName = (file: string, key: string): string =>
  `${path.basename(file, path.extname(file))}${key === 'default' ? '' : `#${key}`}`

/** Each thread gets the program as modules of its own make it, where that makes a difference. */
async function perThread(program: Program, name: string, file: string, first: Exports): Promise<Program> {
  if (!hasModulesOfThreads()) return program
  takeResolutions()
  await prepareInstances(file)
  const instantiate = (): Program => {
    const found = evaluatedAgain(file, first).get(name)
    if (found !== undefined) return found
    throw programError(`${file} has another program when it is evaluated again for a thread`)
  }
  return { ...program, instantiate }
}

function evaluatedAgain(file: string, first: Exports): Map<string, Program> {
  try {
    let exported: Exports = {}
    const declared = declaredBy(() => {
      exported = new ModuleInstance().imported(file, first)
    })
    return new Map([...programsOf(exported), ...declared])
  } catch (error) {
    // It may have met what it did when it was loaded first, in a module that no thread has an instance of.
    const failure = importFailure(file, error)
    failure.demands ??= [MODULES_DEMAND]
    throw failure
  }
}

function notThere(file: string, name: string, names: readonly string[]): never {
  throw programError(
    `${file} exports no program '${name}'; ${names.length === 0 ? 'it exports none' : `there are ${names.join(', ')}`}`,
  )
}

function severalPrograms(file: string, names: readonly string[]): HeddleError {
  const error = programError(
    `${file} exports several programs: name one of them, as in ${file}#${names[0]} (${names.join(', ')})`,
  )
  error.programs = names
  return error
}

const isSourceName = (file: string): boolean => /^$|^\.([cm]?[jt]s|tsx)$/.test(path.extname(file))

const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {
  /* only its prototype is wanted */
}) as object

/** Calling one runs nothing. */
function checkThreads(program: Program, file: string): Program {
  for (const { name, body } of [...program.threads, ...program.tasks.values()]) {
    if (Object.getPrototypeOf(body) === AsyncGeneratorFunction) {
      throw programError(
        `program '${program.name}': thread '${name}' is an async generator function, which nobody would iterate: write an async function`,
        functionPlace(file, body.name),
      )
    }
  }
  return program
}

/** Where the file has the only function of that name; undefined where it has none, or several. */
function functionPlace(file: string, name: string): string | undefined {
  const [found, ...others] = functionLines(file).filter(({ names }) => names.includes(name))
  return found === undefined || others.length > 0 ? undefined : `${file}:${found.from}:1`
}

/**
 * By name: `default`, the names of exports, and numbers from 1 in an array. A CommonJS module that was compiled from
 * another has all of its exports one `default` further down, or is a program itself.
 */
function programsOf(module: Exports): Map<string, Program> {
  const exported = module['default']
  const isCompiled =
    exported !== null && typeof exported === 'object' && !isProgram(exported) && !Array.isArray(exported)
  const exports = isCompiled ? { ...module, ...(exported as object), default: inner(exported) } : module
  const found = new Map<string, Program>()
  for (const [name, value] of Object.entries(exports)) {
    const listed = Array.isArray(value) ? value : [value]
    for (const [i, one] of listed.entries()) {
      if (!isProgram(one) || [...found.values()].includes(one)) continue
      found.set(!Array.isArray(value) ? name : name === 'default' ? `${i + 1}` : `${name}.${i + 1}`, one)
    }
  }
  return found
}

const inner = (exported: object): unknown => (exported as Record<string, unknown>)['default']

async function importFile(file: string): Promise<Record<string, unknown>> {
  loading.on = true
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    throw importFailure(file, error)
  } finally {
    loading.on = false
  }
}

function importFailure(file: string, error: unknown): HeddleError {
  if (error instanceof HeddleError) return error
  if (isSourceError(error)) return programError(`syntax error: ${error.message}`, error.at)
  const uncompiled =
    error instanceof SyntaxError ? preparation().compileFailure(error, loaderMode(), loadedFiles().keys()) : null
  if (uncompiled !== null) return programError(`syntax error: ${uncompiled.message}`, uncompiled.at)
  if (!(error instanceof Error)) return programError(`importing ${file} threw ${String(error)}`)
  return programError(`importing ${file} failed: ${withoutForeignFrames(error.stack ?? String(error))}`)
}
