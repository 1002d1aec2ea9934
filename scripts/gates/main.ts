/** A step of the build: assembles the gates' `.wat` files into the module that is read at run time, beside its reader. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ASSEMBLED } from '../../src/irs/enforcement/wasm/fast-gate.ts'
import { assemble } from './assemble.ts'

const FOLDER = 'src/irs/enforcement/wasm'
const built = fileURLToPath(new URL('../../', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))

const sources = readdirSync(join(root, FOLDER))
  .filter((name) => name.endsWith('.wat'))
  // What is imported must come before what is defined.
  .sort((a, b) => Number(b === 'lock.wat') - Number(a === 'lock.wat') || a.localeCompare(b))
  .map((name) => ({ file: join(FOLDER, name), text: readFileSync(join(root, FOLDER, name), 'utf8') }))

const file = join(built, 'src', ASSEMBLED)
const bytes = await assemble(sources)
writeFileSync(file, bytes)
console.log(`${relative(root, file)}: ${bytes.length} bytes`)
