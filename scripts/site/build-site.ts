/**
 * The documentation as a site: Eleventy makes pages of the Markdown in `docs`, of README and CONTRIBUTING, and of the
 * references, which are made of the sources. All links are relative, so that it can be opened from the disk.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Eleventy from '@11ty/eleventy'
import { apiReference } from './api-reference.ts'
import { cliReference } from './cli-reference.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const built = fileURLToPath(new URL('../../src/', import.meta.url))
const site = join(checkout, 'web/site')

/** Returns how many pages there are. */
export async function buildSite(target: string): Promise<number> {
  // Within the checkout, since Eleventy knows files by their paths relative to its folder.
  const input = mkdtempSync(join(checkout, 'dist', 'site-input-'))
  try {
    collect(input)
    rmSync(target, { recursive: true, force: true })
    const eleventy = new Eleventy(relativeTo(input), target, {
      quietMode: true,
      configPath: join(site, 'eleventy.config.js'),
      source: 'script',
    })
    await eleventy.write()
    cpSync(join(input, 'docs/pictures'), join(target, 'docs/pictures'), { recursive: true })
    cpSync(join(site, 'style.css'), join(target, 'style.css'))
    cpSync(join(site, '../colours.css'), join(target, 'colours.css'))
    return pagesIn(target)
  } finally {
    rmSync(input, { recursive: true, force: true })
  }
}

const relativeTo = (path: string): string => path.slice(checkout.length)

/** The Markdown files where they are in the repository, so that links between them hold. */
function collect(input: string): void {
  cpSync(join(checkout, 'docs'), join(input, 'docs'), { recursive: true })
  for (const name of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']) cpSync(join(checkout, name), join(input, name))
  cpSync(join(site, 'layout.njk'), join(input, '_includes/layout.njk'))
  mkdirSync(join(input, 'docs/reference'), { recursive: true })
  writeFileSync(join(input, 'docs/reference/cli.md'), cliReference())
  writeFileSync(join(input, 'docs/reference/api.md'), apiReference(built))
  writeFileSync(join(input, 'docs/decisions/index.md'), listOf(join(input, 'docs/decisions')))
  // What the README is in a repository, the index is on a site.
  writeFileSync(join(input, 'index.md'), readFileSync(join(input, 'README.md')))
  rmSync(join(input, 'README.md'))
}

/** A page for a folder, to which others link. */
function listOf(folder: string): string {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `- [${/^# (.*)$/m.exec(readFileSync(join(folder, name), 'utf8'))![1]}](${name})`)
  return `# Decisions\n\n${lines.join('\n')}\n`
}

const pagesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html')).length
