/** Loops that may be spin-waits tell the engine when a round begins: after a fruitless one the thread waits for a change. */
import type { Identifier, Node } from '../ast.ts'
import { type FunctionContext, join } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { type Loop, roundOf } from '../rounds.ts'
import { copy, visit } from './emit.ts'

/** Null when the loop is an ordinary one. The labels stay with the loop. */
export function emitSpin(loop: Loop, labels: readonly Code[], fn: FunctionContext): Code | null {
  const found = fn.suspends ? roundOf(loop, fn.file.scopes) : null
  if (found === null) return null
  const { test, body, init } = loop as unknown as { test: Node | null; body: Node; init?: Node | null }
  const begin: Code = [fn.helper('spinBegin'), '(()=>[', join(found.callees.map((callee) => calleeValue(callee, fn)), ','), '])']
  const round: Code = [fn.helper('spinRound'), '(', found.kept.length === 0 ? '' : ['()=>[', join(found.kept, ','), ']'], ')']
  fn.rounds++
  const condition: Code = test === null ? [round, ',true'] : [round, ',', visit(test, fn)]
  const rounds: Code = loop.type === 'DoWhileStatement'
    ? ['do{', round, ';', visit(body, fn), '}while(', visit(test!, fn), ');']
    : ['while(', condition, ')', loop.body.type === 'EmptyStatement' ? ';' : visit(body, fn)]
  fn.rounds--
  const before: Code = init == null ? '' : [copy(init, fn), ';']
  return ['{', before, begin, ';try{', labels, rounds, '}finally{', fn.helper('spinEnd'), '()}}']
}

/** What will be called, found without running any code of the program. */
function calleeValue(callee: Node, fn: FunctionContext): Code {
  if (callee.type !== 'MemberExpression') return baseValue(callee as Identifier, fn)
  return [fn.helper('dataOf'), '(', baseValue(callee.object as Identifier, fn), ',', JSON.stringify((callee.property as Identifier).name), ')']
}

function baseValue(node: Identifier, fn: FunctionContext): Code {
  return fn.file.scopes.isGlobal(node) ? [fn.helper('globalOf'), '(', JSON.stringify(node.name), ')'] : node
}
