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
import { pageOfPasses, pageOfSet } from './results.ts'

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
    /^in thread taker, at examples\/05-treiber-stack\.ts:25:14, 1 preemption \(no fewer suffice\)$/,
  )
  assert.match(await textOf(page, '.command code'), /replay examples\/05-treiber-stack\.ts --schedule h1\./)
  const story = await textOf(page, '.story')
  assert.match(story, /^taker runs, events 1 to 2 .* and is interrupted here mover runs, events 3 to 14/)
  assert.match(story, /top\[0\] is 0 again, as in event 1, but was changed meanwhile: 0 → 1 → -1 → 0/)
  assert.match(story, /next\[0\] was 1 in event 2, and is -1 by now/)
  assert.equal(
    await textOf(page, '.deciding-pair'),
    '① event 14, mover: Atomics.compareExchange top[0] ② event 15, taker: Atomics.compareExchange top[0]',
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
  assert.equal(await page.locator('.compare').count(), 0)
  await page.locator('.finding').getByRole('button', { name: 'Show this execution' }).click()
  await page.getByRole('button', { name: 'Step through it' }).click()
  assert.match(await textOf(page, '.story'), /completed$/)
  await page.keyboard.press('d')
  assert.equal(await textOf(page, '.details h3'), 'Event 14: taker')
  assert.deepEqual(complaints, [])
})

test('the failing execution is beside the closest passing one, with the deciding pair in both', { skip }, async (t) => {
  const { page, complaints } = await open(t, treiber)
  const rows = page.locator('.compare tbody tr')
  const cells = async (row: number) =>
    (await rows.nth(row).locator('td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  assert.deepEqual(await cells(0), ['… 11 events alike …'])
  assert.deepEqual(await cells(3), ['14 ① mover compareExchange top[0] -1 → 0', ''])
  assert.deepEqual(await cells(4), [
    '15 ② taker compareExchange top[0] 0 → 1',
    '14 ② taker compareExchange top[0] -1, not 0',
  ])
  assert.match((await cells(5))[1]!, /^15 ① mover compareExchange top\[0\] -1 → 0$/)
  await rows.nth(0).getByRole('button').click()
  assert.deepEqual(await cells(0), ['1 taker load top[0] 0', '1 taker load top[0] 0'])
  await rows.nth(2).getByRole('button').click()
  assert.equal(await textOf(page, '.details h3'), 'Event 3: mover')
  // On the timeline: marked, joined by an arrow, and reached by a key.
  await page.keyboard.press('d')
  assert.equal(await textOf(page, '.details h3'), 'Event 14: mover')
  assert.deepEqual(await page.locator('.row.deciding .pair-mark').allInnerTexts(), ['①', '②'])
  assert.equal(await page.locator('.edge.deciding').count(), 1)
  assert.match(
    (await page.locator('#event-13').getAttribute('aria-label'))!,
    /one of the two events whose order makes the difference$/,
  )
  assert.deepEqual(complaints, [])
})

test('a deadlock, a program that is verified, and several programs on a page', { skip }, async (t) => {
  const dead = await open(t, deadlock)
  assert.equal(await textOf(dead.page, '.finding h2'), 'deadlock: no thread can go on')
  assert.match(
    await textOf(dead.page, '.waiting'),
    /save waits: lock savings, held by spend at examples\S+ ?holds current since lock at examples\S+ ?spend waits: lock current, held by save/,
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

test('what passes had covered by when is drawn, and said', { skip }, async (t) => {
  const { page, complaints } = await open(t, pageOfPasses(20, 30))
  const chart = page.locator('.growth')
  assert.equal(await chart.locator('polyline').count(), 2)
  assert.equal(await chart.locator('circle').count(), 1, 'the pass that is complete')
  assert.equal(
    await chart.locator('svg').getAttribute('aria-label'),
    'preemption 0: 133 traces after 0.95 s, complete; preemption 1: 203 traces after 2.45 s, not complete',
  )
  assert.equal(await textOf(page, '.legend'), 'preemption 0 preemption 1 (not complete)')
  const none = await open(t, pageOfPasses(2, 3))
  assert.equal(await none.page.locator('.growth').count(), 0, 'a check of some milliseconds has nothing to show')
  assert.deepEqual([...complaints, ...none.complaints], [])
})

test('the page of a set says what is still ordered, between which lines, and what that costs', { skip }, async (t) => {
  const bad = '<img src=x onerror=alert(1)>\u001b[1m'
  const here = join(root, 'package.json')
  const { page, complaints } = await open(t, pageOfSet(here))
  assert.match(
    await textOf(page, 'main'),
    /Of 4 pairs .* 1 may happen in either order \(25%\), and 3 in one order only/,
  )
  assert.match(await textOf(page, 'main'), /a run takes 25% longer \(-3% to 40% in single turns\)/)
  assert.match(
    await textOf(page, 'main'),
    /threads sleep at a gate 1\.3 times .* 50% of the runs come to where gates open/,
  )
  const rows = page.locator('.orders tbody tr')
  assert.deepEqual(
    (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ['ann: read a[0] line 1:1 bob: read a[0] line 9:1 2', 'bob: read a[0] line 3:1 ann: read a[0] line 3:1 1'],
  )
  assert.equal(await page.locator('.arc').count(), 2)
  await rows.first().getByRole('button').click()
  assert.deepEqual(await page.locator('.arced .line.here .number').allInnerTexts(), ['1', '9'])
  for (const look of [{ width: 400, dark: true }, { width: 1280 }]) {
    const other = await open(t, pageOfSet(here, bad), look)
    assert.equal(await other.page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    assert.deepEqual(await faintTexts(other.page), [])
    assert.equal(await other.page.locator('img').count(), 0)
    complaints.push(...other.complaints)
  }
  assert.deepEqual(complaints, [])
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
  await page.setViewportSize({ width: 400, height: 800 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, 'at 400 pixels')
  assert.deepEqual(complaints, [])
})
