/** Gates that are known to be wrong, for real. The validation must notice each of them within some programs. */
import { spawnSync } from 'node:child_process'
import { type Change, ChangedBuild } from './changed-build.ts'
import type { Totals } from './totals.ts'

export interface RealMutant extends Change {
  readonly profile: string
  /** Within so many programs it must be noticed. */
  readonly budget: number
  /** Of each program, where it shows in threads that wait for ever. */
  readonly runs?: number
}

const gates = 'irs/enforcement/'

export const realMutants: readonly RealMutant[] = [
  {
    name: 'no gates at all',
    file: `${gates}director.js`,
    from: 'return this.index.isWhole && this.options.keepGates !== true',
    to: 'return true',
    profile: 'memory',
    budget: 25,
  },
  {
    name: 'every event that some trace has may happen (JavaScript)',
    file: `${gates}gate/gate.js`,
    from: 'return this.event < 0 ? -1 : this.admission.witnessFor(this.slot, this.event)',
    to: 'return this.event < 0 ? -1 : 0',
    profile: 'choices',
    budget: 50,
  },
  {
    name: 'every event that some trace has may happen (WebAssembly)',
    file: `${gates}wasm/gate.wat`,
    from: '(br_if $refuse (i32.lt_s (local.get $witness) (i32.const 0)))',
    to: `(if (i32.lt_s (local.get $witness) (i32.const 0))
      (then (local.set $witness (i32.load (i32.const {gate.witness})))))`,
    profile: 'memory',
    budget: 25,
  },
  {
    name: 'gates open at the first event of a finished prefix (JavaScript)',
    file: `${gates}admission/trace-index.js`,
    from: 'all = reached(this.markEvents[i])',
    to: 'all = true',
    profile: 'choices',
    budget: 25,
  },
  {
    name: 'gates open at the first event of a finished prefix (WebAssembly)',
    file: `${gates}wasm/finished-prefixes.wat`,
    from: '(br_if $one_has_not (i32.eqz (call $has_happened (i32.load (local.get $item_at)))))',
    to: '',
    profile: 'memory',
    budget: 25,
  },
  {
    name: 'nobody is woken by an event (JavaScript)',
    file: `${gates}gate/wakeups.js`,
    from: 'if (event >= 0 && this.admission.witnessFor(waiting, event) >= 0)',
    to: 'if (event < 0)',
    profile: 'locks',
    budget: 25,
    runs: 3,
  },
  {
    name: 'nobody is woken by an event (WebAssembly)',
    file: `${gates}wasm/wakeups.wat`,
    from: '(br_if $next_thread (i32.lt_s (call $witness_for (local.get $slot) (local.get $event)) (i32.const 0)))',
    to: '(br $next_thread)',
    profile: 'memory',
    budget: 25,
    runs: 3,
  },
  {
    name: 'memory is not restored between runs',
    file: 'real/run/run-memory.js',
    from: 'layout.restoreForReal(data)',
    to: 'layout.restorePrimitives()',
    profile: 'memory',
    budget: 25,
  },
  {
    name: 'primitives are not restored between runs',
    file: `${gates}director.js`,
    from: 'this.models.reset();',
    to: '',
    profile: 'locks',
    budget: 50,
  },
  {
    name: 'a spawned thread does not follow on its spawn',
    file: `${gates}gate/gate-core.js`,
    from: 'this.past.spawned(child);',
    to: '',
    profile: 'threads',
    budget: 25,
  },
  {
    name: 'reads leave no mark (WebAssembly)',
    file: `${gates}wasm/gate.wat`,
    from: '(i32.add (i32.load offset={cell.reads_lo} (local.get $cell_at)) (local.get $lo))',
    to: '(i32.load offset={cell.reads_lo} (local.get $cell_at))',
    profile: 'memory',
    budget: 25,
  },
  {
    name: 'choices are free',
    file: `${gates}gate/gate.js`,
    from: 'return this.admitAs(0);',
    to: 'if (isChoose(op)) { this.admitAs(this.choose(op)); return 0 } return this.admitAs(0);',
    profile: 'choices',
    budget: 50,
  },
]

/** For a run that hangs; the real gates are given more. */
const PATIENCE_MS = 10_000

type Hunt = { readonly caught: boolean; readonly admitted: number }

/** How many programs were run until one showed it, and whether one did. */
export function huntReally(mutant: RealMutant, seed: number, runs: number): Hunt {
  const build = new ChangedBuild(mutant)
  try {
    const range = ['--seed', String(seed), '--programs', String(mutant.budget), '--runs', String(mutant.runs ?? runs)]
    const how = ['--batch', '--until-wrong', '--timeout', String(PATIENCE_MS), '--profile', mutant.profile]
    const output = { encoding: 'utf8', maxBuffer: 1 << 26 } as const
    const { stdout, stderr, status } = spawnSync(process.execPath, [build.main, ...how, ...range], output)
    if (status !== 0) throw new Error(`the mutant '${mutant.name}' broke the validation: ${stderr}`)
    const { wrong, admitted } = JSON.parse(stdout) as Totals
    return { caught: wrong > 0, admitted }
  } finally {
    build.dispose()
  }
}
