/** What a file declares at its top, and data that it imports: the names under which a module keeps its state. */
import { children, type Node, type Program, targetsOf } from './ast.ts'

export interface TopLevelName {
  /** An expression that reads it. */
  readonly name: string
  readonly offset: number
  /** A function or a class. */
  readonly isCode: boolean
}

export function topLevel(program: Program, format: 'module' | 'commonjs'): TopLevelName[] {
  const declared = program.body.flatMap(declaredBy)
  return format === 'module' ? declared : [...declared, { name: 'module.exports', offset: 0, isCode: false }]
}

function declaredBy(node: Node): TopLevelName[] {
  switch (node.type) {
    case 'VariableDeclaration':
      return node.declarations
        .flatMap(({ id }) => targetsOf(id))
        .flatMap((target) =>
          target.type === 'Identifier' ? [{ name: target.name, offset: target.start, isCode: false }] : [],
        )
    case 'ImportDeclaration':
      return node.source.value.endsWith('.json')
        ? node.specifiers.map(({ local }) => ({ name: local.name, offset: local.start, isCode: false }))
        : []
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id === null ? [] : [{ name: node.id.name, offset: node.id.start, isCode: true }]
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return children(node).flatMap(declaredBy)
    default:
      return []
  }
}
