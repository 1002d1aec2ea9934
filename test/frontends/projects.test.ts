/** What TypeScript projects use besides types: paths, `using`, endings; and what is refused, with a way out. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { check } from '../support/built.ts'
import { folder } from './temporary.ts'

const program = (body: string, top = ''): string => `import { program } from 'heddle'
${top}
export default program({
  name: 'p',
  shared: (mem) => ({ a: mem.int32('a', [1]) }),
  threads: { one(s) { ${body} }, two(s) { s.a[0] = 3 } },
  outcome: (s) => s.a[0],
})
`
const BUMP = 'export const bump = (a: Int32Array): void => { a[0]! += 1 }\n'

const files = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': `{
  // Comments, and a comma too many.
  "extends": "./tsconfig.base.json", /* as tsc reads it */
  "include": ["**/*.ts",],
}`,
  'tsconfig.base.json':
    '{ "compilerOptions": { "baseUrl": "src", "paths": { "#lib/*": ["nowhere/*", "lib/*"], "exactly": ["lib/bump.ts"] } } }',
  'src/lib/bump.ts': BUMP,
  'paths.ts': program(
    'bump(s.a); again(s.a); third(s.a)',
    "import { bump } from '#lib/bump'\nimport { bump as again } from 'exactly'\nimport { bump as third } from 'lib/bump.js'",
  ),
  'common/package.json': '{ "type": "commonjs" }',
  'common/paths.ts': program('bump(s.a)', "import { bump } from '#lib/bump'"),
  'ending.tsx': program('bump<Int32Array>(s.a)', 'const bump = <T extends Int32Array,>(a: T): void => { a[0]! += 1 }'),
  'using.ts': program(
    'using one = made(s.a, 10); { using two = made(s.a, 1); using none = null; s.a[0]! += 100 } ',
    'const made = (a: Int32Array, n: number) => ({ [Symbol.dispose]() { a[0]! += n } })',
  ),
  'using.js': program(
    'try { using one = { [Symbol.dispose]() { s.a[0] += 1 } }; using two = { [Symbol.dispose]() { throw new Error("two") } }; throw new Error("body") } catch (e) { s.a[0] = e.name === "SuppressedError" && e.error.message === "two" && e.suppressed.message === "body" ? 7 : 8 }',
  ),
  'decorators.ts': program('s.a[0]! += 1', 'const seen = (value: any) => value\n\n  @seen class C {}'),
  'accessor.ts': program('s.a[0]! += 1', 'class C {\n  accessor x = 1 }'),
}

let dir: ReturnType<typeof folder>
before(() => {
  dir = folder(files)
})
after(() => dir.remove())

async function outcomes(file: string): Promise<unknown[]> {
  const result = await check(dir.at(file), { reduction: 'none' })
  return result.outcomes.map(({ value }) => value).sort((a, b) => (a as number) - (b as number))
}

test('paths and baseUrl of tsconfig.json, which may extend another', async () => {
  assert.deepEqual(await outcomes('paths.ts'), [3, 4, 5, 6])
})

test('the same in CommonJS', async () => {
  assert.deepEqual(await outcomes('common/paths.ts'), [2, 3, 4])
})

test('.tsx', async () => {
  assert.deepEqual(await outcomes('ending.tsx'), [2, 3, 4])
})

test('what `using` disposes of may touch shared memory', async () => {
  // 3 is written before, between or after three increments, or into the middle of one, which loses it.
  assert.deepEqual(await outcomes('using.ts'), [3, 13, 14, 112, 114])
})

test('errors of disposal suppress others', async () => {
  assert.deepEqual(await outcomes('using.js'), [3, 7])
})

for (const [file, at, message] of [
  ['decorators.ts', '4:3', /decorators are not run by Node: compile this file first/],
  ['accessor.ts', '3:3', /`accessor` is not known to Node: write a private field with a getter and a setter/],
] as const) {
  test(`${file} is refused with its place`, async () => {
    await assert.rejects(check(dir.at(file)), (error: Error & { at?: string }) => {
      assert.match(error.message, message)
      assert.ok(error.at!.endsWith(`${file}:${at}`), error.at)
      return true
    })
  })
}
