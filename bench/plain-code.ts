/** What plain code costs, against the same program written as generator threads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { check } from '../src/index.ts'
import { type Bench, main, median, table } from './bench.ts'

const EXECUTIONS = 60_000
const ROUNDS = 5
const LIMIT = 3

const head = `import { program, ops } from 'heddle'\n`
const shared = `name: 'bench', shared: (mem) => ({ a: mem.int32('a', 4) })`

/** Three threads of five operations: directly, through five calls, and with 300 rounds that compute before each. */
const subjects = {
  'in the thread itself': {
    plain: `const thread = (t) => (s) => { s.a[t]++; s.a[3]++; return s.a[t] }`,
    generator: `const thread = (t) => function* (s) {
      yield* ops.write(s.a, t, (yield* ops.read(s.a, t)) + 1)
      yield* ops.write(s.a, 3, (yield* ops.read(s.a, 3)) + 1)
      return yield* ops.read(s.a, t)
    }`,
  },
  'five calls deep': {
    plain: `
      const get5 = (a, i) => a[i], get4 = (a, i) => get5(a, i), get3 = (a, i) => get4(a, i), get2 = (a, i) => get3(a, i), get = (a, i) => get2(a, i)
      const set5 = (a, i, v) => { a[i] = v }, set4 = (a, i, v) => set5(a, i, v), set3 = (a, i, v) => set4(a, i, v), set2 = (a, i, v) => set3(a, i, v), set = (a, i, v) => set2(a, i, v)
      const thread = (t) => (s) => { set(s.a, t, get(s.a, t) + 1); set(s.a, 3, get(s.a, 3) + 1); return get(s.a, t) }`,
    generator: `
      function* get5(a, i) { return yield* ops.read(a, i) }
      function* get4(a, i) { return yield* get5(a, i) }
      function* get3(a, i) { return yield* get4(a, i) }
      function* get2(a, i) { return yield* get3(a, i) }
      function* get(a, i) { return yield* get2(a, i) }
      function* set5(a, i, v) { yield* ops.write(a, i, v) }
      function* set4(a, i, v) { yield* set5(a, i, v) }
      function* set3(a, i, v) { yield* set4(a, i, v) }
      function* set2(a, i, v) { yield* set3(a, i, v) }
      function* set(a, i, v) { yield* set2(a, i, v) }
      const thread = (t) => function* (s) {
        yield* set(s.a, t, (yield* get(s.a, t)) + 1)
        yield* set(s.a, 3, (yield* get(s.a, 3)) + 1)
        return yield* get(s.a, t)
      }`,
  },
  'after 300 rounds of a loop': {
    plain: `const thread = (t) => (s) => {
      let x = t
      for (let i = 0; i < 300; i++) x = Math.imul(x, 31) + i | 0
      s.a[t] = s.a[t] + x
      for (let i = 0; i < 300; i++) x = Math.imul(x, 31) + i | 0
      s.a[3] = s.a[3] + x
      return s.a[t]
    }`,
    generator: `const thread = (t) => function* (s) {
      let x = t
      for (let i = 0; i < 300; i++) x = Math.imul(x, 31) + i | 0
      yield* ops.write(s.a, t, (yield* ops.read(s.a, t)) + x)
      for (let i = 0; i < 300; i++) x = Math.imul(x, 31) + i | 0
      yield* ops.write(s.a, 3, (yield* ops.read(s.a, 3)) + x)
      return yield* ops.read(s.a, t)
    }`,
  },
}

async function microseconds(file: string): Promise<number> {
  const { seconds, executions } = await check(file, {
    reduction: 'none',
    count: false,
    maxExecutions: EXECUTIONS,
    budgetMs: 600_000,
  })
  return (seconds * 1e6) / executions
}

export const plainCode: Bench = {
  name: 'Plain code against generator threads',
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
    const rows: string[][] = []
    const broken: string[] = []
    try {
      for (const [where, sources] of Object.entries(subjects)) {
        const files = Object.entries(sources).map(([arm, source]) => {
          const file = join(folder, `${where.replaceAll(' ', '-')}-${arm}.mjs`)
          writeFileSync(
            file,
            `${head}${source}\nexport default program({ ${shared}, threads: [thread(0), thread(1), thread(2)] })\n`,
          )
          return file
        })
        const ratios: number[] = []
        const times: number[][] = [[], []]
        for (let round = 0; round < ROUNDS; round++) {
          for (const [arm, file] of files.entries()) times[arm]!.push(await microseconds(file))
          ratios.push(times[0]![round]! / times[1]![round]!)
        }
        if (median(ratios) > LIMIT) broken.push(`${where}: ${median(ratios).toFixed(2)} times as long, limit ${LIMIT}`)
        rows.push([where, median(times[0]!).toFixed(2), median(times[1]!).toFixed(2), median(ratios).toFixed(2)])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
    console.log(table(['accesses', 'plain, µs per execution', 'generators', 'ratio'], rows))
    return broken
  },
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main([plainCode])
