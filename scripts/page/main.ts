/** Bundles the page of reports (`web/report`) into one file beside the code that fills it. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { PAGE } from '../../src/report/html/render-page.ts'

/** Compiled, this lies in `dist/scripts/page`, or in another folder of the same depth. */
const checkout = new URL('../../../', import.meta.url)
const target = new URL(`../../src/${PAGE}`, import.meta.url)
const inPage = (path: string): string => fileURLToPath(new URL(`web/report/${path}`, checkout))

async function bundled(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [inPage(path)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome111', 'firefox113', 'safari16.2'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  })
  return outputFiles[0]!.text.trim()
}

/** What is put in may hold anything, `$&` and the like included, but not the end of its element. */
function fill(page: string, place: string, text: string): string {
  const at = page.indexOf(place)
  if (at < 0 || /<\/(script|style)/i.test(text)) throw new Error(`web/report/index.html: ${place} cannot be filled`)
  return page.slice(0, at) + text + page.slice(at + place.length)
}

const [script, style] = await Promise.all([bundled('main.tsx'), bundled('style.css')])
const hash = `sha256-${createHash('sha256').update(script).digest('base64')}`
let page = readFileSync(inPage('index.html'), 'utf8')
page = fill(page, '<!--script-hash-->', hash)
page = fill(page, '<!--style-->', style)
page = fill(page, '<!--script-->', script)
writeFileSync(target, page)
console.log(`${fileURLToPath(target)}: ${page.length} bytes`)
