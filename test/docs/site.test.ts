/** The site of the documentation: it is whole, and can be read from the disk. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { buildSite } from '../../scripts/site/build-site.ts'
import { type CommandName, commands } from '../../src/cli/command-table.ts'
import { optionsOf } from '../../src/cli/options.ts'
import * as heddle from '../../src/index.ts'

const site = mkdtempSync(join(tmpdir(), 'heddle-site-'))
after(() => rmSync(site, { recursive: true, force: true }))
let pages: string[]
before(async () => {
  await buildSite(site)
  pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
})

const read = (page: string): string => readFileSync(join(site, page), 'utf8')
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

test('there is a page for each document', () => {
  for (const page of [
    'index.html',
    'docs/tutorial.html',
    'docs/guides/test-runners.html',
    'docs/decisions/irs.html',
    'CONTRIBUTING.html',
  ])
    assert.ok(pages.includes(page), page)
  assert.match(read('docs/tutorial.html'), /<h1 id="heddle-in-ten-minutes">Heddle in ten minutes<\/h1>/)
})

test('every link and picture leads to something that is there, without a server', () => {
  let links = 0
  for (const page of pages)
    for (const [, target] of read(page).matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^https?:/.test(target!)) continue
      const [path, anchor] = unescaped(decodeURIComponent(target!)).split('#') as [string, string | undefined]
      const file = path === '' ? join(site, page) : join(site, dirname(page), path)
      assert.ok(
        existsSync(file) && statSync(file).isFile(),
        `${page} links to ${target}: there is no ${relative(site, file)}`,
      )
      if (anchor !== undefined)
        assert.ok(readFileSync(file, 'utf8').includes(`id="${anchor}"`), `${page} links to ${target}: no such heading`)
      links++
    }
  assert.ok(links > 20 * pages.length)
})

test('nothing is loaded from elsewhere', () => {
  for (const page of pages) assert.doesNotMatch(read(page), /<script|<link[^>]*http|<img[^>]*src="http/, page)
})

test('the references have every command, every option and everything that can be imported', () => {
  const cli = read('docs/reference/cli.html')
  for (const name of Object.keys(commands) as CommandName[]) {
    const section = cli.slice(cli.indexOf(`<h2 id="heddle-${name}">`)).split(/<h2 /)[1]!
    for (const [option] of optionsOf(name)) assert.ok(section.includes(`<code>--${option}`), `--${option} of ${name}`)
  }
  const api = read('docs/reference/api.html')
  for (const name of [...Object.keys(heddle), 'CheckApiOptions', 'Mem', 'VerifiedOptions'])
    assert.match(api, new RegExp(`<h3 id="[^"]*">${name}</h3>`))
})
