/** Loops that may be spin-waits tell the engine when a round begins: after a fruitless one the thread waits for a change. */
import type { Node } from '../ast.ts'
import type { FunctionContext } from '../function-context.ts'
import type { Code } from '../rope.ts'
import { isSpin, type Loop } from '../spins.ts'
import { copy, visit } from './emit.ts'

/** Null when the loop is an ordinary one. The labels stay with the loop. */
export function emitSpin(loop: Loop, labels: readonly Code[], fn: FunctionContext): Code | null {
  if (!fn.suspends || !isSpin(loop)) return null
  const { test, body, init } = loop as unknown as { test: Node | null; body: Node; init?: Node | null }
  if (init?.type === 'VariableDeclaration') return null
  const round = `${fn.helper('spinRound')}()`
  const condition: Code = test === null ? [round, ',true'] : [round, ',', visit(test, fn)]
  const rounds: Code = loop.type === 'DoWhileStatement'
    ? ['do{', round, ';', visit(body, fn), '}while(', visit(test!, fn), ');']
    : ['while(', condition, ')', loop.body.type === 'EmptyStatement' ? ';' : visit(body, fn)]
  const before: Code = init == null ? '' : [copy(init, fn), ';']
  return ['{', before, fn.helper('spinBegin'), '();try{', labels, rounds, '}finally{', fn.helper('spinEnd'), '()}}']
}
