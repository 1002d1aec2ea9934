/** The reference of what can be imported: the declarations that the compiler makes of the sources, with their comments. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** By what is imported, the module in `src`. */
const modules = {
  heddle: 'index.ts',
  'heddle/vitest': 'integrations/vitest.ts',
  'heddle/node-test': 'integrations/node-test.ts',
} as const

/** `built`: the folder of the compiled sources, with their declarations. */
export function apiReference(built: string): string {
  return `${[
    '# What can be imported',
    'Made from the declarations in `src/` by `npm run site`.',
    ...Object.entries(modules).flatMap(([name, module]) => [
      `## ${name}`,
      ...exportsOf(join(built, declarations(module))).map(({ exported, from, local }) =>
        entryOf(exported, from, local),
      ),
    ]),
  ].join('\n\n')}\n`
}

const declarations = (module: string): string => module.replace(/\.[jt]s$/, '.d.ts')

interface Exported {
  readonly exported: string
  /** The file of declarations in which it is, and what it is called there. */
  readonly from: string
  readonly local: string
}

interface Named {
  readonly name?: string
  readonly value?: string
}
interface Declared {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly source?: Named | null
  readonly specifiers?: readonly { readonly exported: Named; readonly local: Named }[]
  readonly declaration?: { readonly id?: Named; readonly declarations?: readonly { readonly id: Named }[] } | null
}

const bodyOf = (file: string, text: string): readonly Declared[] =>
  parseSync(file, text, { lang: 'dts', sourceType: 'module' }).program.body as unknown as Declared[]

const nameOf = ({ name, value }: Named): string => name ?? value ?? ''

function exportsOf(file: string): Exported[] {
  const text = readFileSync(file, 'utf8')
  return bodyOf(file, text).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return []
    const own = namesIn(node).map((name) => ({ exported: name, from: file, local: name }))
    const from = node.source == null ? file : join(dirname(file), declarations(node.source.value!))
    const others = (node.specifiers ?? []).map(({ exported, local }) => ({
      exported: nameOf(exported),
      from,
      local: nameOf(local),
    }))
    return [...own, ...others]
  })
}

const namesIn = ({ declaration }: Declared): string[] =>
  declaration == null
    ? []
    : declaration.id !== undefined
      ? [nameOf(declaration.id)]
      : (declaration.declarations ?? []).map(({ id }) => nameOf(id))

function entryOf(exported: string, file: string, local: string): string {
  const text = readFileSync(file, 'utf8')
  const node = bodyOf(file, text).find((one) => namesIn(one).includes(local))
  if (node === undefined) {
    const [again] = exportsOf(file).filter((one) => one.exported === local && one.from !== file)
    if (again === undefined) throw new Error(`${file} does not declare ${local}`)
    return entryOf(exported, again.from, again.local)
  }
  const code = text.slice(node.start, node.end).replace(/^export (declare )?/, '')
  const comment = commentBefore(text.slice(0, node.start))
  return [`### ${exported}`, ...(comment === null ? [] : [comment]), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n')
}

/** The text of a comment that a declaration follows on. */
function commentBefore(text: string): string | null {
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text) ?? []
  return comment === undefined
    ? null
    : comment
        .replace(/^\s*\* ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/</g, '&lt;')
}
