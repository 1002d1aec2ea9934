/**
 * Where a destructuring fails, its iterators are closed. No `try` can stand around a declaration without hiding what it
 * declares, so it stands around all that the names are known in: a block, a loop, a body. Which iterators are being
 * destructured is kept in a list.
 */
import type { FunctionContext } from './function-context.ts'
import { join } from './function-context.ts'
import type { Code } from './rope.ts'

/** Emits statements that are the whole inside of a block, or one that stands `alone`. */
export function region(fn: FunctionContext, emit: () => Code, alone = false): Code {
  const outer = fn.closing
  fn.closing = null
  const code = emit()
  const list = fn.closing
  fn.closing = outer
  if (list === null) return code
  return alone ? ['{', closing(list, code, fn), '}'] : closing(list, code, fn)
}

function closing(list: string, code: Code, fn: FunctionContext): Code {
  const error = fn.file.name('e')
  // A user's generator may be asked to return while it has yielded in the middle of a destructuring.
  const leave: Code = fn.canReturn ? ['finally{', fn.driven([fn.helper('leave'), '(', list, ')']), '}'] : ''
  return [
    list,
    '=[];try{',
    code,
    '}catch(',
    error,
    '){',
    fn.driven([fn.helper('fail'), '(', list, ')']),
    ';throw ',
    error,
    '}',
    leave,
  ]
}

/** An expression that has no body around it to declare anything in: what it needs comes as arguments of an arrow. */
export function enclosed(inner: FunctionContext, emit: () => Code): Code {
  const code = emit()
  const { closing: list } = inner
  if (inner.declared.size === 0) return code
  const borrowed = [...inner.declared].filter(([, value]) => value !== '')
  const temporaries = [...inner.declared].filter(([, value]) => value === '')
  const names = join(
    [...borrowed, ...temporaries].map(([name]) => name),
    ',',
  )
  const body: Code = list === null ? ['(', code, ')'] : ['{', closing(list, ['return(', code, ');'], inner), '}']
  return [
    '((',
    names,
    ')=>',
    body,
    ')(',
    join(
      borrowed.map(([, value]) => value),
      ',',
    ),
    ')',
  ]
}
