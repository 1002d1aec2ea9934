/** Runs transformed code in one controlled thread and says what it accessed. */
import vm from 'node:vm'
import { attach, type Mem } from '../../src/program/memory/mem.ts'
import { Layout } from '../../src/program/memory/layout.ts'
import { Operation, TWIN } from '../../src/program/operations/operation.ts'
import { running } from '../../src/program/context/execution-context.ts'
import { AGAIN } from '../../src/program/operations/operation-spec.ts'
import { installPlainRuntime } from '../../src/frontends/plain/runtime/install.ts'
import { installGatedBuiltins } from '../../src/frontends/plain/runtime/gated/gated-builtins.ts'
import { transformSource } from '../../src/frontends/plain/transform.ts'

/** Whether the code is to pass gates instead of being suspended; see `direct.test.ts`. */
export const isDirect = process.env['HEDDLE_TEST_DIRECT'] === '1'

installPlainRuntime()
if (isDirect) installGatedBuiltins(false)

type Twin = Generator<unknown, unknown, unknown>
export type Body = ((...args: never[]) => unknown) & { [TWIN]?: (...args: unknown[]) => Twin }

export interface Ran {
  readonly result?: unknown
  readonly error?: unknown
  /** `read a[0] → 5`, `write a[0] = 6`, `Atomics.add a[0]`, … */
  readonly log: string[]
}

export function load(
  source: string,
  file = '/test/program.cjs',
  modules: Record<string, unknown> = {},
): Record<string, Body> {
  return loader(source, file, modules)()
}

/** Loads the same code as often as it is called. */
export function loader(
  source: string,
  file: string,
  modules: Record<string, unknown> = {},
): () => Record<string, Body> {
  const { code } = transformSource(source, file, { format: 'commonjs', direct: isDirect })
  const parameters = ['exports', 'require', 'module', 'assert']
  let compiled: ((...args: unknown[]) => void) | undefined
  const require = (name: string): unknown => {
    if (Object.hasOwn(modules, name)) return modules[name]
    throw new Error(`no module ${name}`)
  }
  return () => {
    const exports: Record<string, Body> = {}
    compiled ??= vm.compileFunction(code, parameters, { filename: file }) as (...args: unknown[]) => void
    compiled.call(exports, exports, require, { exports }, undefined)
    return exports
  }
}

export function memory<S>(shared: (mem: Mem) => S): S {
  const layout = new Layout()
  const attachment = attach(layout)
  const result = shared(attachment.mem)
  attachment.end()
  return result
}

/** Drives the twin of a function as the engine does, performing each operation at once. */
export function run(body: Body, ...args: unknown[]): Ran {
  return runWith(body, args, [])
}

/** The same to the end of all jobs that it leaves; the result is what its promise is settled with. */
export function runJobs(body: Body, args: unknown[], log: string[]): Ran {
  return runWith(body, args, log, true)
}

export function runWith(body: Body, args: unknown[], log: string[], withJobs = false): Ran {
  const op = new Operation(0)
  running.operation = op
  running.explored = true
  running.refusal = null
  if (isDirect)
    running.pass = (passed) => {
      passed.received()
      return perform(passed, log)
    }
  try {
    const twin = body[TWIN]
    let result = twin === undefined ? body(...(args as never[])) : drive(twin(...args), op, log)
    if (withJobs && op.jobs !== null) result = drive(op.jobs.run(result), op, log)
    return running.refusal === null ? { result, log } : { error: running.refusal, log }
  } catch (error) {
    return { error: running.refusal ?? error, log }
  } finally {
    running.explored = false
    running.pass = null
    running.operation = null
  }
}

/** What the function does where no thread is. */
export function runOutside(body: Body, args: unknown[], log: string[]): Ran {
  try {
    return { result: body(...(args as never[])), log }
  } catch (error) {
    return { error, log }
  }
}

function drive(twin: Twin, op: Operation, log: string[]): unknown {
  const callers: Twin[] = []
  let top = twin
  let value: unknown
  let isError = false
  for (;;) {
    let step: IteratorResult<unknown, unknown>
    try {
      step = isError ? top.throw(value) : top.next(value)
    } catch (error) {
      if (callers.length === 0) throw error
      ;[top, value, isError] = [callers.pop()!, error, true]
      continue
    }
    isError = false
    value = undefined
    if (step.done === true) {
      if (callers.length === 0) return step.value
      ;[top, value] = [callers.pop()!, step.value]
    } else if (step.value === op) {
      op.received()
      value = perform(op, log)
    } else {
      callers.push(top)
      top = callers.length > 5000 ? overflowing() : (step.value as Twin)
    }
  }
}

function* overflowing(): Twin {
  throw new RangeError('Maximum call stack size exceeded')
}

function perform(op: Operation, log: string[]): unknown {
  const { name } = op.spec
  const place =
    op.target === null || op.target.model !== null
      ? ''
      : ` ${op.target!.name}[${(op.accesses.cell - op.target!.base) / op.accesses.bytes}]`
  if (op.spec.enabled !== null && !op.spec.enabled(op)) throw new Error(`blocked at ${name}`)
  const value = op.spec.perform(op)
  if (op.spin !== null) op.spin.note(op, op.spec, value)
  if (value === AGAIN) return perform(op, log)
  log.push(
    name === 'read'
      ? `read${place} → ${show(value)}`
      : name === 'write'
        ? `write${place} = ${show(op.operand)}`
        : `${name}${place}`,
  )
  return value
}

const show = (value: unknown): string =>
  typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value)
