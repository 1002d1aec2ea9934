/** Conditions for the solver, in SMT-LIB 2: bit vectors wide enough that nothing in them can overflow. */
import type { Assignment, Expr } from './expressions.ts'

/** Operations on 32 bits need at least these, and a sign. */
const LEAST_WIDTH = 34

/** How many bits a signed number of this size takes. */
const bits = (value: bigint): number => (value < 0n ? -value - 1n : value).toString(2).length + 1

/** How wide all words must be for these expressions. */
export const widthFor = (exprs: readonly Expr[]): number =>
  Math.max(LEAST_WIDTH, ...ordered(exprs).flatMap(({ least, most }) => [bits(least), bits(most)]))

const numeral = (value: bigint, width: number): string => `(_ bv${BigInt.asUintN(width, value)} ${width})`

const variableName = (i: number): string => `x${i}`

/** Which inputs there are: two assertions for each variable, or a third where it has a value. */
export function domainSmt(variables: readonly Expr[], fixed: Assignment, width: number): string {
  const lines = variables.map((_, i) => `(declare-const ${variableName(i)} (_ BitVec ${width}))`)
  for (const [i, { name, least, most }] of variables.entries()) {
    const x = variableName(i)
    lines.push(`(assert (bvsle ${numeral(least, width)} ${x}))`, `(assert (bvsle ${x} ${numeral(most, width)}))`)
    if (fixed.has(name)) lines.push(`(assert (= ${x} ${numeral(fixed.get(name)!, width)}))`)
  }
  return lines.join('\n')
}

/** One assertion, after those of the domain: that not all of these hold. Its names are forgotten with it. */
export function outsideSmt(region: readonly Expr[], variables: readonly Expr[], width: number): string {
  const names = new Map(variables.map(({ name }, i) => [name, variableName(i)]))
  const number = (value: bigint): string => numeral(value, width)
  const nameOf = (node: Expr): string =>
    node.kind === 'const' ? number(node.value) : node.kind === 'var' ? names.get(node.name)! : `e${node.id}`
  const lets = ordered(region)
    .filter(({ kind }) => kind !== 'const' && kind !== 'var')
    .map((node) => `(let ((${nameOf(node)} ${applied(node, node.args.map(nameOf), width, number)}))`)
  const holds = region.map((one) => `(distinct ${nameOf(one)} ${number(0n)})`)
  return `(assert ${lets.join('\n')} (not (and true ${holds.join(' ')}))${')'.repeat(lets.length)})`
}

/** Operands before operators, each once. */
function ordered(roots: readonly Expr[]): Expr[] {
  const found = new Set<Expr>()
  const visit = (expr: Expr): void => {
    if (found.has(expr)) return
    for (const arg of expr.args) visit(arg)
    found.add(expr)
  }
  for (const root of roots) visit(root)
  return [...found]
}

function applied({ kind }: Expr, args: readonly string[], width: number, number: (value: bigint) => string): string {
  const [a, b, c] = args
  const truth = (condition: string): string => `(ite ${condition} ${number(1n)} ${number(0n)})`
  const low = (x: string): string => `((_ extract 31 0) ${x})`
  const int32 = (x: string): string => `((_ sign_extend ${width - 32}) ${low(x)})`
  switch (kind) {
    case 'add':
      return `(bvadd ${a} ${b})`
    case 'sub':
      return `(bvsub ${a} ${b})`
    case 'mul':
      return `(bvmul ${a} ${b})`
    case 'rem':
      return `(bvsrem ${a} ${b})`
    case 'floor': {
      const isRoundedUp = `(and (distinct (bvsrem ${a} ${b}) ${number(0n)}) (distinct (bvslt ${a} ${number(0n)}) (bvslt ${b} ${number(0n)})))`
      return `(ite ${isRoundedUp} (bvsub (bvsdiv ${a} ${b}) ${number(1n)}) (bvsdiv ${a} ${b}))`
    }
    case 'and':
      return `(bvand ${a} ${b})`
    case 'or':
      return `(bvor ${a} ${b})`
    case 'xor':
      return `(bvxor ${a} ${b})`
    case 'shl':
      return int32(`(bvshl ${a} ${b})`)
    case 'shr':
      return `(bvashr ${a} ${b})`
    case 'ushr':
      return `(bvlshr ((_ zero_extend ${width - 32}) ${low(a!)}) ${b})`
    case 'int32':
      return int32(a!)
    case 'lt':
      return truth(`(bvslt ${a} ${b})`)
    case 'le':
      return truth(`(bvsle ${a} ${b})`)
    case 'eq':
      return truth(`(= ${a} ${b})`)
    case 'not':
      return truth(`(= ${a} ${number(0n)})`)
    default:
      return `(ite (distinct ${a} ${number(0n)}) ${b} ${c})`
  }
}

/** What the solver has answered: an input, null where there is none, undefined where it does not know. */
export function answerOf(text: string, variables: readonly Expr[]): Assignment | null | undefined {
  if (text === 'unsat') return null
  if (!text.startsWith('sat')) return undefined
  const values = new Map(
    [...text.matchAll(/\bx(\d+) -> #([xb])([0-9a-f]+)/g)].map(([, i, base, digits]) => {
      const width = digits!.length * (base === 'x' ? 4 : 1)
      return [variables[Number(i)]!.name, BigInt.asIntN(width, BigInt(`0${base}${digits}`))] as const
    }),
  )
  // What is not said may be anything.
  return new Map(variables.map(({ name, least }) => [name, values.get(name) ?? least]))
}
