/** Loops of whose rounds something can be told: they say when a round begins, and give what is to be looked at then. */
import type { ForStatement, Identifier, Loop, Node } from '../../analysis/ast.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { type Round, roundOf } from '../../analysis/rounds.ts'
import { copy, visit } from '../emit.ts'
import { region } from '../regions.ts'
import { emitDeclaration } from './statements.ts'

/** Null when the loop is an ordinary one. The labels stay with the loop. */
export function emitWatchedLoop(loop: Loop, labels: readonly Code[], fn: FunctionContext): Code | null {
  const found = fn.suspends ? roundOf(loop, fn.file.scopes) : null
  // Code that passes gates has to know spin-waits only.
  if (found === null || (fn.isDirect && !found.looks)) return null
  if (found.counts) return emitCounting(loop as ForStatement, labels, found, fn)
  const { test, body, init } = loop as unknown as { test: Node | null; body: Node; init?: Node | null }
  const rounds = fn.keep('l')
  const round: Code = [fn.helper('roundBegins'), '(', rounds, ')']
  fn.rounds++
  const condition: Code = test === null ? [round, ',true'] : [round, ',', visit(test, fn)]
  const all: Code =
    loop.type === 'DoWhileStatement'
      ? ['do{', round, ';', visit(body, fn), '}while(', visit(test!, fn), ');']
      : [
          'while(',
          condition,
          ')',
          loop.body.type === 'EmptyStatement' && !fn.file.yieldingBodies.has(loop.body) ? ';' : visit(body, fn),
        ]
  fn.rounds--
  const before: Code = init == null ? '' : [copy(init, fn), ';']
  return [
    '{',
    before,
    rounds,
    '=',
    beginning(found, fn),
    ';try{',
    labels,
    all,
    '}finally{',
    fn.helper('roundsEnd'),
    '(',
    rounds,
    ')}}',
  ]
}

/** Each round has its own of the variables that the head declares, so it gives their values itself. */
function emitCounting(loop: ForStatement, labels: readonly Code[], found: Round, fn: FunctionContext): Code {
  const { test, init, update, body } = loop
  const rounds = fn.keep('l')
  const kept = keptValues(found.kept)
  const round: Code = [rounds, '!==null&&', fn.helper('roundBegins'), '(', rounds, ',', kept, ')']
  return region(
    fn,
    () => {
      const before: Code =
        init === null ? '' : init.type === 'VariableDeclaration' ? emitDeclaration(init, fn) : visit(init, fn)
      fn.rounds++
      const condition: Code = [round, ',', test === null ? 'true' : visit(test, fn)]
      const after: Code = update === null ? '' : visit(update, fn)
      const inside = visit(body, fn)
      fn.rounds--
      const start = beginning({ ...found, kept: [] }, fn)
      return [
        '{',
        rounds,
        '=',
        start,
        ';try{',
        labels,
        'for(',
        before,
        ';',
        condition,
        ';',
        after,
        ')',
        inside,
        '}finally{',
        fn.helper('roundsEnd'),
        '(',
        rounds,
        ')}}',
      ]
    },
    true,
  )
}

/** A function that gives the values of variables. Their names stand for no code of the source, which may not run. */
export const keptValues = (kept: readonly Identifier[]): Code => `()=>[${kept.map(({ name }) => name).join(',')}]`

/** A function that gives what will be called. */
export const calleeValues = (callees: readonly Node[], fn: FunctionContext): Code => [
  '()=>[',
  join(
    callees.map((callee) => calleeValue(callee, fn)),
    ',',
  ),
  ']',
]

function beginning({ looks, callees, kept }: Round, fn: FunctionContext): Code {
  const functions = calleeValues(callees, fn)
  return [
    fn.helper('roundsBegin'),
    '(',
    String(looks),
    ',',
    functions,
    kept.length === 0 ? '' : [',', keptValues(kept)],
    ')',
  ]
}

/** What will be called, found without running any code of the program. */
function calleeValue(callee: Node, fn: FunctionContext): Code {
  if (callee.type !== 'MemberExpression') return baseValue(callee as Identifier, fn)
  return [
    fn.helper('dataOf'),
    '(',
    baseValue(callee.object as Identifier, fn),
    ',',
    JSON.stringify((callee.property as Identifier).name),
    ')',
  ]
}

function baseValue(node: Identifier, fn: FunctionContext): Code {
  return fn.file.scopes.isGlobal(node) ? [fn.helper('globalOf'), '(', JSON.stringify(node.name), ')'] : node.name
}
