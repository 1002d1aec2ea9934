/** A real browser, in which pages are looked at as people do. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

/** `.ci/run` names the browser, and installs it; elsewhere one may be missing. */
const name = process.env.HEDDLE_BROWSER ?? 'chromium'

function executable(): string | null {
  try {
    return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
  } catch {
    if (process.env.HEDDLE_BROWSER !== undefined)
      throw new Error(`HEDDLE_BROWSER names ${name}, which is not installed`)
    return null
  }
}

const path = executable()
/** For `test`'s options: why nothing can be looked at. */
export const skip: string | false = path === null ? 'there is no browser: apt-get install chromium' : false

let launched: Promise<Browser> | null = null

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close()
}

export interface Opened {
  readonly page: Page
  /** What went wrong in it, and what it has asked of the network. */
  readonly complaints: string[]
}

export interface Look {
  readonly width?: number
  readonly dark?: boolean
}

/** Opens a page from a file, as a mail client or a CI server would hand it on. */
export async function open(t: TestContext, html: string, { width = 1280, dark = false }: Look = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-page-'))
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  launched ??= chromium.launch({ executablePath: path!, args: ['--no-sandbox'] })
  const page = await (await launched).newPage({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
  })
  t.after(async () => {
    await page.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) complaints.push(`request: ${request.url()}`)
  })
  await page.goto(pathToFileURL(file).href)
  return { page, complaints }
}
