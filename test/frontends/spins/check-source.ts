/** Checks a program of plain code in this thread, transformed as the loader would do it. */
import vm from 'node:vm'
import { Checker, type CheckOptions } from '../../../src/checking/checker.ts'
import { installPlainRuntime } from '../../../src/frontends/plain/runtime/install.ts'
import { transformSource } from '../../../src/frontends/plain/transform.ts'
import * as heddle from '../../../src/index.ts'
import type { Program } from '../../../src/program/program.ts'
import type { CheckResult } from '../../../src/results/check-result.ts'

installPlainRuntime()

/** `source` is CommonJS: what it exports is the program, and `require('heddle')` is what it would be in a file. */
export function loadSource(source: string): Program {
  // As if evaluated, since what a module declares is looked at after each execution from then on, and here are
  // thousands of modules.
  const { code } = transformSource(source, '/test/spins.cjs', { format: 'commonjs', evaluated: true })
  const module = { exports: {} as unknown }
  const compiled = vm.compileFunction(code, ['exports', 'require', 'module']) as (...args: unknown[]) => void
  compiled(
    module.exports,
    (name: string) => {
      if (name === 'heddle') return heddle
      throw new Error(`no module ${name}`)
    },
    module,
  )
  return module.exports as Program
}

export function checkSource(source: string, options: CheckOptions = {}): CheckResult {
  const checker = new Checker(loadSource(source), { budgetMs: Infinity, allBugs: true, ...options })
  while (!checker.run(Infinity));
  return checker.result()
}

/** Thread `a` is given, and waits in a loop; thread `b` writes 1 to x and then to y. */
export function withWriter(a: string, top = '', shared = "x: mem.int32('x', 1), y: mem.int32('y', 1)"): string {
  return `const { program, yieldNow: relax } = require('heddle')
    ${top}
    module.exports = program({
      name: 'waiting', shared: (mem) => ({ ${shared} }),
      threads: { a(s) { ${a} }, b(s) { Atomics.store(s.x, 0, 1); Atomics.store(s.y, 0, 1) } },
      outcome: (s, { a }) => a,
    })`
}

/** Nobody else is there: a loop that keeps nothing goes round for ever, any other ends by itself. */
export function alone(a: string, top = '', shared = "x: mem.int32('x', 1), y: mem.int32('y', 1)"): string {
  return `const { program, yieldNow } = require('heddle')
    ${top}
    module.exports = program({
      name: 'alone', shared: (mem) => ({ ${shared} }),
      threads: { a(s) { ${a} } },
      outcome: (s, { a }) => a,
    })`
}

/** By value, in order: what the outcomes were. */
export const outcomesOf = ({ outcomes }: CheckResult): string[] =>
  outcomes.map(({ value }) => JSON.stringify(value) ?? 'undefined').sort()
