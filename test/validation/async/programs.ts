/** Random programs whose threads wait asynchronously, in a notation of their own: an activity is a list of steps. */
import { Random } from '../programs/random.ts'

export type Step =
  | { readonly do: 'store' | 'wait'; readonly word: number; readonly value: number }
  | { readonly do: 'load' | 'add'; readonly word: number }
  | { readonly do: 'notify'; readonly word: number; readonly count: number }
  /** `await`s what comes of it. */
  | { readonly do: 'waitAsync'; readonly word: number; readonly value: number; readonly timeout: number | null }
  /** `await null`. */
  | { readonly do: 'tick' }
  /** Calls an async function and keeps its promise. */
  | { readonly do: 'start'; readonly activity: readonly Step[] }
  /** Awaits the last one that was started. */
  | { readonly do: 'join' }

export type AsyncProgram = readonly (readonly Step[])[]

/** `words`: how many words threads wait for. */
export function randomAsyncProgram(seed: number, words: number): AsyncProgram {
  const random = new Random(seed)
  const threads = 2 + (random.chance(0.25) ? 1 : 0)
  return Array.from({ length: threads }, (_, t) => activity(random, words, 1 + random.below(t === 0 ? 3 : 4), 2))
}

function activity(random: Random, words: number, length: number, depth: number): Step[] {
  const steps: Step[] = []
  let started = 0
  for (let i = 0; i < length; i++) {
    const step = one(random, words, depth, started)
    if (step.do === 'start') started++
    steps.push(step)
  }
  return steps
}

function one(random: Random, words: number, depth: number, started: number): Step {
  const word = random.below(words)
  const kind = random.weighted({
    store: 3,
    load: 1,
    add: 1,
    notify: 4,
    wait: 1,
    waitAsync: 4,
    tick: 1,
    start: depth > 0 ? 2 : 0,
    join: started > 0 ? 3 : 0,
  })
  switch (kind) {
    case 'store':
      return { do: kind, word, value: random.below(2) }
    case 'wait':
      return { do: kind, word, value: random.below(2) }
    case 'notify':
      return { do: kind, word, count: random.pick([1, 1, 2]) }
    case 'waitAsync':
      return {
        do: kind,
        word,
        value: random.chance(0.8) ? 0 : 1,
        timeout: random.chance(0.2) ? random.pick([0, 5, 9]) : null,
      }
    case 'start':
      return { do: kind, activity: activity(random, words, 1 + random.below(2), depth - 1) }
    case 'tick':
    case 'join':
      return { do: kind }
    default:
      return { do: kind, word }
  }
}

/** The module's source: `exports.threads`, functions of shared memory that return what they saw. */
export function sourceOf(program: AsyncProgram): string {
  const threads = program.map(
    (steps) => `async (s) => { const out = []; let p; ${steps.map(code).join(' ')} return out.join() }`,
  )
  return `exports.threads = [\n${threads.join(',\n')}\n]\n`
}

function code(step: Step): string {
  switch (step.do) {
    case 'store':
      return `Atomics.store(s.w, ${step.word}, ${step.value});`
    case 'load':
      return `out.push('l' + Atomics.load(s.w, ${step.word}));`
    case 'add':
      return `out.push('a' + Atomics.add(s.w, ${step.word}, 1));`
    case 'notify':
      return `out.push('n' + Atomics.notify(s.w, ${step.word}, ${step.count}));`
    case 'wait':
      return `out.push(Atomics.wait(s.w, ${step.word}, ${step.value}));`
    case 'waitAsync': {
      const timeout = step.timeout === null ? '' : `, ${step.timeout}`
      return `{ const r = Atomics.waitAsync(s.w, ${step.word}, ${step.value}${timeout}); out.push(r.async ? 'A' + (await r.value) : r.value); }`
    }
    case 'tick':
      return `await null; out.push('t');`
    case 'start':
      return `p = (async () => { let p; ${step.activity.map(code).join(' ')} out.push('e'); })();`
    case 'join':
      return `await p; out.push('j');`
  }
}
