/** How Eleventy makes the site of the documentation; run by `scripts/site`. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The pages, in the order in which one would read them; all others come below, by folder. */
const first = [
  ['index.md', 'Heddle'],
  ['docs/tutorial.md', 'Tutorial'],
  ['docs/guides/find-a-race.md', 'Find a race'],
  ['docs/guides/read-a-report.md', 'Read a report'],
  ['docs/guides/what-a-check-says.md', 'What a check says'],
  ['docs/guides/write-a-program.md', 'Write a program'],
  ['docs/guides/inputs.md', 'Inputs'],
  ['docs/guides/choose-a-bound.md', 'Choose a bound'],
  ['docs/guides/searches.md', 'Choose a search'],
  ['docs/guides/lock-free.md', 'Verify a lock-free structure'],
  ['docs/guides/test-runners.md', 'Verify programs in tests'],
  ['docs/guides/tools.md', 'CI, editors and other tools'],
  ['docs/guides/ship-with-irs.md', 'Ship with verified schedules only'],
  ['docs/guides/verified-schedules.md', 'Sets of verified schedules'],
  ['docs/concepts.md', 'Concepts'],
  ['docs/reference/cli.md', 'Commands and options'],
  ['docs/reference/api.md', 'What can be imported'],
  ['docs/glossary.md', 'Glossary'],
  ['docs/architecture.md', 'Architecture'],
  ['CONTRIBUTING.md', 'Contributing'],
]

const titleOf = (text) => /^# (.*)$/m.exec(text)?.[1].replaceAll('`', '') ?? 'Heddle'
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

export default function (config) {
  // There are braces in the examples, which are no templates.
  config.addGlobalData('layout', 'layout.njk')
  config.addGlobalData('templateEngineOverride', 'md')
  config.addGlobalData('permalink', () => (data) => `${data.page.filePathStem.replace(/^\//, '')}.html`)
  config.setUseGitIgnore(false)
  config.addFilter('up', (url) => '../'.repeat(url.split('/').length - 2))
  config.addFilter('titleOf', (page) => titleOf(page.rawInput))
  config.addCollection('menu', (api) => {
    const all = api.getAll().map((page) => ({ page, path: page.inputPath.replace(/^.*?site-input-[^/]*\//, '') }))
    const order = ({ path }) => {
      const at = first.findIndex(([name]) => name === path)
      return at < 0 ? first.length : at
    }
    return all
      .sort((a, b) => order(a) - order(b) || a.path.localeCompare(b.path))
      .map(({ page, path }) => ({
        url: page.url.replace(/\/$/, '/index.html').replace(/^\//, ''),
        self: page.url,
        title: first.find(([name]) => name === path)?.[1] ?? titleOf(page.rawInput),
        deeper: order({ path }) === first.length,
      }))
  })
  config.amendLibrary('md', (md) => {
    md.set({ html: false, linkify: false })
    // Links between documents are links between pages; to anything else in the repository, there is none.
    md.core.ruler.push('pages', ({ tokens, env }) => {
      const folder = dirname(env.page.inputPath)
      for (const token of tokens) for (const child of token.children ?? []) retarget(child, token.children, folder)
      for (const [i, token] of tokens.entries())
        if (token.type === 'heading_open') token.attrSet('id', slug(tokens[i + 1].content))
    })
  })
  return { markdownTemplateEngine: false, dir: { includes: '_includes' } }
}

function retarget(link, tokens, folder) {
  if (link.type !== 'link_open' || /^(https?:|#)/.test(link.attrGet('href'))) return
  const [path, anchor] = link.attrGet('href').split('#')
  const page = pageFor(path, folder)
  if (page !== null) return link.attrSet('href', anchor === undefined ? page : `${page}#${anchor}`)
  const close = tokens.slice(tokens.indexOf(link)).find(({ type }) => type === 'link_close')
  for (const token of [link, close]) token.tag = 'span'
  link.attrs = []
}

/** The page of a document, or the one that lists those of a folder; null for what the site does not have. */
function pageFor(path, folder) {
  const document = path.replace(/(^|\/)README\.md$/, '$1index.md')
  const found = statSync(join(folder, document), { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isDirectory()) return document.replace(/\.md$/, '.html')
  return existsSync(join(folder, document, 'index.md')) ? join(document, 'index.html') : null
}
