import wabt from 'wabt'
import { constants } from './constants.ts'

/** One file in WebAssembly's text format: functions of the module. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Puts in the numbers that the text names in braces. Comments are left as they are. */
function substitute({ file, text }: Source): string {
  const lines = text.split('\n').map((line, i) => {
    const code = line.replace(/;;.*/, '')
    return code.replace(/\{([^}]*)\}/g, (_, name: string, column: number) => {
      const value = constants.get(name)
      if (value === undefined)
        throw new Error(
          `${file}:${i + 1}:${column + 1}: {${name}} is no constant: expected one that scripts/gates/constants.ts defines`,
        )
      return String(value)
    })
  })
  return lines.join('\n')
}

const FEATURES = { threads: true } as const

/** The types of the package leave out that features can be named here, too. */
interface Validated {
  validate(features: typeof FEATURES): void
}

const OPENING = '(module\n'

/** The assembler counts lines of the whole module; people look for them in files. Columns are those after constants. */
function inFiles(message: string, sources: readonly Source[]): string {
  return message.replace(/gates\.wat:(\d+)/g, (whole, number: string) => {
    let line = Number(number) - 1
    for (const { file, text } of sources) {
      const lines = text.split('\n').length
      if (line <= lines) return `${file}:${line}`
      line -= lines
    }
    return whole
  })
}

/** The module whose functions these files hold. */
export async function assemble(sources: readonly Source[]): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const text = `${OPENING}${sources.map(substitute).join('\n')}\n)`
  try {
    const module = parseWat('gates.wat', text, FEATURES)
    try {
      module.resolveNames()
      ;(module as Validated).validate(FEATURES)
      return module.toBinary({}).buffer
    } finally {
      module.destroy()
    }
  } catch (error) {
    throw new Error(inFiles((error as Error).message, sources), { cause: error })
  }
}
