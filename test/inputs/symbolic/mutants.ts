/** Symbolic checks that are wrong in one way each: the comparison with all inputs must notice every one of them. */
import { SymbolicCheck } from '../../../src/checking/inputs/symbolic-check.ts'
import type { Assignment, Expr, Expressions } from '../../../src/symbolic/expressions.ts'
import { Path } from '../../../src/symbolic/path.ts'
import { ShadowMemory } from '../../../src/symbolic/shadow-memory.ts'
import type { MakeCheck } from './compare.ts'

type Note = (condition: Expr, note: (condition: Expr) => void, expressions: Expressions) => void

/** A path that notes something else than it is told. */
function noting(how: Note): MakeCheck {
  return class extends SymbolicCheck {
    protected override makePath(input: Assignment, expressions: Expressions): Path {
      return new (class extends Path {
        protected override note(condition: Expr): void {
          how(condition, (one) => super.note(one), expressions)
        }
      })(input, expressions)
    }
  }
}

const has = (expr: Expr, test: (one: Expr) => boolean): boolean => test(expr) || expr.args.some((arg) => has(arg, test))

/** The same expression with other operators. */
function replaced(expr: Expr, expressions: Expressions, how: (expr: Expr, args: Expr[]) => Expr | null): Expr {
  if (expr.kind === 'const' || expr.kind === 'var') return expr
  const args = expr.args.map((arg) => replaced(arg, expressions, how))
  return how(expr, args) ?? expressions.apply(expr.kind, ...args)
}

/** Memory that does something else than it should, while it is checked. */
function remembering(
  name: keyof ShadowMemory | 'put',
  how: (this: ShadowMemory, ...args: never[]) => unknown,
): MakeCheck {
  const prototype = ShadowMemory.prototype as unknown as Record<string, unknown>
  return class extends SymbolicCheck {
    override run(ms: number): boolean {
      const right = prototype[name]
      prototype[name] = how
      try {
        return super.run(ms)
      } finally {
        prototype[name] = right
      }
    }
  }
}

/** Values in memory are wrapped by these. */
const isWrapping = ({ kind, args }: Expr): boolean =>
  kind === 'int32' || (kind === 'ushr' && args[1]!.kind === 'const') || (kind === 'shr' && args[0]!.kind === 'shl')

const unwrapped = ({ kind }: Expr, args: readonly Expr[]): Expr => (kind === 'shr' ? args[0]!.args[0]! : args[0]!)

let number = 0

export const mutants: Readonly<Record<string, MakeCheck>> = {
  'every third constraint is dropped': noting((condition, note) => {
    if (++number % 3 !== 0) note(condition)
  }),
  'comparisons are not noted': noting((condition, note) => {
    if (!has(condition, ({ kind }) => kind === 'lt' || kind === 'le')) note(condition)
  }),
  'no wrap-around': noting((condition, note, expressions) =>
    note(replaced(condition, expressions, ({ kind }, args) => (kind === 'int32' ? args[0]! : null))),
  ),
  // What is used as an index, or stored, is pinned by an equation with a constant.
  'pinned values are ignored': noting((condition, note) => {
    const [a, b] = condition.args
    if (condition.kind !== 'eq' || (a!.kind !== 'const' && b!.kind !== 'const')) note(condition)
  }),
  'the remainder has the sign of the divisor': noting((condition, note, expressions) =>
    note(
      replaced(condition, expressions, ({ kind }, [a, b]) => {
        if (kind !== 'rem') return null
        const rest = expressions.apply('rem', a!, b!)
        return expressions.apply('rem', expressions.apply('add', rest, b!), b!)
      }),
    ),
  ),
  'quotients are cut off rather than rounded down': noting((condition, note, expressions) =>
    note(
      replaced(condition, expressions, ({ kind }, [a, b]) => {
        if (kind !== 'floor') return null
        const zero = expressions.constant(0n)
        const up = expressions.apply('floor', expressions.apply('sub', zero, a!), b!)
        const isNegative = expressions.apply('lt', a!, zero)
        return expressions.apply(
          'ite',
          isNegative,
          expressions.apply('sub', zero, up),
          expressions.apply('floor', a!, b!),
        )
      }),
    ),
  ),
  'no wrap-around of what is stored': noting((condition, note, expressions) =>
    note(
      replaced(condition, expressions, (expr, args) => (isWrapping({ ...expr, args }) ? unwrapped(expr, args) : null)),
    ),
  ),
  'memory forgets symbolic values': remembering('put', () => undefined),
  'memory keeps symbolic values that steps have put there which are undone': remembering('restore', () => undefined),
  'who looks at memory plainly does not pin it': remembering('pin', () => undefined),
  'the end of an execution does not pin memory': remembering('pinAll', () => undefined),
  'comparisons go one too far': noting((condition, note, expressions) =>
    note(
      replaced(condition, expressions, ({ kind }, [a, b]) =>
        kind === 'lt' || kind === 'le'
          ? expressions.apply(kind, a!, expressions.apply('add', b!, expressions.constant(1n)))
          : null,
      ),
    ),
  ),
}
