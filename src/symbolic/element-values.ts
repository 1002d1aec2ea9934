/** What a typed array makes of a symbolic value that is stored in it. */
import type { Expr, Expressions } from './expressions.ts'
import { integerPart } from './quotients.ts'
import type { SymbolicValue } from './symbolic-value.ts'

const BYTE = 8n
/** All integers up to here are exact in 32-bit floating point. */
const EXACT_FLOAT32 = 2n ** 24n

/** By the name of the array's type; null where the result is no integer that we know. */
const conversions: Readonly<Record<string, (expr: Expr, expressions: Expressions) => Expr | null>> = {
  Int8Array: (expr, expressions) => signed(expr, BYTE, expressions),
  Uint8Array: (expr, expressions) => unsigned(expr, BYTE, expressions),
  Uint8ClampedArray: clamped,
  Int16Array: (expr, expressions) => signed(expr, 2n * BYTE, expressions),
  Uint16Array: (expr, expressions) => unsigned(expr, 2n * BYTE, expressions),
  Int32Array: (expr, expressions) => expressions.apply('int32', expr),
  Uint32Array: (expr, expressions) =>
    isWithin(expr, 0n, 2n ** 32n - 1n)
      ? expr
      : expressions.apply('ushr', expressions.apply('int32', expr), expressions.constant(0n)),
  Float32Array: (expr) => (isWithin(expr, -EXACT_FLOAT32, EXACT_FLOAT32) ? expr : null),
  Float64Array: (expr) => expr,
}

/** Those that cut fractions off, rather than to round or keep them. */
const CUTTING = new Set(['Int8Array', 'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'])

/** As an element of such an array; a plain value where that is all there is to it, null where it must be pinned. */
export function asElement(type: string, value: SymbolicValue): SymbolicValue | number | null {
  const { path, choices } = value
  if (choices !== null || (value.divisor !== null && !CUTTING.has(type))) return null
  const stored = conversions[type]?.(integerPart(value), path.expressions) ?? null
  if (stored === null) return null
  const now = Number(path.valueOf(stored))
  return stored.kind === 'const' ? now : path.symbolic(stored, now)
}

const isWithin = ({ least, most }: Expr, low: bigint, high: bigint): boolean => least >= low && most <= high

function signed(expr: Expr, bits: bigint, expressions: Expressions): Expr {
  const half = 2n ** (bits - 1n)
  if (isWithin(expr, -half, half - 1n)) return expr
  const shift = expressions.constant(32n - bits)
  return expressions.apply('shr', expressions.apply('shl', expressions.apply('int32', expr), shift), shift)
}

function unsigned(expr: Expr, bits: bigint, expressions: Expressions): Expr {
  const most = 2n ** bits - 1n
  if (isWithin(expr, 0n, most)) return expr
  return expressions.apply('and', expressions.apply('int32', expr), expressions.constant(most))
}

function clamped(expr: Expr, expressions: Expressions): Expr {
  const [zero, most] = [expressions.constant(0n), expressions.constant(255n)]
  const below = expressions.apply('ite', expressions.apply('lt', most, expr), most, expr)
  return expressions.apply('ite', expressions.apply('lt', expr, zero), zero, below)
}
