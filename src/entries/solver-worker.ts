/** The worker in which the solver runs: it has threads of its own, and memory that nobody is to look at. */
import { parentPort } from 'node:worker_threads'
import type { SolverAnswer, SolverRequest } from '../symbolic/solver-protocol.ts'

/** As much of the package as is used. */
interface Z3Package {
  init(): Promise<{ Z3: Z3; em: Emscripten }>
}
type Handle = number & { readonly z3?: never }
interface Z3 {
  mk_config(): Handle
  mk_context_rc(config: Handle): Handle
  del_context(context: Handle): void
  mk_solver(context: Handle): Handle
  solver_inc_ref(context: Handle, solver: Handle): void
  mk_params(context: Handle): Handle
  params_inc_ref(context: Handle, params: Handle): void
  params_set_uint(context: Handle, params: Handle, name: Handle, value: number): void
  mk_string_symbol(context: Handle, name: string): Handle
  solver_set_params(context: Handle, solver: Handle, params: Handle): void
  solver_get_assertions(context: Handle, solver: Handle): Handle
  ast_vector_size(context: Handle, vector: Handle): number
  solver_push(context: Handle, solver: Handle): void
  solver_pop(context: Handle, solver: Handle, scopes: number): void
  solver_check(context: Handle, solver: Handle): Promise<number>
  solver_get_model(context: Handle, solver: Handle): Handle
  model_inc_ref(context: Handle, model: Handle): void
  model_dec_ref(context: Handle, model: Handle): void
  model_to_string(context: Handle, model: Handle): string
}
interface Emscripten {
  readonly HEAPU8: Uint8Array
  _malloc(bytes: number): number
  _free(address: number): void
  _Z3_solver_from_string(context: Handle, solver: Handle, text: number): void
}

const answer = (message: SolverAnswer): void => parentPort!.postMessage(message)
const packageName = 'z3-solver'

/**
 * One solver, which is told more and more. Commands are parsed here and now, from memory of their own: the package's
 * function that evaluates commands in another thread gives the memory of their text away before that has read it.
 */
class Session {
  private readonly z3: Z3
  private readonly em: Emscripten
  private context: Handle | null = null
  private solver: Handle = 0

  constructor(z3: Z3, em: Emscripten) {
    this.z3 = z3
    this.em = em
  }

  async ask({ reset, commands, also, assertions, limit }: SolverRequest): Promise<string> {
    const { z3 } = this
    if (reset || this.context === null) this.begin(limit)
    for (const text of commands) this.tell(text)
    if (also === null) return this.answered(assertions)
    const [context, solver] = [this.context!, this.solver]
    z3.solver_push(context, solver)
    try {
      this.tell(also)
      return await this.answered(assertions)
    } finally {
      z3.solver_pop(context, solver, 1)
    }
  }

  /** `assertions`: how many it must have understood. */
  private async answered(assertions: number): Promise<string> {
    const { z3 } = this
    const [context, solver] = [this.context!, this.solver]
    const told = z3.ast_vector_size(context, z3.solver_get_assertions(context, solver))
    if (told !== assertions) throw new Error(`it has understood ${told} of ${assertions} assertions`)
    const found = await z3.solver_check(context, solver)
    if (found !== 1) return found === -1 ? 'unsat' : 'unknown'
    const model = z3.solver_get_model(context, solver)
    z3.model_inc_ref(context, model)
    const text = z3.model_to_string(context, model)
    z3.model_dec_ref(context, model)
    return `sat\n${text}`
  }

  private begin(limit: number): void {
    const { z3 } = this
    if (this.context !== null) z3.del_context(this.context)
    const context = (this.context = z3.mk_context_rc(z3.mk_config()))
    const solver = (this.solver = z3.mk_solver(context))
    z3.solver_inc_ref(context, solver)
    const params = z3.mk_params(context)
    z3.params_inc_ref(context, params)
    z3.params_set_uint(context, params, z3.mk_string_symbol(context, 'rlimit'), limit)
    z3.solver_set_params(context, solver, params)
  }

  private tell(text: string): void {
    const bytes = Buffer.from(`${text}\0`)
    const address = this.em._malloc(bytes.length)
    this.em.HEAPU8.set(bytes, address)
    this.em._Z3_solver_from_string(this.context!, this.solver, address)
    this.em._free(address)
  }
}

async function start(): Promise<void> {
  let found: Z3Package
  try {
    found = (await import(packageName)) as Z3Package
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return answer(code === 'ERR_MODULE_NOT_FOUND' ? { type: 'missing' } : { type: 'failed', message })
  }
  const { Z3, em } = await found.init()
  const session = new Session(Z3, em)
  answer({ type: 'ready' })
  parentPort!.on('message', (request: SolverRequest) => {
    const begin = performance.now()
    session.ask(request).then(
      (text) => answer({ type: 'answer', text, ms: performance.now() - begin }),
      (error: unknown) => answer({ type: 'failed', message: String(error) }),
    )
  })
}

start().catch((error: unknown) => answer({ type: 'failed', message: String(error) }))
