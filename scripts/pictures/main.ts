/** Takes the pictures of the documentation: pages of reports, as a browser shows them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const heddle = fileURLToPath(new URL('../../bundle/cli/main.js', import.meta.url))
const target = join(checkout, 'docs/pictures')

interface Picture {
  readonly name: string
  readonly example: string
  readonly width: number
  readonly height: number
  readonly dark: boolean
  /** What is pressed before. */
  readonly keys: readonly string[]
}

const treiber = { example: 'examples/05-treiber-stack.ts', keys: ['d', 'd'] }
const wide = { width: 1280, height: 1900 }
const narrow = { width: 400, height: 1900 }
const pictures: readonly Picture[] = [
  { name: 'treiber-light', ...treiber, ...wide, dark: false },
  { name: 'treiber-dark', ...treiber, ...wide, dark: true },
  { name: 'treiber-narrow-light', ...treiber, ...narrow, dark: false },
  { name: 'treiber-narrow-dark', ...treiber, ...narrow, dark: true },
]

/** The page of a set with a few traces, as large as it is. */
const sets: readonly Omit<Picture, 'height' | 'keys'>[] = [
  { name: 'set-light', example: treiber.example, width: 1280, dark: false },
  { name: 'set-narrow-dark', example: treiber.example, width: 400, dark: true },
]

const check = (example: string, page: string): void => run('check', example, '--html', page)

function inspect(example: string, page: string): void {
  // The page names it, so its name is one that people would choose.
  const set = 'dist/stack.set'
  if (!existsSync(join(checkout, set))) run('verify', example, '-o', set, '--traces', '4')
  run('inspect', set, '--cost', example, '--html', page)
}

/** Bugs are what the examples are for: the exit code says so. */
function run(...args: readonly string[]): void {
  try {
    execFileSync(process.execPath, [heddle, ...args], {
      cwd: checkout,
      stdio: 'ignore',
      env: { ...process.env, npm_command: 'exec' }, // commands begin as people write them
    })
  } catch (error) {
    if ((error as { status?: number }).status !== 1) throw error
  }
}

const folder = mkdtempSync(join(tmpdir(), 'heddle-pictures-'))
const browser = await chromium.launch({
  executablePath: process.env.HEDDLE_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  mkdirSync(target, { recursive: true })
  for (const { name, example, width, height, dark, keys } of pictures) {
    const file = join(folder, `${name}.html`)
    check(example, file)
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
    await page.goto(pathToFileURL(file).href)
    for (const key of keys) await page.keyboard.press(key)
    await page.locator('.edge.chosen').first().waitFor()
    const picture = join(target, `${name}.png`)
    await page.screenshot({ path: picture })
    await page.close()
    console.log(`${picture}: ${statSync(picture).size} bytes`)
  }
  for (const { name, example, width, dark } of sets) {
    const file = join(folder, `${name}.html`)
    inspect(example, file)
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' })
    await page.goto(pathToFileURL(file).href)
    await page.locator('.orders button').first().click()
    const picture = join(target, `${name}.png`)
    await page.screenshot({ path: picture, fullPage: true })
    await page.close()
    console.log(`${picture}: ${statSync(picture).size} bytes`)
  }
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
