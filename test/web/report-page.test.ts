/** The page of reports, in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { folder, heddle } from '../cli/heddle.ts'
import { closeBrowser, open, skip } from './browser.ts'
import { faintTexts } from './contrast.ts'
import { manyEvents, pageOfReplay, replayResult } from './executions.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let treiber: string
let deadlock: string
let several: string

before(async () => {
  if (skip !== false) return
  const files = folder({ after } as unknown as TestContext)
  const pageOf = async (name: string, ...examples: string[]): Promise<string> => {
    const file = join(files, name)
    await heddle(root, 'check', ...examples.map((example) => `examples/${example}`), '--html', file)
    return readFileSync(file, 'utf8')
  }
  treiber = await pageOf('treiber.html', '05-treiber-stack.ts')
  deadlock = await pageOf('deadlock.html', '02-deadlock.ts')
  several = await pageOf('several.html', '03-dining-philosophers.ts', '01-lost-update.ts')
})
after(closeBrowser)

const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim()

const memoryOf = (page: Page): Promise<string[]> =>
  page
    .locator('.memory tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => (row as { innerText: string } & typeof row).innerText.replace(/\s+/g, ' ').trim()),
    )

test('the page of the Treiber stack says what went wrong', { skip }, async (t) => {
  const { page, complaints } = await open(t, treiber)
  assert.equal(await textOf(page, 'h1'), 'bug found Treiber stack')
  assert.equal(await textOf(page, '.finding h2'), 'assertion: node 1 was popped twice')
  assert.match(
    await textOf(page, '.finding .where'),
    /^in thread taker, at examples\/05-treiber-stack\.ts:25:14, 1 preemption$/,
  )
  assert.match(await textOf(page, '.command code'), /replay examples\/05-treiber-stack\.ts --schedule h1\./)
  const story = await textOf(page, '.story')
  assert.match(story, /^taker runs, events 1 to 2 .* and is interrupted here mover runs, events 3 to 14/)
  assert.match(story, /top\[0\] is 0 again, as in event 1, but was changed meanwhile: 0 → 1 → -1 → 0/)
  assert.match(story, /next\[0\] was 1 in event 2, and is -1 by now/)
  assert.match(
    await textOf(page, '.closest'),
    /^After event 2, another schedule passes .* taker goes on there, instead of mover/,
  )
  assert.deepEqual(complaints, [])
})

test('keys go through the events, with source, memory and calls at each', { skip }, async (t) => {
  const { page, complaints } = await open(t, treiber)
  const heading = () => textOf(page, '.details h3')
  assert.equal(await heading(), 'Event 1: taker')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  assert.equal(await heading(), 'Event 3: mover')
  await page.keyboard.press('ArrowUp')
  assert.equal(await heading(), 'Event 2: taker')
  assert.match(await textOf(page, '.line.here'), /^23 const next = Atomics\.load\(s\.next, node\)$/)
  assert.equal(await textOf(page, '.line.here mark'), 'load')
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  assert.equal(await heading(), 'Event 15: taker')
  assert.deepEqual(await memoryOf(page), [
    'top[0] 0 → 1 taker, event 15',
    'next[0] -1 mover, event 13',
    'held[0] 0 mover, event 11',
    'next[1] -1 at the start',
    'held[1] 1 mover, event 10',
  ])
  assert.match(await textOf(page, '.order'), /^happens after event 14 \(mover\)$/)
  assert.match(
    await textOf(page, '.threads li'),
    /^taker has done event 15; next is event 16: Atomics\.add held\[0\].* at examples.*:25:28 called at examples.*:45:7$/,
  )
  await page.keyboard.press('p')
  assert.equal(await heading(), 'Event 3: mover')
  await page.keyboard.press('End')
  assert.equal(await heading(), 'Event 20: taker')
  await page.keyboard.press('ArrowDown')
  assert.equal(await heading(), 'Event 20: taker')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  assert.equal(await heading(), 'Event 1: taker')
  // Keys with a meaning of their own stay with the browser.
  await page.keyboard.press('Control+ArrowDown')
  assert.equal(await heading(), 'Event 1: taker')
  assert.deepEqual(complaints, [])
})

test('each outcome has a witness, and the failing execution its closest passing one', { skip }, async (t) => {
  const { page, complaints } = await open(t, treiber)
  const rows = page.locator('section[aria-label=Outcomes] tbody tr')
  assert.equal(await rows.count(), 3)
  await rows.nth(1).getByRole('button').click()
  assert.match(await textOf(page, '.story'), /completed$/)
  assert.equal(await page.locator('.closest').count(), 0)
  await page.locator('.finding').getByRole('button', { name: 'Show this execution' }).click()
  await page.getByRole('button', { name: 'Show the passing one' }).click()
  assert.match(await textOf(page, '.story'), /completed$/)
  assert.deepEqual(complaints, [])
})

test('a deadlock, a program that is verified, and several programs on a page', { skip }, async (t) => {
  const dead = await open(t, deadlock)
  assert.equal(await textOf(dead.page, '.finding h2'), 'deadlock: no thread can go on')
  assert.match(
    await textOf(dead.page, '.waiting'),
    /save waits: lock savings, held by spend at examples.* spend waits: lock current, held by save/,
  )
  await dead.page.keyboard.press('End')
  assert.deepEqual(await memoryOf(dead.page), [
    'current held by save save, event 1',
    'savings free → held by spend spend, event 2',
  ])
  const all = await open(t, several)
  const programs = all.page.getByRole('navigation', { name: 'Programs' }).getByRole('button')
  assert.deepEqual(await programs.allInnerTexts(), ['verified dining philosophers', 'bug found lost update'])
  assert.equal(await textOf(all.page, 'h1'), 'bug found lost update')
  await programs.first().click()
  assert.equal(await textOf(all.page, 'h1'), 'verified dining philosophers')
  assert.match(await textOf(all.page, '.guarantee'), /in any schedule\.$/)
  assert.deepEqual([...dead.complaints, ...all.complaints], [])
})

test('what screen readers are told', { skip }, async (t) => {
  const { page } = await open(t, treiber)
  const list = page.getByRole('listbox', { name: 'Events of taker, mover' })
  await list.focus()
  await page.keyboard.press('n')
  const active = await list.getAttribute('aria-activedescendant')
  const option = page.locator(`#${active}`)
  assert.equal(await option.getAttribute('aria-selected'), 'true')
  const said = 'Event 3 of 20, mover, Atomics.load top[0] 0, at examples/05-treiber-stack.ts:21:26, interrupts taker'
  assert.equal(await option.getAttribute('aria-label'), said)
  assert.equal(await page.locator('[aria-live=polite]').innerText(), said)
  assert.equal(await option.getAttribute('aria-setsize'), '20')
  for (const button of await page.getByRole('button').all())
    assert.notEqual((await button.innerText()).trim() + (await button.getAttribute('aria-label')), 'null')
})

for (const width of [400, 1280])
  for (const dark of [false, true])
    test(`nothing is cut off or faint at ${width} pixels, ${dark ? 'dark' : 'light'}`, { skip }, async (t) => {
      const { page } = await open(t, treiber, { width, dark })
      await page.keyboard.press('n')
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
      assert.deepEqual(await faintTexts(page), [])
      await page.addStyleTag({ content: `.where { color: ${dark ? '#6a3a37' : '#d99'} !important }` })
      assert.notDeepEqual(await faintTexts(page), [], 'what is faint is noticed')
    })

test('an execution of 5,000 events is drawn as far as it is seen', { skip }, async (t) => {
  const { page, complaints } = await open(
    t,
    pageOfReplay(replayResult({ events: manyEvents(5000, 8), memory: { 'a[0]': '0' } })),
  )
  const rows = page.locator('.row')
  assert.ok((await rows.count()) < 100)
  await page.keyboard.press('End')
  assert.equal(await textOf(page, '.details h3'), 'Event 5000: t7')
  await page.locator('#event-4999').waitFor({ state: 'visible' })
  assert.ok((await rows.count()) < 100)
  assert.ok((await page.locator('.edge').count()) < 400)
  await page.keyboard.press('PageUp')
  assert.equal(await textOf(page, '.details h3'), 'Event 4990: t5')
  assert.deepEqual(complaints, [])
})

test('no text of a program acts on the page', { skip }, async (t) => {
  const bad = `</script><script>alert(1)</script><img src=x onerror=alert(2)>\u001b[31m\u202e$& <!--`
  const shown = `</script><script>alert(1)</script><img src=x onerror=alert(2)>\\u001b[31m\\u202e$& <!--`
  const event = { ...manyEvents(1, 1)[0]!, thread: bad, operation: bad, location: bad, value: bad, at: `${bad}:1:1` }
  const bug = {
    kind: 'exception' as const,
    message: bad,
    schedule: bad,
    preemptions: 0,
    thread: bad,
    at: `${bad}:1:1`,
    stack: bad,
  }
  const result = replayResult({ program: bad, value: bad, outcome: 'bug', bug, notes: [bad], memory: { [bad]: bad } })
  const { page, complaints } = await open(
    t,
    pageOfReplay({ ...result, events: [{ ...event, changed: { [bad]: bad } }] }),
  )
  assert.equal(await textOf(page, 'h1'), `bug found ${shown}`)
  assert.equal(await textOf(page, '.finding h2'), `exception: ${shown}`)
  assert.equal(await page.title(), `${shown}: Heddle report`)
  assert.equal(await page.locator('img').count(), 0)
  assert.equal(await page.locator('script').count(), 2)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(complaints, [])
})
