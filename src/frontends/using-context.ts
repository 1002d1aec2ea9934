/**
 * `using` and `await using`, which Node 20 and 22 do not know: oxc writes them as `try` and `finally` around a context of
 * this kind. Its code becomes part of the file, so that what disposes of a resource can be suspended like other code.
 */

/** Whether a file may have such declarations. */
export const mayUse = (source: string): boolean => /\busing\s+[\p{ID_Start}$_\\]/u.test(source)

/** What oxc calls to make a context, and what is called instead: of the same length, so that all columns stay. */
const CALLED = 'babelHelpers.usingCtx'
const OWN = '$heddleUsingContext__'

/** ECMAScript's DisposeResources: in reverse order, with errors that suppress earlier ones. */
const CONTEXT = `function ${OWN}() {
  const none = {}, stack = []
  const suppressing = (error, suppressed) => typeof SuppressedError === 'function'
    ? new SuppressedError(error, suppressed)
    : Object.assign(new Error('An error was suppressed during disposal.'), { name: 'SuppressedError', error, suppressed })
  const take = (value, isAsync) => {
    if (value === null || value === undefined) {
      if (isAsync) stack.push({ value, method: () => undefined, isAsync })
      return value
    }
    if (Object(value) !== value) throw new TypeError('using declarations can only be used with objects, functions, null, or undefined.')
    const method = (isAsync ? value[Symbol.asyncDispose] : undefined) ?? value[Symbol.dispose]
    if (typeof method !== 'function') throw new TypeError('Property [Symbol.dispose] is not a function.')
    stack.push({ value, method, isAsync })
    return value
  }
  return {
    e: none,
    u: (value) => take(value, false),
    a: (value) => take(value, true),
    d() {
      let error = this.e
      const note = (thrown) => { error = error === none ? thrown : suppressing(thrown, error) }
      if (stack.some(({ isAsync }) => isAsync)) {
        return (async () => {
          for (let one; (one = stack.pop()) !== undefined; ) {
            try {
              const disposed = one.method.call(one.value)
              if (one.isAsync) await disposed
            } catch (thrown) { note(thrown) }
          }
          if (error !== none) throw error
        })()
      }
      for (let one; (one = stack.pop()) !== undefined; ) {
        try { one.method.call(one.value) } catch (thrown) { note(thrown) }
      }
      if (error !== none) throw error
    },
  }
}
`

/** Code in which oxc has written such declarations in its way. */
export function withUsingContext(code: string): string {
  return code.includes(CALLED) ? `${code.replaceAll(CALLED, OWN)}\n${CONTEXT}` : code
}
